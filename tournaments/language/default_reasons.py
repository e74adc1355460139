"""Reasons that a table reads where its organiser wrote none; what people write themselves is never translated."""

from __future__ import annotations

from engine.language.languages import to_say
from tournaments.language.speech import say
from tournaments.language.spoken import Reader, spoken_to

NONE_GIVEN = to_say("The organiser gave no reason.")
AS_IT_ENDED = to_say("It counts as it ended.")
ABSENT_LAST = to_say("It counts with last place for whom the stand-in finished.")
TIME_OVER = to_say("The time for the answer is over.")
NO_RULING = to_say("The results were confirmed without a ruling on this.")
OURS = (NONE_GIVEN, AS_IT_ENDED, ABSENT_LAST, TIME_OVER, NO_RULING)


def said_to(player: Reader | None, reason: str) -> str:
    """A reason as this player reads it: in their language if it is one of ours, else in its writer's own words."""
    if reason not in OURS:
        return reason
    with spoken_to(player):
        return say(reason)
