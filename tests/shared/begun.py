"""The cast, and a table at which they have just begun: made for each test, or once for a module.

Once where all tests of the module are marked to use `begun`: each starts from the same rows and sees no other's
changes. The league is set as the module's `SETTINGS` say. Not for tests that commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import TYPE_CHECKING

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.shared.dice import drawn_from
from tests.shared.shared_rows import made_once

if TYPE_CHECKING:  # until Django is ready
    from tests.shared.cast import Cast
    from tournaments.models import Table


@pytest.fixture(scope="module")
def begun(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    """The cast of the module, whose league runs; dice fall as the module's name says."""
    from tests.shared.cast import make_cast, running_league

    with made_once(django_db_blocker):
        cast = make_cast()
        with drawn_from(request):
            running_league(cast, **getattr(request.module, "SETTINGS", {}))
        yield cast


@pytest.fixture
def cast(request: pytest.FixtureRequest, db: None) -> Cast:
    from tests.shared.cast import make_cast

    return deepcopy(request.getfixturevalue("begun")) if "begun" in request.fixturenames else make_cast()


@pytest.fixture
def table(request: pytest.FixtureRequest, cast: Cast) -> Table:
    """The only table of a running league; nobody has played a card."""
    from tests.shared.cast import only_table, running_league
    from tournaments.models import League

    return only_table(League.objects.get() if "begun" in request.fixturenames else running_league(cast))
