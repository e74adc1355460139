"""What the tests of both sites share: the cast, a running table, clients that are signed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser

from tests.admin.browsers import opened
from tests.cast import Cast, person
from tests.desk import at_desk
from tournaments.models import Player

SignIn = Callable[[Player], Client]


@pytest.fixture
def sign_in() -> SignIn:
    """A browser in which that player is signed in; forms are protected as in real life."""

    def browser(player: Player) -> Client:
        return at_desk(player)

    return browser


@pytest.fixture
def browser(chromium: str) -> Iterator[Browser]:
    """A real browser. All rows must be made before: no query may run while it is open."""
    with opened(chromium) as program:
        yield program


@pytest.fixture
def desk(cast: Cast, sign_in: SignIn) -> Client:
    """The organiser's browser."""
    return sign_in(cast.organiser)


@pytest.fixture
def other_organiser(cast: Cast) -> Player:
    """Somebody who organises leagues, but not those of the cast's organiser."""
    return person("Oscar", is_staff=True)
