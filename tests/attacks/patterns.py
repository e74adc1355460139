"""Every pattern that a module of ours keeps, how it is used, and texts that would cost a bad one most."""

from __future__ import annotations

import importlib
import pkgutil
import re
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from re import _parser as parser  # type: ignore[attr-defined]
from types import ModuleType
from typing import Any

Pattern = re.Pattern[Any]
SEARCHING = ("search", "sub", "subn", "finditer", "findall", "split")
MOST_SIGNS = 10
SIGNS_OF = {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a"}
LENGTH = 4_000
TIMES = 3  # so much longer is the text that is compared: work by the square takes nine times as much
FAST, GROWTH = 0.0035, 6.5  # seconds of the processor; how much more the longer text may take


def kept(*roots: ModuleType) -> dict[str, Pattern]:
    """The patterns of all modules by the name of the first that has each."""
    found: dict[Pattern, str] = {}
    for module in _modules(roots):
        for name, value in vars(module).items():
            for pattern in _patterns(value):
                found.setdefault(pattern, f"{module.__name__}.{name}")
    return {f"{name} {pattern.pattern!r}"[:120]: pattern for pattern, name in found.items()}


def searched(*roots: ModuleType) -> set[Pattern]:
    """Those that are tried from every place of a text, and whatever is used in ways that the sources do not show."""
    found: set[Pattern] = set()
    for module in _modules(roots):
        source = Path(module.__file__ or "").read_text(encoding="utf-8")
        for name, value in vars(module).items():
            used = set(re.findall(rf"\b{name}\.(\w+)", source))
            searches = not used.isdisjoint(SEARCHING)
            found.update(pattern for pattern in _patterns(value) if searches or not isinstance(value, re.Pattern))
    return found


def slow(pattern: Pattern, *, searches: bool) -> str | None:
    """The beginning of a text for which the pattern takes far more than `TIMES` the time when it is as much longer."""
    look = _search if searches else _match
    for begin, unit in _pieces(pattern):

        def seconds(length: int, begin: str = begin, unit: str = unit) -> float:
            return _seconds(look, pattern, _as_is(pattern, begin + unit * (length // len(unit)) + "\0"))

        if seconds(LENGTH) > FAST and _grows(seconds):
            return repr((begin + unit * 20)[:20])
    return None


def _modules(roots: Iterable[ModuleType]) -> Iterator[ModuleType]:
    for root in roots:
        for found in pkgutil.walk_packages(root.__path__, f"{root.__name__}."):
            if not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def _patterns(value: object) -> Iterator[Pattern]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, (list, tuple, set, frozenset)):
        for one in value:
            yield from _patterns(one)
    elif isinstance(value, dict):
        yield from _patterns([*value, *value.values()])


def _pieces(pattern: Pattern) -> Iterator[tuple[str, str]]:
    """The beginnings of texts, with what each repeats: the pattern's own signs, alone and two by two."""
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    flags = pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags
    signs = [*dict.fromkeys(_signs(parser.parse(text, flags)))]
    signs = [*dict.fromkeys(["a", " ", "1", "\n", *sorted(signs, key=len)[:MOST_SIGNS]])]
    for one in signs:
        yield "", one
        for other in signs:
            if one != other:
                yield one, other
                yield "", one + other


def _signs(parsed: Iterable[tuple[Any, Any]]) -> Iterator[str]:
    """The literal signs of a pattern, neighbours together, and one of each class of signs."""
    run = ""
    for kind, about in parsed:
        if str(kind) == "LITERAL":
            run += chr(about)
            continue
        if run:
            yield run
        run = ""
        yield from _signs_in(str(kind), about)
    if run:
        yield run


def _signs_in(kind: str, about: Any) -> Iterator[str]:
    if kind == "IN":
        for inner, value in about:
            if str(inner) in ("LITERAL", "RANGE"):
                yield chr(value if str(inner) == "LITERAL" else value[0])
            elif str(inner) == "CATEGORY":
                yield SIGNS_OF.get(str(value), "!")
    elif kind == "NOT_LITERAL":
        yield chr(about)
    elif kind == "BRANCH":
        for branch in about[1]:
            yield from _signs(branch)
    elif kind == "ATOMIC_GROUP":
        yield from _signs(about)
    elif isinstance(about, tuple) and isinstance(about[-1], parser.SubPattern):
        yield from _signs(about[-1])


def _as_is(pattern: Pattern, text: str) -> str | bytes:
    return text if isinstance(pattern.pattern, str) else text.encode("latin-1", "replace")


def _search(pattern: Pattern, text: str | bytes) -> None:
    for _ in pattern.finditer(text):
        pass


def _match(pattern: Pattern, text: str | bytes) -> None:
    pattern.match(text)
    pattern.fullmatch(text)


def _seconds(look: Callable[[Pattern, Any], None], pattern: Pattern, text: str | bytes) -> float:
    begin = time.process_time()
    look(pattern, text)
    return time.process_time() - begin


def _grows(seconds: Callable[[int], float]) -> bool:
    """Compare the shortest of five measurements each: other work only makes some of them longer."""
    length = LENGTH
    while seconds(length) > 2 * FAST:
        length //= 2
    once, more = (min(seconds(signs) for _ in range(5)) for signs in (length, TIMES * length))
    return more > GROWTH * once
