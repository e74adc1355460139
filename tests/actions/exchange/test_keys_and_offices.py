"""The key for programs ends with the right to one, and does not come into force again with it."""

from __future__ import annotations

import pytest

from tests.shared.cast import Cast, person, prepared_league
from tournaments.actions.exchange import keys
from tournaments.actions.league import offices, organisers
from tournaments.actions.player import appointing
from tournaments.models import Player, Role

pytestmark = pytest.mark.django_db


def test_the_key_of_a_dismissed_organiser_stays_dead_when_they_come_back(cast: Cast) -> None:
    person("Hedda", is_staff=True, is_superuser=True)
    gil = person("Gil", is_staff=True, prepares=True)
    key = keys.make(gil)
    appointing.dismiss(gil.email)
    assert keys.reader_with(key) is None
    appointing.appoint(gil.email)
    assert keys.reader_with(key) is None


def test_the_key_of_who_organises_no_league_any_more_is_dead_although_another_office_is_left(cast: Cast) -> None:
    league, other = prepared_league(cast), prepared_league(cast)
    rita = person("Rita")
    offices.give(league, rita, Role.ORGANISER)
    offices.give(other, rita, Role.REFEREE)
    rita.refresh_from_db()
    key = keys.make(rita)
    assert keys.reader_with(key) == rita
    organisers.step_down(league, rita, "no time")
    rita = Player.objects.get(pk=rita.pk)
    assert rita.is_staff
    assert keys.reader_with(key) is None
    offices.give(league, rita, Role.ORGANISER)
    assert keys.reader_with(key) is None


def test_the_key_of_who_still_prepares_leagues_outlives_an_office(cast: Cast) -> None:
    league = prepared_league(cast)
    gil = person("Gil", is_staff=True, prepares=True)
    offices.give(league, gil, Role.ORGANISER)
    key = keys.make(gil)
    organisers.step_down(league, gil, "no time")
    assert keys.reader_with(key) == gil
