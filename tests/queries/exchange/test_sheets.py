"""The lists of a league: whole, with addresses in the roster alone, and nothing that is hidden."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.plugin import DjangoDbBlocker

from tests.pages.pages import Life, life
from tests.shared.cast import prepared_league
from tests.shared.shared_rows import made_once
from tournaments.actions.league import disqualify, leagues
from tournaments.actions.player import people
from tournaments.formats.sheets import reading
from tournaments.formats.sheets.writing import to_csv, to_json
from tournaments.models import League, Player, Table
from tournaments.queries.exchange.sheets import SHEETS

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Life]:
    with made_once(django_db_blocker):
        yield life()


def rows(league: League, what: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(to_json(SHEETS[what](league)))
    return found


def test_the_roster_has_everybody_who_has_entered_and_can_be_brought_back(made: Life) -> None:
    league = made.to_join
    entered = [(entry.player.name, entry.player.email) for entry in league.entries.select_related("player")]
    assert len(entered) == 2
    assert [(row["name"], row["address"], row["state"]) for row in rows(league, "roster")] == [
        (*one, "in") for one in entered
    ]
    for raw in (to_csv(SHEETS["roster"](league)), to_json(SHEETS["roster"](league))):
        assert [(one.name, one.address) for one in reading.people(raw).rows] == entered


def test_results_have_a_line_for_each_seat_of_each_finished_table(made: Life) -> None:
    league, table = made.finished.league, made.finished
    found = rows(league, "results")
    assert [(row["seat"], row["player"]) for row in found] == [
        (seat.number + 1, seat.player.name) for seat in table.seats.select_related("player").order_by("number")
    ]
    assert [row["score"] for row in found] == table.result["totals"]
    assert [row["place"] for row in found] == table.result["ranks"]
    assert sum(row["points"] for row in found) == sum(league.points[:2])
    assert rows(made.running.league, "results") == []


def test_a_void_game_is_told_and_gives_no_points(made: Life) -> None:
    table = made.finished
    Table.objects.filter(pk=table.pk).update(result={**table.result, "void": True})
    assert {(row["counts"], row["points"], row["counts_as"]) for row in rows(table.league, "results")} == {
        (False, None, None)
    }
    assert b",no," in to_csv(SHEETS["results"](table.league))


def test_line_ups_tell_who_sits_where_and_who_moves_there(made: Life) -> None:
    league = made.running.league
    disqualify.disqualify(league.entries.get(player=made.cast.third).pk, made.cast.organiser, "Gone", void=False)
    found = rows(league, "line-ups")
    assert [row["seat"] for row in found] == [1, 2, 3]
    assert {row["player"]: row["moved_by"] for row in found}["Chidi"] == "the stand-in, for good"
    assert {row["state"] for row in found} == {"running"}


def test_line_ups_name_those_who_are_to_sit_at_a_table_that_waits(made: Life) -> None:
    league = prepared_league(made.cast, seats=2, max_players=3, at_once=1)
    for player in made.cast.players:
        leagues.enrol(league, player)
    league = leagues.start(league, made.cast.organiser)
    waiting = league.tables.filter(state=Table.State.COMMITTED).exclude(lineup=[]).order_by("number")[0]
    found = [row for row in rows(league, "line-ups") if row["table"] == waiting.number]
    assert [row["player"] for row in found] == [Player.objects.get(pk=pk).name for pk in waiting.lineup]
    assert {(row["state"], row["moved_by"]) for row in found} == {("not opened yet", "")}


def test_standings_say_why_each_has_their_place(made: Life) -> None:
    first, second = rows(made.finished.league, "standings")
    assert (first["place"], second["place"], first["games"]) == (1, 2, 1)
    assert (first["points"], second["points"]) == (5, 2)


def test_addresses_are_in_the_roster_alone(made: Life) -> None:
    for league in League.objects.all():
        for what in set(SHEETS) - {"roster"}:
            text = to_csv(SHEETS[what](league)).decode()
            assert "@" not in text, what


def test_of_who_is_forgotten_neither_name_nor_address_is_left(made: Life) -> None:
    player = made.cast.player
    people.erase(player, player)
    for what in SHEETS:
        text = to_csv(SHEETS[what](made.finished.league)).decode()
        assert "Anna" not in text
        assert "erased.invalid" not in text


@pytest.mark.parametrize("what", SHEETS)
def test_a_list_takes_few_statements_however_long_it_is(made: Life, what: str) -> None:
    league = made.finished.league
    with CaptureQueriesContext(connection) as asked:
        SHEETS[what](league)
    assert len(asked) <= 6
