"""Tests of Flandern 1302."""
