"""The purge takes many rows in short transactions, and goes on later with what there was no time for."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.running.test_sweeps import a_worker
from tests.shared.cast import person
from tournaments.models import Allowance, InboundLetter
from tournaments.running import sweeps
from tournaments.runtime import portions

OLD = timezone.now() - timedelta(days=400)
LETTERS, SIZE = 7, 2


@pytest.fixture(autouse=True)
def letters(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    """Of somebody who plays here: of strangers not even the row is left."""
    player = person("Anna")
    monkeypatch.setattr(portions, "SIZE", SIZE)
    InboundLetter.objects.bulk_create(
        InboundLetter(
            key=f"k{number}", door="smtp", raw=b"From: a@b.example\r\n\r\n12\r\n", sender="a@b.example", player=player,
            received_at=OLD, state=InboundLetter.State.DONE,
        )
        for number in range(LETTERS)
    )  # fmt: skip


def kept() -> int:
    return InboundLetter.objects.exclude(raw=b"").count()


def test_letters_are_emptied_in_portions() -> None:
    with CaptureQueriesContext(connection) as asked:
        assert sweeps.purge() == LETTERS
    updates = [one["sql"] for one in asked.captured_queries if one["sql"].startswith('UPDATE "tournaments_inbound')]
    assert len(updates) == -(-LETTERS // SIZE)
    assert kept() == 0


def test_counts_are_deleted_in_portions() -> None:
    Allowance.objects.bulk_create(Allowance(name=f"n{number}", until=OLD) for number in range(LETTERS))
    with CaptureQueriesContext(connection) as asked:
        sweeps.purge()
    deletes = [one["sql"] for one in asked.captured_queries if one["sql"].startswith('DELETE FROM "tournaments_allow')]
    assert len(deletes) == -(-LETTERS // SIZE)
    assert not Allowance.objects.exists()


def test_what_there_is_no_time_for_is_left_for_the_next_run(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = count()
    monkeypatch.setattr(portions, "monotonic", lambda: float(next(seconds)))
    with portions.within(3) as limit:
        emptied = portions.update(InboundLetter.objects.exclude(raw=b""), raw=b"")
    assert (emptied, limit.over, kept()) == (2 * SIZE, True, LETTERS - 2 * SIZE)
    with portions.within(99) as limit:
        emptied = portions.update(InboundLetter.objects.exclude(raw=b""), raw=b"")
    assert (emptied, limit.over, kept()) == (LETTERS - 2 * SIZE, False, 0)


@pytest.mark.django_db(transaction=True)
def test_a_purge_without_time_asks_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    spans = iter((0.0, 60.0))
    within = portions.within
    monkeypatch.setattr(portions, "within", lambda _: within(next(spans)))
    with a_worker():
        assert sweeps.purge() == 0
    assert kept() == 0
    assert settings.CELERY_TASK_TIME_LIMIT > sweeps.PURGE_FOR
