"""`make play` as a newcomer sees it: it starts, says what there is, stops cleanly and goes on where it stopped."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.conftest import without
from tests.shared.parts import Missing, until
from tournaments.running.installation import NoRedis, find_redis, free_port

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 90.0


class Terminal:
    """One `manage.py play` with what it has printed so far."""

    def __init__(self, data: Path, *words: str) -> None:
        keep = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
        self.log = data / "terminal"
        self.data = data
        self.port = free_port()
        argv = [sys.executable, str(ROOT / "manage.py"), "play", "--port", str(self.port), *words]
        with self.log.open("w") as out:
            self.popen = subprocess.Popen(argv, env={**keep, "DATA_DIR": str(data)}, stdout=out, stderr=out)

    @property
    def text(self) -> str:
        return self.log.read_text()

    def wait_for(self, words: str) -> None:
        until(lambda: words in self.text or self.popen.poll() is not None, words, PATIENCE)
        assert words in self.text, self.text

    def processes(self) -> list[int]:
        return [pid for pid, _ in json.loads((self.data / "run" / "processes.json").read_text())]

    def end(self, number: signal.Signals) -> int:
        self.popen.send_signal(number)
        return self.popen.wait(PATIENCE)


@contextmanager
def play(data: Path) -> Iterator[Terminal]:
    terminal = Terminal(data)
    try:
        terminal.wait_for("Ctrl-C stops everything")
        yield terminal
    finally:
        if terminal.popen.poll() is None:
            terminal.end(signal.SIGTERM)


@pytest.fixture(autouse=True)
def _redis() -> None:
    try:
        find_redis()
    except NoRedis as error:
        without(Missing(f"Redis: {error}"))


def lives(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def rows(data: Path, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(data / "bruges.sqlite3")) as database:
        return database.execute(f"select id, name from {table} order by id").fetchall()


def test_play_starts_stops_goes_on_and_cleans_up_what_a_killed_one_has_left_running(tmp_path: Path) -> None:
    # One story, because each start of all parts costs seconds.
    with play(tmp_path) as first:
        leagues, secrets = rows(tmp_path, "tournaments_league"), (tmp_path / "play.env").read_text()
        left = first.processes()
        first.end(signal.SIGKILL)
        assert all(map(lives, left)), "nobody was there to stop them"
    with play(tmp_path) as second:
        assert not any(map(lives, left))
        assert rows(tmp_path, "tournaments_league") == leagues != []
        assert (tmp_path / "play.env").read_text() == secrets
        assert f"http://127.0.0.1:{second.port}" in second.text
        with urllib.request.urlopen(f"http://127.0.0.1:{second.port}/readyz") as answer:
            assert "fail" not in json.load(answer)["checks"].values()
        assert refusal(tmp_path) == f"CommandError: Another one is running with its data in {tmp_path}.\n"
        running = second.processes()
        assert len(running) == len(left)
        assert all(map(lives, running))
        begun = time.monotonic()
        assert second.end(signal.SIGINT) == 0
        assert time.monotonic() - begun < 20
    assert second.text.rstrip().endswith("Stopped.")
    assert "killed" not in second.text
    assert "Traceback" not in second.text
    assert not any(map(lives, running))


def refusal(data: Path) -> str:
    """The words of a second `play` in the same place."""
    argv = [sys.executable, str(ROOT / "manage.py"), "play"]
    again = subprocess.run(
        argv, env={"PATH": os.environ["PATH"], "DATA_DIR": str(data)}, capture_output=True, text=True, check=False
    )
    assert again.returncode == 1
    return again.stderr
