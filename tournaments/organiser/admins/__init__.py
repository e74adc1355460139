"""The rows that are registered on the desk, one file for each kind."""

from tournaments.organiser.admins import journal, leagues, letters, papers, people, tables
from tournaments.organiser.site import site

__all__ = ["journal", "leagues", "letters", "papers", "people", "site", "tables"]
