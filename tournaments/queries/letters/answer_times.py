"""The time that players wait for answers to their letters, as measured here lately. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from statistics import median

from django.utils import timezone

from engine.language.languages import to_say
from tournaments.language.speech import say
from tournaments.models import OutboundLetter

LATELY = timedelta(days=7)
NEWEST = 1_000  # answers that are looked at
ENOUGH = 20  # letters: of fewer the slowest alone would be what 19 of 20 do not exceed
PROMISED = timedelta(minutes=1)
USUAL = to_say("within a minute")


@dataclass(frozen=True, slots=True)
class AnswerTimes:
    """From the moment at which a letter came to the one at which the mail host took the first answer to it.

    letters  how many were answered; without those that had to wait because their writer sent very many
    median   half of them were answered within this time; None where there is none
    most     95 of 100 were
    """

    letters: int
    median: timedelta | None
    most: timedelta | None

    @property
    def kept(self) -> bool:
        """Whether what letters promise by themselves holds, as far as it was measured."""
        return self.letters < ENOUGH or self.most is None or self.most <= PROMISED


def look(lately: timedelta = LATELY) -> AnswerTimes:
    """The answers of the last days, or of that time; the newest of them where there are very many."""
    since = timezone.now() - lately
    sent = OutboundLetter.objects.filter(
        sent_at__gt=since, answers__received_at__gt=since, answers__queue="", copy_of=None
    )
    rows = sent.order_by("-sent_at").values_list("answers", "answers__received_at", "sent_at")
    taken: dict[int, timedelta] = {}
    for letter, received_at, sent_at in rows[:NEWEST]:  # the first answer to a letter comes last
        if sent_at is not None:
            taken[letter] = _between(received_at, sent_at)
    return _measured(sorted(taken.values()))


def _between(received_at: datetime, sent_at: datetime) -> timedelta:
    """The time between the two, at least 0: the clock of the host that received a letter may be ahead of ours."""
    return max(sent_at - received_at, timedelta(0))


def _measured(waits: Sequence[timedelta]) -> AnswerTimes:
    if not waits:
        return AnswerTimes(0, None, None)
    middle = timedelta(seconds=median(wait.total_seconds() for wait in waits))
    return AnswerTimes(len(waits), middle, waits[ceil(len(waits) * 0.95) - 1])


def promise() -> str:
    """Tell how soon a letter is answered, for letters that say so: what was measured, where longer than usual."""
    times = look()
    if times.most is None or times.kept:
        return say(USUAL)
    minutes = ceil(times.most / timedelta(minutes=1))
    if minutes < 60:
        return say("mostly within {n:minute|minutes}", n=minutes)
    return say("mostly within {n:hour|hours}", n=ceil(times.most / timedelta(hours=1)))
