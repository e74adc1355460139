"""Spans of time, and what is given back to a deadline whose clock was stopped for one. Reads no clock and no rows."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

NONE = timedelta(0)


class Span(NamedTuple):
    """From one moment to another; empty if the second is not behind the first."""

    begins: datetime
    ends: datetime

    @property
    def length(self) -> timedelta:
        return max(self.ends - self.begins, NONE)


def union(spans: Iterable[Span]) -> list[Span]:
    """The same time in spans that neither overlap nor touch, in their order; empty ones are dropped."""
    joined: list[Span] = []
    for span in sorted(span for span in spans if span.length):
        if joined and span.begins <= joined[-1].ends:
            joined[-1] = Span(joined[-1].begins, max(joined[-1].ends, span.ends))
        else:
            joined.append(span)
    return joined


def without(span: Span, others: Iterable[Span]) -> list[Span]:
    """The parts left of a span when the time of the others is taken out of it."""
    left, begins = [], span.begins
    for other in union(others):
        if other.ends <= begins or other.begins >= span.ends:
            continue
        left.append(Span(begins, other.begins))
        begins = other.ends
    return [part for part in (*left, Span(begins, span.ends)) if part.length]


def length(spans: Iterable[Span]) -> timedelta:
    """The length of the spans together, time that lies in several of them counted once."""
    return sum((span.length for span in union(spans)), NONE)


def given_back(counts_from: datetime, due: datetime, stood: Span, not_counted: Iterable[Span] = ()) -> timedelta:
    """The time by which a deadline moves because its clock was stopped for a span.

    What was left of the time when the clock stopped is left when it goes on. A deadline that had passed by then does
    not move.

    counts_from  since when the time of the deadline is counted: what was before needs not be given back
    stood        the span for which the clock was stopped
    not_counted  spans that did not count already: nothing is given back twice
    """
    known = list(not_counted)
    if length(without(Span(due, stood.begins), known)):
        return NONE
    return length(without(Span(max(stood.begins, counts_from), stood.ends), known))


def to_json(spans: Iterable[Span]) -> list[list[str]]:
    """The spans, joined, as they are stored."""
    return [[span.begins.isoformat(), span.ends.isoformat()] for span in union(spans)]


def from_json(stored: Iterable[Iterable[str]]) -> list[Span]:
    """Spans as `to_json` stored them."""
    return [Span(*map(datetime.fromisoformat, pair)) for pair in stored]
