"""The text that a player writes behind the word quiet: two hours, or that there are none, or nothing, which asks."""

from __future__ import annotations

from tournaments.actions.player import preferences
from tournaments.formats import clocks, quiet_hours
from tournaments.formats.quiet_hours import EXAMPLE, NoHours
from tournaments.language.refusals import BadSettings
from tournaments.language.speech import say
from tournaments.models import Player

OFF = ("off", "none", "cancel", "never")


def by_words(player: Player, words: str) -> list[str]:
    """Carry out the words; the answer's sentences. BadSettings, which says what to write, for other words."""
    words = words.strip().casefold()
    if not words:
        return [_now(player.quiet, player.zone), _how()]
    if words in OFF:
        preferences.keep_quiet(player, None)
        return [say("From the next question on deadlines may fall at any hour of the day. {kept}", kept=_kept())]
    try:
        hours = quiet_hours.read(words)
        preferences.keep_quiet(player, hours)
    except NoHours as reason:
        raise BadSettings(say("Nothing has changed: {reason}. {how}", reason=str(reason), how=_how())) from reason
    except BadSettings as refusal:
        raise BadSettings(say("Nothing has changed: {refusal} {how}", refusal=str(refusal), how=_how())) from refusal
    between = _between(hours, player.zone)
    words = say("From the next question on no deadline of yours falls {between}. {kept}", between=between, kept=_kept())
    return [words]


def _how() -> str:
    return say("Two full hours behind the word set them: [quiet {example}]. [quiet off] ends them.", example=EXAMPLE)


def _kept() -> str:
    return say("What is asked of you now keeps its deadline.")


def _now(hours: tuple[int, int] | None, zone: str) -> str:
    if hours is None:
        return say("You have no quiet hours.")
    return say("No deadline of yours falls {between}.", between=_between(hours, zone))


def _between(hours: tuple[int, int], zone: str) -> str:
    """ "between 22:00 and 07:00 in Brussels"."""
    first, last = (f"{hour:02}:00" for hour in hours)
    return say("between {first} and {last} {place}", first=first, last=last, place=clocks.place(zone))
