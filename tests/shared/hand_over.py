"""In tests a question counts from when its letter is written: letters lie in the outbox, and nobody posts them.

Tests of handing over itself are marked `posted_by_hand`: there the time counts from when something is posted, as in
earnest.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db.models import F
from django.db.models.signals import post_save

MARK = "posted_by_hand"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARK}: time counts from when letters are really posted")


class Posted:
    """Whether the time counts from when a letter is written, for the test that runs."""

    at_once = True


@contextmanager
def at_once() -> Iterator[None]:
    """The clock of a question begins with its letter."""
    from tournaments.models import OutboundLetter, Turn
    from tournaments.queries.letters import kinds

    def written(instance: OutboundLetter, created: bool, **_: Any) -> None:
        if Posted.at_once and created and instance.seat_id and instance.kind in kinds.ASKING:
            turns = Turn.objects.filter(seat=instance.seat_id, serial=instance.serial, handed_at=None, ended_at=None)
            turns.update(handed_at=F("counts_from"))

    post_save.connect(written, sender=OutboundLetter)
    yield
    post_save.disconnect(written, sender=OutboundLetter)


@pytest.fixture(scope="session", autouse=True)
def post() -> Iterator[None]:
    with at_once():
        yield


@contextmanager
def by_hand() -> Iterator[None]:
    """For rows that tests with the mark share."""
    Posted.at_once = False
    yield
    Posted.at_once = True


@pytest.fixture(autouse=True)
def hand_over(request: pytest.FixtureRequest) -> Iterator[None]:
    before = Posted.at_once
    Posted.at_once = request.node.get_closest_marker(MARK) is None
    yield
    Posted.at_once = before
