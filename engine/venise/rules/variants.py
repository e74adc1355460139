"""The options of the game, as an organiser chooses them. `setup` and `rounds` have what they change."""

from __future__ import annotations

from engine.game import Option
from engine.language.languages import to_say
from engine.venise.data.box_checks import LAYOUTS
from engine.venise.rules.setup import FREE
from engine.venise.words.speech import say

LAYOUT = Option(
    to_say("layout"),
    (*LAYOUTS, FREE),
    to_say("How the nine tiles lie. The first is for first games."),
    (
        to_say("a bay beside the Market"),
        to_say("a ring round a lake"),
        to_say("two rows, short ways"),
        to_say("three arms, the Boat matters"),
        to_say("a compact block"),
        to_say("the players lay the tiles"),
    ),
    say,
)
CAP = Option(
    to_say("round_cap"),
    (60, 40, 90, 0),
    to_say("After how many rounds the game ends in any case; 0 for none."),
    say=say,
)
OPTIONS = (LAYOUT, CAP)
