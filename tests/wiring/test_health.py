"""The two health pages, with a real database and a real broker."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import monotonic

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from bruges_pbem import health, readiness
from bruges_pbem.celery import app
from bruges_pbem.readiness import Readiness

pytestmark = pytest.mark.django_db


@pytest.fixture
def broker(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_url", redis_url)


@pytest.fixture
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_url", "redis://127.0.0.1:9/0")


@pytest.fixture
def silent_broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Takes connections and never says a word, as one does that was stopped."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        monkeypatch.setattr(app.conf, "broker_url", f"redis://127.0.0.1:{listener.getsockname()[1]}/0")
        yield


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of a process that has asked nothing yet."""
    clock = Clock()
    monkeypatch.setattr(health, "READINESS", Readiness(clock))
    return clock


@pytest.mark.usefixtures("no_broker")
def test_the_process_lives_without_anything_else(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"lives": True})


@pytest.mark.usefixtures("broker")
def test_it_is_ready_with_database_and_broker(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"database": True, "broker": True})


@pytest.mark.usefixtures("no_broker")
def test_it_is_not_ready_without_a_broker_and_says_which_is_missing(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"database": True, "broker": False})


@pytest.mark.usefixtures("broker")
def test_health_is_never_cached_on_its_way(client: Client) -> None:
    assert "no-store" in client.get("/readyz")["Cache-Control"]


@pytest.mark.usefixtures("silent_broker")
def test_a_broker_that_takes_connections_and_says_nothing_is_waited_for_a_moment(client: Client) -> None:
    begun = monotonic()
    assert client.get("/readyz").json() == {"database": True, "broker": False}
    assert monotonic() - begun < 2 * readiness.BROKER_WAIT + 1


@pytest.mark.usefixtures("broker")
def test_the_parts_are_asked_once_a_second_at_most(
    client: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").status_code == 200
    monkeypatch.setattr(app.conf, "broker_url", "redis://127.0.0.1:9/0")
    clock.now += readiness.KEPT / 2
    assert client.get("/readyz").status_code == 200
    clock.now += readiness.KEPT
    assert client.get("/readyz").status_code == 503


def test_while_one_thread_asks_the_others_wait_for_nothing(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    ready, slow, go_on = Readiness(clock), Event(), Event()

    def ask() -> bool:
        slow.set()
        return go_on.wait(20)

    monkeypatch.setattr(readiness, "has_database", lambda: True)
    monkeypatch.setattr(readiness, "has_broker", ask)
    with ThreadPoolExecutor() as pool:
        first = pool.submit(ready.parts)
        try:
            assert slow.wait(20)
            assert ready.parts() == readiness.nothing()  # nobody knows yet
        finally:
            go_on.set()
        known = {"database": True, "broker": True}
        assert first.result(20) == known
        clock.now += readiness.KEPT
        slow.clear()
        go_on.clear()
        second = pool.submit(ready.parts)
        try:
            assert slow.wait(20)
            assert ready.parts() == known
            clock.now += readiness.STALE
            assert ready.parts() == readiness.nothing()
        finally:
            go_on.set()
        assert second.result(20) == known


@pytest.mark.usefixtures("broker")
def test_a_migration_that_is_applied_later_is_noticed(client: Client, clock: Clock) -> None:
    last = max(name for name in readiness.migrations() if name[0] == "tournaments")
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied(*last)
    assert client.get("/readyz").json() == {"database": False, "broker": True}
    recorder.record_applied(*last)
    clock.now += readiness.KEPT
    assert client.get("/readyz").json() == {"database": True, "broker": True}


@pytest.mark.usefixtures("broker")
def test_migrations_are_read_from_their_files_once(
    client: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get("/readyz")

    def load(*_: object) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr(MigrationLoader, "load_disk", load)
    clock.now += readiness.KEPT
    assert client.get("/readyz").status_code == 200
