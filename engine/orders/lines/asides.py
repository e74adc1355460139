"""Lines that the grammar could read, and that are remarks where they stand: a time, or what takes orders above back."""

from __future__ import annotations

import re

_TIME = re.compile(r"(?:at|um|around|gegen) \d{1,2}")
_ARROW = re.compile(r"\s*(?:[-=–—]+>|[→⇒➔])\s*\S")  # behind an order: what it becomes, or what comes next
_FORGOTTEN = re.compile(r"forget (?:it|that|this)")


def is_aside(line: str, plain: str, *, close: bool) -> bool:
    """Whether a line, as written and normalised, is such a remark. `close`: whether orders stand right above it."""
    if _TIME.fullmatch(plain):
        return True
    return close and (leads_on(line) or _FORGOTTEN.fullmatch(plain) is not None)


def leads_on(line: str) -> bool:
    """Whether a line begins with an arrow."""
    return _ARROW.match(line) is not None
