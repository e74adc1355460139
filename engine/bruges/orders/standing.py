"""Standing orders: reads the words after `always`, and answers a decision as they say. Plays nothing.

draw      `red > blue > any`      piles by the colour on top; any: the longest pile, the first of equal ones
climb     `if climb price <= 3`, `always`, `never`
fire      `red empty > empty > canal > prince > cheapest`
plague    `prince > cheapest`     cheapest, dearest: by the price of the person
workers   `red > most`            given to another seat's person; most, fewest: the colour you have
canal     `shorter`, `longer`, `left`, `right`   the token taken by another seat's person
threat    `red > fewest`          the colour of a threat from another seat's person, where it is open
Every topic takes `ask`, alone or as the last wish.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import ClassVar

from engine.bruges.data.cards import Cards
from engine.bruges.rules import passives
from engine.bruges.state import COLOURS, PILE_NAMES, SECTIONS, Seat, State
from engine.bruges.words.speech import say
from engine.decisions import Decision, Move
from engine.game import ASK, Rule
from engine.language.typed import nearest
from engine.language.wording import either
from engine.orders.instructions import Guard
from engine.orders.standing import RuleLine, granted

DEFAULTS = (
    Rule("draw", "any"),
    Rule("climb", "if climb price <= 3"),
    Rule("fire", "empty > canal > cheapest"),
    Rule("plague", "cheapest"),
    Rule("workers", "most"),
    Rule("canal", "shorter"),
    Rule("threat", "fewest"),
)
TOPICS = tuple(rule.topic for rule in DEFAULTS)
ALWAYS, NEVER = "always", "never"
# Wishes of a topic, besides persons.
WORDS: dict[str, tuple[str, ...]] = {
    "draw": ("any", "left", "right", "longer", "shorter", *COLOURS),
    "fire": ("empty", "canal", "cheapest", "dearest", *(f"{c} empty" for c in COLOURS), "canal left", "canal right"),
    "plague": ("cheapest", "dearest"),
    "workers": ("most", "fewest", *COLOURS),
    "canal": ("shorter", "longer", *SECTIONS),
    "threat": ("fewest", "most", *COLOURS),
}
MOST_WISHES = 20
# Wishes that do not fail; the first is added where the last one may.
FINAL = {
    "draw": ("any", "longer", "shorter"),
    "fire": ("cheapest", "dearest"),
    "plague": ("cheapest", "dearest"),
    "workers": ("most", "fewest"),
    "canal": ("shorter", "longer"),
    "threat": ("fewest", "most"),
}
CONDITION = re.compile(r"([a-z][a-z ]*?)\s*(<=|>=|<|>|=)?\s*(\d+)")
UP_TO = re.compile(r"(?:up to|at most|for at most|<=|if price <=)?\s*(\d+)(?: guilders?)?")


# --- reading -------------------------------------------------------------------------------------------


def read_rule(text: str, cards: Cards, facts: frozenset[str]) -> Rule:
    """The standing order that a text means. UnreadableOrder, with samples, when it means none."""
    return _RuleLine(text, cards, facts).rule()


class _RuleLine(RuleLine):
    """One standing order being read for a deck."""

    topics = TOPICS
    words = WORDS
    little = ("the", "a", "pile", "house", "worker", "workers")
    synonyms: ClassVar[Mapping[str, str]] = {"longest": "longer", "shortest": "shorter"}
    samples = ("draw red > blue > any", "climb if climb price <= 3", "fire empty > canal > cheapest")

    def __init__(self, text: str, cards: Cards, facts: frozenset[str]) -> None:
        super().__init__(text)
        self.cards = cards
        self.facts = facts

    def no_wish(self, part: str, topic: str) -> str:
        near = ", ".join(nearest(part, self.choices(topic)))
        return say('"{part}" is no wish for {topic}; nearest: {near}', part=part, topic=topic, near=near)

    def choices(self, topic: str) -> tuple[str, ...]:
        return (*super().choices(topic), *(self.cards.name if topic in ("fire", "plague") else ()))

    def answer(self, topic: str, words: str) -> str:
        if topic != "climb" or words == ASK:
            return super().answer(topic, words)
        if not words:
            raise self.wordless((ALWAYS, NEVER))
        if words in (ALWAYS, NEVER):
            return words
        if found := UP_TO.fullmatch(words):
            return f"if climb price <= {found[1]}"
        parts = [part.strip() for part in words.removeprefix("if ").split(" and ")]
        return "if " + " and ".join(self._condition(part) for part in parts)

    def _condition(self, part: str) -> str:
        found = CONDITION.fullmatch(part)
        name = {"price": "climb price"}.get(found[1], found[1]) if found else ""
        if not found or name not in self.facts:
            near = either(nearest(name or part, sorted(self.facts)))
            sample = "climb price <= 3"
            raise self.unreadable(
                say('"{part}" is no condition; one is: {sample}, {near}', part=part, sample=sample, near=near)
            )
        # As elsewhere a bare number means "at least"; of a price it can only mean "at most".
        sign = found[2] or ("<=" if name == "climb price" else ">=")
        return f"{name} {sign} {found[3]}"

    def wishes(self, topic: str, parts: list[str]) -> list[str]:
        if len(parts) > MOST_WISHES:
            raise self.unreadable(say("a rule has at most {most} wishes", most=MOST_WISHES))
        return super().wishes(topic, parts)

    def filled(self, topic: str, wishes: list[str]) -> Collection[str]:
        ends = wishes[-1] in (ASK, *FINAL[topic])
        return dict.fromkeys(wishes if ends else [*wishes, FINAL[topic][0]])


# --- answering -------------------------------------------------------------------------------------------


def topic(decision: Decision) -> str:
    """The topic whose rule answers a decision; the order of Fire and Plague goes with Fire."""
    return "fire" if decision.kind == "penalties" else decision.kind


def prefer(
    view: State, cards: Cards, decision: Decision, rules: Mapping[str, str], facts: Mapping[str, int]
) -> Move | None:
    """The move that the rules give; None when the seat must be asked."""
    rule = rules.get(topic(decision), ASK)
    if rule == ASK or decision.kind not in (*TOPICS, "penalties"):
        return None
    if decision.kind == "penalties":
        return _first_penalty(view, cards, decision, rules)
    if decision.kind == "climb":
        return _climb(decision, rule, facts)
    return granted(rule, partial(GRANT[decision.kind], view, cards, decision))


def _first_penalty(view: State, cards: Cards, decision: Decision, rules: Mapping[str, str]) -> Move | None:
    """Fire first: a person that its house burns away from under is in hand, and the plague cannot take it.

    Plague first where a person wards it off, which the fire could take before.
    """
    if rules.get("plague", ASK) == ASK:
        return None
    wards = passives.immune(view, cards, decision.seat, "plague") and not passives.immune(
        view, cards, decision.seat, "fire"
    )
    return _legal(decision, "plague" if wards else "fire", "first")


def _climb(decision: Decision, rule: str, facts: Mapping[str, int]) -> Move:
    """For now only, if that is possible: the seat has its own word until its first card."""
    goes = rule == ALWAYS or (rule != NEVER and holds(rule.removeprefix("if "), facts))
    return (decision.unasked or decision.moves)[0 if goes else 1]


def holds(condition: str, facts: Mapping[str, int]) -> bool:
    """Whether "climb price <= 3 and guilders >= 5" is true; a fact that there is not now makes it false."""
    parts = (part.rsplit(" ", 2) for part in condition.split(" and "))
    return all(Guard(fact, sign, int(number)).holds(facts) for fact, sign, number in parts)


def _legal(decision: Decision, *words: str) -> Move | None:
    move = Move(words)
    return move if move in decision.moves else None


def _draw(view: State, cards: Cards, decision: Decision, wish: str) -> Move | None:
    """The pile with that colour on top (the longer of two), or by side or height."""
    heights = [len(pile) for pile in view.piles]
    there = [k for k, height in enumerate(heights) if height]
    if wish in SECTIONS:
        return _legal(decision, "draw", wish)
    if wish in COLOURS:
        there = [k for k in there if view.piles[k][-1] == -1 - COLOURS.index(wish)]
    if not there:
        return None
    best = min if wish == "shorter" else max
    return _legal(decision, "draw", view.pile_names[best(there, key=lambda k: heights[k])])


def _fire(view: State, cards: Cards, decision: Decision, wish: str) -> Move | None:
    words = wish.split()
    if words[0] == "canal":
        return _fire_canal(view.seats[decision.seat], decision, words[1:])
    if words[-1] == "empty":
        return next(
            (m for m in decision.moves if m[-1] == "empty" and m[1] in (words[0], m[1] * (len(words) == 1))), None
        )
    return _person(cards, decision, wish)


def _fire_canal(seat: Seat, decision: Decision, sides: list[str]) -> Move | None:
    """The section named, or the one whose token is worth less: not a third space, else the shorter."""
    if sides:
        return _legal(decision, "lose", "canal", sides[0])
    there = [k for k in (0, 1) if seat.canals[k]]
    if not there:
        return None
    best = min(there, key=lambda k: (seat.canals[k] == 3, seat.canals[k]))
    return _legal(decision, "lose", "canal", SECTIONS[best])


def _person(cards: Cards, decision: Decision, wish: str) -> Move | None:
    persons = [move for move in decision.moves if len(move) == 2]
    if wish not in ("cheapest", "dearest"):
        return _legal(decision, "lose", wish)
    if not persons:
        # Only canal tokens or empty houses are left to lose.
        return decision.moves[0] if wish in FINAL["fire"] and decision.kind == "fire" else None
    best = min if wish == "cheapest" else max
    return best(persons, key=lambda move: cards.price[cards.number[move[1]]])


def _workers(view: State, cards: Cards, decision: Decision, wish: str) -> Move | None:
    if wish in COLOURS:
        return _legal(decision, "give", wish)
    return _by_number(decision, view.seats[decision.seat].workers, wish)


def _threat(view: State, cards: Cards, decision: Decision, wish: str) -> Move | None:
    if wish in COLOURS:
        return _legal(decision, "take", wish)
    return _by_number(decision, view.seats[decision.seat].threats, wish)


def _by_number(decision: Decision, held: list[int], wish: str) -> Move:
    """The move with the colour of which the seat holds fewest or most."""
    best = min if wish == "fewest" else max
    return best(decision.moves, key=lambda move: held[COLOURS.index(move[1])])


def _canal(view: State, cards: Cards, decision: Decision, wish: str) -> Move | None:
    canals = view.seats[decision.seat].canals
    if wish in SECTIONS:
        return _legal(decision, "lose", "canal", wish)
    there = [k for k in (0, 1) if canals[k]]
    best = min if wish == "shorter" else max
    return _legal(decision, "lose", "canal", SECTIONS[best(there, key=lambda k: canals[k])])


GRANT: dict[str, Callable[[State, Cards, Decision, str], Move | None]] = {
    "draw": _draw,
    "fire": _fire,
    "plague": lambda view, cards, decision, wish: _person(cards, decision, wish),
    "workers": _workers,
    "canal": _canal,
    "threat": _threat,
}


# --- facts -----------------------------------------------------------------------------------------------


def facts(view: State, cards: Cards) -> dict[str, int]:
    """Named numbers of the viewer's seat and the table; "climb price" only while one may climb."""
    found = {"round": view.round}
    found |= {f"pile {name}": len(pile) for name, pile in zip(view.pile_names, view.piles, strict=True)}
    found |= {f"die {colour}": view.dice[k] for k, colour in enumerate(COLOURS)}
    if view.viewer is None:
        return found
    found |= _own_facts(view.seats[view.viewer])
    price = passives.round_price(view)
    if price is not None:
        found["climb price"] = passives.step_price(view, cards, view.viewer, price)
    return found


def _own_facts(seat: Seat) -> dict[str, int]:
    found = {
        "guilders": seat.guilders,
        "points": seat.points,
        "workers": sum(seat.workers),
        "threats": sum(seat.threats),
        "step": seat.step,
        "hand": len(seat.cards()),
        "houses": len(seat.houses),
        "empty houses": sum(house.person is None for house in seat.houses),
        "persons": len(seat.persons()),
    }
    found |= {f"workers {colour}": seat.workers[k] for k, colour in enumerate(COLOURS)}
    found |= {f"threats {colour}": seat.threats[k] for k, colour in enumerate(COLOURS)}
    return found | {f"canal {side}": seat.canals[k] for k, side in enumerate(SECTIONS)}


FACTS = frozenset(
    {
        *("round", "climb price", *_own_facts(Seat())),
        *(f"pile {name}" for names in PILE_NAMES.values() for name in names),
        *(f"die {colour}" for colour in COLOURS),
    }
)
