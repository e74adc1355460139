"""What the desk shows of a league: entrants, tables at a glance, standings, what an organiser may do. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch
from django.utils import timezone

from tournaments import forecasts
from tournaments.actions import invitations, results, vacations
from tournaments.mail.letters.frame import seat_name
from tournaments.models import Entry, League, Seat, Table, Turn
from tournaments.standings import Place
from tournaments.terms import fairness, settings_of

BEGUN = (League.State.RUNNING, League.State.FINISHED)
OPENED = (Table.State.RUNNING, Table.State.FINISHED, Table.State.STOPPED)


@dataclass(frozen=True, slots=True)
class Entrant:
    entry: Entry
    state: str
    away: str
    may_disqualify: bool


@dataclass(frozen=True, slots=True)
class TableGlance:
    """One table in a few words; `turn` is the open one with the nearest deadline, `asked` whose turn it is."""

    table: Table
    names: tuple[str, ...]
    asked: str
    turn: Turn | None
    late: bool
    outcome: str


def page_of(league: League) -> dict[str, Any]:
    """The values of a league's page."""
    entrants, is_open = entrants_of(league), league.state == League.State.OPEN
    return {
        "settings_shown": settings_of(league),
        "fixed": league.state != League.State.DRAFT,
        "fairness": fairness(league, sum(entrant.entry.state == Entry.State.IN for entrant in entrants)),
        "forecast": "" if league.state == League.State.FINISHED else forecasts.forecast(league),
        "ends": forecasts.ends_about(league) if league.state == League.State.RUNNING else None,
        "standings": standings_of(league),
        "provisional": results.to_confirm(League.objects.filter(pk=league.pk)).exists(),
        "cases": results.open_cases(league),
        "entrants": entrants,
        "glances": glances(league),
        "link": invitations.link(league) if league.access == League.Access.LINK and is_open else "",
        "invited": league.invitations.filter(sent__gt=0).count() if is_open else 0,
        "tables": league.tables.order_by("number"),
    }


def standings_of(league: League) -> list[Place]:
    return results.shown(league, results.standings(league)) if league.state in BEGUN else []


def entrants_of(league: League) -> list[Entrant]:
    """Who is in first, then who waits, then who is gone."""
    order = {state: place for place, state in enumerate(Entry.State.values)}
    entries = sorted(league.entries.select_related("player"), key=lambda entry: order[entry.state])
    changing = league.state in (League.State.OPEN, League.State.RUNNING)
    return [
        Entrant(
            entry,
            _state_of(entry),
            ", ".join(str(days) for days in vacations.booked(entry)),
            changing and entry.state not in Entry.GONE,
        )
        for entry in entries
    ]


def _state_of(entry: Entry) -> str:
    player = entry.player
    marks = [
        entry.get_state_display(),
        "mail comes back" if player.dead_at else "" if player.verified_at else "mail not tried",
        "ready" if entry.ready_at else "",
    ]
    return ", ".join(mark for mark in marks if mark)


def glances(league: League) -> list[TableGlance]:
    """The opened tables of a league by number."""
    open_turns = Turn.objects.filter(ended_at=None).order_by("due_by")
    seats = (
        Seat.objects.select_related("player").prefetch_related(Prefetch("turns", open_turns, "open")).order_by("number")
    )
    tables = league.tables.filter(state__in=OPENED).order_by("number")
    return [_glance(table) for table in tables.prefetch_related(Prefetch("seats", seats, "by_number"))]


def _glance(table: Any) -> TableGlance:
    """`table` comes with its seats and their open turns."""
    names = tuple(seat_name(seat) for seat in table.by_number)
    turns = sorted((turn for seat in table.by_number for turn in seat.open), key=lambda turn: turn.due_by)
    asked = " and ".join(name for name, seat in zip(names, table.by_number, strict=True) if seat.open)
    late = bool(turns) and turns[0].due_by < timezone.now() and table.paused_at is None
    return TableGlance(table, names, asked, turns[0] if turns else None, late, _outcome(table, names))


def _outcome(table: Table, names: tuple[str, ...]) -> str:
    """ "Anna 54, Bea 48, Chidi 41", best first; "" while it runs."""
    if table.result is None:
        return ""
    counted, totals = table.result["counted"], table.result["totals"]
    order = sorted(range(len(names)), key=lambda seat: counted[seat])
    scores = ", ".join(f"{names[seat]} {totals[seat]}" for seat in order)
    return f"{scores}. Counts for nobody" if table.result.get("void") else scores
