"""Bytes of a mail as headers and text parts."""
