"""What tests of actions share: a table at which a few cards have been played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.shared.cast import make_cast, only_table, running_league
from tests.shared.play import play_on
from tests.shared.shared_rows import made_once
from tournaments.models import Table


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
