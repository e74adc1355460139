"""A progress bar in words for the demonstration: one line that is written over and over on a terminal."""

from __future__ import annotations

import time
from types import TracebackType

from django.core.management.base import OutputWrapper

WIDTH = 32
REWRITE_EVERY = 0.2  # seconds


class Progress:
    """Shows how far the games are; on a pipe or in a file, one line a round."""

    def __init__(self, out: OutputWrapper, rounds: int) -> None:
        """`rounds`: of a usual game; the bar only needs a measure."""
        self.out, self.rounds = out, rounds
        self.begun = time.monotonic()
        self.written_at = 0.0
        self.round = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.out.isatty():
            self.out.write("")

    def show(self, game_round: int, letters: int) -> None:
        now = time.monotonic()
        on_terminal = self.out.isatty()
        if now - self.written_at < REWRITE_EVERY if on_terminal else game_round == self.round:
            return
        self.written_at, self.round = now, game_round
        full = min(WIDTH, WIDTH * game_round // self.rounds)
        words = f"[{'#' * full}{'.' * (WIDTH - full)}] round {game_round}, {letters} letters, {now - self.begun:.0f} s"
        self.out.write(f"\r{words}" if on_terminal else words, ending="" if on_terminal else "\n")
        self.out.flush()
