"""The rows of the service. Rows only: every change of them is an action in `tournaments.actions`."""

from tournaments.models import lookups as lookups  # "email__same"
from tournaments.models.absence import Vacation
from tournaments.models.allowance import Allowance
from tournaments.models.backup import Drill, Restore
from tournaments.models.beacon import Beacon
from tournaments.models.case import Case
from tournaments.models.deck import Deck
from tournaments.models.heartbeat import Heartbeat, Outage
from tournaments.models.journal import JournalLine
from tournaments.models.league import Entry, Invitation, League
from tournaments.models.link_request import LinkRequest
from tournaments.models.mail import InboundLetter, OutboundLetter
from tournaments.models.organiser_offer import OrganiserOffer
from tournaments.models.people import Address, Player
from tournaments.models.press import Note, Press
from tournaments.models.print import Print
from tournaments.models.round_trip import RoundTrip
from tournaments.models.seat_offer import SeatOffer
from tournaments.models.sign_in import SignIn
from tournaments.models.table import LogEntry, Seat, Table
from tournaments.models.trial import Trial
from tournaments.models.turn import Turn

__all__ = [
    "Address",
    "Allowance",
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
    "OrganiserOffer",
    "Outage",
    "OutboundLetter",
    "Player",
    "Press",
    "Print",
    "Restore",
    "RoundTrip",
    "Seat",
    "SeatOffer",
    "SignIn",
    "Table",
    "Trial",
    "Turn",
    "Vacation",
]
