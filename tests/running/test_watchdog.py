"""Somebody sweeps whatever becomes of beat, and beat runs whatever lies on the disk."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as service
from django.db import connection
from django.utils import timezone
from pytest_django import Settings
from redis import Redis

from tests.conftest import without
from tests.outbox import hosts
from tests.shared import parts
from tests.shared.cast import make_cast, only_table, running_league
from tournaments.models import Heartbeat, JournalLine, League, Table, Turn
from tournaments.running import installation, sweeps, watchdog
from tournaments.runtime import heartbeats

RHYTHM = 1.0  # seconds
QUEUE = "celery"  # as Celery calls it unless it is told otherwise


# --- the rule ------------------------------------------------------------------------------------


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sweeps that were asked for."""
    sent: list[str] = []
    monkeypatch.setattr("tournaments.runtime.hints._send", lambda task, *_, **__: sent.append(task))
    return sent


def seen(ago: timedelta) -> None:
    Heartbeat.objects.update_or_create(name=heartbeats.SWEEP, defaults={"at": timezone.now() - ago})


@pytest.mark.django_db
def test_a_worker_asks_for_a_sweep_once_the_last_one_is_two_rhythms_old(asked: list[str]) -> None:
    every = service.SWEEP_EVERY
    for ago in (0 * every, every, 1.4 * every):
        seen(ago)
        assert timedelta(0) < watchdog.look() <= 2 * every - ago
    assert asked == []
    seen(2 * every)
    assert watchdog.look() == every
    assert asked == ["tournaments.tasks.sweep"]


@pytest.mark.django_db
def test_a_service_that_never_had_a_beat_is_swept(asked: list[str]) -> None:
    watchdog.look()
    assert asked == ["tournaments.tasks.sweep"]


@pytest.mark.django_db
def test_a_clock_that_is_ahead_keeps_no_worker_from_looking_soon(asked: list[str]) -> None:
    seen(-timedelta(days=1))
    assert watchdog.look() <= 2 * service.SWEEP_EVERY


@pytest.mark.django_db
def test_a_look_is_one_statement(asked: list[str], django_assert_num_queries: object) -> None:
    seen(timedelta(0))
    with django_assert_num_queries(1):  # type: ignore[operator]
        watchdog.look()


@pytest.mark.django_db
def test_the_first_sweep_of_a_day_asks_for_the_purge_whoever_sweeps(
    asked: list[str], django_capture_on_commit_callbacks: object
) -> None:
    early = timezone.now().replace(hour=sweeps.PURGE_AT, minute=0) - timedelta(minutes=1)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        for now in (early, early + timedelta(minutes=2), early + timedelta(minutes=3)):
            sweeps.sweep(now)
    assert asked.count("tournaments.tasks.purge") == 1


# --- with real processes -------------------------------------------------------------------------


@contextmanager
def running(
    name: str, redis: Redis, folder: Path, limit: Callable[[], None] | None = None, post: str = ""
) -> Iterator[subprocess.Popen[bytes]]:
    """A part of the service as a process of its own, which `limit` is called in first; killed at the end."""
    env = {
        **os.environ, "DJANGO_SETTINGS_MODULE": "bruges_pbem.settings", "DEMO": "yes", "DATA_DIR": str(folder),
        "DATABASE_URL": f"sqlite://{connection.settings_dict['NAME']}", "REDIS_URL": url_of(redis),
        "SWEEP_EVERY_SECONDS": str(RHYTHM),
    }  # fmt: skip
    part = {part.name: part for part in installation.Installation.choose(folder, env).service()}[name]
    process = subprocess.Popen(
        part.argv,
        env={**(part.env or {}), **({"SMTP_URL": post} if post else {})},
        start_new_session=True,
        preexec_fn=limit,
    )
    try:
        yield process
    finally:
        kill(process)


def no_byte_more() -> None:
    """Every file is as large as it may become: writing fails as on a disk that is full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def kill(process: subprocess.Popen[bytes]) -> None:
    """With everything that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    """A broker of this test alone."""
    try:
        with parts.redis(tmp_path) as url, Redis(unix_socket_path=url.removeprefix("redis+socket://")) as redis:
            yield redis
    except parts.Missing as part:
        without(part)


def url_of(redis: Redis) -> str:
    return f"redis+socket://{redis.connection_pool.connection_kwargs['path']}"


def test_beat_asks_for_sweeps_whatever_lies_on_a_disk_that_is_full(redis: Redis, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    for name in ("beat", "beat.db", "__db.beat.db", "celerybeat-schedule"):
        (data / name).touch()
    before = sorted(data.iterdir())
    with running("beat", redis, data, limit=no_byte_more):
        parts.until(lambda: redis.llen(QUEUE), "beat to ask for a sweep")
    assert sorted(data.iterdir()) == before


@pytest.mark.django_db(transaction=True)
def test_deadlines_are_judged_without_beat_and_after_beat_was_killed(
    redis: Redis, tmp_path: Path, settings: Settings
) -> None:
    table = only_table(running_league(make_cast(), expiry=League.Expiry.STAND_IN, grace=timedelta(0)))
    with hosts.running(settings):
        post = f"smtp://{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
        with running("worker", redis, tmp_path, post=post):
            is_judged(table)
            with running("beat", redis, tmp_path, post=post) as beat:
                for _ in range(3):
                    begun = timezone.now()
                    parts.until(Heartbeat.objects.filter(name=heartbeats.SWEEP, at__gt=begun).exists, "another sweep")
                kill(beat)
            is_judged(table)


def is_judged(table: Table) -> None:
    """A deadline that is over moves the table on."""
    past, turn = timezone.now() - timedelta(seconds=1), Turn.objects.filter(seat__table=table, ended_at=None).get()
    Turn.objects.filter(pk=turn.pk).update(due_by=past, judge_at=past, handed_at=past)
    ended = Turn.objects.filter(pk=turn.pk, ended_at__isnull=False)
    parts.until(ended.exists, f"the deadline to be judged: {JournalLine.objects.last()}")
