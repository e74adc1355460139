"""One id that follows a letter through logs and spans: from the door to the task to the answer. Not stored anywhere.

Ids are those of W3C Trace Context: a trace has 32 hexadecimal digits, and where one process hands work to another goes
a `traceparent`. Only our own processes hand one over, by way of the broker. What a stranger sends in a header of that
name is not looked at: it would put their choice of id into our logs, and decide what is recorded here.

Spans are recorded where somebody has said by whom (`record_with`); elsewhere opening one does nothing. A span says what
is done and to which row, in words of our own: nothing that anybody has written, no address, no token.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from importlib.util import find_spec
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
TRACEPARENT = re.compile(r"00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})")
SAMPLED = 0x01  # flag of a traceparent: whoever handed it over records this trace
NOUGHTS = ("0" * 32, "0" * 16)  # no ids
WORDS = re.compile(r"[a-z][a-z0-9 _-]{0,39}")
UNSAID = "other"  # instead of what is no word of ours


@dataclass(frozen=True, slots=True)
class Place:
    """The place in a trace where something is done.

    span      the span around it; "" where there is none, as at the beginning
    recorded  whether spans of this trace are recorded
    """

    trace: str
    span: str = ""
    recorded: bool = False


class Recording(Protocol):
    """A span that has begun."""

    place: Place

    def note(self, name: str, value: int | str) -> None: ...

    def end(self, failed_by: str) -> None:
        """`failed_by`: the name of the error's class, "" for none."""


class Recorder(Protocol):
    """Begins spans, each as a part of the one around it."""

    def begin(self, name: str, around: Place) -> Recording: ...


class Span:
    """The facts that can be told of a span while it lasts; nothing is kept where none is recorded."""

    def __init__(self, recording: Recording | None = None) -> None:
        self._recording = recording

    def about(self, **facts: int | str) -> None:
        """Facts by their names in `vocabulary.ATTRIBUTES`: numbers of rows, and words of our own."""
        if self._recording is not None:
            for name, value in facts.items():
                self._recording.note(name, value if isinstance(value, int) else plain(value))


class _Made:
    """The recorder of spans in this process, made with the first of them: a process that forks has none."""

    make: Callable[[], Recorder] | None = None
    recorder: Recorder | None = None


_place: ContextVar[Place | None] = ContextVar("trace", default=None)
_SILENT = Span()


def plain(word: str) -> str:
    """The word, if it is one of ours as far as its letters tell: no address, no token, no sentence."""
    return word if WORDS.fullmatch(word) else UNSAID


def can_be_sent() -> bool:
    """Tell whether the packages are here that send spans to a collector (requirements/traces.txt)."""
    return find_spec("opentelemetry") is not None and find_spec("opentelemetry.sdk") is not None


def record_with(make: Callable[[], Recorder] | None) -> None:
    """From now on spans are recorded by what `make` makes; None: no more."""
    _Made.make, _Made.recorder = make, None


def current() -> str:
    """The id of what is being done now, or the empty string outside of everything."""
    place = _place.get()
    return place.trace if place else ""


def new() -> str:
    """A fresh id."""
    return secrets.token_hex(16)


def traceparent() -> str:
    """The value for another process of ours to go on with this trace, "" outside of everything."""
    place = _place.get()
    if place is None:
        return ""
    recorded = place.recorded if place.span else _Made.make is not None
    return f"00-{place.trace}-{place.span or secrets.token_hex(8)}-{SAMPLED if recorded else 0:02x}"


@contextmanager
def begin(handed_over: str = "") -> Iterator[str]:
    """Everything inside is of this trace: a fresh one where no traceparent is handed over, or none that can be read."""
    place = _read(handed_over) or Place(new())
    token = _place.set(place)
    try:
        yield place.trace
    finally:
        _place.reset(token)


@contextmanager
def span(name: str, **facts: int | str) -> Iterator[Span]:
    """Record what is done inside as one span, of a name in `vocabulary.SPANS`, with these facts and later ones."""
    recorder = _recorder()
    if recorder is None:
        yield _SILENT
        return
    with _inside() as around:
        recording = recorder.begin(name, around)
        token, failed_by = _place.set(recording.place), ""
        try:
            opened = Span(recording)
            opened.about(**facts)
            yield opened
        except BaseException as error:
            failed_by = type(error).__name__  # never its words
            raise
        finally:
            _place.reset(token)
            recording.end(failed_by)


def spanned(name: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorator: each call is one span."""

    def around(act: Callable[P, R]) -> Callable[P, R]:
        @wraps(act)
        def inner(*args: P.args, **kwargs: P.kwargs) -> R:
            with span(name):
                return act(*args, **kwargs)

        return inner

    return around


def _recorder() -> Recorder | None:
    if _Made.recorder is None and _Made.make is not None:
        _Made.recorder = _Made.make()
    return _Made.recorder


@contextmanager
def _inside() -> Iterator[Place]:
    """The place where we are; outside of everything in a trace of its own."""
    place = _place.get()
    if place is not None:
        yield place
        return
    with begin():
        yield _place.get() or Place(new())


def _read(handed_over: str) -> Place | None:
    found = TRACEPARENT.fullmatch(handed_over)
    if found is None or found[1] in NOUGHTS or found[2] in NOUGHTS:
        return None
    return Place(found[1], found[2], bool(int(found[3], 16) & SAMPLED))
