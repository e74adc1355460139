"""A plan that waits is let go on by a button once for each press, however often the browser sends that."""

from __future__ import annotations

import pytest
from django.test import Client

from engine.match.log import UNDO
from tests.actions.position import order, plan_of, table_at
from tests.shared.post import newest
from tests.shared.tapped import buttons_of
from tournaments.models import LogEntry, Seat, Table

pytestmark = pytest.mark.django_db
KEPT = {"guard": None, "anyway": False}


def asked_whether_to_go_on(*kept: str) -> tuple[Table, Seat]:
    """A table that waits for a seat whose kept orders have stopped."""
    table, seats = table_at(
        {"hand": ["prince", "queen"], "guilders": 5},
        {"hand": ["notary", "mayor"], "guilders": 5},
        {"hand": ["bishop", "king"], "guilders": 5},
        minutes=0,
    )
    order(seats[1], "guilders notary")
    plan = plan_of(seats[1])
    plan |= {"stopped": "because", "kept": [{"moves": [move], **KEPT} for move in kept]}
    Seat.objects.filter(pk=seats[1].pk).update(plan=plan)
    order(seats[0], "guilders prince")
    return table, seats[1]


def send_twice(seat: Seat) -> str:
    """Press the button to go on as a double click does; the answer to the second form."""
    client = Client()
    assert seat.player is not None
    client.force_login(seat.player)
    path = buttons_of(newest(seat, "turn"))["go on"]
    for _ in range(2):
        client.post(path, {"answer": "press"})
    return client.get(path).content.decode()


def test_a_press_whose_first_order_cannot_be_played_does_not_play_the_next_when_it_is_sent_twice() -> None:
    table, seat = asked_whether_to_go_on("guilders bishop", "workers mayor")  # the first is somebody else's card
    page = send_twice(seat)
    assert not LogEntry.objects.filter(table=table, entry__seat=seat.number).exists()
    assert [kept["moves"] for kept in plan_of(seat)["kept"]] == [["workers mayor"]]
    assert "the Bishop is not in your hand" in page


def test_once_the_plan_is_another_the_same_button_lets_it_go_on() -> None:
    table, seat = asked_whether_to_go_on("guilders bishop", "workers mayor")
    send_twice(seat)
    order(seat, "also house notary")
    send_twice(seat)
    assert LogEntry.objects.filter(table=table, entry__seat=seat.number).exists()


def test_what_a_kept_order_has_done_is_told_and_can_be_taken_back() -> None:
    table, seat = asked_whether_to_go_on("guilders mayor")
    page = send_twice(seat)
    assert "You put the Mayor away for" in page
    assert "Take it back" in page
    client = Client()
    client.force_login(seat.player)
    path = buttons_of(newest(seat, "turn"))["go on"]
    client.post(path, {"answer": "back"})
    assert "Taken back" in client.get(path).content.decode()
    assert LogEntry.objects.filter(table=table).latest("number").entry["kind"] == UNDO
