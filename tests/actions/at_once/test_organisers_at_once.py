"""Two organisers who press the same button at the same moment: one effect. Real threads, real locks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from tests.actions.at_once.workers import at_once
from tests.actions.position import order
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, person, running_league
from tournaments.actions.clock import deadlines, pausing
from tournaments.actions.league import cancel, disqualify, readmit, results
from tournaments.actions.seats import substitutes
from tournaments.actions.table import rollback
from tournaments.language.refusals import MovedOn
from tournaments.models import JournalLine, League, OutboundLetter, Player

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


def organisers(cast: Cast) -> list[Player]:
    return [cast.organiser, person("Oscar", is_staff=True)]


def done(outcomes: list[object]) -> int:
    """The number of those not refused."""
    return sum(not isinstance(outcome, Exception) for outcome in outcomes)


def test_a_seat_is_given_once_also_to_two_different_persons(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    both = organisers(cast)
    seat.table.league.organisers.add(*both)
    newcomers = [person("Nina"), person("Emil")]
    outcomes = at_once(
        lambda number: substitutes.give_seat(seat.pk, newcomers[number], both[number], "why", epoch=0),
        workers=2,
    )
    assert done(outcomes) == 1
    assert any(isinstance(outcome, MovedOn) for outcome in outcomes)
    assert OutboundLetter.objects.filter(kind="taken_over").count() == 1
    assert sum(newcomer.entries.exists() for newcomer in newcomers) == 1


def test_results_are_confirmed_once_and_a_player_is_put_out_once(cast: Cast) -> None:
    league = running_league(cast, provisional=timedelta(days=3))
    both = organisers(cast)
    league.organisers.add(*both)
    entry = league.entries.get(player=cast.third)
    at_once(lambda number: disqualify.disqualify(entry.pk, both[number], "why", void=bool(number)), workers=2)
    assert JournalLine.objects.filter(verb="disqualified").count() == 1
    assert OutboundLetter.objects.filter(kind="disqualified").count() == 3
    table = league.tables.get(state__in=("running", "stopped"))
    result = {"totals": [3, 2, 1], "ranks": [1, 2, 3], "counted": [1, 2, 3], "tie_break": [0, 0, 0]}
    league.tables.filter(pk=table.pk).update(state="finished", result=result)
    League.objects.update(final_by=timezone.now())
    outcomes = at_once(lambda number: results.confirm(league, both[number]), workers=2)
    assert done(outcomes) == 1
    assert OutboundLetter.objects.filter(kind="league_finished").count() == 2


def test_a_player_is_readmitted_once_and_a_stopped_table_goes_on_once(cast: Cast) -> None:
    league = running_league(cast, provisional=timedelta(days=3))
    both = organisers(cast)
    league.organisers.add(*both)
    entry = league.entries.get(player=cast.third)
    disqualify.disqualify(entry.pk, both[0], "why", void=True)
    outcomes = at_once(lambda number: readmit.readmit(entry.pk, both[number], "why"), workers=2)
    assert done(outcomes) == 2, outcomes
    assert JournalLine.objects.filter(verb="readmitted").count() == 1
    assert OutboundLetter.objects.filter(kind="resumed").count() == 3


def test_a_league_is_cancelled_once_also_while_a_player_is_put_out(cast: Cast) -> None:
    league = running_league(cast, provisional=timedelta(days=3))
    both = organisers(cast)
    league.organisers.add(*both)
    entry = league.entries.get(player=cast.third)

    def act(number: int) -> object:
        if number == 2:
            return disqualify.disqualify(entry.pk, both[0], "why", void=True)
        return cancel.cancel(league, both[number], "why")

    outcomes = at_once(act, workers=3)
    assert done(outcomes[:2]) == 2, outcomes
    assert JournalLine.objects.filter(verb="league cancelled").count() == 1
    assert JournalLine.objects.filter(verb="table stopped").count() == 1
    assert League.objects.get().is_cancelled


def test_the_clocks_are_stopped_once_and_set_going_once(cast: Cast) -> None:
    table = only_table(running_league(cast))
    both = organisers(cast)
    table.league.organisers.add(*both)

    def by(act: Callable[[int, Player, str], object], number: int) -> object:
        return act(table.pk, both[number], "why")

    for act, verb in ((pausing.pause, "paused"), (pausing.go_on, "goes on")):
        at_once(partial(by, act), workers=2)
        assert JournalLine.objects.filter(verb=verb).count() == 1
    assert OutboundLetter.objects.filter(kind="clocks_changed").count() == 6


def test_more_time_is_given_once(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    both = organisers(cast)
    seat.table.league.organisers.add(*both)
    turn = seat.turns.get(ended_at=None)
    day = timedelta(days=1)
    outcomes = at_once(lambda number: deadlines.extend(turn.pk, day, both[number], "why", seen=turn.due_by), workers=2)
    assert done(outcomes) == 1
    assert seat.turns.get(ended_at=None).due_by == turn.due_by + day


def test_a_table_is_taken_back_once(cast: Cast) -> None:
    table = only_table(running_league(cast))
    both = organisers(cast)
    table.league.organisers.add(*both)
    order(asked_seat(table), "12")
    table.refresh_from_db()
    outcomes = at_once(
        lambda number: rollback.roll_back(table.pk, 0, both[number], "why", anew=True, seen=table.head), workers=2
    )
    assert done(outcomes) == 1
    assert any(isinstance(outcome, MovedOn) for outcome in outcomes)
    assert JournalLine.objects.filter(verb="rolled back").count() == 1
    assert OutboundLetter.objects.filter(kind="rolled_back").count() == 3
