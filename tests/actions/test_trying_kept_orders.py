"""Kept orders are looked at before their time, without anything showing that their seat could not know."""

from __future__ import annotations

import pytest

from engine.keeping import TAKEN
from engine.languages import speaking
from engine.speech import say
from tests.actions.position import order, plan_of, table_at
from tests.cast import asked_seat
from tests.post import deliver, newest
from tournaments.actions import tables
from tournaments.models import Player, Seat, Table

pytestmark = pytest.mark.django_db


def harm_ahead() -> tuple[Table, list[Seat]]:
    """Seat 2 has kept what would harm seat 3, seat 3 has kept a card; seat 1 has played, the delay runs."""
    table, seats = table_at(
        {"hand": ["prince", "queen"], "guilders": 5},
        {"hand": ["troublemaker", "notary"], "guilders": 9, "houses": [{"colour": "blue", "person": None}]},
        {"hand": ["bishop", "mayor"], "canals": {"left": 2}, "guilders": 5},
    )
    assert order(seats[1], "recruit troublemaker in blue") == ["kept"]
    assert order(seats[2], "guilders bishop") == ["kept"]
    assert order(seats[0], "guilders prince") == ["played"]
    table.refresh_from_db()
    assert table.run_at is not None
    return table, seats


def test_what_another_seat_has_kept_does_not_show_before_it_is_played() -> None:
    _, seats = harm_ahead()
    assert plan_of(seats[2])["stopped"] == ""


def test_a_plan_that_was_to_be_stopped_goes_on_when_the_other_thinks_better_of_it() -> None:
    table, seats = harm_ahead()
    order(seats[1], "forget")
    table.refresh_from_db()
    assert table.run_at is None
    assert asked_seat(table).pk == seats[1].pk
    assert order(seats[1], "guilders troublemaker") == ["played"]
    assert (plan_of(seats[2])["stopped"], len(plan_of(seats[2])["kept"])) == ("", 1)


def test_the_harm_stops_the_plan_when_it_is_done() -> None:
    table, seats = harm_ahead()
    Table.objects.filter(pk=table.pk).update(run_at=table.opened_at)
    assert tables.run(table.pk)
    assert plan_of(seats[2])["stopped"] == TAKEN


def test_why_a_plan_stopped_is_kept_in_the_language_of_whoever_will_read_it() -> None:
    table, seats = harm_ahead()
    Player.objects.filter(pk=seats[2].player_id).update(language="de")
    Table.objects.filter(pk=table.pk).update(run_at=table.opened_at)
    assert tables.run(table.pk)
    with speaking("de"):
        assert plan_of(seats[2])["stopped"] == say(TAKEN)


def test_a_plan_that_its_own_seat_sees_to_be_impossible_stops_at_once_and_the_seat_is_asked() -> None:
    table, seats = table_at(
        {"hand": ["prince", "queen"], "guilders": 5},
        {"hand": ["notary", "mayor"], "guilders": 5},
        {"hand": ["bishop", "king"], "guilders": 5},
    )
    assert order(seats[1], "guilders notary") == ["kept"]
    plan = plan_of(seats[1])
    plan["kept"][0]["moves"] = ["guilders bishop"]  # somebody else's card
    Seat.objects.filter(pk=seats[1].pk).update(plan=plan)
    order(seats[0], "guilders prince")
    table.refresh_from_db()
    assert plan_of(seats[1])["kept"] == []
    assert "Guilders bishop: the Bishop is not in your hand." in " ".join(newest(seats[1], "turn").text.split())
    assert table.run_at is None
    assert asked_seat(table).turns.get(ended_at=None).asked_at is not None


def test_why_a_plan_stops_is_said_in_its_owners_language_whoever_stops_it() -> None:
    _, seats = table_at(
        {"hand": ["prince", "queen"], "guilders": 5},
        {"hand": ["notary", "mayor"], "guilders": 5},
        {"hand": ["bishop", "king"], "guilders": 5},
    )
    Player.objects.filter(pk=seats[1].player_id).update(language="de")
    assert order(seats[1], "guilders notary") == ["kept"]
    plan = plan_of(seats[1])
    plan["kept"][0]["moves"] = ["guilders bishop"]  # somebody else's card
    Seat.objects.filter(pk=seats[1].pk).update(plan=plan)
    order(seats[0], "guilders prince")
    told = " ".join(newest(seats[1], "turn").text.split())
    assert "ist nicht auf deiner Hand" in told
    assert "is not in your hand" not in told


def test_a_receipt_that_asks_again_says_why_the_plan_waits_and_offers_to_go_on() -> None:
    table, seats = harm_ahead()
    order(seats[2], "guilders bishop; workers mayor")
    Table.objects.filter(pk=table.pk).update(run_at=table.opened_at)
    tables.run(table.pk)
    deliver(newest(seats[2], "turn"), "also house bishop")
    letter = newest(seats[2])
    assert letter.text.splitlines()[0].endswith('- "go on"? #=#=#')
    waits = "The plan waits because another seat took something from you. Answer [go on] to play it as it stands."
    assert waits in " ".join(letter.text.split())
    assert "body=go%20on" in letter.html
    deliver(letter, "go on")
    assert "The plan waits" not in newest(seats[2]).text
