"""What a player writes behind the word quiet: two hours, or that there are none, or nothing, which asks."""

from __future__ import annotations

from tournaments.actions import preferences
from tournaments.actions.refusals import BadSettings
from tournaments.formats import clocks, quiet_hours
from tournaments.formats.quiet_hours import EXAMPLE, NoHours
from tournaments.models import Player

OFF = ("off", "none", "cancel", "never")
HOW = f"Two full hours behind the word set them: [quiet {EXAMPLE}]. [quiet off] ends them."
KEPT = "What is asked of you now keeps its deadline."


def by_words(player: Player, words: str) -> list[str]:
    """Do it; the sentences of the answer. BadSettings, which says what to write, if these are no such hours."""
    words = words.strip().casefold()
    if not words:
        return [_now(player.quiet, player.zone), HOW]
    if words in OFF:
        preferences.keep_quiet(player, None)
        return [f"From the next question on deadlines may fall at any hour of the day. {KEPT}"]
    try:
        hours = quiet_hours.read(words)
        preferences.keep_quiet(player, hours)
    except NoHours as reason:
        raise BadSettings(f"Nothing has changed: {reason}. {HOW}") from reason
    except BadSettings as refusal:
        raise BadSettings(f"Nothing has changed: {refusal} {HOW}") from refusal
    return [f"From the next question on no deadline of yours falls {_between(hours, player.zone)}. {KEPT}"]


def _now(hours: tuple[int, int] | None, zone: str) -> str:
    return f"No deadline of yours falls {_between(hours, zone)}." if hours else "You have no quiet hours."


def _between(hours: tuple[int, int], zone: str) -> str:
    """ "between 22:00 and 07:00 in Brussels"."""
    return f"between {hours[0]:02}:00 and {hours[1]:02}:00 {clocks.place(zone)}"
