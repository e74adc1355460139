"""The buttons of a letter while the turn that they began has come to its next step."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.shared.cast import Cast, asked_seat, make_cast, only_table, running_league
from tests.shared.play import play_on
from tests.shared.post import newest
from tests.shared.tapped import buttons_in, buttons_of
from tournaments.models import LogEntry, Seat, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def table(cast: Cast) -> Table:
    """A table at which a turn may have two steps: who moves to the workshop draws cards and chooses one."""
    return only_table(running_league(cast, game="venise"))


def seat_before_a_workshop(table: Table) -> tuple[Seat, dict[str, str]]:
    """A seat that is asked where it moves, the workshop among it, and its buttons."""
    for seed in range(60):
        seat = asked_seat(table)
        buttons = {order: path for order, path in buttons_of(newest(seat)).items() if order.startswith("move ")}
        if len(buttons) > 1 and any(order.endswith(" workshop") for order in buttons):
            return seat, buttons
        play_on(table, 1, seed)
    raise AssertionError("nobody could move to the workshop")


def test_a_move_of_the_step_before_is_neither_played_nor_kept_for_the_next_turn(table: Table) -> None:
    seat, buttons = seat_before_a_workshop(table)
    first = next(order for order in buttons if order.endswith(" workshop"))
    other = next(order for order in buttons if order != first)
    assert seat.player is not None
    client = Client()
    client.force_login(seat.player)
    client.post(buttons[first], {"answer": "press"})
    assert asked_seat(table) == seat, "and asked to choose a card"
    before = LogEntry.objects.filter(table=table).count()
    client.post(buttons[other], {"answer": "press"})
    assert LogEntry.objects.filter(table=table).count() == before
    assert not Seat.objects.get(pk=seat.pk).plan["kept"]
    page = client.get(buttons[other]).content.decode()
    assert "The question of this letter is over, so nothing is played." in page
    now = buttons_in(page)
    assert now
    assert not re.search("^move ", "\n".join(now), re.MULTILINE)
    client.post(next(iter(now.values())), {"answer": "press"})
    assert LogEntry.objects.filter(table=table).count() > before
