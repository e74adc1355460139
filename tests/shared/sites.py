"""Fixtures for tests of both sites and of mail: clients that are signed in, a browser, a mail host, a stopped clock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
import time_machine
from pytest_django import Settings

if TYPE_CHECKING:  # until Django is ready
    from django.test import Client
    from playwright.sync_api import Browser

    from tests.outbox import hosts
    from tests.shared.cast import Cast
    from tests.shared.desk import SignIn
    from tournaments.models import Player, Seat, Table


@pytest.fixture
def sign_in() -> SignIn:
    """A browser in which that player is signed in; forms are protected as in real life."""
    from tests.shared.desk import at_desk

    def browser(player: Player) -> Client:
        return at_desk(player)

    return browser


@pytest.fixture
def desk(cast: Cast, sign_in: SignIn) -> Client:
    """The organiser's browser."""
    return sign_in(cast.organiser)


@pytest.fixture
def other_organiser(cast: Cast) -> Player:
    """Somebody who organises leagues, but not those of the cast's organiser."""
    from tests.shared.cast import person

    return person("Oscar", is_staff=True)


@pytest.fixture
def browser(chromium: str) -> Iterator[Browser]:
    """A real browser. All rows must be made before: no query may run while it is open."""
    from tests.pages.browsers import opened

    with opened(chromium) as program:
        yield program


@pytest.fixture
def seat(table: Table) -> Seat:
    """The seat that is asked for its first card."""
    from tests.shared.cast import asked_seat

    return asked_seat(table)


@pytest.fixture
def host(settings: Settings) -> Iterator[hosts.Host]:
    """A mail host that takes our letters; what it answers can be set."""
    from tests.outbox import hosts

    with hosts.running(settings) as host:
        yield host


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Time that stops at START. Of a test that is marked to use it the cast begins then too."""
    from tests.actions.asked import START

    with time_machine.travel(START, tick=False) as traveller:
        yield traveller
