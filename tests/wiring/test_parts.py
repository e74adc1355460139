"""The parts that other tests stand on are real and answer."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest
from redis import Redis

from tests import parts


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
