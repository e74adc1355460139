"""Hints to the workers that a row waits for them. A lost hint costs seconds: the sweep finds the row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

from celery import current_app
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

from tournaments.runtime import outages

LONG = 1.0  # seconds; a broker that is away refuses at once, one that is stuck says nothing
RESTS = 9  # times as long as one hint waited: nobody gives more than a tenth of the time to a stuck broker

_gathering: ContextVar[list[int] | None] = ContextVar("gathering", default=None)


def read_letter(pk: int) -> None:
    """After the commit: an inbound letter waits to be read."""
    _on_commit("tournaments.tasks.read_letter", pk)


def read_queue(queue: str) -> None:
    """Letters that have waited together are to be read now."""
    _on_commit("tournaments.tasks.read_queue", queue)


def post_letter(pk: int, *, made: bool = False) -> None:
    """After the commit: an outbound letter waits to be posted. `made`: with something that has to be made first."""
    gathering = _gathering.get()
    if gathering is None or made:
        _on_commit("tournaments.tasks.post_letter", pk)
    else:
        transaction.on_commit(lambda: gathering.append(pk))


@contextmanager
def gathered() -> Iterator[list[int]]:
    """Hand the letters that are written inside, once committed, to the caller instead of to the workers.

    Not those for which a picture or a paper has to be made: no other letter is to wait for that.
    """
    letters: list[int] = []
    token = _gathering.set(letters)
    try:
        yield letters
    finally:
        _gathering.reset(token)


def answer_request(pk: int) -> None:
    """After the commit: somebody has typed an address and waits for a letter."""
    _on_commit("tournaments.tasks.answer_request", pk)


def make_print(pk: int) -> None:
    """After the commit: a paper waits to be made."""
    _on_commit("tournaments.tasks.make_print", pk)


def open_tables(pk: int) -> None:
    """After the commit: more tables of this league can be opened."""
    _on_commit("tournaments.tasks.open_tables", pk)


def draw(pk: int, wait: float) -> None:
    """After the commit and a number of seconds: the public value that a league waits for may be there."""
    transaction.on_commit(lambda: _send("tournaments.tasks.draw", pk, countdown=wait), robust=True)


def ask_source(pk: int) -> None:
    """At once: it is not known when a source's values come out."""
    _on_commit("tournaments.tasks.ask_source", pk)


def alive() -> None:
    """At once: a worker is to say that it works. What none has taken by the next time says nothing any more."""
    _send("tournaments.tasks.alive", expires=max(settings.SWEEP_EVERY.total_seconds(), 1))


def sweep() -> None:
    """At once: nobody has swept for too long. What no worker has taken within one rhythm is asked for again."""
    _send("tournaments.tasks.sweep", expires=max(settings.SWEEP_EVERY.total_seconds(), 1))


def purge() -> None:
    """After the commit: it is time to purge, or there is more than one run has time for."""
    transaction.on_commit(lambda: _send("tournaments.tasks.purge"), robust=True)


def _on_commit(task: str, pk: int | str) -> None:
    transaction.on_commit(lambda: _send(task, pk), robust=True)


class _Broker:
    """The moment (`monotonic`) until which this process hints at nothing."""

    rests_until = 0.0


def _send(task: str, *pk: int | str, **when: float) -> None:
    """when  `countdown` and `expires` as Celery has them, seconds"""
    begun = monotonic()
    if begun < _Broker.rests_until:
        return
    try:
        current_app.signature(task, args=pk, **when).apply_async(retry=False)
    except OperationalError as error:  # left to the sweep
        outages.failed(outages.BROKER, error)
        if (waited := monotonic() - begun) > LONG:
            _Broker.rests_until = monotonic() + RESTS * waited
