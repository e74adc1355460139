"""What tests of actions share: the cast, and a clock that stands still."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from tests.actions.asked import START
from tests.cast import Cast, make_cast


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Of a test that is marked to use it the cast begins at START too."""
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()
