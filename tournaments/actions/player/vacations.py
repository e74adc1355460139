"""Days off: booked and cancelled by a player for all leagues at once, told to the tables without a reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from typing import NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from engine.match.log import live
from engine.match.undo import check, last_orders
from engine.refusals import UndoRefused
from tournaments.actions import journal, present
from tournaments.formats import clocks, deadlines, spans
from tournaments.formats import vacations as days_off
from tournaments.formats.spans import Span
from tournaments.formats.vacations import Days, NoDates
from tournaments.language.refusals import BadSettings, TooOften, WordRefused
from tournaments.language.speech import say
from tournaments.letters import people
from tournaments.letters.parts.names import harmless
from tournaments.models import Entry, League, Player, Seat, Table, Turn, Vacation
from tournaments.outbox import limits, outbox
from tournaments.queries import entries, matches
from tournaments.queries.names import table_title

DAY = timedelta(days=1)
CANCEL = ("cancel", "off", "none")
BOOKED_A_DAY = 10  # times: each is told to everybody who sits with the player, and so is what is cancelled of it


def by_words(player: Player, words: str) -> list[str]:
    """Book or cancel what a player writes behind the word vacation: dates, or that it is cancelled; the answer."""
    return cancel(player) if words.strip().casefold() in CANCEL else book(player, words)


@transaction.atomic
def book(player: Player, words: str) -> list[str]:
    """Be away in every league that is open or runs; for each what it means there.

    BadSettings if these are no dates, WordRefused if no league has days left or new ones among them, TooOften for who
    changes days off all the time.
    """
    now = timezone.now()
    try:
        days = days_off.read(words, clocks.local_day(now, player.zone))
    except NoDates as reason:
        raise BadSettings(say("Nothing was booked: {reason}.", reason=str(reason))) from reason
    entries = _entries(player)
    present.hold(player)
    if not entries:
        raise BadSettings(say("You are in no league that is not over."))
    if not limits.allow("days off", str(player.pk), BOOKED_A_DAY, limits.DAY):
        raise TooOften(
            say("Nothing was booked: you have booked days {most} times today. Try again tomorrow.", most=BOOKED_A_DAY)
        )
    told = [_book(entry, days, now) for entry in entries]
    sentences = [sentence for answer in told for sentence in answer.sentences]
    if not any(answer.booked for answer in told):
        raise WordRefused(" ".join(sentences))
    return sentences


def _entries(player: Player) -> list[Entry]:
    """Live entries, also on a waiting list, which keep their days off. Locked, so that two letters cannot overbook."""
    rows = Entry.objects.select_for_update(of=("self",), no_key=True).filter(player=player)
    live = rows.filter(league__state__in=(League.State.OPEN, League.State.DRAWING, League.State.RUNNING))
    return list(live.exclude(state__in=Entry.GONE).select_related("league", "player").order_by("pk"))


class _Answer(NamedTuple):
    sentences: list[str]
    booked: bool = False


def _book(entry: Entry, days: Days, now: datetime) -> _Answer:
    league, where = entry.league, harmless(entry.league.name)
    begins, ends = days_off.moments(days, entry.player.zone)
    row = Vacation(entry=entry, first=days.first, last=days.last, begins_at=begins, ends_at=ends, booked_at=now)
    used = _used_up(entry)
    left = league.vacation_days - _count([*used, row])
    if not spans.without(Span(max(begins, now), ends), [_span(known) for known in in_force(entry, now)]):
        return _Answer([say("{league}: you are away on these days already.", league=where)])
    if left < 0:
        not_booked = say(
            "{league}: not booked. It allows {days} days, and {booked} are booked.",
            league=where, days=league.vacation_days, booked=_count(used),
        )  # fmt: skip
        return _Answer([not_booked])
    row.save(force_insert=True)
    _tell(entry, row, [days], cancelled=False)
    words = f"{entry.player} is away from {days.first} to {days.last}"
    journal.note("days off", words, actor=entry.player, league=league)
    away = say(
        "{league}: you are away, {days}. {left} days are left.", league=where, days=days_off.in_words(days), left=left
    )
    return _Answer([away, *_keep_deadlines(entry)], booked=True)


def in_force(entry: Entry, at: datetime | None = None) -> list[Vacation]:
    """Days off that are not over at a moment, nor cancelled; None: now."""
    at = at or timezone.now()
    return [row for row in entry.vacations.all() if row.cancelled_at is None and row.ends_at > at]


def _used_up(entry: Entry) -> list[Vacation]:
    """The vacations that count of the days that the league allows: also past ones, and those used without it."""
    return list(entry.vacations.filter(cancelled_at=None))


def days_taken(entry: Entry) -> int:
    """The number of days off that an entrant has had or booked."""
    return _count(_used_up(entry))


def _dates(rows: Iterable[Vacation]) -> set[date]:
    return {day for row in rows for day in Days(row.first, row.last).each}


def _span(row: Vacation) -> Span:
    return Span(row.begins_at, row.ends_at)


def _count(rows: Sequence[Vacation]) -> int:
    """The number of days, by the calendar or, if more, by the clock: a change of zone can make two days of one date."""
    away = spans.length(map(_span, rows))
    return max(len(_dates(rows)), round(away / DAY))


def _keep_deadlines(entry: Entry) -> list[str]:
    """A sentence for each question that is open now and keeps its deadline: its time was running before."""
    running = Turn.objects.filter(seat__player=entry.player, seat__table__league=entry.league, ended_at=None)
    return [
        say(
            "* What {table} asks you now keeps its deadline: {deadline}.",
            table=table_title(turn.seat.table),
            deadline=clocks.words(turn.due_by, entry.player.zone),
        )
        for turn in running.select_related("seat__table__league").order_by("due_by")
    ]


@transaction.atomic
def cancel(player: Player) -> list[str]:
    """Be there again: days to come are free, what has begun ends today. Deadlines that have moved stay.

    Days behind which a question has moved are used up, as long as it is open or can be open again by taking its answer
    back: nobody has the time for a question and the days too. WordRefused if there are none.
    """
    now, told = timezone.now(), []
    entries = _entries(player)
    booked = Vacation.objects.filter(entry__in=entries, cancelled_at=None, ends_at__gt=now)
    rows = list(booked.select_related("entry"))
    if not rows:
        raise WordRefused(say("No days off of yours are booked."))
    moved = _moved_behind(player, rows)
    for entry in entries:
        if theirs := [row for row in rows if row.entry_id == entry.pk]:
            told += _cancel(entry, theirs, moved, now)
    Vacation.objects.bulk_update(rows, ("last", "begins_at", "ends_at", "cancelled_at"))
    return told


def _cancel(entry: Entry, rows: Sequence[Vacation], moved: Mapping[int, Table], now: datetime) -> list[str]:
    """End all days off in one league; the rows are not saved. One letter tells each at its tables."""
    days = [Days(row.first, row.last) for row in rows]
    ended: dict[Table | None, list[Days]] = {}
    for row, theirs in zip(rows, days, strict=True):
        ended.setdefault(moved.get(row.pk), []).append(theirs)
        if row.pk not in moved:
            _use_until(row, now)
        row.begins_at, row.ends_at = min(row.begins_at, now), now
    _tell(entry, rows[0], days, cancelled=True)
    journal.note("back early", f"{entry.player} is not away any more", actor=entry.player, league=entry.league)
    return [_told(entry, some, table) for table, some in ended.items()]


def _use_until(row: Vacation, now: datetime) -> None:
    """Cut the days off to those begun, by the zone in which they were booked."""
    if row.begins_at > now:
        row.cancelled_at = now
    else:
        row.last = min(row.last, row.first + (now - row.begins_at) // DAY * DAY)


def _told(entry: Entry, days: Sequence[Days], moved: Table | None) -> str:
    where, when = harmless(entry.league.name), days_off.in_words(*days)
    told = say("{league}: you are not away any more, {days}.", league=where, days=when)
    if moved is not None:
        told += " " + say("The days are used: the deadline of {table} has moved behind them.", table=table_title(moved))
    return told


def _moved_behind(player: Player, rows: Sequence[Vacation]) -> dict[int, Table]:
    """Key of days off -> a table where they have moved the deadline of a question to the player behind them.

    The question is open, or can be open again.
    """
    asked = Turn.objects.filter(
        seat__player=player,
        seat__table__league__in={row.entry.league_id for row in rows},
        seat__table__state=Table.State.RUNNING,
        opened_at__gte=min(row.booked_at for row in rows),
    ).exclude(not_counted=[])
    known = asked.select_related("seat__table__league").defer(*outbox.NOT_FOR_LETTERS)
    answerable, moved = cache(_answerable), dict[int, Table]()
    for turn in known.order_by(F("ended_at").asc(nulls_first=True), "due_by", "pk"):
        behind = [row.pk for row in rows if row.pk not in moved and _is_behind(turn, row)]
        if behind and (turn.ended_at is None or turn.serial == answerable(turn.seat)):
            moved |= dict.fromkeys(behind, turn.seat.table)
    return moved


def _is_behind(turn: Turn, row: Vacation) -> bool:
    """Whether the time of a question has not run on the days, from when it was asked."""
    if turn.seat.table.league_id != row.entry.league_id or not row.booked_at <= turn.opened_at < row.ends_at:
        return False
    away = Span(max(turn.opened_at, row.begins_at), row.ends_at)
    return not spans.without(away, spans.from_json(turn.not_counted))


def _answerable(seat: Seat) -> int | None:
    """The serial of the question that would be open again if the seat took back what it can now."""
    table = Table.objects.get(pk=seat.table_id)
    match = matches.load(table, matches.log_of(table))
    entries = live(match.history)
    try:
        at = last_orders(entries, seat.number)
        check(match.game, entries[at:], seat.number, match.branch)
    except UndoRefused:
        return None
    return entries[at].serial


def _tell(entry: Entry, row: Vacation, days: Sequence[Days], *, cancelled: bool) -> None:
    """Tell everybody who sits with the player at a running table of the league.

    row  the first of them: booked once, and cancelled once
    """
    tables = Seat.objects.filter(player=entry.player, table__league=entry.league, table__state=Table.State.RUNNING)
    at_them = Player.objects.filter(seats__table__in=tables.values("table"), is_active=True)
    for reader in at_them.exclude(pk=entry.player_id).distinct().order_by("pk"):
        draft = people.away(reader, entry, days, cancelled)
        key = f"days-off:{row.pk}:{cancelled}:{reader.pk}"
        outbox.write(draft, player=reader, league=entry.league, dedupe=key)


def moved_behind(seat: Seat, asked_at: datetime, due: datetime) -> tuple[datetime, list[Span]]:
    """The deadline of a question to the seat, behind the days off and the quiet hours into which it falls.

    Also the spans that do not count for it: days off, and the night from the deadline that it had. Only days booked
    before it was asked count: nobody wins time for a clock that runs already.
    """
    if seat.player is None:
        return deadlines.behind_night(due, None, "UTC"), []
    entry = entries.entry_of(seat.player, seat.table.league)
    free: list[Span] = []
    if entry is not None:
        away = [_span(days) for days in in_force(entry, asked_at) if days.booked_at <= asked_at]
        due, free = deadlines.behind_days_off(asked_at, due, away)
    morning = deadlines.behind_night(due, seat.player.quiet, seat.player.zone)
    return morning, [*free, Span(due, morning)]
