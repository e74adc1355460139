"""A button of a letter that is pressed several times at the same moment: one move. Real threads, real locks."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.actions.at_once.workers import at_once
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, running_league
from tests.shared.post import newest
from tests.shared.tapped import buttons_of, key_of
from tournaments.actions.buttons import pressing
from tournaments.models import JournalLine, LogEntry, Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


def orders(table: Table) -> int:
    return LogEntry.objects.filter(table=table, entry__by="order").count()


def test_of_presses_at_the_same_moment_one_counts_and_all_are_told_the_same(cast: Cast) -> None:
    table = only_table(running_league(cast))
    seat = asked_seat(table)
    button = key_of(next(iter(buttons_of(newest(seat)).values())))
    outcomes = at_once(lambda _: pressing.press(button, seat.player))
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert isinstance(outcomes[0], dict)
    assert outcomes[0]["done"]
    assert orders(table) == 1
    assert JournalLine.objects.filter(verb="orders").count() == 1


def test_of_two_buttons_of_a_letter_pressed_at_the_same_moment_one_counts(cast: Cast) -> None:
    table = only_table(running_league(cast))
    seat = asked_seat(table)
    both = list(buttons_of(newest(seat)).values())[:2]
    clients = [Client(), Client()]
    for client in clients:
        client.force_login(seat.player)
    at_once(lambda number: clients[number].post(both[number], {"answer": "press"}), workers=2)
    assert orders(table) == 1


def test_a_press_is_taken_back_once(cast: Cast) -> None:
    table = only_table(running_league(cast))
    seat = asked_seat(table)
    button = key_of(next(iter(buttons_of(newest(seat)).values())))
    pressing.press(button, seat.player)
    at_once(lambda _: pressing.take_back(button, seat.player), workers=3)
    assert LogEntry.objects.filter(table=table, entry__kind="undo").count() == 1
