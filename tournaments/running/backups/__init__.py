"""Backups: one file that holds all that cannot be made again, and the ways back from it.

`archive` is the file, `databases` what is in it of SQLite or PostgreSQL, `manifest` what it says of itself; `making`,
`restoring` and `drills` are what the commands `backup`, `restore` and `drill` do.
"""
