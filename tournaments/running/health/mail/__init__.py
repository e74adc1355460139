"""The mail domain as others see it: its records, the way to its mail host, and whether a letter comes through."""
