"""Standing orders: reads the words after `always`, and answers a decision as they say. Plays nothing.

cubes    `cards > workshops > stock`   where gained cubes go first; also for what comes beside another's turn
pay      `most`, `gold > wool > flax`  which cubes pay for a bridge; most: of the kind you have most of
recall   `highest`, `lowest`, `workshop > highest`   which die comes back when only one is left to roll
finish   `produce`, `end`              what is done when a bridge or a production is still possible
Every topic takes `ask`, alone or as the last wish of `pay` and `recall`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from engine.decisions import Decision, Move
from engine.game import ASK, Rule
from engine.orders.standing import THEN, RuleLine, granted
from engine.venise.data.box import shipped
from engine.venise.rules.cubes import LAY, WHERE
from engine.venise.rules.trade import bonus
from engine.venise.state import GOODS, MATERIALS, TILES, State
from engine.venise.words.speech import say

DEFAULTS = (
    Rule("cubes", THEN.join(WHERE)),
    Rule("pay", "most"),
    Rule("recall", ASK),
    Rule("finish", ASK),
)
TOPICS = tuple(rule.topic for rule in DEFAULTS)
WORDS: dict[str, tuple[str, ...]] = {
    "cubes": WHERE,
    "pay": ("most", *MATERIALS),
    "recall": ("highest", "lowest", *TILES),
    "finish": ("produce", "end"),
}
LAST = {"pay": "most", "recall": "highest"}  # added where the last wish may fail


# --- reading -------------------------------------------------------------------------------------------


def read_rule(text: str) -> Rule:
    """The standing order that a text means. UnreadableOrder, with samples, when it means none."""
    return _RuleLine(text).rule()


class _RuleLine(RuleLine):
    """One standing order being read."""

    topics = TOPICS
    words = WORDS
    little = ("the", "a", "die", "on", "then", "first")
    samples = ("cubes stock > cards > workshops", "pay gold > wool > flax", "recall highest", "finish produce")

    def no_wish(self, part: str, topic: str) -> str:
        words = ", ".join(WORDS[topic])
        return say('"{part}" is no wish for {topic}; say {words}', part=part, topic=topic, words=words)

    def filled(self, topic: str, wishes: list[str]) -> Collection[str]:
        if topic == "finish" and len(wishes) > 1:
            raise self.unreadable(say("say one thing: produce, end or ask"))
        wishes = list(dict.fromkeys(wishes))
        if wishes == [ASK]:
            return wishes
        if topic == "cubes":
            return dict.fromkeys((*(wish for wish in wishes if wish != ASK), *WHERE))
        if topic in LAST and wishes[-1] not in ("most", "highest", "lowest", ASK):
            return [*wishes, LAST[topic]]
        return wishes


# --- answering -------------------------------------------------------------------------------------------


def prefer(view: State, decision: Decision, rules: Mapping[str, str]) -> Move | None:
    """The move that the rules give; None when the seat must be asked."""
    if decision.kind in ("cubes", "gift"):
        return _cubes(decision, rules.get("cubes", ASK))
    rule = rules.get(decision.kind, ASK)
    if rule == ASK or decision.kind not in TOPICS:
        return None
    if decision.kind == "finish":
        return Move((rule,)) if Move((rule,)) in decision.moves else decision.passing
    return granted(rule, partial(_pay if decision.kind == "pay" else _recall, view, decision))


def _cubes(decision: Decision, rule: str) -> Move | None:
    """The move by the rule for cubes; a choice beside another's turn never waits, so there `ask` counts for nothing."""
    if rule == ASK:
        return LAY[0] if decision.kind == "gift" else None
    return Move(("lay", *rule.split(THEN)))


def _pay(view: State, decision: Decision, wish: str) -> Move | None:
    """With the cubes named as far as they go; evenly from what there is most of."""
    stock = view.seats[decision.seat].stock
    payments = {move: _counts(move) for move in decision.moves}
    if wish == "most":
        return min(payments, key=lambda move: max(has - less for has, less in zip(stock, payments[move], strict=True)))
    kind = MATERIALS.index(wish)
    if not stock[kind]:
        return None
    return max(payments, key=lambda move: (payments[move][kind], -max(payments[move])))


def _counts(move: Move) -> list[int]:
    counts = dict(zip(move[2::2], move[1::2], strict=True))
    return [int(counts.get(material, 0)) for material in MATERIALS]


def _recall(view: State, decision: Decision, wish: str) -> Move | None:
    dice = view.placed(decision.seat)
    if wish in TILES:
        move = Move(("recall", wish))
        return move if move in decision.moves else None
    best = max if wish == "highest" else min
    return Move(("recall", TILES[best(dice, key=lambda tile: dice[tile])]))


# --- facts -----------------------------------------------------------------------------------------------


def facts(view: State) -> dict[str, int]:
    """Named numbers of the viewer's seat and the table; "die low" and "die high" only while dice lie rolled."""
    found = {"round": view.round, "bonus": bonus(view)}
    found |= {f"price {goods}": view.price(kind) for kind, goods in enumerate(GOODS)}
    if view.now.dice and not view.over:
        found |= {"die low": min(view.now.dice), "die high": max(view.now.dice)}
    if view.viewer is None:
        return found
    seat = view.seats[view.viewer]
    found |= {"points": seat.points, "stock": sum(seat.stock), "room": shipped().stock - sum(seat.stock)}
    found |= {material: seat.stock[kind] for kind, material in enumerate(MATERIALS)}
    return found | {goods: seat.store[kind] for kind, goods in enumerate(GOODS)}
