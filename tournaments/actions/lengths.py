"""The most that a person may say to people at a time. More is refused in words: nothing is cut without its writer."""

from __future__ import annotations

from engine.language.languages import to_say
from tournaments.language.refusals import BadSettings
from tournaments.language.speech import say

LONGEST = 2_000  # characters; `tournaments.inbox.reply.rows` gives lines of a letter with so many whole
TOO_LONG = to_say(
    "At most {most} characters are taken at a time: nothing was done with these words. Send them in parts."
)


def too_long(words: str) -> str | None:
    """The reason why words that a player wrote in a line go to nobody; None when they are short enough."""
    return say(TOO_LONG, most=LONGEST) if len(words) > LONGEST else None


def check(words: str) -> None:
    """BadSettings for words of an organiser that are too long."""
    if (why_not := too_long(words)) is not None:
        raise BadSettings(why_not)
