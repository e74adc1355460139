"""Tables of values as files that spreadsheets and programs read, and such files of others read back. Pure."""
