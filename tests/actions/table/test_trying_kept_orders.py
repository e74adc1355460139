"""Kept orders are looked at before their time, without anything showing that their seat could not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from engine.language.languages import speaking
from engine.language.speech import say
from engine.match.log import Entry
from engine.orders.account import TAKEN
from engine.orders.plan import Plan
from engine.orders.reader import Order
from tests.actions.position import order, plan_of, table_at
from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.table import orders, tables
from tournaments.models import Player, Seat, Table
from tournaments.papers.papers import match_of

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


@contextmanager
def as_it_was() -> Iterator[None]:
    """Take back all that is done to the database inside. No act: each act inside has a transaction of its own."""
    with connection.cursor() as cursor:
        cursor.execute("savepoint as_it_was")
        yield
        cursor.execute("rollback to savepoint as_it_was")


def test_whether_the_next_player_has_kept_orders_changes_nothing_in_the_receipt_of_who_plays_before() -> None:
    _, seats = table_at(
        {"hand": ["prince", "queen"], "guilders": 5},
        {"hand": ["bishop", "notary"], "guilders": 5},
        {"hand": ["mayor", "king"], "guilders": 5},
    )
    told = set()
    for kept in ("", "guilders bishop", "if guilders >= 5: guilders bishop", "if guilders >= 6: guilders bishop"):
        with as_it_was():
            if kept:
                assert order(seats[1], kept) == ["kept"]
            deliver(newest(seats[0], "turn"), "guilders prince", message_id="<one@client.example>")
            letter = newest(seats[0])
            assert "Orders kept for later run 5 minutes after the move before." in " ".join(letter.text.split())
            told.add((letter.subject, re.sub(r"log \w+|Letter \S+|letter \d+", "", letter.text)))
    assert len(told) == 1, told


def test_whoever_moves_has_the_whole_delay_before_the_kept_orders_of_the_next_run(
    clock: time_machine.Traveller,
) -> None:
    """Also where the delay before the own kept orders was running already."""
    table, seats = table_at({"hand": ["prince", "queen"]}, {"hand": ["bishop", "notary"]}, {"hand": ["mayor", "king"]})
    assert order(seats[1], "guilders bishop") == ["kept"]
    assert order(seats[2], "guilders mayor") == ["kept"]
    assert order(seats[0], "guilders prince") == ["played"]
    clock.shift(timedelta(minutes=4))
    assert order(seats[1], "replace", "guilders notary")[-1] == "played"
    table.refresh_from_db()
    assert table.run_at == timezone.now() + table.league.delay


HARMER = {"hand": ["troublemaker", "notary"], "guilders": 9, "houses": [{"colour": "blue", "person": None}]}
HARM = "recruit troublemaker in blue"


def harm_and_undo(seat: Seat) -> None:
    assert order(seat, HARM) == ["played"]
    orders.take_orders(seat.pk, ["undo"], serial=None, by="page")


def test_a_plan_that_was_stopped_by_what_is_taken_back_goes_on() -> None:
    table, seats = table_at(
        HARMER, {"hand": ["bishop", "mayor"], "canals": {"left": 2}, "guilders": 5}, {"hand": ["prince", "queen"]}
    )
    assert order(seats[1], "guilders bishop") == ["kept"]
    harm_and_undo(seats[0])
    assert (plan_of(seats[1])["stopped"], len(plan_of(seats[1])["kept"])) == ("", 1)
    assert order(seats[0], "guilders notary") == ["played"]
    table.refresh_from_db()
    assert table.run_at is not None


def test_a_rule_for_once_that_was_used_for_what_is_taken_back_holds_again() -> None:
    table, seats = table_at(
        HARMER,
        {"hand": ["bishop", "mayor"], "canals": {"left": 2, "right": 1}},
        {"hand": ["prince", "queen"]},
        minutes=0,
    )
    assert order(seats[1], "canal longer") == ["rule"]
    said = plan_of(seats[1])["once"]
    assert said
    harm_and_undo(seats[0])
    assert plan_of(seats[1])["once"] == said
    assert order(seats[0], HARM) == ["played"]
    told = [
        Entry.from_json(entry.entry).move
        for entry in table.entries.filter(entry__seat=1, entry__by="rule").order_by("number")
    ]
    assert len(told) == 2, "the second time as well"
    assert told[0] == told[1]


def test_who_has_written_since_keeps_the_plan_of_now_when_something_is_taken_back() -> None:
    _, seats = table_at(
        HARMER, {"hand": ["bishop", "mayor"], "canals": {"left": 2}, "guilders": 5}, {"hand": ["prince", "queen"]}
    )
    assert order(seats[1], "guilders bishop") == ["kept"]
    assert order(seats[0], HARM) == ["played"]
    assert order(seats[1], "always draw left") == ["rule"]
    stopped = plan_of(seats[1])["stopped"]
    orders.take_orders(seats[0].pk, ["undo"], serial=None, by="page")
    assert plan_of(seats[1])["stopped"] == stopped == TAKEN


def test_a_choice_that_is_made_anew_again_and_again_keeps_no_kept_choice_of_another_from_running(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    league = running_league(cast, game="flandern", delay=timedelta(minutes=10), reveal_delay=timedelta(minutes=10))
    table = only_table(league)
    first, second, _ = table.seated
    match = match_of(table)
    assert match.decision(first.number).sealed
    ours = [move.text for move in match.decision(first.number).moves[:2]]
    kept = Plan(kept=[Order((match.decision(second.number).moves[0].text,))])
    Seat.objects.filter(pk=second.pk).update(plan=kept.dump())
    begun = timezone.now()
    for at in range(4):
        order(first, ours[at % 2])
        clock.shift(timedelta(minutes=9))
        tables.run(table.pk)
    table.refresh_from_db()
    assert second.number not in {decision.seat for decision in match_of(table).waiting}
    assert timezone.now() < begun + timedelta(hours=1)
