"""Eight kinds of people at every address: nobody reads or changes what the table of rights does not give them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.attacks import rights, walking, world
from tests.attacks.world import World
from tests.routes import routes
from tests.shared_rows import made_once

pytestmark = pytest.mark.django_db
SEED = 12  # with which somebody uses every right that can be used


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with made_once(django_db_blocker):
        yield world.make(Random(SEED))


def test_every_route_stands_in_the_table_of_rights() -> None:
    """A new one has to say who may read it."""
    every = set(routes())
    assert (every - set(rights.READS), set(rights.READS) - every, set(rights.WRITES) - every) == (set(), set(), set())


def test_nobody_reads_or_changes_what_is_not_theirs(made: World) -> None:
    found = walking.walk(made, walking.some_steps(made, SEED))
    assert found.wrong == []
    assert not walking.unreached(found), walking.unreached(found)
