"""Every request that may change something is counted, by whoever and wherever it is made, and refused above a limit."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import cycle, product

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from tests.shared.cast import Cast, make_cast, person
from tests.shared.routes import filled, routes
from tournaments.models import Player

pytestmark = pytest.mark.django_db
CHANGING = ("PUT", "PATCH", "DELETE", "PROPFIND")
READING = ("GET", "HEAD", "OPTIONS")
ANY = {"int": 1, "str": "x", "slug": "x", "path": "1"}
NOON = datetime(2026, 3, 2, 12, 0, 30, tzinfo=UTC)
TOO_MANY = 429
PAGE = "/sign-in/"  # of strangers and players alike


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def host(db: None) -> Player:
    """A person who may open every page of both sites."""
    return person("Hedda", is_staff=True, is_superuser=True)


@pytest.mark.parametrize("who", ["stranger", "host"])
def test_no_route_takes_anything_from_who_has_sent_too_much(host: Player, settings: Settings, who: str) -> None:
    settings.PRESSES_IN_TEN_MINUTES = 0
    client = signed_in(host) if who == "host" else Client()
    every = [filled(route, ANY) for route in routes()]
    asked = [*product(["POST"], every), *zip(cycle(CHANGING), every)]
    taken = [step for step in asked if client.generic(*step).status_code != TOO_MANY]
    assert (len(every) > 100, taken) == (True, [])
    assert all(client.generic(method, "/sign-in/").status_code != TOO_MANY for method in READING)


def test_one_count_for_both_sites_and_each_player_has_a_count_of_their_own(
    cast: Cast, host: Player, settings: Settings, clock: time_machine.Traveller
) -> None:
    settings.PRESSES_IN_TEN_MINUTES = 2
    client = signed_in(host)
    assert client.post("/desk/tournaments/table/add/").status_code != TOO_MANY
    assert client.post("/profile/letters/").status_code != TOO_MANY
    refused = client.post("/desk/tournaments/league/add/")
    assert (refused.status_code, refused.headers["Retry-After"]) == (TOO_MANY, "571")
    assert "send it again in 10 minutes" in " ".join(refused.content.decode().split())
    assert signed_in(cast.player).post(PAGE).status_code != TOO_MANY
    assert Client().post(PAGE).status_code != TOO_MANY
    clock.shift(timedelta(seconds=570))
    assert client.post(PAGE).status_code != TOO_MANY


def test_strangers_are_counted_by_the_place_they_come_from(settings: Settings) -> None:
    settings.PRESSES_IN_TEN_MINUTES = 1
    one, beside, other = "2001:db8:1:2::1", "2001:db8:1:2::ffff", "2001:db8:1:3::1"
    answers = [Client(REMOTE_ADDR=address).post(PAGE).status_code for address in (one, beside, other)]
    assert answers == [200, TOO_MANY, 200]


def test_what_a_page_of_somebody_else_posts_is_refused_without_being_counted(settings: Settings) -> None:
    settings.PRESSES_IN_TEN_MINUTES = 1
    forged = Client(enforce_csrf_checks=True)
    for page in (PAGE, "/sign-up/", "/nowhere/"):
        answers = {forged.post(page, headers={"origin": "https://evil.example"}).status_code for _ in range(3)}
        assert answers <= {403, 404}, page
    assert Client().post(PAGE).status_code == 200


def test_the_page_of_a_refusal_speaks_to_its_reader(cast: Cast, settings: Settings) -> None:
    settings.PRESSES_IN_TEN_MINUTES = 1
    cast.player.language = "de"
    cast.player.save()
    client = signed_in(cast.player)
    answers = [client.post("/profile/letters/") for _ in range(2)]
    assert [answer.status_code == TOO_MANY for answer in answers] == [False, True]
    assert "in 10 Minuten" in " ".join(answers[-1].content.decode().split())
