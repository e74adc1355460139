"""The rows of the service. Rows only: what changes them is in `tournaments.actions`, and what it names."""

from tournaments.models import lookups as lookups  # "email__same"
from tournaments.models.absence import Vacation
from tournaments.models.access import Allowance, ApiKey, LinkRequest, SignIn
from tournaments.models.beacon import Beacon
from tournaments.models.case import Case
from tournaments.models.deck import Deck
from tournaments.models.journal import JournalLine
from tournaments.models.league import TAKES_ENTRIES, Entry, Invitation, League
from tournaments.models.mail import InboundLetter, OutboundLetter
from tournaments.models.observer import Observer
from tournaments.models.offers import OfficeOffer, Officer, Role, SeatOffer
from tournaments.models.people import Address, Player
from tournaments.models.press import Note, Press
from tournaments.models.print import Print
from tournaments.models.running import Drill, Heartbeat, Outage, Restore, RoundTrip, Trial
from tournaments.models.table import LogEntry, Seat, Table
from tournaments.models.turn import Turn

__all__ = [
    "TAKES_ENTRIES",
    "Address",
    "Allowance",
    "ApiKey",
    "Beacon",
    "Case",
    "Deck",
    "Drill",
    "Entry",
    "Heartbeat",
    "InboundLetter",
    "Invitation",
    "JournalLine",
    "League",
    "LinkRequest",
    "LogEntry",
    "Note",
    "Observer",
    "OfficeOffer",
    "Officer",
    "Outage",
    "OutboundLetter",
    "Player",
    "Press",
    "Print",
    "Restore",
    "Role",
    "RoundTrip",
    "Seat",
    "SeatOffer",
    "SignIn",
    "Table",
    "Trial",
    "Turn",
    "Vacation",
]
