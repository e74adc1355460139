"""Rulings on games that the stand-in finished: shown, asked for, journalled, and the league waits for them."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.shared.cast import Cast, only_table, person, running_league
from tests.shared.desk import SignIn
from tests.shared.play import play_to_the_end
from tournaments.actions.seats import seats
from tournaments.models import JournalLine, League, OutboundLetter, Table

pytestmark = pytest.mark.django_db
ASKED = "How does it count?"


def finished(cast: Cast, after_stand_in: str) -> Table:
    """A table that the stand-in has finished for the opponent."""
    table = only_table(running_league(cast, after_stand_in=after_stand_in))
    seats.replace_by_stand_in(table.seats.get(player=cast.opponent).pk, cast.organiser, "moved away")
    play_to_the_end(table)
    return table


@pytest.fixture
def table(cast: Cast) -> Table:
    return finished(cast, League.AfterStandIn.RULE)


def ruling(table: Table, *places: int) -> dict[str, str]:
    return {**{f"place_{n}": str(place) for n, place in enumerate(places)}, "reason": "the stand-in played for Bea"}


def test_a_table_that_waits_for_a_ruling_is_shown_and_its_league_waits(table: Table, desk: Client) -> None:
    assert ASKED in desk.get("/desk/").content.decode()
    assert (
        f"/desk/tournaments/table/{table.pk}/rule/"
        in desk.get(f"/desk/tournaments/table/{table.pk}/change/").content.decode()
    )
    assert League.objects.get().state == League.State.RUNNING
    assert not OutboundLetter.objects.filter(kind="league_finished").exists()


def test_the_ruling_is_asked_for_by_a_page_and_given_by_a_press(cast: Cast, table: Table, desk: Client) -> None:
    page = f"/desk/tournaments/table/{table.pk}/rule/"
    asked = desk.get(page).content.decode()
    assert all(f"Place of {player.name}" in asked for player in cast.players)
    table.refresh_from_db()
    assert table.result is not None
    assert "ruled" not in table.result
    assert desk.post(page, ruling(table, 3, 2, 1)).status_code == 302
    table.refresh_from_db()
    assert table.result["counted"] == [3, 2, 1]
    assert "the stand-in played for Bea" in JournalLine.objects.get(verb="ruled").words
    assert League.objects.get().state == League.State.FINISHED
    assert OutboundLetter.objects.filter(kind="league_finished").count() == 3
    assert ASKED not in desk.get("/desk/").content.decode()
    assert desk.get(page).status_code == 404


@pytest.mark.parametrize("places", [(2, 2, 3), (0, 1, 2), (1, 2, 4)])
def test_places_that_cannot_be_rule_nothing(table: Table, desk: Client, places: tuple[int, ...]) -> None:
    desk.post(f"/desk/tournaments/table/{table.pk}/rule/", ruling(table, *places))
    table.refresh_from_db()
    assert table.result is not None
    assert "ruled" not in table.result
    assert ASKED in desk.get("/desk/").content.decode()


def test_nobody_else_rules(cast: Cast, table: Table, sign_in: SignIn) -> None:
    page = f"/desk/tournaments/table/{table.pk}/rule/"
    for player in (person("Oscar", is_staff=True), cast.player):
        sign_in(player).post(page, ruling(table, 3, 2, 1))
        assert ASKED not in sign_in(player).get("/desk/", follow=True).content.decode()
    table.refresh_from_db()
    assert table.result is not None
    assert "ruled" not in table.result


def test_where_the_league_has_settled_it_nobody_is_asked(cast: Cast, desk: Client) -> None:
    table = finished(cast, League.AfterStandIn.KEEP)
    assert League.objects.get().state == League.State.FINISHED
    assert ASKED not in desk.get("/desk/").content.decode()
    assert desk.get(f"/desk/tournaments/table/{table.pk}/rule/").status_code == 404
