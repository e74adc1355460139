"""Joining, leaving, starting."""

from __future__ import annotations

import pytest

from tests.cast import make_cast, only_table, person, prepared_league, running_league
from tournaments.actions import leagues
from tournaments.actions.refusals import AlreadyEntered, BadSettings, CannotStart, NameTaken, NotEntered, NotOpen
from tournaments.models import Entry, League, OutboundLetter, Table

pytestmark = pytest.mark.django_db


def test_a_started_league_asks_one_seat_and_greets_the_others() -> None:
    league = running_league(make_cast())
    kinds = sorted(OutboundLetter.objects.filter(seat__isnull=False).values_list("kind", flat=True))
    assert kinds == ["begun", "begun", "turn"]
    assert only_table(league).entries.count() > 0
