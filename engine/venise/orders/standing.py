"""Standing orders: reads the words after `always`, and answers a decision as they say. Plays nothing.

cubes    `cards > workshops > stock`   where gained cubes go first; also for what comes beside another's turn
pay      `most`, `gold > wool > flax`  which cubes pay for a bridge; most: of the kind you have most of
recall   `highest`, `lowest`, `workshop > highest`   which die comes back when only one is left to roll
finish   `produce`, `end`              what is done when a bridge or a production is still possible
Every topic takes `ask`, alone or as the last wish of `pay` and `recall`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.decisions import Decision, Move
from engine.game import ASK, Rule
from engine.language.typed import complete, normalise
from engine.refusals import UnreadableOrder
from engine.venise.data.box import shipped
from engine.venise.rules.cubes import LAY, WHERE
from engine.venise.rules.trade import bonus
from engine.venise.state import GOODS, MATERIALS, TILES, State
from engine.venise.words.speech import say

DEFAULTS = (
    Rule("cubes", " > ".join(WHERE)),
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
LITTLE = ("the", "a", "die", "on", "then", "first")
SEPARATOR = re.compile(r"\s*(?:>|/|;|,|\bor\b|\bthen\b|\belse\b)\s*")
SAMPLES = ("cubes stock > cards > workshops", "pay gold > wool > flax", "recall highest", "finish produce")


# --- reading -------------------------------------------------------------------------------------------


def read_rule(text: str) -> Rule:
    """The standing order that a text means. UnreadableOrder, with samples, when it means none."""
    topic, _, rest = re.sub(r"\s*:\s*", " ", normalise(text), count=1).partition(" ")
    topics = complete(topic, TOPICS)
    if len(topics) != 1:
        raise UnreadableOrder(text, say('"{topic}" is nothing that can be ordered for always', topic=topic), SAMPLES)
    wishes = [_wish(text, topics[0], part) for part in SEPARATOR.split(rest.strip()) if part]
    if not wishes:
        raise UnreadableOrder(text, say("say how: {words} or ask", words=", ".join(WORDS[topics[0]])), SAMPLES)
    if topics[0] == "finish" and len(wishes) > 1:
        raise UnreadableOrder(text, say("say one thing: produce, end or ask"), SAMPLES)
    return Rule(topics[0], " > ".join(_filled(topics[0], list(dict.fromkeys(wishes)))))


def _wish(text: str, topic: str, part: str) -> str:
    said = " ".join(word for word in part.split() if word not in LITTLE)
    fits = complete(said, (*WORDS[topic], ASK))
    if len(fits) != 1:
        known = {"part": part, "topic": topic, "words": ", ".join(WORDS[topic])}
        raise UnreadableOrder(text, say('"{part}" is no wish for {topic}; say {words}', **known), SAMPLES)
    return fits[0]


def _filled(topic: str, wishes: list[str]) -> list[str]:
    """With what always has an answer at the end."""
    if wishes == [ASK]:
        return wishes
    if topic == "cubes":
        chosen = [wish for wish in wishes if wish != ASK]
        return [*chosen, *(where for where in WHERE if where not in chosen)]
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
    for wish in rule.split(" > "):
        if wish == ASK:
            return None
        move = _pay(view, decision, wish) if decision.kind == "pay" else _recall(view, decision, wish)
        if move is not None:
            return move
    return None


def _cubes(decision: Decision, rule: str) -> Move | None:
    """What comes beside another's turn never waits, so there `ask` counts for nothing."""
    if rule == ASK:
        return LAY[0] if decision.kind == "gift" else None
    return Move(("lay", *rule.split(" > ")))


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
