"""The letters of a player of which nothing could be done, as an organiser who wants to help sees them. Reads only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from tournaments.actions.refused_letters import EFFECTS
from tournaments.letter_rights import is_closed
from tournaments.mail.keys import without_keys
from tournaments.models import InboundLetter, Player, Seat, Turn
from tournaments.organiser.quoting import understood
from tournaments.organiser.sources import beginning

LOOKED_THROUGH = 30  # the newest letters of a seat, among which words that are no orders may stand
MOST, MOST_LINES = 5, 10
LONGEST_LINE = 300  # bytes of HTML


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Refused:
    """One letter. `lines`: none while the table is closed to the organiser."""

    at: datetime
    url: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Help:
    """
    letters  the newest first
    look     where the organiser says why they look inside the table; "" if it is open to them
    extend   where the open question of the seat gets more time; "" if nothing is asked
    """

    count: int
    letters: tuple[Refused, ...]
    look: str
    extend: str


def of_seat(seat: Seat, organiser: Player) -> Help:
    closed = is_closed(seat, organiser)
    turn = Turn.objects.filter(seat=seat, ended_at=None).values_list("pk", flat=True).first()
    back = reverse("desk:help", args=[seat.pk])
    return Help(
        seat.refused,
        tuple(_shown(letter, organiser, closed=closed) for letter in _letters(seat)),
        f"{reverse('desk:look-inside', args=[seat.table_id])}?back={back}" if closed else "",
        reverse("desk:extend", args=[turn]) if turn is not None else "",
    )


def _letters(seat: Seat) -> list[InboundLetter]:
    """The newest refused ones, down to the last that was understood."""
    own = InboundLetter.objects.filter(seat=seat, player=seat.player, state=InboundLetter.State.DONE)
    newest = own.defer("raw", "auth_results").order_by("-received_at", "-pk")[:LOOKED_THROUGH]
    return [letter for letter in newest if _is_refused(letter.account)][: min(MOST, seat.refused)]


def _is_refused(account: Mapping[str, Any]) -> bool:
    lines = account.get("lines", [])
    return bool(lines) and not any(line["state"] in EFFECTS for line in lines)


def _shown(letter: InboundLetter, organiser: Player, *, closed: bool) -> Refused:
    lines = () if closed else understood(letter, organiser)[:MOST_LINES]
    page = reverse("desk:tournaments_inboundletter_change", args=[letter.pk])
    return Refused(letter.received_at, page, tuple(Line(_safe(line["text"]), _safe(line["words"])) for line in lines))


def _safe(words: str) -> str:
    return beginning(without_keys(words), LONGEST_LINE)
