"""A table taken up for one action: its row locked, its match loaded, everything written back together.

Nothing is decided here. An action begins a sitting inside its transaction, changes match and plans, and ends it with
`turns.write_down` (log, position, turns), its own letters and `turns.close` (the other letters, the rows).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone

import engine
from engine.events import Event
from engine.log import Entry
from engine.plans import Plan
from tournaments import matches, telling
from tournaments.models import InboundLetter, League, LogEntry, Player, Seat, Table


@dataclass(slots=True)
class Sitting:
    """seats and plans are by number.

    moved       who moved for a seat since the sitting began: seat -> by
    taken_back  seat -> serial of the decision whose answer it has taken back in this sitting
    """

    table: Table
    seats: list[Seat]
    match: engine.Match
    plans: dict[int, Plan]
    now: datetime
    letter: InboundLetter | None = None
    moved: dict[int, str] = field(default_factory=dict)
    taken_back: dict[int, int] = field(default_factory=dict)

    @property
    def league(self) -> League:
        return self.table.league

    def seat(self, pk: int) -> Seat:
        return next(seat for seat in self.seats if seat.pk == pk)

    def next_letter(self) -> int:
        """Count one more letter of this table; its number stands in the letter."""
        self.table.letters += 1
        return self.table.letters


def begin(table_id: int, letter: InboundLetter | None = None, *, with_log: bool = False) -> Sitting:
    """Lock a table and load its match, for taking back with its log. Must run inside a transaction, which locks."""
    table = Table.objects.select_for_update(of=("self",)).select_related("league").get(pk=table_id)
    log = log_of(table) if with_log else ()
    match = matches.load(table, log)
    seats = seats_of(table)
    return Sitting(table, seats, match, plans_of(seats), timezone.now(), letter)


def log_of(table: Table, after: int = -1) -> list[Entry]:
    """The entries of a table's log in order, those after the one with that number."""
    rows = table.entries.filter(number__gt=after).order_by("number").values_list("entry", flat=True)
    return [Entry.from_json(entry) for entry in rows]


def owner(seat: Seat) -> Player:
    """Whose seat it is. Every seat of an opened table is somebody's, also when a bot moves for it."""
    if seat.player is None:
        raise LookupError(f"{seat} is nobody's")
    return seat.player


def seats_of(table: Table) -> list[Seat]:
    seats = list(table.seats.select_related("player").order_by("number"))
    for seat in seats:
        seat.table = table
    return seats


def plans_of(seats: list[Seat]) -> dict[int, Plan]:
    return {seat.number: Plan.load(seat.plan, everywhere_of(seat)) for seat in seats}


def everywhere_of(seat: Seat) -> dict[str, str]:
    """The standing orders of the seat's player at all tables of this game."""
    return seat.player.rules.get(seat.table.league.game, {}) if seat.player else {}


def record(sitting: Sitting) -> None:
    """Write the new log entries and the position. Call once, before any letter is written."""
    entries = sitting.match.log
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
    sitting.table.save()
    for seat in sitting.seats:
        seat.plan = sitting.plans[seat.number].dump()
        _save_everywhere(seat, sitting.plans[seat.number])
        seat.save(update_fields=("plan", "seen", "mover", "expired_on", "grace_used_at", "token_epoch"))


def _save_everywhere(seat: Seat, plan: Plan) -> None:
    """Only what this sitting has changed: at the same moment another table may change other rules of the player's."""
    before, after = everywhere_of(seat), plan.everywhere
    if seat.player is None or after == before:
        return
    # Not the key: rows that point at the player are written meanwhile.
    player = Player.objects.select_for_update(no_key=True).get(pk=seat.player.pk)
    game = seat.table.league.game
    stay = {topic: rule for topic, rule in player.rules.get(game, {}).items() if topic in after or topic not in before}
    changed = {topic: rule for topic, rule in after.items() if before.get(topic) != rule}
    player.rules = {**player.rules, game: stay | changed}
    player.save(update_fields=("rules",))
    seat.player.rules = player.rules


def news(sitting: Sitting, seat: Seat) -> list[Event]:
    """What has happened that this seat has not been told, that something told was taken back first of all.

    It counts as told from now on. For `tournaments.telling`.
    """
    entries = log_of(sitting.table, seat.seen)
    if not entries:
        return []
    void = telling.does_not_hold(entries, seat.seen, seat.number)
    seat.seen = entries[-1].number
    return void + telling.happened(entries)
