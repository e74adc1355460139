"""The rows that a player may see, and of a table one seat's own view. Reads only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Q, QuerySet

import engine
from engine.decisions import Decision
from engine.game import Section
from engine.language.wording import listed
from engine.match import log
from engine.orders.api import Plan
from tournaments.language.speech import say
from tournaments.letters.parts import sealed
from tournaments.letters.parts.frame import rules_now
from tournaments.models import Entry, InboundLetter, Invitation, League, Note, Player, Press, Seat, Table, Turn
from tournaments.queries import matches, telling
from tournaments.queries.access.listeners import listeners
from tournaments.queries.names import seat_names, table_title
from tournaments.runtime.literal import Literal

Reader = Player | AnonymousUser
OWN_WORD = ("order", "kept")  # on whose word a seat's own choices are made
ANSWERED = ("released", "disowned")  # verdicts after the question
# Leagues in which games are played or were; one may be cancelled before there were any.
BEGUN = Q(state__in=(League.State.RUNNING, League.State.FINISHED)) | Q(
    state=League.State.CANCELLED, started_at__isnull=False
)
ENDED = (Table.State.FINISHED, Table.State.STOPPED)
OPENED = (Table.State.RUNNING, *ENDED)


def zone_of(reader: Reader) -> str:
    """The time zone in which moments are told to the reader."""
    return reader.zone if reader.is_authenticated else "UTC"


def visible_leagues(reader: Reader) -> QuerySet[League]:
    """Leagues open to join for everybody; those that are drawn, have begun or were cancelled for those in them."""
    allowed = Q(state=Literal(League.State.OPEN), access=League.Access.OPEN)
    if reader.is_authenticated:
        allowed |= Q(pk__in=_own_leagues(reader))
    return League.objects.filter(allowed)


def _own_leagues(reader: Player) -> QuerySet[Any, Any]:
    """Keys of the leagues that the reader has a part in, found from the reader's own rows alone."""
    entries = Entry.objects.filter(player=reader).order_by()
    here = entries.exclude(state__in=Entry.GONE).filter(
        league__state__in=(League.State.OPEN, League.State.DRAWING, League.State.CANCELLED)
    )
    known = Invitation.objects.filter(player=reader, league__state=League.State.OPEN).order_by()
    return here.values("league").union(known.values("league"), _begun(reader))


def begun_leagues(reader: Reader) -> QuerySet[League]:
    """Leagues with tables and standings, for those who play in them."""
    if not reader.is_authenticated:
        return League.objects.none()
    return League.objects.filter(pk__in=_begun(reader))


def _begun(reader: Player) -> QuerySet[Any, Any]:
    """Keys of the leagues that have begun among those that the reader is in."""
    entries = Entry.objects.filter(player=reader, state=Entry.State.IN).order_by()
    over = Q(league__state=League.State.CANCELLED, league__started_at__isnull=False)
    return entries.filter(Q(league__state__in=(League.State.RUNNING, League.State.FINISHED)) | over).values("league")


def never_begun(reader: Player) -> QuerySet[League]:
    """Cancelled leagues of the reader's in which they had no seat."""
    mine = Entry.objects.filter(player=reader, league__state=League.State.CANCELLED).exclude(state__in=Entry.GONE)
    cancelled = League.objects.filter(pk__in=mine.values("league")).order_by("-finished_at", "-pk")
    return cancelled.exclude(pk__in=own_seats(reader).order_by().values("table__league"))


def visible_tables(reader: Reader) -> QuerySet[Table]:
    """Tables that have been opened, of leagues that the reader plays in; of others those where they sat to the end."""
    leagues = begun_leagues(reader)
    allowed = Q(state__in=OPENED, league__in=leagues)
    if reader.is_authenticated:
        allowed |= Q(state__in=ENDED, pk__in=Seat.objects.filter(player=reader).values("table"))
    return Table.objects.filter(allowed).select_related("league")


def own_seats(reader: Reader) -> QuerySet[Seat]:
    """The reader's own seats at opened tables, newest table first."""
    if not reader.is_authenticated:
        return Seat.objects.none()
    seats = Seat.objects.filter(player=reader, table__in=visible_tables(reader))
    return seats.select_related("table__league", "player").order_by("-table__opened_at", "-table__pk")


def open_turn(seat: Seat) -> Turn | None:
    return seat.turns.filter(ended_at=None).order_by("serial").last()


@dataclass(frozen=True, slots=True)
class Sight:
    """A table as one reader sees it.

    seat  the reader's own, None for an onlooker of the same league
    lost  whether the reader is an onlooker because the stand-in has their seat
    """

    table: Table
    seat: Seat | None
    match: engine.Match
    names: list[str]
    lost: bool = False

    @property
    def number(self) -> int | None:
        return self.seat.number if self.seat else None

    @property
    def title(self) -> str:
        return table_title(self.table)

    @property
    def view(self) -> Any:
        return self.match.view(self.number)

    @property
    def plan(self) -> Plan:
        return Plan.load(self.seat.plan if self.seat else {})

    @property
    def decision(self) -> Decision | None:
        """The decision open for the reader's seat; there is none at a table that does not run."""
        if self.seat is None or self.table.state != Table.State.RUNNING:
            return None
        return self.match.decision(self.seat.number)

    @property
    def rules(self) -> dict[str, str]:
        return rules_now(self.seat, self.match.game, self.plan) if self.seat else {}

    @property
    def sections(self) -> tuple[Section, ...]:
        return self.match.game.sections(self.view, self.decision, self.names, self.rules, self.number)

    @property
    def headline(self) -> str:
        decision = self.decision
        return self.match.game.headline(self.view, decision) if decision else ""

    @property
    def waiting_for(self) -> list[str]:
        """The players whose answer the table waits for, by name; the reader's own seat is not among them."""
        return [self.names[decision.seat] for decision in self.match.waiting if decision.seat != self.number]

    @property
    def next_ones(self) -> str:
        """The players that the table waits for besides the reader, as a sentence; "" for nobody."""
        names = self.waiting_for
        if not names:
            return ""
        if self.has_chosen:
            return say("You have chosen; {who} {number:!has|have} not.", who=listed(names), number=len(names))
        return say("{who} {number:!is|are} next.", who=listed(names), number=len(names))

    @property
    def rounds(self) -> int:
        """The number of rounds of a usual game: a guess, and not less than have been begun."""
        return max(self.match.game.pace(self.match.seats)[0], self.match.round)

    @property
    def chooses_once(self) -> bool:
        """Whether the reader's question takes one answer, so that another one replaces it."""
        decision = self.decision
        return decision is not None and (decision.sealed or decision.kind in self.match.game.single)

    @property
    def sealed(self) -> str:
        """The state of a choice that all make at the same time, in words; "" where there is none."""
        return sealed.standing(self.seat, self.match) if self.seat else ""

    @property
    def has_chosen(self) -> bool:
        """Whether the reader has made a choice that is still sealed."""
        return self.seat is not None and sealed.is_made(self.seat, self.match)

    def news(self) -> list[str]:
        """The events since the reader last chose something, as letters tell them; to onlookers all of them."""
        line = log.live(log.Entry.from_json(row) for row in self._rows())
        own = [at for at, entry in enumerate(line) if entry.seat == self.number and entry.by in OWN_WORD]
        after = line[own[-1] + 1 :] if own and self.number is not None else line
        return telling.told(self.match.game, telling.happened(after), self.names, self.number)

    def _rows(self) -> Any:
        return self.table.entries.order_by("number").values_list("entry", flat=True)

    def said(self) -> QuerySet[Press]:
        """The words said at the table that the reader may read: to everybody, or between them and one other."""
        said = Press.objects.filter(seat__table=self.table).select_related("player", "to_player")
        if self.seat is None:
            return said.none()
        own = Q(to_player=self.seat.player) | Q(player=self.seat.player)
        return said.filter(own | Q(to=None) if self.seat.number in self.listeners else own)

    @property
    def listeners(self) -> frozenset[int]:
        """The numbers of the seats whose players read what is said here."""
        return listeners(self.table)

    def notes(self) -> QuerySet[Note]:
        """The notes of the reader at the table."""
        return Note.objects.filter(seat=self.seat, player=self._player)

    @property
    def _player(self) -> Player | None:
        return self.seat.player if self.seat else None

    def told(self) -> Iterator[tuple[str, str]]:
        """(kind of event, sentence) of what this reader may know and what is in force, oldest first."""
        events = telling.happened(log.Entry.from_json(row) for row in self._rows())
        return telling.told_singly(self.match.game, events, self.names, self.number)


def match_of(table: Table, entries: Sequence[log.Entry] = ()) -> engine.Match:
    """The match of an opened table."""
    return matches.load(table, entries)


def sight(table: Table, reader: Reader, seat: Seat | None = None) -> Sight:
    """Load a table for a reader who may see it; who has lost the seat to the stand-in looks on until it is finished.

    seat  the reader's own where it is loaded already
    """
    if seat is None and reader.is_authenticated:
        seat = table.seats.select_related("player", "table__league").filter(player=reader).first()
    lost = seat is not None and table.state != Table.State.FINISHED and seat.number not in listeners(table)
    return Sight(table, None if lost else seat, match_of(table), seat_names(table), lost)


def waiting_letters(reader: Reader) -> QuerySet[InboundLetter]:
    """The `questioned_letters` that wait, in the order in which they came.

    Found from the reader's own seats and letters, not among all that wait.
    """
    if not reader.is_authenticated:
        return InboundLetter.objects.none()
    held = InboundLetter.objects.filter(state=InboundLetter.State.HELD).order_by()
    seats = Seat.objects.filter(player=reader).order_by().values("pk")
    found = held.filter(seat__in=seats).values("pk").union(held.filter(player=reader, seat=None).values("pk"))
    return questioned_letters(reader).filter(pk__in=found).order_by("received_at", "pk")


def questioned_letters(reader: Reader) -> QuerySet[InboundLetter]:
    """Letters for the reader's own seats, or in their name, that wait for a "that was me", or have been answered."""
    if not reader.is_authenticated:
        return InboundLetter.objects.none()
    asked = Q(state=InboundLetter.State.HELD) | Q(verdict__in=ANSWERED)
    # What came for a seat before it was the reader's is the former player's affair.
    since = Q(seat__since=None) | Q(received_at__gte=F("seat__since"))
    mine = Q(seat__player=reader) & since | Q(seat=None, player=reader)
    letters = InboundLetter.objects.filter(asked & mine)
    return letters.select_related("seat__table__league", "seat__player")
