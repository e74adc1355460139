"""Needs about tables, leagues and what is due there."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.timesince import timesince, timeuntil

from tournaments.models import Case, JournalLine, League, Table, Trial, Turn
from tournaments.models.states import there
from tournaments.queries.access.desk_rights import cases_to_rule, due_shown
from tournaments.queries.needs.need import (
    ASKED,
    DISPUTE,
    FAULT,
    LATE,
    OUTAGE,
    RESULTS,
    RULING,
    STUCK,
    Look,
    Need,
    waits_for_a_yes,
)
from tournaments.queries.standings import to_confirm, to_rule
from tournaments.runtime import outages, trials

OUTAGES_TOLD = timedelta(days=2)
DUE = {
    "run": "Playing kept orders at",
    "remind": "A reminder at",
    "expire": "Judging a deadline at",
    outages.TELL_OF: "Telling of an outage at",
    "open tables of": "Opening tables of",
    "end": "Making final the results of",
    "start": "Starting",
}
STANDS_STILL = timedelta(minutes=15)  # behind the moment of a reveal: it is tried every few minutes
UNSEEN = ("seat__table__position", "seat__table__header")  # long, and no need tells of them


def late(look: Look) -> QuerySet[Turn]:
    late = Turn.objects.filter(ended_at=None, handed_at__isnull=False, due_by__lt=timezone.now())
    late = late.filter(seat__table__league__practice=False)
    running = late.filter(seat__table__state=Table.State.RUNNING, seat__table__paused_at=None)
    turns = look.mine(running, look.organiser).filter(look.decides("seat__table"))
    return turns.select_related("seat__player", "seat__table__league").defer(*UNSEEN).order_by("due_by", "pk")


def of_late(turn: Turn, look: Look) -> Need:
    table = turn.seat.table
    words = f"{look.call(turn.seat.player, 'A stand-in')} at {look.call(table)}"
    due = due_shown(turn, lambda: look.against)
    since = f"{timesince(due)} late"
    if waits_for_a_yes(turn, table.league):
        return Need(ASKED, f"{words}: the stand-in waits for your yes", due, since, turn, table)
    return Need(LATE, words, due, since, turn, table)


def open_cases(look: Look) -> QuerySet[Case]:
    waiting = cases_to_rule(Case.objects.filter(ruled_at=None), look.organiser, look.mine, look.against.rules)
    return waiting.select_related("player", "seat__table__league").order_by("opened_at", "pk")


def of_case(case: Case, look: Look) -> Need:
    words = f"{look.call(case.player, 'A stand-in')} asks for a ruling at {look.call(case.seat.table)}"
    return Need(DISPUTE, words, case.opened_at, f"{timesince(case.opened_at)} ago", case, case)


def stopped(look: Look) -> QuerySet[Table]:
    """Tables that wait for a ruling, and those that are stopped; two sorts by one statement."""
    mine = look.mine(Table.objects.all(), look.organiser).order_by()
    theirs = to_rule(mine).filter(look.decides("pk"))
    found = theirs.values("pk").union(_stuck(mine).values("pk"))
    tables = Table.objects.filter(pk__in=found).defer("position", "header").select_related("league")
    return tables.order_by("finished_at", "reveal_at", "pk")


def _stuck(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Tables where all have made their sealed choices but the reveal fails: nobody there is late."""
    since = timezone.now() - STANDS_STILL
    return tables.filter(reveal_look_at__isnull=False, reveal_at__lt=since, state=Table.State.RUNNING)


def of_stopped(table: Table, look: Look) -> Need:
    return _ruling(table, look) if table.state != Table.State.RUNNING else _not_shown(table, look)


def _not_shown(table: Table, look: Look) -> Need:
    words = f"{look.call(table)} stands still: all have chosen, and showing the choices fails. The log says why"
    since = f"for {timesince(table.reveal_at)}" if table.reveal_at else ""
    return Need(STUCK, words, table.reveal_at, since, table, table)


def _ruling(table: Table, look: Look) -> Need:
    since = f"{timesince(table.finished_at)} ago" if table.finished_at else ""
    words = f"The stand-in finished {look.call(table)}. How does it count?"
    return Need(RULING, words, table.finished_at, since, table, table)


def faults(look: Look) -> QuerySet[Trial]:
    """The work that failed when it was due; not choices that cannot be shown, whose tables are stuck (`_stuck`)."""
    failing = trials.failing(timezone.now()).filter(league__isnull=False).exclude(what="reveal")
    found = look.mine(failing, look.organiser).select_related("league", "table__league")
    return found.defer("table__position", "table__header").order_by("begun_at", "pk")


def of_fault(trial: Trial, look: Look) -> Need:
    where = trial.table or there(trial.league, trial, "league")
    often = "once" if trial.failures == 1 else f"{trial.failures} times"
    words = f"{DUE[trial.what]} {look.call(where)} has failed {often}: {trial.why}"
    since = f"the last time {timesince(trial.begun_at)} ago"
    words += ". It is tried again, everything else goes on, and the log says more"
    return Need(FAULT, words, trial.begun_at, since, where, where)


def provisional(look: Look) -> QuerySet[League]:
    theirs = to_confirm(look.mine(League.objects.all(), look.organiser))
    theirs = theirs.exclude(pk__in=look.against.left.leagues)
    return theirs.order_by("final_by", "pk")


def outages_told(look: Look) -> QuerySet[JournalLine]:
    """The lines of their leagues' journals about outages in the last days."""
    lines = JournalLine.objects.filter(verb=outages.OUTAGE, at__gt=timezone.now() - OUTAGES_TOLD, league__isnull=False)
    return look.mine(lines, look.organiser).select_related("league").order_by("-at", "-pk")


def of_outage(line: JournalLine, look: Look) -> Need:
    league = there(line.league, line, "league")
    words = f"{look.call(league)}: {line.words}. There is nothing to do"
    return Need(OUTAGE, words, line.at, f"{timesince(line.at)} ago", line, league)


def of_provisional(league: League, look: Look) -> Need:
    words = f"All games of {look.call(league)} are over: the results are provisional"
    since = f"final in {timeuntil(league.final_by)}" if league.final_by else ""
    return Need(RESULTS, words, league.final_by, since, league, league)
