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

    def show(self, game_round: int, letters: int, waits_for: str) -> None:
        """Tell how far the games are. `waits_for`: the letters that have not come yet."""
        now = time.monotonic()
        if now - self.written_at < REWRITE_EVERY if self.out.isatty() else game_round == self.round:
            return
        self.written_at, self.round = now, game_round
        # The last step is for the end: how many rounds a game has is not known before.
        full = min(WIDTH - 1, WIDTH * game_round // self.rounds)
        self._write(full, f"round {game_round}, {letters} letters, {self._seconds()}, waits for {waits_for}")

    def end(self, letters: int) -> None:
        """Fill the bar: all games are over."""
        self._write(WIDTH, f"all games are over, {letters} letters, {self._seconds()}")

    def _seconds(self) -> str:
        return f"{time.monotonic() - self.begun:.0f} s"

    def _write(self, full: int, words: str) -> None:
        line = f"[{'#' * full}{'.' * (WIDTH - full)}] {words}"
        if self.out.isatty():
            self.out.write(f"\r{line}\033[K", ending="")  # and nothing left of a longer line before
        else:
            self.out.write(line)
        self.out.flush()
