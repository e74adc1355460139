"""Everything of a player's as one file to take away: a zip. Reads rows, changes none."""

from tournaments.takeout.archive import file_name, packed

__all__ = ["file_name", "packed"]
