"""The referee is called in the very moment in which results become final. Two connections, real locks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

from tests.actions.at_once.workers import meanwhile
from tests.shared.cast import Cast, make_cast, only_table, running_league
from tests.shared.play import end_by_bots
from tournaments.actions.league import results
from tournaments.actions.table.orders import take_orders
from tournaments.language.refusals import NotWaiting
from tournaments.models import Case, League, Seat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time; the run on PostgreSQL has this test")
    return make_cast()


@pytest.fixture
def league(cast: Cast) -> League:
    """All its games are over, and the time to object is."""
    league = running_league(cast, provisional=timedelta(days=3))
    end_by_bots(only_table(league))
    League.objects.filter(pk=league.pk).update(final_by=timezone.now() - timedelta(microseconds=1))
    return league


def object_while(cast: Cast, other: Callable[[], object]) -> object:
    """The outcome of another act that begins while a case is being opened."""
    seat = Seat.objects.get(player=cast.opponent)
    call = partial(take_orders, seat.pk, ["referee it was dug twice"], serial=None, by="page")
    mine, others = meanwhile(call, r'^INSERT INTO "tournaments_case"', other)
    assert not isinstance(mine, Exception), mine
    return others


def test_no_result_is_final_by_time_over_a_case_that_is_being_opened(cast: Cast, league: League) -> None:
    assert object_while(cast, lambda: results.make_final(league.pk)) is False
    league.refresh_from_db()
    assert league.state == League.State.RUNNING
    assert Case.objects.filter(ruled_at=None).count() == 1


def test_nor_does_the_organiser_confirm_over_one_that_they_have_not_seen(cast: Cast, league: League) -> None:
    assert isinstance(object_while(cast, lambda: results.confirm(league, cast.organiser)), NotWaiting)
    league.refresh_from_db()
    assert league.state == League.State.RUNNING
