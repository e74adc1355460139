"""The statements of Authentication-Results headers (RFC 8601) on DMARC. Reads text; is told whom to believe.

Parts of such a header are written by whoever sends the letter: the envelope sender is in it as it came, commas,
brackets, `dmarc=pass` and all. So "pass" counts only in the place of a result and together with the domain it is about,
"fail" and the name of another domain wherever one might be written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from tournaments.keys import rfc5322

RESULT = re.compile(r"\s*dmarc\s*(?:/\s*\d+\s*)?=\s*([a-z]+)(?=\s|$)", re.IGNORECASE)
FAILED = re.compile(r"[;(]\s*dmarc\s*(?:/\s*\d+\s*)?=\s*fail\b", re.IGNORECASE)
HEADER_FROM = re.compile(r"header\s*\.\s*from\s*=\s*(?:\"([^\"]*)\"|([^\s;()\"]*))", re.IGNORECASE)
PROPERTY = re.compile(r"(?<!\S)header\s*\.\s*from\s*=\s*(\S+)", re.IGNORECASE)
HOST = re.compile(r"\s*(\S+)(?:\s+\d+)?\s*")
NOT_IN_A_DOMAIN = re.compile(r"[\0-,/:-?\[-`{-\x7f]")
PASS, NONE, FAIL = "pass", "none", "fail"
DMARC = {PASS, NONE, "temperror", "permerror", "bestguesspass"}  # RFC 7489, and what Microsoft says without a policy


class Result(NamedTuple):
    """The word of a DMARC result and the domains of the From field that it is said to be about."""

    word: str
    domains: frozenset[str]


def verdict(auth_results: str, trusted: Collection[str], sender: str) -> str:
    """ "pass", "fail", "none", "temperror" ... about the sender's domain; "none" when no trusted host says anything.

    auth_results  values of the headers, one a line, the newest first
    trusted       names of hosts in lower case, as they begin a header of theirs
    sender        canonical address of From, "" where there is no readable one: then it is "fail"

    What a trusted host says about another domain than the sender's is "fail": it has read another sender than we have.
    A "pass" that does not say of which domain counts as "none", a word that is no result of DMARC as "fail".

    The sender can only have put headers below those of the trusted host: the first one of it counts. A "fail" or
    another domain in any of them counts as well, because some hosts write a header for each check.
    """
    if not sender:
        return FAIL
    domain = rfc5322.domain_of(sender)
    values = [line for line in auth_results.split("\n") if _host(line) in trusted]
    if any(FAILED.search(value) or _is_about_another(value, domain) for value in values):
        return FAIL
    found = [_results(value) for value in values]
    if any(result.word not in DMARC for results in found for result in results):
        return FAIL
    newest = found[0] if found else []
    if undecided := [result.word for result in newest if result.word != PASS]:
        return undecided[0]
    return PASS if newest and all(result.domains == {domain} for result in newest) else NONE


def _is_about_another(value: str, domain: str) -> bool:
    """Whether any property header.from in a header, hidden or not, names another domain."""
    return any(_domain(quoted or plain) != domain for quoted, plain in HEADER_FROM.findall(value))


def _domain(value: str) -> str:
    """The domain of a property's value, which may be a whole address."""
    return rfc5322.canonical_domain(value.strip().rpartition("@")[2])


def _host(value: str) -> str:
    """The name with which a header begins, "" for an odd form; a version or a comment may follow it.

    Neither in quotes nor behind a comment: a host that takes away what others wrote under its name may compare letters.
    """
    found = HOST.fullmatch("".join(_plain(value)).partition(";")[0])
    return found[1].lower() if found and value.lstrip(" \t").startswith(found[1]) else ""


def _results(value: str) -> list[Result]:
    """All DMARC results that are in the place of a result."""
    parts = "".join(_plain(value)).split(";")[1:]
    return [
        Result(found[1].lower(), frozenset(_domain(named) for named in PROPERTY.findall(part)))
        for part in parts
        if (found := RESULT.match(part))
    ]


def _plain(value: str) -> Iterator[str]:
    """The letters of a header outside its comments, which may be nested; of its quoted strings what names a domain."""
    depth, quoted, escaped = 0, False, False
    for letter in value:
        if escaped:
            escaped = False
        elif letter == "\\" and (quoted or depth):
            escaped = True
        elif letter == '"' and not depth:
            quoted = not quoted
        elif quoted:
            yield NOT_IN_A_DOMAIN.sub("_", letter)
        elif letter in "()":
            depth = max(0, depth + (1 if letter == "(" else -1))
            yield " "
        elif not depth:
            yield letter
