"""The page that starts a league warns before it does anything: where too few are in, or too few have said "ready"."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from tests.shared.cast import Cast, person, prepared_league
from tournaments.actions.league import leagues
from tournaments.models import League

pytestmark = pytest.mark.django_db


def start_page(desk: Client, league: League) -> str:
    return desk.get(f"/desk/tournaments/league/{league.pk}/start/").content.decode()


def test_with_too_few_the_page_says_why_and_has_no_button_to_start(cast: Cast, desk: Client) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    page = start_page(desk, league)
    assert "needs 3 players, 1 have joined" in page
    assert "Start the league</button>" not in page
    assert f"/desk/tournaments/league/{league.pk}/invite/" in page


def test_players_who_do_not_fill_whole_tables_are_told_before_anything_is_pressed(cast: Cast, desk: Client) -> None:
    league = prepared_league(cast, games=League.Games.ONE)
    for player in (*cast.players, person("Dora")):
        leagues.enrol(league, player)
    page = start_page(desk, league)
    assert "do not fill tables of 3" in page
    assert "Start the league</button>" not in page


@pytest.mark.parametrize(
    ("ready", "words"), [(0, "Nobody has said “ready” yet."), (1, "Only 1 of them has said"), (3, "")]
)
def test_where_too_few_are_ready_the_page_warns_and_leads_to_asking_them(
    cast: Cast, desk: Client, ready: int, words: str
) -> None:
    league = prepared_league(cast)
    for player in cast.players:
        leagues.enrol(league, player)
    chosen = league.entries.order_by("pk").values_list("pk", flat=True)[:ready]
    league.entries.filter(pk__in=list(chosen)).update(ready_at=timezone.now())
    page = start_page(desk, league)
    assert words in page
    assert ('role="alert"' in page) is bool(words)
    assert (f"/desk/tournaments/league/{league.pk}/ready/" in page) is bool(words)
    assert "Start the league</button>" in page
    league.refresh_from_db()
    assert league.state == League.State.OPEN
