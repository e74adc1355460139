"""Processor time of a piece of work as a ratio to known work of the same moment, whatever else the machine does."""

from __future__ import annotations

import gc
import re
import time
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser

# What `_known_work` takes on a machine that does nothing else. Limits in tests are seconds of such a machine.
USUAL = 0.025
A_MOMENT = 1.0  # half a second, and what a busy machine adds although it is held against itself
SOON = 0.1  # what is done in this time is far from any limit, and nothing else has to be measured
WORD = re.compile(r"(?:[a-z]+'?)+|\d+(?:\.\d+)*|[^\w\s]")
TEXT = "<p class=x>He wrote, on 3.10.2026 at 20:15: <b>it's</b> 17 red; threat lawyer &amp; draw&nbsp;2.</p>\n" * 500


def seconds(work: Callable[[], object], runs: int = 2) -> float:
    """Seconds of the processor: the shortest of some runs, as on a machine that does nothing else."""
    took: list[float] = []
    for _ in range(runs):
        before = _known_work()
        plain = _of(work)
        if plain < SOON:
            return plain
        took.append(plain * 2 * USUAL / (before + _known_work()))
    return min(took)


def _of(work: Callable[[], object]) -> float:
    """Without the collection of garbage, whose price is that of all that the tests before have left in memory."""
    gc.disable()
    try:
        begin = time.process_time()
        work()
        return time.process_time() - begin
    finally:
        gc.enable()


def _known_work() -> float:
    """Seconds for what readers of mail mostly do: take text apart, look words up, put text together."""

    def read() -> None:
        seen: Counter[str] = Counter()
        HTMLParser().feed(TEXT)
        for line in TEXT.split("\n"):
            seen.update(word.lower() for word in WORD.findall(line))
        assert "".join(f"{word} {count}\n" for word, count in sorted(seen.items()))

    return _of(read)
