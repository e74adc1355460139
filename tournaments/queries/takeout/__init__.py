"""Everything of a player's as one file to take away: a zip. Reads rows, changes none."""

from tournaments.queries.exchange.zips import Busy, one_at_a_time
from tournaments.queries.takeout.archive import file_name, packed

__all__ = ["Busy", "file_name", "one_at_a_time", "packed"]
