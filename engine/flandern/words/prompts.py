"""The request of a decision, as a clause in the language that is spoken; `Ask.prompt` is the same in English.

Told from a view. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.decisions import Ask, Decision, Move
from engine.flandern.data.box import COATS, Box
from engine.flandern.rules import rules
from engine.flandern.state import State
from engine.flandern.words import names
from engine.flandern.words.speech import say


def asked(view: State, box: Box, decision: Ask | Decision) -> str:
    """ "choose a card", "your card: Gent"."""
    match decision.kind:
        case "setup":
            town = town_to_place(decision.moves, box)
            return say("an area for {town}", town=town) if town else say("the guild under your influence")
        case "choose":
            return say("choose a card")
        case "turn":
            return say("action {number} of 2", number=1 + len(view.done))
    action = rules.open_action(view, decision.seat)
    if action is None:
        return say("your move")
    card = names.card(box.card_name(action.card))
    if view.pair:
        return say("{card}, {coat}", card=card, coat=names.coat(COATS[action.coats[0]]))
    return say("golden card: {card}", card=card) if action.gold else say("your card: {card}", card=card)


def town_to_place(moves: Sequence[Move], box: Box) -> str:
    """The town that the moves of a set-up are about; "" where a guild is to be chosen."""
    return "" if moves[0].verb == "influence" else box.town_name[box.town_id.index(moves[0][2])]
