"""The status page in plain words, in the language that is spoken now. Times are UTC: everybody reads the same page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from engine.language.languages import to_say
from tournaments.formats import clocks
from tournaments.language.speech import say
from tournaments.queries.letters import answer_times
from tournaments.queries.letters.answer_times import AnswerTimes
from tournaments.running.metrics import standing
from tournaments.running.metrics.kept import Known
from tournaments.running.metrics.standing import Incident, Setback, Standing, Trouble
from tournaments.runtime import heartbeats

ZONE = "UTC"
SECONDS = to_say("{n:second|seconds}")
MINUTES = to_say("{n:minute|minutes}")
NOW = {  # what does not work
    standing.DATABASE: to_say("the database does not answer"),
    standing.READING: to_say("letters wait to be read for longer than they should"),
    standing.POSTING: to_say("letters wait to be sent for longer than they should"),
    heartbeats.SWEEP: to_say("the part stands still that keeps games going and watches deadlines"),
    heartbeats.WORKER: to_say("the part stands still that reads letters"),
    heartbeats.POST: to_say("our mail host takes no letters from us"),
    heartbeats.MAILBOX: to_say("letters cannot be fetched from our mailbox"),
    heartbeats.LISTENER: to_say("the door is closed through which letters come in"),
    heartbeats.WEB: to_say("the door is closed through which letters come in"),
}
THEN = {  # what did not work
    heartbeats.SWEEP: to_say("Games stood still."),
    heartbeats.WORKER: to_say("Letters were not read."),
    heartbeats.POST: to_say("No letters went out."),
    heartbeats.MAILBOX: to_say("No letters came in."),
    heartbeats.LISTENER: to_say("No letters came in."),
    heartbeats.WEB: to_say("No letters came in."),
}


@dataclass(frozen=True, slots=True)
class Line:
    """Something that has happened: when, for how long, and what it meant."""

    when: str
    long: str
    words: str


@dataclass(frozen=True, slots=True)
class Page:
    """The content of the page.

    well      whether all parts work
    headline  one sentence; troubles  what does not work, a sentence each; meaning  what that means for letters
    facts     (name, words)
    lines     incidents and restores of the last days; None where they cannot be known
    """

    well: bool
    headline: str
    troubles: tuple[str, ...]
    meaning: str
    facts: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...] | None
    more: str
    as_of: str


def page(known: Known[Standing]) -> Page:
    """The page of what is known now."""
    found = known.value
    away = known.error is not None
    troubles = (standing.without_database(),) if away else (found.troubles if found else ())
    late = _headline(troubles, away=away), _meaning(troubles, away=away)
    headline, meaning = late if troubles else _not_late(found)
    return Page(
        well=not troubles and not (found and found.falters),
        headline=headline,
        troubles=tuple(_trouble(trouble, alone=len(troubles) == 1) for trouble in troubles),
        meaning=meaning,
        facts=() if away or found is None else tuple(_facts(found)),
        lines=None if found is None else tuple(_lines(found)),
        more=say("and {n:earlier one|earlier ones}", n=found.more) if found and found.more else "",
        as_of="" if away or found is None else say("As of {moment}.", moment=clocks.to_the_second(found.at, ZONE)),
    )


def _not_late(found: Standing | None) -> tuple[str, str]:
    """Headline and meaning while there is no trouble; what they say of deadlines is what the facts say."""
    if found and found.falters:
        return say("A part is not answering just now."), say("If that lasts for some minutes, this page says which.")
    if found and not found.deadlines_run:
        return say("All parts work."), say("Letters are read and answered. Deadlines get back the time that was lost.")
    return say("All parts work."), say("Letters are read and answered, and deadlines run.")


def _headline(troubles: tuple[Trouble, ...], *, away: bool) -> str:
    """The first line. Of an outage of the database only the moment is known at which this process noticed it."""
    since = [trouble.since for trouble in troubles if trouble.since is not None]
    if not since:
        return say("Letters are late.")
    moment = clocks.words(min(since), ZONE)
    if away:
        return say("Letters are late, since {moment} or earlier.", moment=moment)
    return say("Letters are late since {moment}.", moment=moment)


def _trouble(trouble: Trouble, *, alone: bool) -> str:
    """The reason why letters are late; since when the headline says of one that is alone."""
    words = say(NOW.get(trouble.what, NOW[standing.READING]))
    if alone or trouble.since is None:
        return say("The reason: {reason}.", reason=words)
    return say("The reason, since {moment}: {reason}.", moment=clocks.words(trouble.since, ZONE), reason=words)


def _meaning(troubles: tuple[Trouble, ...], *, away: bool) -> str:
    if away or any(trouble.what in heartbeats.PARTS for trouble in troubles):
        return say(
            "Nothing is lost: letters that you send are kept, by us or by your own mail host, and read later in their "
            "order. Deadlines wait, and get the time back."
        )
    return say("Nothing is lost: each letter counts from the moment at which it came in.")


def _facts(found: Standing) -> Iterator[tuple[str, str]]:
    yield say("Your letters"), _answered(found.answers)
    yield say("The last turn letter"), _last_turn(found)
    runs = say("run") if found.deadlines_run else say("wait until everything works and the time is given back")
    yield say("Deadlines"), runs


def _answered(times: AnswerTimes) -> str:
    if times.median is None or times.most is None:
        return say("none was there to be answered in the last 24 hours")
    if times.letters < answer_times.ENOUGH:
        return say("were read and answered within about {time} in the last 24 hours", time=_time(times.median))
    return say(
        "were read and answered within about {time} in the last 24 hours, 19 of 20 within {most}",
        time=_time(times.median),
        most=_time(times.most),
    )


def _last_turn(found: Standing) -> str:
    if found.last_turn_at is None:
        return say("none went out in the last 24 hours")
    return say("left {time} ago", time=_time(found.at - found.last_turn_at))


def _lines(found: Standing) -> Iterator[Line]:
    """The newest first."""
    told = [(row.begins, _incident(row, found.at)) for row in found.incidents]
    told += [(row.at, _setback(row)) for row in found.setbacks]
    yield from (line for _, line in sorted(told, key=lambda pair: pair[0], reverse=True))


def _incident(row: Incident, now: datetime) -> Line:
    whats = dict.fromkeys(say(THEN[what]) for what in row.whats if what in THEN)
    if row.ends is None:
        deadlines = say("It lasts; deadlines wait.")
    elif row.given_back:
        deadlines = say("Open deadlines have got this time back.")
    else:
        deadlines = say("Deadlines wait until they have got this time back.")
    long = clocks.time_left(row.begins, row.ends or now)
    return Line(clocks.words(row.begins, ZONE), long, " ".join([*whats, deadlines]))


def _setback(row: Setback) -> Line:
    words = say(
        "The service was put back to how it was on {moment}. Moves and letters of the time between were lost.",
        moment=clocks.words(row.to, ZONE),
    )
    told = say("Every table was told.") if row.told else say("The tables are being told.")
    return Line(clocks.words(row.at, ZONE), clocks.time_left(row.to, row.at), f"{words} {told}")


def _time(time: timedelta) -> str:
    """Rounded up: "1 second", "48 seconds", "12 minutes", "3 hours"."""
    seconds = max(1, ceil(time.total_seconds()))
    if seconds < 100:
        return say(SECONDS, n=seconds)
    minutes = ceil(seconds / 60)
    return say(MINUTES, n=minutes) if minutes < 100 else say(clocks.UNITS["hour"], n=ceil(minutes / 60))
