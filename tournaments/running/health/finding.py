"""The finding of a check: how something is, in one line, and what to do. Without secrets and mail addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from django.utils import timezone

# Name, seconds, and from how many seconds on it is used.
UNITS = (("day", 86400, 3 * 86400), ("hour", 3600, 2 * 3600), ("minute", 60, 120), ("second", 1, 0))


class State(StrEnum):
    NOT_HERE = "n/a"  # does not apply to this installation
    OK = "ok"
    WARN = "warn"  # works, but not as it should, or not for long
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    words      how it is
    mend       what to do, ending in the command where there is one; "" where nothing is to be done
    ends       checks that need this one say nothing now, though it does not fail
    elsewhere  it is up to other machines, a name server or a record in the DNS: no release of the service changes it
    """

    state: State
    words: str
    mend: str = ""
    ends: bool = False
    elsewhere: bool = False

    def __str__(self) -> str:
        return f"{self.words.rstrip('.')}: {self.mend}" if self.mend else self.words


Findings = Iterator[Finding]


@dataclass(frozen=True, slots=True)
class Check:
    """A question about the installation.

    look        its answers, one or more
    needs       names of checks without which this one says nothing: it is not asked while one of them, or of those that
                they need, fails
    of_ready    asked by /readyz as well: it takes a moment, however often it is asked
    background  waits for others' machines and asks no database: the doctor and /readyz ask it beside their other work,
                the latter seldom
    """

    name: str
    look: Callable[[], Findings]
    needs: tuple[str, ...] = ()
    of_ready: bool = True
    background: bool = False


def ok(words: str) -> Finding:
    return Finding(State.OK, words)


def not_here(words: str) -> Finding:
    """The finding for something that this installation does not have; the words say why."""
    return Finding(State.NOT_HERE, words)


def unanswered(words: str, mend: str) -> Finding:
    """A warning about what could not be asked, without which other checks cannot be asked either."""
    return Finding(State.WARN, words, mend, ends=True)


def warn(words: str, mend: str) -> Finding:
    return Finding(State.WARN, words, mend)


def fail(words: str, mend: str) -> Finding:
    return Finding(State.FAIL, words, mend)


def of_others(finding: Finding) -> Finding:
    """The finding as one that is up to other machines."""
    return replace(finding, elsewhere=True)


def as_seen_here(finding: Finding) -> Finding:
    """The finding with a warning in place of a failure that is up to other machines."""
    return replace(finding, state=State.WARN) if finding.elsewhere and finding.state == State.FAIL else finding


def age(moment: datetime, now: datetime | None = None) -> str:
    """The age of a moment: "12 minutes"."""
    seconds = max(((now or timezone.now()) - moment).total_seconds(), 0)
    for unit, length, least in UNITS:
        if seconds >= least:
            count = int(seconds // length)
            return f"{count} {unit}{'' if count == 1 else 's'}"
    raise AssertionError(seconds)
