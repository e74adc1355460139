"""What rows have in some of their states only: nobody goes on with nothing in its place."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from tests.shared.cast import Cast, prepared_league
from tournaments.formats import spans
from tournaments.models import League, Outage, Table
from tournaments.models.states import NotThere
from tournaments.queries import matches

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("read", "lacks"),
    [
        (lambda league, table: league.fixed_draw, "entries have not closed"),
        (lambda league, table: table.opened_header, "not been opened"),
        (lambda league, table: table.opened_position, "not been opened"),
        (lambda league, table: matches.load(table), "not been opened"),
    ],
)
def test_what_a_league_has_once_it_begins_is_missed_by_name_before(
    cast: Cast, read: Callable[[League, Table], object], lacks: str
) -> None:
    league = prepared_league(cast)
    with pytest.raises(NotThere, match=f"{league}.*{lacks}"):
        read(league, league.tables.all()[:1].get())


def test_an_outage_has_its_time_once_it_has_ended() -> None:
    now = timezone.now()
    with pytest.raises(NotThere, match=r"outage of worker.*lasts"):
        spans.length([Outage(source="worker", begins_at=now).span])
    assert not spans.length([Outage(source="worker", begins_at=now, ends_at=now).span])
