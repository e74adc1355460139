"""The length of a league, before it begins and while it runs. An estimate from finished tables if there are any."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import Count
from django.utils import timezone

import engine
from tournaments.formats import clocks
from tournaments.models import League, Table, Turn

USUAL = timedelta(hours=8)  # that an answer takes where nothing is known of the players yet
TURNS_TO_JUDGE_BY = 6
ENOUGH = 3  # finished tables after which experience goes before the estimate
TO_JUDGE_BY = 12  # finished tables of a kind, the newest, among the newest of all kinds:
LOOKED_AT = 200
Kind = tuple[str, int]  # game and seats
Known = dict[Kind, list[int]]  # the turns of finished tables


def forecast(league: League) -> str:
    """ "Usually about 5 weeks; at most 27, if everybody takes all the time they have." """
    return _forecast(league, _experience([_kind(league)]))


def forecast_and_end(league: League) -> tuple[str, datetime | None]:
    """The forecast, and when the last table may end; "" for a league that is over, None for one that does not run."""
    if league.state in League.OVER:
        return "", None
    known = _experience([_kind(league)])
    running = league.state == League.State.RUNNING
    return _forecast(league, known), _ends_of([league], known)[league.pk] if running else None


def usual_lengths(leagues: Sequence[League]) -> dict[int, str]:
    """ "5 weeks", for each league: a table at the pace at which people mostly play."""
    known = _experience({_kind(league) for league in leagues})
    return {
        league.pk: clocks.usual_length(
            _turns(_kind(league), known), min(USUAL, league.turn_time).total_seconds() / 3600
        )
        for league in leagues
    }


def usual_length_of(game: str, seats: int) -> str:
    """ "5 weeks": a table of so many seats at the pace at which people mostly play."""
    kind = game, seats
    return clocks.usual_length(_turns(kind, _experience([kind])), USUAL.total_seconds() / 3600)


def _forecast(league: League, known: Known) -> str:
    turns, hours = _turns(_kind(league), known), league.turn_time.total_seconds() / 3600
    return clocks.forecast(turns, hours, one_after_another=_one_after_another(league))


def _one_after_another(league: League) -> int:
    """The games of a player that wait for each other, where not all are played at once."""
    if league.games == League.Games.ONE or not 0 < league.at_once < league.seats:
        return 1
    return -(-league.seats // league.at_once)


def _kind(league: League) -> Kind:
    return league.game, league.seats


def _turns(kind: Kind, known: Known) -> int:
    """Answers one after the other: the mean of finished tables of this kind, or what the game says of itself."""
    (game, seats), counted = kind, known[kind]
    if len(counted) < ENOUGH:
        return engine.games[game].pace(seats)[1]
    return max(1, round(sum(counted) / len(counted)))


def _experience(kinds: Iterable[Kind]) -> Known:
    """The turns of each table of these kinds that finished lately, up to a fixed number, so that it costs the same."""
    # At a table for practice the stand-in's answers are no turns.
    ended = Table.objects.filter(state=Table.State.FINISHED, finished_at__isnull=False, league__practice=False)
    ended = ended.order_by("-finished_at")
    wanted: dict[Kind, list[int]] = {kind: [] for kind in kinds}
    for pk, game, seats in ended.values_list("pk", "league__game", "league__seats")[:LOOKED_AT]:
        if len(wanted.get((game, seats), range(TO_JUDGE_BY))) < TO_JUDGE_BY:
            wanted[game, seats].append(pk)
    tables = [pk for some in wanted.values() for pk in some]
    turns = Turn.objects.filter(seat__table__in=tables).order_by().values_list("seat__table").annotate(Count("pk"))
    counted = dict(turns) if tables else {}
    return {kind: [counted.get(pk, 0) for pk in some] for kind, some in wanted.items()}


def all_end_about(leagues: Sequence[League]) -> dict[int, datetime | None]:
    """The end of each running league's last table, at the pace of its players so far; None where none runs.

    In as many statements as for one league.
    """
    return _ends_of(leagues, _experience({_kind(league) for league in leagues}))


def _ends_of(leagues: Sequence[League], known: Known) -> dict[int, datetime | None]:
    tables = Table.objects.filter(league__in=leagues, state=Table.State.RUNNING, opened_at__isnull=False)
    running = tables.order_by().values_list("league_id", "opened_at", "pk").annotate(Count("seats__turns"))
    waiting = Table.objects.filter(league__in=leagues, state=Table.State.COMMITTED).exclude(lineup=[]).order_by()
    further = dict(waiting.values_list("league").annotate(Count("pk")))
    at: dict[int, list[tuple[datetime, int]]] = {league.pk: [] for league in leagues}
    for league_id, opened, _, turns in running:
        at[league_id].append((opened, turns))
    now = timezone.now()
    ends = {}
    for league in leagues:
        expected = _turns(_kind(league), known)
        ends[league.pk] = _last_end(at[league.pk], further.get(league.pk, 0), expected, now)
    return ends


def _last_end(running: Sequence[tuple[datetime, int]], waiting: int, expected: int, now: datetime) -> datetime | None:
    """running  when each table was opened, and its turns so far; `waiting` tables begin when these have ended"""
    if not running:
        return None
    rounds = -(-waiting // len(running))
    return max(_ends(opened, turns, expected, now) for opened, turns in running) + rounds * expected * USUAL


def _ends(opened: datetime, turns: int, expected: int, now: datetime) -> datetime:
    pace = (now - opened) / turns if turns >= TURNS_TO_JUDGE_BY else USUAL
    left = max(expected - turns, round(expected * 0.05), 1)  # also a game that takes longer ends some time
    return now + left * pace
