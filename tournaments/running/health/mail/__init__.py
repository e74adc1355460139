"""What others see of the mail domain: its records, the way to its mail host, and whether a letter comes through."""
