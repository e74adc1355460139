"""Everything of a player's as one file to take away: a zip, made while it is read. Reads rows, changes none."""

from tournaments.takeout.archive import file_name, stream

__all__ = ["file_name", "stream"]
