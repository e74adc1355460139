"""The DMARC policy of a domain as receivers find it (RFC 9989): its own, or that of a domain above it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournaments.running.health.mail.dkim import tags_of
from tournaments.running.health.mail.names import Names

MOST_LABELS = 8  # of a longer name receivers go on with its last seven
RECORD = re.compile(r"\s*v\s*=\s*DMARC1\s*(?:;|$)")
WEIGHTS = ("none", "quarantine", "reject")


@dataclass(frozen=True, slots=True)
class Policy:
    """The treatment by receivers of a letter that the domain does not vouch for.

    owner  the domain whose record says so
    word   none, quarantine or reject
    trial  whether the record asks to be held a degree less strictly, for a trial (t=y)
    """

    owner: str
    word: str
    trial: bool


class Broken(Exception):
    """Receivers do not read the record. The message says what is wrong with it."""


def find(names: Names, domain: str) -> Policy | None:
    """The policy for letters from a domain; None where there is none. Broken for one of its own that is not read."""
    if own := _record(names, domain, strict=True):
        return _policy(domain, own, "p")
    found = []
    for parent in _above(domain):
        if (tags := _record(names, parent)) is None:
            continue
        found.append((parent, tags))
        if tags.get("psd") in ("y", "n"):
            break
    if not found:
        return None
    owner, tags = found[-1]
    if tags.get("psd") == "y" and len(found) > 1 and _is_just_above(owner, found[-2][0]):
        owner, tags = found[-2]
    return _policy(owner, tags, "sp" if tags.get("sp") in WEIGHTS else "p")


def _policy(owner: str, tags: dict[str, str], tag: str) -> Policy:
    word = tags.get(tag, "").lower()
    if word not in WEIGHTS:  # a record that asks for reports alone, or says what nobody knows
        word = "none"
    return Policy(owner, word, tags.get("t", "n").lower() == "y")


def _record(names: Names, domain: str, strict: bool = False) -> dict[str, str] | None:
    found = [text for text in names.texts(f"_dmarc.{domain}") if RECORD.match(text)]
    if strict and len(found) > 1:
        raise Broken(f"_dmarc.{domain} has {len(found)} DMARC records, and may have one")
    return tags_of(found[0]) if len(found) == 1 else None


def _above(domain: str) -> list[str]:
    labels = domain.split(".")
    first = len(labels) - MOST_LABELS + 1 if len(labels) > MOST_LABELS else 1
    return [".".join(labels[at:]) for at in range(first, len(labels))]


def _is_just_above(owner: str, below: str) -> bool:
    return below.partition(".")[2] == owner
