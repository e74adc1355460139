"""A name server of the tests that the checks ask."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.shared import name_server
from tournaments.running.installation import HOST


@pytest.fixture
def names(settings: Settings) -> Iterator[name_server.Names]:
    """What it knows; nothing yet."""
    with name_server.answering(HOST, 0) as (known, port):
        settings.NAME_SERVER = (HOST, port)
        yield known
