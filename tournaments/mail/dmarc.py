"""What Authentication-Results headers (RFC 8601) say about DMARC. Reads text; whom to believe is told to it.

Parts of such a header are written by whoever sends the letter: the envelope sender stands in it as it came,
commas, brackets, `dmarc=pass` and all. So "pass" counts only where a result stands, "fail" wherever one might.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

RESULT = re.compile(r"\s*dmarc\s*(?:/\s*\d+\s*)?=\s*([a-z]+)(?=\s|$)", re.IGNORECASE)
FAILED = re.compile(r"[;(]\s*dmarc\s*(?:/\s*\d+\s*)?=\s*fail\b", re.IGNORECASE)
PASS, NONE, FAIL = "pass", "none", "fail"


def verdict(auth_results: str, trusted: Collection[str]) -> str:
    """ "pass", "fail", "none", "temperror" ...; "none" when no trusted host says anything.

    auth_results  values of the headers, one a line, the newest first
    trusted       names of hosts in lower case, as they begin a header of theirs

    The sender can only have put headers below those of the trusted host: the first one of it counts. A "fail"
    in any of them counts as well, because some hosts write a header for each check.
    """
    values = [line for line in auth_results.splitlines() if _host(line) in trusted]
    if any(FAILED.search(value) for value in values):
        return FAIL
    found = _results(values[0]) if values else []
    return FAIL if FAIL in found else next(iter(found), NONE)


def _host(value: str) -> str:
    """The name with which a header begins; a version may stand behind it."""
    return next(iter("".join(_plain(value)).partition(";")[0].lower().split()), "")


def _results(value: str) -> list[str]:
    """The words of all DMARC results that stand where a result stands."""
    parts = "".join(_plain(value)).split(";")[1:]
    return [found[1].lower() for part in parts if (found := RESULT.match(part))]


def _plain(value: str) -> Iterator[str]:
    """The letters of a header outside its quoted strings and its comments, which may be nested."""
    depth, quoted, escaped = 0, False, False
    for letter in value:
        if escaped:
            escaped = False
        elif letter == "\\" and (quoted or depth):
            escaped = True
        elif letter == '"' and not depth:
            quoted = not quoted
        elif quoted:
            continue
        elif letter in "()":
            depth = max(0, depth + (1 if letter == "(" else -1))
            yield " "
        elif not depth:
            yield letter
