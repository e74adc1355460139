"""A league on the desk: who is in it, its tables at a glance, how it ends, who is put out."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.shared.cast import Cast, only_table, person, prepared_league, running_league
from tests.shared.desk import SignIn, stamp_of
from tests.shared.play import end_by_bots
from tournaments.actions.league import leagues
from tournaments.models import Entry, League, OutboundLetter, Player, Table, Turn
from tournaments.organiser.shown import tables_listed

pytestmark = pytest.mark.django_db
DAYS = timedelta(days=3)


def page_of(desk: Client, league: League) -> str:
    return desk.get(f"/desk/tournaments/league/{league.pk}/change/").content.decode()


def test_a_league_shows_each_table_with_its_picture_whose_turn_it_is_and_how_late(table: Table, desk: Client) -> None:
    turn = Turn.objects.get(ended_at=None)
    page = page_of(desk, table.league)
    assert f'src="/desk/tournaments/table/{table.pk}/picture.svg' in page
    assert f"{turn.seat.player} until" in page
    assert "late" not in page.partition("Round 1")[2].partition("</li>")[0]
    Turn.objects.update(due_by=timezone.now() - timedelta(hours=5))
    assert "5\xa0hours late" in page_of(desk, table.league)


def test_before_the_first_game_nobody_stands_ahead_of_anybody(table: Table, desk: Client) -> None:
    page = page_of(desk, table.league)
    assert "ahead of" not in page.lower()
    assert "level with" not in page.lower()
    result = {"totals": [3, 3, 1], "ranks": [1, 1, 3], "counted": [1, 1, 3], "tie_break": [0, 0, 0]}
    table.league.tables.filter(pk=table.pk).update(state="finished", result=result)
    assert "ahead of" in page_of(desk, table.league).lower()


def test_a_league_says_why_somebody_stands_ahead(cast: Cast, desk: Client) -> None:
    table = only_table(running_league(cast, points=[1, 1, 1]))
    end_by_bots(table)
    page = page_of(desk, table.league)
    assert "Ahead of" in page
    assert "on wins, 1 to 0" in page


def test_provisional_results_are_confirmed_by_a_page_that_shows_them(cast: Cast, desk: Client, sign_in: SignIn) -> None:
    league = running_league(cast, seats=2, max_players=2, provisional=DAYS)
    confirm = f"/desk/tournaments/league/{league.pk}/confirm/"
    assert desk.get(confirm).status_code == 404
    end_by_bots(only_table(league))
    assert "provisional until" in page_of(desk, league)
    assert confirm in page_of(desk, league)
    players = sign_in(cast.player).get(f"/league/{league.pk}/standings/").content.decode()
    assert "These results are provisional until" in players
    shown = desk.get(confirm).content.decode()
    assert all(player.name in shown for player in cast.players[:2])
    assert League.objects.get().state == League.State.RUNNING
    desk.post(confirm)
    assert League.objects.get().state == League.State.FINISHED
    assert OutboundLetter.objects.filter(kind="league_finished").count() == 2
    assert desk.get(confirm).status_code == 404


def test_a_game_that_ended_may_be_ruled_on_until_the_results_are_final(cast: Cast, desk: Client) -> None:
    league = running_league(cast, seats=2, max_players=2, provisional=DAYS)
    table = only_table(league)
    end_by_bots(table)
    rule = f"/desk/tournaments/table/{table.pk}/rule/"
    assert rule in desk.get(f"/desk/tournaments/table/{table.pk}/change/").content.decode()
    confirm = f"/desk/tournaments/league/{league.pk}/confirm/"
    before = {"stamp": stamp_of(desk, confirm)}
    desk.post(rule, {"place_0": "1", "place_1": "1", "reason": "both were right"})
    table.refresh_from_db()
    assert table.result is not None
    assert table.result["counted"] == [1, 1]
    stale = desk.post(confirm, before, follow=True).content.decode()
    assert "since you looked" in stale
    assert League.objects.get().state == League.State.RUNNING
    assert desk.get(rule).status_code == 200
    desk.post(confirm)
    assert desk.get(rule).status_code == 404


@pytest.mark.parametrize(("games", "state"), [("kept", Table.State.RUNNING), ("void", Table.State.STOPPED)])
def test_a_player_is_put_out_from_the_leagues_page_with_the_games_kept_or_void(
    cast: Cast, table: Table, desk: Client, games: str, state: str
) -> None:
    entry = table.league.entries.get(player=cast.third)
    page = f"/desk/tournaments/league/entry/{entry.pk}/disqualify/"
    assert page in page_of(desk, table.league)
    assert "plays no more" in desk.get(page).content.decode()
    assert desk.post(page, {"games": games, "reason": ""}).status_code == 422
    desk.post(page, {"games": games, "reason": "two accounts"})
    entry.refresh_from_db()
    table.refresh_from_db()
    assert (entry.state, table.state) == (Entry.State.OUT, state)
    assert desk.get(page).status_code == 404
    assert "disqualified" in page_of(desk, table.league)
    assert desk.get(f"/desk/tournaments/table/{table.pk}/change/").status_code == 200


@pytest.mark.parametrize(("games", "expected"), [("kept", "gives the seat back"), ("void", "go on where they stopped")])
def test_a_player_is_readmitted_from_the_leagues_page_which_says_before_what_comes_back(
    cast: Cast, desk: Client, games: str, expected: str
) -> None:
    league = running_league(cast, provisional=DAYS)
    entry = league.entries.get(player=cast.third)
    page = f"/desk/tournaments/league/entry/{entry.pk}/readmit/"
    assert desk.get(page).status_code == 404
    desk.post(page.replace("readmit", "disqualify"), {"games": games, "reason": "two accounts"})
    assert page in page_of(desk, league)
    assert expected in desk.get(page).content.decode()
    assert desk.post(page, {"reason": ""}).status_code == 422
    assert "in the league again" in desk.post(page, {"reason": "no"}, follow=True).content.decode()
    entry.refresh_from_db()
    assert (entry.state, only_table(league).seats.filter(mover="bot").exists()) == (Entry.State.IN, False)
    assert desk.get(page).status_code == 404


@pytest.mark.parametrize("days", [timedelta(0), DAYS])
def test_who_puts_somebody_out_reads_before_whether_it_may_make_the_results_final(
    cast: Cast, desk: Client, days: timedelta
) -> None:
    league = running_league(cast, provisional=days)
    page = f"/desk/tournaments/league/entry/{league.entries.get(player=cast.third).pk}/disqualify/"
    assert ("no days for objections here" in desk.get(page).content.decode()) is (not days)
    desk.post(page, {"games": "void", "reason": "two accounts"})
    league.refresh_from_db()
    assert league.state == (League.State.RUNNING if days else League.State.FINISHED)


def test_another_organiser_puts_nobody_out_and_confirms_nothing(
    cast: Cast, table: Table, sign_in: SignIn, other_organiser: Player
) -> None:
    stranger = sign_in(other_organiser)
    League.objects.update(final_by=timezone.now())
    entry = table.league.entries.first()
    assert entry is not None
    for page in (f"entry/{entry.pk}/disqualify/", f"{table.league_id}/confirm/"):
        address = f"/desk/tournaments/league/{page}"
        assert stranger.post(address, {"games": "void", "reason": "mine"}).status_code == 404
    entry.refresh_from_db()
    assert entry.state == Entry.State.IN


def test_of_many_tables_a_league_shows_those_with_the_nearest_deadlines_and_leads_to_all(
    cast: Cast, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_listed, "MOST", 2)
    league = prepared_league(cast, seats=2, max_players=3)
    for player in cast.players:
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    first, _, third = league.tables.order_by("number")
    Turn.objects.filter(seat__table=third).update(due_by=timezone.now() - timedelta(hours=5))
    Turn.objects.filter(seat__table=first).update(due_by=timezone.now() + timedelta(hours=5))
    page = page_of(desk, league)
    shown = re.findall(r"<strong>Table (\d)</strong>", page)
    assert shown == ["3", "1"]
    everything = re.search(r'href="([^"]+)">All 3 tables', page)
    assert everything is not None
    assert desk.get(everything[1]).content.decode().count("Autumn League table") == 3


def asked(desk: Client, address: str) -> int:
    """The number of statements that the page sends to the database."""
    with CaptureQueriesContext(connection) as statements:
        assert desk.get(address).status_code == 200
    return len(statements)


def test_pages_with_many_rows_ask_the_database_no_more_than_those_with_few(cast: Cast, desk: Client) -> None:
    small = running_league(cast, seats=2, max_players=2)
    few = [asked(desk, f"/desk/tournaments/{rows}/") for rows in ("table", "league", "outboundletter", "journalline")]
    large = prepared_league(cast, seats=2)
    for player in (*cast.players, person("Dora")):
        leagues.enrol(large, player)
    leagues.start(large, cast.organiser)
    many = [asked(desk, f"/desk/tournaments/{rows}/") for rows in ("table", "league", "outboundletter", "journalline")]
    assert many == few
    page = "/desk/tournaments/league/{}/change/"
    assert asked(desk, page.format(large.pk)) == asked(desk, page.format(small.pk))
