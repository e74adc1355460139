"""The progress bar: one line that is rewritten on a terminal, a line for each round in a file."""

from __future__ import annotations

import io

import pytest
from django.core.management.base import OutputWrapper

from tournaments.running.demo import progress
from tournaments.running.demo.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_file_gets_a_line_for_each_round() -> None:
    out = io.StringIO()
    with Progress(OutputWrapper(out), rounds=8) as bar:
        for game_round, letters in ((1, 3), (1, 9), (2, 12), (2, 20), (8, 99), (9, 100)):
            bar.show(game_round, letters, "the next turn letters")
        bar.end(103)
    first, second, eighth, ninth, end = out.getvalue().splitlines()
    assert first.startswith("[####............................] round 1, 3 letters, ")
    assert second.startswith("[########........................] round 2, 12 letters, ")
    assert eighth.startswith("[###############################.] round 8, 99 letters, ")
    assert ninth.startswith("[###############################.] round 9, ")
    assert end.startswith("[################################] all games are over, 103 letters, ")


def test_the_bar_is_full_only_at_the_end_and_says_what_is_waited_for() -> None:
    out = io.StringIO()
    with Progress(OutputWrapper(out), rounds=8) as bar:
        bar.show(20, 200, "the last letters to Anna")
    assert out.getvalue().startswith(f"[{'#' * (progress.WIDTH - 1)}.] round 20, ")
    assert out.getvalue().endswith(", waits for the last letters to Anna\n")


def test_a_terminal_gets_one_line_that_is_rewritten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "REWRITE_EVERY", 0.0)
    out = Terminal()
    with Progress(OutputWrapper(out), rounds=8) as bar:
        bar.show(1, 3, "the next turn letters of many players")
        bar.show(1, 9, "letters")
    assert out.getvalue().count("\r") == 2
    assert out.getvalue().count("\n") == 1
    assert out.getvalue().endswith("waits for letters\033[K\n")
    assert "9 letters" in out.getvalue().split("\r")[-1]


def test_a_terminal_is_not_rewritten_at_every_look() -> None:
    out = Terminal()
    with Progress(OutputWrapper(out), rounds=8) as bar:
        for letters in range(50):
            bar.show(1, letters, "letters")
    assert out.getvalue().count("\r") <= 2
