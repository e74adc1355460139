"""What a letter costs beside the bare minimum, in one process: `python -m tests.bench.mail [--quick]`.

Prints a table and ends with status 1 when a bar is missed. Times are processor time, medians of neighbours' ratios.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median

from tests.bench import measuring, replies
from tests.bench.measuring import Bar

READING, RENDERING, CHAIN = 1.25, 2.0, 4.0  # at most so many times the bare cost
QUICK = "--quick" in sys.argv  # one of each, to see that everything runs
ALTERNATIONS, REPLIES = (1, 8) if QUICK else (15, 40)


def reading() -> Iterator[Bar]:
    """A reply of ten kilobytes against parsing it and picking its body with the standard library."""
    theirs: list[float] = []
    own: list[float] = []
    for name, raw in replies.replies().items():
        pairs = _alternating(partial(replies.ours, raw), partial(replies.by_the_library, raw), times=8)
        own.append(median(pairs[0]))
        theirs.append(median(pairs[1]))
        print(f"  {name:18}{len(raw):7,} bytes {1e6 * own[-1]:7.0f} µs, {measuring.ratio(*pairs):.2f} of the library's")
    yield _bar("reading ten kilobytes : library", sum(own) / sum(theirs), READING)


def rendering() -> Iterator[Bar]:
    """A turn letter from its values to its two forms against bare templates of the same size."""
    from tests.bench import service, templates

    values = service.turn_values()
    draft = service.composed(values)
    bare = templates.of(draft.text, draft.html)
    pairs = _alternating(lambda: service.composed(values), lambda: templates.rendered(*bare), times=4)
    print(f"  {len(draft.text):,} letters of text, {len(draft.html):,} of HTML: {1e3 * median(pairs[0]):.1f} ms")
    yield _bar("rendering a turn letter : bare", measuring.ratio(*pairs), RENDERING)


def chain() -> Iterator[Bar]:
    """Replies through the whole service against the same chain without a game."""
    from tests.bench import service

    ours, bare = service.played(REPLIES, Random(5))
    print(f"  {1e3 * median(ours):.1f} ms a reply, bare {1e3 * median(bare):.1f} ms")
    yield _bar("a reply through the whole chain : bare", measuring.ratio(ours, bare), CHAIN)


def _alternating(one: Callable[[], object], other: Callable[[], object], times: int) -> tuple[list[float], list[float]]:
    pairs = [(measuring.cost(one, times), measuring.cost(other, times)) for _ in range(ALTERNATIONS)]
    first, second = zip(*pairs, strict=True)
    return list(first), list(second)


def _bar(name: str, part: float, most: float) -> Bar:
    return Bar(name, f"{part:.2f}", f"<= {most}", part <= most)


def main() -> int:
    """The status to exit with: 0 when every bar is met."""
    bars = [*reading(), *rendering(), *chain()]
    return measuring.told(bars)


if __name__ == "__main__":
    sys.exit(main())
