"""A table taken up for one action: its row locked, its match loaded, everything written back when the block is left.

    with Session.open(table, letter) as session:
        ...                     # change match, plans and rows; raise or return before a change, and nothing is written
        session.write_down()    # only where letters of the action's own come now: they tell the turns that follow
        ...                     # the letters

Leaving the block writes down what is not yet, asks whoever is to be asked, ends the table if its game is over, and
saves the rows that have changed. An exception writes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from types import TracebackType
from typing import Any, Self

from django.db.models import QuerySet
from django.utils import timezone

import engine
from engine.events import Event
from engine.orders.api import Plan
from engine.refusals import BrokenRecord
from tournaments.actions.table import finish, turns
from tournaments.language.spoken import language_of
from tournaments.models import InboundLetter, League, LogEntry, Player, Seat, Table, Turn
from tournaments.queries import entries, matches, telling

# What a session may change of a row.
OF_TABLE = (
    "position", "head", "round", "letters", "run_at", "run_look_at", "reveal_at", "reveal_look_at", "paused_at",
    "state", "finished_at", "result",
)  # fmt: skip
OF_SEAT = ("plan", "seen", "mover", "expired_on", "grace_used_at", "token_epoch", "numbers", "refused", "refused_at")


@dataclass(slots=True)
class Session:
    """seats, plans and turns are by number.

    turns       the open ones, up to date once it is written down
    before      what the rows held when the session was opened, the table's first; nothing of one that begins
    fresh       serials from this one on are given in this session
    moved       who moved for a seat since the session was opened: seat -> by
    ended       turns that this session has closed: seat -> turn
    taken_back  seat -> serial of the decision whose answer it has taken back in this session
    recorded    how many entries of the log are written down
    movers      who moved for the seats when the turns were last renewed
    advanced    whether `turns.advance` has been called since then
    written     whether anything has been written down
    shown_at    when the letter or page was made that is answered; None where that is not known
    """

    table: Table
    match: engine.Match
    now: datetime
    letter: InboundLetter | None = None
    seats: list[Seat] = field(init=False)
    plans: dict[int, Plan] = field(init=False)
    turns: dict[int, Turn] = field(default_factory=dict)
    before: list[dict[str, Any]] = field(init=False)
    fresh: int = 0
    moved: dict[int, str] = field(default_factory=dict)
    ended: dict[int, Turn] = field(default_factory=dict)
    taken_back: dict[int, int] = field(default_factory=dict)
    recorded: int = 0
    movers: list[str] = field(init=False)
    advanced: bool = False
    written: bool = False
    shown_at: datetime | None = None

    def __post_init__(self) -> None:
        self.seats = self.table.seated
        self.plans = {seat.number: plan_of(seat, seat.plan) for seat in self.seats}
        self.before = [{} for _ in (self.table, *self.seats)]
        self.movers = self._movers

    @classmethod
    def open(cls, table: Table | int, letter: InboundLetter | None = None, *, with_log: bool = False) -> Self:
        """Take up a table, locked by `lock` or named by its key; to take back with its log. Needs a transaction."""
        if isinstance(table, int):
            table = lock(pk=table)
        session = cls(table, matches.load(table, matches.log_of(table) if with_log else ()), timezone.now(), letter)
        session.turns = _open_turns(session.seats)
        session.before = session._rows()
        session.fresh, session.recorded = table.opened_position["next"], session.match.count
        return session

    @classmethod
    def trial(cls, table: Table, match: engine.Match) -> Self:
        """A table to try something at, with a match of its own: neither locked nor ever written, so never a block."""
        return cls(table, match, timezone.now())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._close()

    @property
    def written_at(self) -> datetime:
        """The time when the words were written that are carried out: a letter may have waited for its player's yes."""
        return self.letter.received_at if self.letter is not None else self.now

    @property
    def league(self) -> League:
        return self.table.league

    @property
    def is_running(self) -> bool:
        return self.table.state == Table.State.RUNNING

    def seat(self, pk: int) -> Seat:
        return next(seat for seat in self.seats if seat.pk == pk)

    def next_letter(self) -> int:
        """Count one more letter of this table; the letter shows its number.

        RuntimeError while something is not written down that the letter might tell.
        """
        if self.is_behind:
            raise RuntimeError(f"a letter of {self.table} before what it tells is written down")
        self.table.letters += 1
        return self.table.letters

    def news(self, seat: Seat) -> list[Event]:
        """The events that this seat has not been told, that something told was taken back first of all.

        It counts as told from now on. For `tournaments.queries.telling`.
        """
        made = self.match.log
        known = bool(made) and made[0].number <= seat.seen + 1
        log = [entry for entry in made if entry.number > seat.seen] if known else matches.log_of(self.table, seat.seen)
        if not log:
            return []
        void = telling.does_not_hold(log, seat.seen, seat.number)
        seat.seen = log[-1].number
        return void + telling.happened(log)

    def write_down(self) -> None:
        """Write the new entries of the log, and have the turns follow: what comes after it may only write letters."""
        self._record()
        turns.renew(self)
        self.recorded, self.movers, self.advanced, self.written = self.match.count, self._movers, False, True

    @property
    def _movers(self) -> list[str]:
        return [seat.mover for seat in self.seats]

    @property
    def is_behind(self) -> bool:
        """Whether something was played, or a seat has got another mover, since it was last written down."""
        return self.advanced or self.match.count != self.recorded or self._movers != self.movers

    def _record(self) -> None:
        """Write the match's new log entries and its position. BrokenRecord if entries before these are missing."""
        log, table = self.match.log, self.table
        if self.match.count != self.recorded + len(log):
            raise BrokenRecord(f"entries are missing behind {self.recorded} of {table}")
        self.moved |= {entry.seat: entry.by for entry in log if entry.seat is not None}
        LogEntry.objects.bulk_create(
            LogEntry(table=table, number=entry.number, entry=entry.to_json(), hash=entry.hash, letter=self.letter)
            for entry in log
        )
        table.position, table.head, table.round = self.match.dump(), self.match.head, self.match.round

    def _close(self) -> None:
        if self.is_behind:
            self.write_down()
        if self.written:
            turns.ask(self)
            turns.tell_taken_back(self)
            if self.match.over:
                finish.finish(self)
        self._save()

    def _save(self) -> None:
        """Write back what has changed of table and seats. Comes last: letters have been counted by then."""
        of_table, *of_seats = [
            [name for name, value in after.items() if before.get(name) != value]
            for before, after in zip(self.before, self._rows(), strict=True)
        ]
        if of_table:
            self.table.save(update_fields=of_table)
        told: dict[int, list[int]] = {}  # number of the newest entry -> seats of which nothing else is new
        for seat, changed in zip(self.seats, of_seats, strict=True):
            _save_everywhere(seat, self.plans[seat.number])
            if changed == ["seen"]:
                told.setdefault(seat.seen, []).append(seat.pk)
            elif changed:
                seat.save(update_fields=changed)
        for newest, seats in told.items():
            Seat.objects.filter(pk__in=seats).update(seen=newest)

    def _rows(self) -> list[dict[str, Any]]:
        """The present values of all columns of table and seats that a session may change."""
        for seat in self.seats:
            seat.plan = self.plans[seat.number].dump()
        of_seats = [{name: copy(getattr(seat, name)) for name in OF_SEAT} for seat in self.seats]
        return [{name: copy(getattr(self.table, name)) for name in OF_TABLE}, *of_seats]


def lock(**which: Any) -> Table:
    """The table, locked until the end of the transaction, with its league and all who sit there."""
    table = Table.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(**which)
    entries.look_up([seat.player for seat in table.seated if seat.player is not None], table.league)
    return table


def lock_tables(tables: QuerySet[Table]) -> None:
    """Lock all of them in the order of their keys, before more than one is taken up in a transaction."""
    wanted = Table.objects.filter(pk__in=tables.order_by().values("pk"))
    list(wanted.select_for_update(no_key=True).order_by("pk").values_list("pk"))


def lock_seat(pk: int) -> Seat:
    """The seat, its table locked."""
    return next(seat for seat in lock(seats=pk).seated if seat.pk == pk)


def _open_turns(seats: Sequence[Seat]) -> dict[int, Turn]:
    """The open turn of each seat that has one, by the seat's number."""
    by_key = {seat.pk: seat for seat in seats}
    found = {}
    for turn in Turn.objects.filter(seat__in=list(by_key), ended_at=None):
        turn.seat = by_key[turn.seat_id]
        found[turn.seat.number] = turn
    return found


def plan_of(seat: Seat, kept: Mapping[str, Any]) -> Plan:
    """A plan of the seat's player, whose outcome they will read in their own language."""
    return Plan.load(kept, _everywhere_of(seat), language_of(seat.player))


def _everywhere_of(seat: Seat) -> dict[str, str]:
    """The standing orders of the seat's player at all tables of this game."""
    return seat.player.rules.get(seat.table.league.game, {}) if seat.player else {}


def _save_everywhere(seat: Seat, plan: Plan) -> None:
    """Save only the rules that this session has changed: another table may change others of the player's meanwhile."""
    before, after = _everywhere_of(seat), plan.everywhere
    if seat.player is None or after == before:
        return
    player = Player.objects.select_for_update(no_key=True).get(pk=seat.player.pk)
    game = seat.table.league.game
    stay = {topic: rule for topic, rule in player.rules.get(game, {}).items() if topic in after or topic not in before}
    changed = {topic: rule for topic, rule in after.items() if before.get(topic) != rule}
    player.rules = {**player.rules, game: stay | changed}
    player.save(update_fields=("rules",))
    seat.player.rules = player.rules
