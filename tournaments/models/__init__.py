"""The rows of the service. Rows only: every change of them is an action in `tournaments.actions`."""

from tournaments.models.absence import Vacation
from tournaments.models.allowance import Allowance
from tournaments.models.case import Case
from tournaments.models.deck import Deck
from tournaments.models.heartbeat import Heartbeat
from tournaments.models.journal import JournalLine
from tournaments.models.league import Entry, Invitation, League
from tournaments.models.mail import InboundLetter, OutboundLetter
from tournaments.models.people import Address, Player
from tournaments.models.press import Note, Press
from tournaments.models.print import Print
from tournaments.models.table import LogEntry, Seat, Table
from tournaments.models.turn import Turn

__all__ = [
    "Address",
    "Allowance",
    "Case",
    "Deck",
    "Entry",
    "Heartbeat",
    "InboundLetter",
    "Invitation",
    "JournalLine",
    "League",
    "LogEntry",
    "Note",
    "OutboundLetter",
    "Player",
    "Press",
    "Print",
    "Seat",
    "Table",
    "Turn",
    "Vacation",
]
