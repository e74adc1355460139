"""The HTML of a mail as rows of text."""
