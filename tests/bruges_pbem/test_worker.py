"""Workers run what the service asks for, whatever else somebody writes to the broker."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from celery import Celery
from celery.contrib.testing.worker import start_worker
from django.conf import settings
from kombu import Producer

from tests.shared.parts import until

DONE = Event()


@contextmanager
def working(url: str, **changed: object) -> Iterator[Celery]:
    """The service's own configuration but for what is changed, and a worker that waits, one at a time."""
    app = Celery("tasks", broker=url, set_as_current=False, fixups=[])
    app.config_from_object(settings, namespace="CELERY")
    app.conf.update(broker_url=url, task_default_queue="ours", **changed)
    DONE.clear()

    @app.task(name="ours", shared=False)  # of this app alone
    def ours() -> None:
        DONE.set()

    with start_worker(app, hostname="worker@here", perform_ping_check=False):  # which takes seconds to end
        yield app


@pytest.fixture
def app(redis_url: str) -> Iterator[Celery]:
    """On a real broker: one in memory carries no orders to workers, whatever they are set to."""
    with working(redis_url) as app:
        yield app


@pytest.fixture
def done() -> Event:
    return DONE


class Forged:
    """Unpickled it makes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Path.touch, (self.path,)


def test_a_forged_pickle_is_not_unpickled_and_stops_nobody(app: Celery, done: Event, tmp_path: Path) -> None:
    trap = tmp_path / "opened"
    with app.connection_for_write() as connection:
        Producer(connection).publish(
            pickle.dumps([[Forged(trap)], {}, {}]), content_type="application/x-python-serialize",
            content_encoding="binary", routing_key=app.conf.task_default_queue,
            exchange=app.conf.task_default_exchange or "", headers={"task": "ours", "id": "1", "lang": "py"},
        )  # fmt: skip
    app.send_task("ours")
    assert done.wait(20)
    assert not trap.exists()


def test_nobody_gives_a_worker_orders_through_the_broker(app: Celery, done: Event) -> None:
    assert app.control.ping(timeout=1) == []
    app.control.broadcast("shutdown")
    app.control.broadcast("rate_limit", arguments={"task_name": "ours", "rate_limit": "1/h"})
    app.send_task("ours")
    assert done.wait(20)


def test_a_worker_that_is_set_to_take_orders_is_found_by_the_same_question(redis_url: str) -> None:
    with working(redis_url, worker_enable_remote_control=True) as app:
        answer = [{"worker@here": {"ok": "pong"}}]  # asked again: what is said before it listens reaches nobody
        until(lambda: app.control.ping(timeout=1, limit=1) == answer, "the worker answers")
