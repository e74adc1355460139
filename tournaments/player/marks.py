"""The state of a line of orders in a word for people: of lines that were sent, and of lines that are only tried."""

from __future__ import annotations

from engine.language.languages import to_say
from engine.orders.api import State
from tournaments.language.speech import say

_WORDS: dict[State, tuple[str, str]] = {  # what was done, what would be done
    "played": (to_say("played"), to_say("at once")),
    "done": (to_say("by itself"), to_say("by itself")),
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
