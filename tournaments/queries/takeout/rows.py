"""A player's rows, as JSON. What others wrote or may alone know is not among them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, Q, QuerySet

from tournaments.models import (
    InboundLetter,
    JournalLine,
    Player,
    Seat,
    SeatOffer,
    Turn,
    Vacation,
)
from tournaments.queries.access import observing
from tournaments.queries.letters import outcomes
from tournaments.queries.takeout.columns import GIVEN, POINTED_AT, Names, learn, read

# Verdicts of letters in a player's name.
NOT_THEIRS = ("disowned", "seat given", "waited too long", outcomes.NO_ROOM, outcomes.QUEUE_FULL, outcomes.TOO_LONG)


def as_json(value: Any) -> bytes:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1).encode()


def files(player: Player, names: Names) -> Iterator[tuple[str, Callable[[], Iterable[bytes]]]]:
    """Name and maker of every JSON file. `names`: as for `read`."""
    own = POINTED_AT[Seat].filter(player=player, table__position__isnull=False)
    learn(names, own.iterator())
    yield "profile.json", lambda: [as_json({name: getattr(player, name) for name in GIVEN[Player]})]
    yield "addresses.json", lambda: _list(player.addresses.order_by("pk"), names)
    yield "sign-ins.json", lambda: _list(player.sign_ins.order_by("begun_at"), names)
    yield "leagues.json", lambda: in_pieces(_entries(player, names))
    yield "invitations.json", lambda: _list(player.invitations.order_by("pk"), names)
    yield "offers.json", lambda: _list(offers(player), names)
    yield "asked-to-organise.json", lambda: _list(player.office_offers.all(), names)
    yield "offices.json", lambda: _list(player.offices.order_by("pk"), names)
    yield "organised.json", lambda: _list(player.organised.order_by("pk"), names)
    yield "seats.json", lambda: in_pieces(_seats(player, names))
    yield "observing.json", lambda: _list(observing.of(player).order_by("pk"), names)
    yield "said.json", lambda: _list(player.press.all(), names)
    yield "notes.json", lambda: _list(player.notes.all(), names)
    yield "cases.json", lambda: _list(player.cases.all(), names)
    yield "journal.json", lambda: _list(journal(player), names)


def _list(rows: QuerySet[Any], names: Names) -> Iterator[bytes]:
    return in_pieces(row for row, _ in read(rows, names=names))


def in_pieces(values: Iterable[Any]) -> Iterator[bytes]:
    """A JSON list with each value on a line of its own, never whole in memory."""
    before = b"[\n"
    for value in values:
        yield before + json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False).encode()
        before = b",\n"
    yield b"[]" if before == b"[\n" else b"\n]"


def _entries(player: Player, names: Names) -> Iterator[dict[str, Any]]:
    days_off = Vacation.objects.filter(entry__player=player).order_by("entry_id", "pk")
    found = _Followers(read(days_off, "entry", names=names))
    for row, (pk,) in read(player.entries.order_by("pk"), "pk", names=names):
        yield {**row, "days off": found.of(pk)}


class _Followers:
    """The rows that belong to rows of another query, taken by owner without a query, in its order of keys."""

    def __init__(self, rows: Iterator[tuple[dict[str, Any], tuple[Any, ...]]]) -> None:
        self._rows = rows
        self._next = next(rows, None)

    def of(self, pk: int) -> list[dict[str, Any]]:
        """The rows of one owner, whose key has to be larger than that of the call before."""
        found = []
        while self._next is not None and self._next[1][0] <= pk:
            if self._next[1][0] == pk:
                found.append(self._next[0])
            self._next = next(self._rows, None)
        return found


def seats(player: Player) -> QuerySet[Seat]:
    """The player's seats at tables that have been opened."""
    return Seat.objects.filter(player=player, table__position__isnull=False).order_by("table_id", "number")


def _seats(player: Player, names: Names) -> Iterator[dict[str, Any]]:
    """The seats with their questions since they are the player's; earlier ones were somebody else's."""
    theirs = Q(seat__since=None) | Q(ended_at=None) | Q(ended_at__gte=F("seat__since"))
    turns = Turn.objects.filter(theirs, seat__player=player).order_by("seat_id", "pk")
    asked = _Followers(read(turns, "seat", names=names))
    for row, (pk,) in read(seats(player).order_by("pk"), "pk", names=names):
        yield {**row, "questions": asked.of(pk)}


def journal(player: Player) -> QuerySet[JournalLine]:
    """The lines on what the player did, and on what was done about them and at their own seats."""
    since = Q(seat__since=None) | Q(at__gte=F("seat__since"))
    about = Q(actor=player) | Q(seat__player=player) & since | Q(data__player=player.pk)
    return JournalLine.objects.filter(about).order_by("at", "pk")


def written(player: Player) -> QuerySet[InboundLetter]:
    """Letters that the player wrote: not those in their name that they have not said yes to."""
    theirs = player.letters_in.exclude(state=InboundLetter.State.HELD).exclude(verdict__in=NOT_THEIRS)
    return theirs.order_by("received_at", "pk")


def offers(player: Player) -> QuerySet[SeatOffer]:
    """Seats that the player took when they were offered, and those that were offered to an address of theirs.

    Not those that they offered as an organiser: these hold other people's addresses.
    """
    verified = player.addresses.filter(verified_at__isnull=False).values_list("email", flat=True)
    mine = Q(player=player)
    for email in (player.email, *verified):
        mine |= Q(email__same=email)
    return SeatOffer.objects.filter(mine)
