"""The standing cast at a table that has just begun, and a mail host that takes their letters."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.cast import asked_seat
from tests.mail import hosts
from tournaments.models import Seat, Table


@pytest.fixture
def seat(table: Table) -> Seat:
    """The seat that is asked for its first card."""
    return asked_seat(table)


@pytest.fixture
def host(settings: Settings) -> Iterator[hosts.Host]:
    """What it answers can be set; the service sends through it."""
    with hosts.running(settings) as host:
        yield host
