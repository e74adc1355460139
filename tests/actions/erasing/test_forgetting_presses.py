"""A seat remembers what its buttons did to others without their names: nobody is found there who is forgotten."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest
from django.test import Client

from tests.actions.position import table_at
from tests.shared.post import newest
from tests.shared.tapped import buttons_of, key_of, path_of
from tests.shared.traces import in_rows
from tournaments.actions.player import people
from tournaments.models import Seat

pytestmark = pytest.mark.django_db
NAMES = ["Quirina", "Ottilie"]


@pytest.fixture
def seats() -> list[Seat]:
    _, seats = table_at(
        {"hand": ["troublemaker", "notary"], "guilders": 9, "houses": [{"colour": "blue", "person": None}]},
        {"hand": ["prince", "queen"], "canals": {"left": 1}, "guilders": 5},
        {"hand": ["bishop", "mayor"], "canals": {"left": 2}, "guilders": 5},
    )
    for seat, name in zip(seats[1:], NAMES, strict=True):
        rename(seat, name)
    return seats


@pytest.fixture
def browser(seats: list[Seat]) -> Client:
    client = Client()
    assert seats[0].player is not None
    client.force_login(seats[0].player)
    return client


@pytest.fixture
def path(seats: list[Seat], browser: Client) -> str:
    """The page of a button that has taken something from both others."""
    like = key_of(next(iter(buttons_of(newest(seats[0])).values())))
    path = path_of(replace(like, order="recruit troublemaker in blue"))
    browser.post(path, {"answer": "press"})
    return path


def rename(seat: Seat, name: str) -> None:
    player = seat.player
    assert player is not None
    player.name = name
    player.save(update_fields=("name",))


def test_who_is_forgotten_is_in_no_seats_presses(seats: list[Seat], path: str) -> None:
    for seat in seats[1:]:
        assert seat.player is not None
        people.erase(seat.player, seat.player)
    assert {trace.table for trace in in_rows(NAMES)} <= {"tournaments_outboundletter"}


def test_the_page_names_the_others_as_they_are_called_now(seats: list[Seat], path: str, browser: Client) -> None:
    rename(seats[1], "Wendeline")
    page = html.unescape(re.sub(r"<[^>]+>", " ", browser.get(path).content.decode()))
    assert "Wendeline lost a canal token on the left to your Troublemaker." in page
