"""Hints to the workers that a row waits for them. A lost hint costs seconds: the sweep finds the row."""

from __future__ import annotations

import logging

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def read_letter(pk: int) -> None:
    """After the commit: an inbound letter waits to be read."""
    _on_commit("tournaments.tasks.read_letter", pk)


def post_letter(pk: int) -> None:
    """After the commit: an outbound letter waits to be posted."""
    _on_commit("tournaments.tasks.post_letter", pk)


def make_print(pk: int) -> None:
    """After the commit: a paper waits to be made."""
    _on_commit("tournaments.tasks.make_print", pk)


def _on_commit(task: str, pk: int) -> None:
    transaction.on_commit(lambda: _send(task, pk), robust=True)


def _send(task: str, pk: int) -> None:
    try:
        current_app.signature(task, args=(pk,)).apply_async(retry=False)
    except OperationalError as error:
        log.warning("no broker for %s %s, left to the sweep: %s", task, pk, error)
