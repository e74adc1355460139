"""A player's rows, as JSON. What others wrote or may alone know is not among them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, Model, Q, QuerySet

from tournaments.mail import holding, volume
from tournaments.models import (
    InboundLetter,
    JournalLine,
    Player,
    Seat,
    SeatOffer,
    Table,
    Turn,
)
from tournaments.takeout.columns import values

NOT_THEIRS = ("disowned", volume.NO_ROOM, holding.TOO_LONG)  # verdicts of letters in a player's name


def as_json(value: Any) -> bytes:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1).encode()


def files(player: Player) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Name and maker of every JSON file."""
    yield "profile.json", lambda: as_json(values(player))
    yield "addresses.json", lambda: _list(player.addresses.order_by("pk"))
    yield "sign-ins.json", lambda: _list(player.sign_ins.order_by("begun_at"))
    yield "leagues.json", lambda: as_json([_entry(entry) for entry in player.entries.select_related("league")])
    yield "invitations.json", lambda: _list(player.invitations.select_related("league"))
    yield "offers.json", lambda: _list(offers(player))
    yield "asked-to-organise.json", lambda: _list(player.organiser_offers.select_related("league"))
    yield "organised.json", lambda: _list(player.organised.order_by("pk"))
    yield "seats.json", lambda: as_json([_seat(seat) for seat in seats(player)])
    yield "said.json", lambda: _list(player.press.select_related("seat__table__league", "to__table__league"))
    yield "notes.json", lambda: _list(player.notes.select_related("seat__table__league"))
    yield "cases.json", lambda: _list(player.cases.select_related("seat__table__league"))
    yield "journal.json", lambda: _list(journal(player))


def _list(rows: Iterable[Model]) -> bytes:
    return as_json([values(row) for row in rows])


def _entry(entry: Any) -> dict[str, Any]:
    return {**values(entry), "days off": [values(days) for days in entry.vacations.all()]}


def seats(player: Player) -> QuerySet[Seat]:
    """The player's seats at tables that have been opened."""
    own = Seat.objects.filter(player=player, table__position__isnull=False)
    return own.select_related("table__league__deck", "player").order_by("table_id")


def _seat(seat: Seat) -> dict[str, Any]:
    """With the questions since the seat is the player's; before, they were somebody else's."""
    turns = Turn.objects.filter(seat=seat).order_by("pk")
    if seat.since is not None:
        turns = turns.filter(Q(ended_at=None) | Q(ended_at__gte=seat.since))
    return {**values(seat), "questions": [values(turn) for turn in turns]}


def journal(player: Player) -> QuerySet[JournalLine]:
    """What the player did, and what was done about them and at their own seats."""
    since = Q(seat__since=None) | Q(at__gte=F("seat__since"))
    about = Q(actor=player) | Q(seat__player=player) & since | Q(data__player=player.pk)
    lines = JournalLine.objects.filter(about).select_related("league", "table__league", "seat__table__league")
    return lines.order_by("at", "pk")


def written(player: Player) -> QuerySet[InboundLetter]:
    """Letters that the player wrote: not those in their name that they have not said yes to."""
    theirs = player.letters_in.exclude(state=InboundLetter.State.HELD).exclude(verdict__in=NOT_THEIRS)
    return theirs.select_related("seat__table__league").order_by("received_at", "pk")


def offers(player: Player) -> QuerySet[SeatOffer]:
    """Seats that the player took when they were offered, and those that were offered to an address of theirs.

    Not those that they offered as an organiser: these hold other people's addresses.
    """
    verified = player.addresses.filter(verified_at__isnull=False).values_list("email", flat=True)
    mine = Q(player=player)
    for email in (player.email, *verified):
        mine |= Q(email__same=email)
    return SeatOffer.objects.filter(mine).select_related("seat__table__league")


def running(seat: Seat) -> bool:
    return seat.table.state == Table.State.RUNNING
