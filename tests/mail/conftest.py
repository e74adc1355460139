"""The standing cast at a table that has just begun."""

from __future__ import annotations

import pytest

from tests.cast import Cast, asked_seat, make_cast, only_table, running_league
from tournaments.models import Seat, Table


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def table(cast: Cast) -> Table:
    return only_table(running_league(cast))


@pytest.fixture
def seat(table: Table) -> Seat:
    """The seat that is asked for its first card."""
    return asked_seat(table)
