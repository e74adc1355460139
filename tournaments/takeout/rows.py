"""A player's rows, as JSON. What others wrote or may alone know is not among them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, Q, QuerySet

from tournaments.mail import holding, volume
from tournaments.models import (
    InboundLetter,
    JournalLine,
    Player,
    Seat,
    SeatOffer,
    Turn,
    Vacation,
)
from tournaments.takeout.columns import read

# Verdicts of letters in a player's name.
NOT_THEIRS = ("disowned", "seat given", "waited too long", volume.NO_ROOM, holding.TOO_LONG)


def as_json(value: Any) -> bytes:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1).encode()


def files(player: Player) -> Iterator[tuple[str, Callable[[], Iterable[bytes]]]]:
    """Name and maker of every JSON file."""
    yield "profile.json", lambda: [as_json(row) for row, _ in read(Player.objects.filter(pk=player.pk))]
    yield "addresses.json", lambda: _list(player.addresses.order_by("pk"))
    yield "sign-ins.json", lambda: _list(player.sign_ins.order_by("begun_at"))
    yield "leagues.json", lambda: in_pieces(_entries(player))
    yield "invitations.json", lambda: _list(player.invitations.order_by("pk"))
    yield "offers.json", lambda: _list(offers(player))
    yield "asked-to-organise.json", lambda: _list(player.organiser_offers.all())
    yield "organised.json", lambda: _list(player.organised.order_by("pk"))
    yield "seats.json", lambda: in_pieces(_seats(player))
    yield "said.json", lambda: _list(player.press.all())
    yield "notes.json", lambda: _list(player.notes.all())
    yield "cases.json", lambda: _list(player.cases.all())
    yield "journal.json", lambda: _list(journal(player))


def _list(rows: QuerySet[Any]) -> Iterator[bytes]:
    return in_pieces(row for row, _ in read(rows))


def in_pieces(values: Iterable[Any]) -> Iterator[bytes]:
    """A JSON list with each value on a line of its own, never whole in memory."""
    before = b"[\n"
    for value in values:
        yield before + json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False).encode()
        before = b",\n"
    yield b"[]" if before == b"[\n" else b"\n]"


def _entries(player: Player) -> Iterator[dict[str, Any]]:
    for row, (pk,) in read(player.entries.order_by("pk"), "pk"):
        yield {**row, "days off": [days for days, _ in read(Vacation.objects.filter(entry=pk))]}


def seats(player: Player) -> QuerySet[Seat]:
    """The player's seats at tables that have been opened."""
    return Seat.objects.filter(player=player, table__position__isnull=False).order_by("table_id", "number")


def _seats(player: Player) -> Iterator[dict[str, Any]]:
    """With the questions since the seat is the player's; before, they were somebody else's."""
    for row, (pk, since) in read(seats(player), "pk", "since"):
        turns = Turn.objects.filter(seat=pk).order_by("pk")
        if since is not None:
            turns = turns.filter(Q(ended_at=None) | Q(ended_at__gte=since))
        yield {**row, "questions": [turn for turn, _ in read(turns)]}


def journal(player: Player) -> QuerySet[JournalLine]:
    """What the player did, and what was done about them and at their own seats."""
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
