"""What tests of actions share: the cast, and a clock that stands still."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from pytest_django.plugin import DjangoDbBlocker

from tests.actions.asked import START
from tests.admin.play import play_on
from tests.cast import make_cast, only_table, running_league
from tests.shared_rows import made_once
from tournaments.models import Table


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Of a test that is marked to use it the cast begins at START too."""
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Table]:
    with made_once(django_db_blocker):
        table = only_table(running_league(make_cast()))
        play_on(table, 12)
        yield table


@pytest.fixture
def table(played: Table, db: None) -> Table:
    """A table at which a few cards have been played."""
    return Table.objects.select_related("league").get(pk=played.pk)
