"""The limit on letters from organisers' acts to the others of one league in a day. No act is free of it that can
be done again and again: asking who is ready, pausing, announcing, taking somebody out and in again.

What would go beyond it is refused before anything is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from tournaments.formats import clocks
from tournaments.language.refusals import TooOften
from tournaments.models import OutboundLetter, Player
from tournaments.outbox import limits

FIRST_A_DAY, EACH_A_DAY = 400, 40  # letters in any case, and for each who has entered
WHAT = "caused by organisers"  # name of the count, by league


@dataclass(slots=True)
class _Act:
    """The act of somebody on the desk now. letters: written so far, by the key of their league."""

    actor: Player
    letters: Counter[int] = field(default_factory=Counter)


_act: ContextVar[_Act | None] = ContextVar("act", default=None)


@contextmanager
def by(actor: Player) -> Iterator[None]:
    """Count what is written inside to others than the actor; it is added up behind it, with no row locked."""
    act = _Act(actor)
    before = _act.set(act)
    try:
        yield
    finally:
        _act.reset(before)
        for league, letters in act.letters.items():
            limits.add(WHAT, str(league), limits.DAY, letters)


@contextmanager
def freely() -> Iterator[None]:
    """Count nothing that is written inside: for acts that can be done only once, or that nobody may be kept from."""
    before = _act.set(None)
    try:
        yield
    finally:
        _act.reset(before)


def count(letter: OutboundLetter) -> None:
    """Note that a letter is being written. TooOften for the first one of an act where the league has had too many."""
    act = _act.get()
    league = letter.league
    if act is None or league is None or letter.player_id in (None, act.actor.pk):
        return
    if league.pk not in act.letters:
        most = FIRST_A_DAY + EACH_A_DAY * league.entries.count()
        if limits.used(WHAT, str(league.pk), limits.DAY) >= most:
            moment = clocks.words(limits.end_of(limits.DAY), act.actor.zone)
            raise TooOften(
                f"Organisers have had so many letters sent in {league} today, {most} and more, that nothing was done. "
                f"It can be done after {moment}."
            )
    act.letters[league.pk] += 1
