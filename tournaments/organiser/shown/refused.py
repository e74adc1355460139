"""The letters of a player of which nothing could be done, as an organiser who wants to help sees them. Reads only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from tournaments.actions.table.refused_letters import EFFECTS
from tournaments.keys.in_text import of_a_letter
from tournaments.models import InboundLetter, Player, Role, Seat, Table, Turn
from tournaments.organiser.shown.quoting import understood
from tournaments.organiser.shown.sources import beginning
from tournaments.queries.access.desk_rights import own
from tournaments.queries.letters.letters_shown import table_to_look_into

LOOKED_THROUGH = 30  # the newest letters of a seat, among which there may be words that are no orders
MOST, MOST_LINES = 5, 10
LONGEST_LINE = 300  # bytes of HTML


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Refused:
    """One letter. `lines`: none while a table of which it may tell, `closed`, is closed to the organiser."""

    at: datetime
    url: str
    lines: tuple[Line, ...]
    closed: int | None


@dataclass(frozen=True, slots=True)
class Help:
    """
    letters  the newest first
    closed   whether what one of them says is closed to the organiser
    look     where they say why they look inside the table that is closed; "" if they do not organise it
    extend   where the open question of the seat gets more time; "" if nothing is asked
    """

    count: int
    letters: tuple[Refused, ...]
    closed: bool
    look: str
    extend: str


def of_seat(seat: Seat, organiser: Player) -> Help:
    letters = tuple(_shown(letter, organiser) for letter in _letters(seat))
    closed = next((letter.closed for letter in letters if letter.closed is not None), None)
    opens = closed is not None and own(Table.objects.filter(pk=closed), organiser, Role.HELPER).exists()
    turn = Turn.objects.filter(seat=seat, ended_at=None).values_list("pk", flat=True).first()
    back = reverse("desk:help", args=[seat.pk])
    return Help(
        seat.refused,
        letters,
        closed is not None,
        f"{reverse('desk:look-inside', args=[closed])}?back={back}" if opens else "",
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


def _shown(letter: InboundLetter, organiser: Player) -> Refused:
    closed = table_to_look_into(letter, organiser)
    lines = () if closed is not None else understood(letter, organiser)[:MOST_LINES]
    page = reverse("desk:tournaments_inboundletter_change", args=[letter.pk])
    told = tuple(Line(_safe(line["text"]), _safe(line["words"])) for line in lines)
    return Refused(letter.received_at, page, told, closed)


def _safe(words: str) -> str:
    return beginning(of_a_letter(words), LONGEST_LINE)
