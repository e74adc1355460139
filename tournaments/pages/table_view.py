"""One table as one reader sees it: the own seat, its view, what is asked and what was told. Reads only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

import engine
from engine.decisions import Decision
from engine.events import Event
from engine.game import Section
from engine.language.wording import listed
from engine.match import log
from engine.orders.api import Plan
from tournaments.language.speech import say
from tournaments.letters.parts import sealed
from tournaments.letters.parts.frame import rules_now
from tournaments.models import Note, Player, Press, Seat, Table
from tournaments.queries import matches, replays, telling
from tournaments.queries.access import player_rights
from tournaments.queries.access.listeners import listeners
from tournaments.queries.access.player_rights import Reader
from tournaments.queries.names import public_names, seat_names, table_title

OWN_WORD = ("order", "kept")  # on whose word a seat's own choices are made


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one reader sees it.

    seat  the reader's own, None for an onlooker
    lost  whether the reader is an onlooker because the stand-in has their seat
    follows whether the reader sees the table only because its league is public
    until number of the last entry of the log that the reader may know of; None: all of them
    """

    table: Table
    seat: Seat | None
    match: engine.Match
    names: list[str]
    lost: bool = False
    follows: bool = False
    until: int | None = None

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

    def told(self) -> Iterator[tuple[str, str, int]]:
        """(kind of event, sentence, number in the log) of what this reader may know and is in force, oldest first."""
        of: dict[int, int] = {}
        events: list[Event] = []
        for entry in log.live(log.Entry.from_json(row) for row in self._rows()):
            happened = telling.happened([entry])
            of |= {id(event): entry.number for event in happened}
            events += happened
        told = telling.told_singly(self.match.game, events, self.names, self.number)
        return ((event.kind, words, of[id(event)]) for event, words in told)


def match_of(table: Table, entries: Sequence[log.Entry] = ()) -> engine.Match:
    """The match of an opened table."""
    return matches.load(table, entries)


def view_of(table: Table, reader: Reader, seat: Seat | None = None) -> TableView:
    """Load a table for a reader who may see it; who has lost the seat to the stand-in looks on until it is finished.

    seat  the reader's own where it is loaded already
    """
    if seat is None and reader.is_authenticated:
        seat = table.seats.select_related("player", "table__league").filter(player=reader).first()
    lost = seat is not None and table.state != Table.State.FINISHED and seat.number not in listeners(table)
    follows = (seat is None or lost) and player_rights.only_follows_table(reader, table)
    until = replays.whole_rounds(table) if follows and table.state == Table.State.RUNNING else None
    names = public_names(table) if follows else seat_names(table)
    return TableView(table, None if lost else seat, match_of(table), names, lost, follows, until)
