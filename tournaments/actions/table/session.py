"""A table taken up for one action: its row locked, its match loaded, everything written back together.

Nothing is decided here. An action begins a sitting inside its transaction, changes match and plans, and ends it with
`turns.write_down` (log, position, turns), its own letters and `turns.close` (the other letters, the rows).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

import engine
from engine.events import Event
from engine.match.log import Entry
from engine.orders.plans import Plan
from engine.refusals import BrokenRecord
from tournaments.language.spoken import language_of
from tournaments.models import InboundLetter, League, LogEntry, Player, Seat, Table, Turn
from tournaments.queries import entries, matches, telling

# What a sitting may change of a row.
OF_TABLE = (
    "position", "head", "round", "letters", "run_at", "run_look_at", "reveal_at", "reveal_look_at", "paused_at",
    "state", "finished_at", "result",
)  # fmt: skip
OF_SEAT = ("plan", "seen", "mover", "expired_on", "grace_used_at", "token_epoch", "numbers", "refused", "refused_at")


@dataclass(slots=True)
class Sitting:
    """seats, plans and turns are by number.

    turns       the open ones, up to date once `turns.write_down` is done
    before      what each seat's row held when the sitting began, to write back only what has changed
    fresh       serials from this one on are given in this sitting
    moved       who moved for a seat since the sitting began: seat -> by
    ended       turns that this sitting has closed: seat -> turn
    taken_back  seat -> serial of the decision whose answer it has taken back in this sitting
    recorded    how many entries of the log are written down
    shown_at    when the letter or page was made that is answered; None where that is not known
    """

    table: Table
    seats: list[Seat]
    match: engine.Match
    plans: dict[int, Plan]
    now: datetime
    letter: InboundLetter | None = None
    turns: dict[int, Turn] = field(default_factory=dict)
    before: list[dict[str, Any]] = field(default_factory=list)
    fresh: int = 0
    moved: dict[int, str] = field(default_factory=dict)
    ended: dict[int, Turn] = field(default_factory=dict)
    taken_back: dict[int, int] = field(default_factory=dict)
    recorded: int = 0
    shown_at: datetime | None = None

    @property
    def written_at(self) -> datetime:
        """When the words were written that are carried out: a letter may have waited for its player's yes."""
        return self.letter.received_at if self.letter is not None else self.now

    @property
    def league(self) -> League:
        return self.table.league

    def seat(self, pk: int) -> Seat:
        return next(seat for seat in self.seats if seat.pk == pk)

    def next_letter(self) -> int:
        """Count one more letter of this table; its number stands in the letter."""
        self.table.letters += 1
        return self.table.letters


def lock(**which: Any) -> Table:
    """The table, locked until the end of the transaction, with its league and all who sit there."""
    table = Table.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(**which)
    entries.look_up([seat.player for seat in table.seated if seat.player is not None], table.league)
    return table


def lock_tables(tables: QuerySet[Table]) -> None:
    """All of them in the order of their keys, for whoever takes up more than one in a transaction."""
    wanted = Table.objects.filter(pk__in=tables.order_by().values("pk"))
    list(wanted.select_for_update(no_key=True).order_by("pk").values_list("pk"))


def lock_seat(pk: int) -> Seat:
    """The seat, its table locked."""
    return next(seat for seat in lock(seats=pk).seated if seat.pk == pk)


def begin(table: Table | int, letter: InboundLetter | None = None, *, with_log: bool = False) -> Sitting:
    """Take up a table, locked by `lock` or named by its key; for taking back with its log. Needs a transaction."""
    if isinstance(table, int):
        table = lock(pk=table)
    match = matches.load(table, log_of(table) if with_log else ())
    seats = table.seated
    s = Sitting(table, seats, match, plans_of(seats), timezone.now(), letter, open_turns(seats))
    s.before = [_kept_of(seat) for seat in seats]
    s.fresh, s.recorded = table.opened_position["next"], match.count
    return s


def open_turns(seats: Sequence[Seat]) -> dict[int, Turn]:
    """The open turn of each seat that has one, by the seat's number."""
    by_key = {seat.pk: seat for seat in seats}
    found = {}
    for turn in Turn.objects.filter(seat__in=list(by_key), ended_at=None):
        turn.seat = by_key[turn.seat_id]
        found[turn.seat.number] = turn
    return found


def log_of(table: Table, after: int = -1) -> list[Entry]:
    """The entries of a table's log in order, those after the one with that number."""
    rows = table.entries.filter(number__gt=after).order_by("number").values_list("entry", flat=True)
    return [Entry.from_json(entry) for entry in rows]


def owner(seat: Seat) -> Player:
    """Whose seat it is. Every seat of an opened table is somebody's, also when a bot moves for it."""
    if seat.player is None:
        raise LookupError(f"{seat} is nobody's")
    return seat.player


def plans_of(seats: list[Seat]) -> dict[int, Plan]:
    return {seat.number: plan_of(seat, seat.plan) for seat in seats}


def plan_of(seat: Seat, kept: Mapping[str, Any]) -> Plan:
    """A plan of the seat's player, who will read in their own language what becomes of it."""
    return Plan.load(kept, everywhere_of(seat), language_of(seat.player))


def everywhere_of(seat: Seat) -> dict[str, str]:
    """The standing orders of the seat's player at all tables of this game."""
    return seat.player.rules.get(seat.table.league.game, {}) if seat.player else {}


def record(sitting: Sitting) -> None:
    """Write the new log entries and the position. Call once, before any letter is written.

    BrokenRecord for a match that has not all the entries between those that are written down and its position.
    """
    entries = sitting.match.log
    if sitting.match.count != sitting.recorded + len(entries):
        raise BrokenRecord(f"entries are missing behind {sitting.recorded} of {sitting.table}")
    for entry in entries:
        if entry.seat is not None:
            sitting.moved[entry.seat] = entry.by
    LogEntry.objects.bulk_create(
        LogEntry(
            table=sitting.table, number=entry.number, entry=entry.to_json(), hash=entry.hash, letter=sitting.letter
        )
        for entry in entries
    )
    table = sitting.table
    table.position, table.head, table.round = sitting.match.dump(), sitting.match.head, sitting.match.round


def save(sitting: Sitting) -> None:
    """Write table and seats back. Call last: letters have been counted by then."""
    sitting.table.save(update_fields=OF_TABLE)
    told: dict[int, list[int]] = {}  # number of the newest entry -> seats of which nothing else is new
    for seat, before in zip(sitting.seats, sitting.before, strict=True):
        _save_everywhere(seat, sitting.plans[seat.number])
        seat.plan = sitting.plans[seat.number].dump()
        changed = [name for name, value in _kept_of(seat).items() if before.get(name) != value]
        if changed == ["seen"]:
            told.setdefault(seat.seen, []).append(seat.pk)
        elif changed:
            seat.save(update_fields=changed)
    for newest, seats in told.items():
        Seat.objects.filter(pk__in=seats).update(seen=newest)


def _kept_of(seat: Seat) -> dict[str, Any]:
    return {name: copy(getattr(seat, name)) for name in OF_SEAT}


def _save_everywhere(seat: Seat, plan: Plan) -> None:
    """Only what this sitting has changed: at the same moment another table may change other rules of the player's."""
    before, after = everywhere_of(seat), plan.everywhere
    if seat.player is None or after == before:
        return
    player = Player.objects.select_for_update(no_key=True).get(pk=seat.player.pk)
    game = seat.table.league.game
    stay = {topic: rule for topic, rule in player.rules.get(game, {}).items() if topic in after or topic not in before}
    changed = {topic: rule for topic, rule in after.items() if before.get(topic) != rule}
    player.rules = {**player.rules, game: stay | changed}
    player.save(update_fields=("rules",))
    seat.player.rules = player.rules


def news(sitting: Sitting, seat: Seat) -> list[Event]:
    """What has happened that this seat has not been told, that something told was taken back first of all.

    It counts as told from now on. For `tournaments.queries.telling`.
    """
    made = sitting.match.log
    known = bool(made) and made[0].number <= seat.seen + 1
    entries = [entry for entry in made if entry.number > seat.seen] if known else log_of(sitting.table, seat.seen)
    if not entries:
        return []
    void = telling.does_not_hold(entries, seat.seen, seat.number)
    seat.seen = entries[-1].number
    return void + telling.happened(entries)
