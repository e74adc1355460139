"""The state of a line of orders in words for people: of lines that were sent, and of lines that are only tried."""

from __future__ import annotations

from engine.language.languages import to_say
from engine.language.wording import sentence
from engine.orders.api import Line, State
from tournaments.actions.table.undo import NEWER_DECISION
from tournaments.language.speech import say

OVER = to_say("That question is over. The same order for the one that is open now:")
_WORDS: dict[State, tuple[str, str]] = {  # what was done, what would be done
    "played": (to_say("played"), to_say("at once")),
    "done": (to_say("done already"), to_say("nothing to do")),
    "kept": (to_say("kept"), to_say("later")),
    "rule": (to_say("standing order"), to_say("from now on")),
    "command": (to_say("answer"), to_say("a word to us")),
    "refused": (to_say("refused"), to_say("not possible")),
    "stale": (to_say("too late"), to_say("too late")),
    "ignored": (to_say("ignored"), to_say("no order")),
}


def of_sent(state: State) -> str:
    return say(_WORDS[state][0])


def of_tried(state: State) -> str:
    return say(_WORDS[state][1])


def why_late(line: Line) -> str:
    """The reason why a stale line is not done; where there is an order that can still be given, it stands behind."""
    if not line.words:
        return sentence(line.why)
    if line.why:
        return say("{why} It can still be done:", why=sentence(line.why))
    return say(NEWER_DECISION if line.words == "undo" else OVER)
