"""The likely yield of persons, in points: each use of one, and each round with one in play. For bots; no rules.

Rough on purpose: what a thing is worth to a seat that has nothing special planned, from games that bots played.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.bruges.data.cards import Cards
from engine.bruges.data.persons import Effect
from engine.bruges.rules.scoring import count
from engine.bruges.state import State

GUILDER, WORKER, CARD, HOUSE, STEP, DIG, EXTRA_CARD = 0.37, 0.5, 0.15, 1.4, 1.3, 1.3, 1.0
PENALTY = 2.0  # a person or a house lost
OFF, MARKER = 0.8, 0.4  # a threat marker less, a threat marker more
UNITS = {"points": 1.0, "guilders": GUILDER, "workers": WORKER, "canal": 1.5}
# How often in a round a seat does what persons improve or wait for.
OFTEN = {"workers": 0.5, "guilders": 1.0, "threat": 0.8, "canal": 0.35, "house": 0.8, "recruit": 0.75, "climb": 0.7}
ANY_COLOUR = {"guilders": 0.4, "threat": 0.4, "canal": 0.3, "house": 0.2}
IMMUNE = {"fire": 0.25, "raid": 0.2, "flood": 0.2, "intrigue": 0.2, "plague": 0.25, "attacks": 0.1}


def of_use(state: State, cards: Cards, number: int, person: int) -> float:
    """The worth to a seat of using a person once, its worker paid."""
    worth = of_effects(state, cards, number, cards.active[person])
    return worth if cards.worker[person] is None else worth - WORKER


def of_effects(state: State, cards: Cards, number: int, effects: tuple[Effect, ...]) -> float:
    """The worth of effects to a seat when they happen."""
    worth = 0.0
    for effect in effects:
        worth += ACTIVE[effect.kind](state, cards, number, effect)
    return worth


def of_step(price: int) -> float:
    """A reputation step for a price."""
    return max(0.0, STEP - GUILDER * price)


def of_dig(factor: int) -> float:
    """A canal space without a card, for its price times a factor."""
    return max(0.3, DIG - 3 * GUILDER * factor)


def of_recruit(discount: int) -> float:
    """Somebody recruited without a turn."""
    return 0.5 + 0.7 * GUILDER * discount


def of_round(state: State, cards: Cards, number: int, person: int) -> float:
    """The worth to a seat of a person in play in a round to come."""
    if cards.usable[person]:
        worth = of_use(state, cards, number, person)
        # A worker of just that colour is not always at hand.
        return max(0.05, worth if cards.worker[person] is None else 0.7 * worth)
    worth = 0.0
    for effect in cards.passive[person]:
        worth += LASTING[effect.kind](state, cards, number, effect)
    return worth


# --- by kind of effect -----------------------------------------------------------------------------------

Worth = Callable[[State, Cards, int, Effect], float]


def _gain_per(state: State, cards: Cards, number: int, effect: Effect) -> float:
    amount = effect["n"] * count(state, cards, number, effect["per"])
    return UNITS[effect["what"]] * int(min(amount, effect.get("most", amount)))


def _if_die(state: State, cards: Cards, number: int, effect: Effect) -> float:
    return len(effect["faces"]) / 6 * of_effects(state, cards, number, effect["then"])


def _exchange(state: State, cards: Cards, number: int, effect: Effect) -> float:
    give, get = effect["give"], effect["get"]
    return max(0.0, UNITS[get["what"]] * int(get["n"]) - UNITS[give["what"]] * int(give["n"]))


def _gift(state: State, cards: Cards, number: int, effect: Effect) -> float:
    return (1 - GUILDER) * min(len(state.seats) - 1, state.seats[number].guilders)


def _each_other(state: State, cards: Cards, number: int, effect: Effect) -> float:
    """The worth of an effect on each other seat: what the others lose counts for less than what the owner gets."""
    gets = len(state.seats) - 1 if effect["to_owner"] else 0
    return UNITS[effect["loses"]] * int(effect["n"]) * (0.4 + gets)


ACTIVE: dict[str, Worth] = {
    "gain": lambda state, cards, number, effect: UNITS[effect["what"]] * effect["n"],
    "gain_per": _gain_per,
    "gain_workers": lambda state, cards, number, effect: WORKER * effect["n"],
    "if_die": _if_die,
    "draw": lambda state, cards, number, effect: CARD * effect["n"],
    "draw_discard": lambda state, cards, number, effect: 0.7 * CARD * effect["draw"],
    "discard_threat": lambda state, cards, number, effect: OFF * min(effect["n"], sum(state.seats[number].threats), 2),
    "advance": lambda state, cards, number, effect: of_step(effect["pay"]),
    "exchange": _exchange,
    "build_canal": lambda state, cards, number, effect: of_dig(effect["factor"]),
    "build_house": lambda state, cards, number, effect: HOUSE,
    "extra_card": lambda state, cards, number, effect: EXTRA_CARD,
    "recruit": lambda state, cards, number, effect: of_recruit(effect["discount"]),
    "gift": _gift,
    "each_other": _each_other,
    "each_other_threat": lambda state, cards, number, effect: 0.5 * MARKER,
}


def _improve(state: State, cards: Cards, number: int, effect: Effect) -> float:
    action, get = effect["action"], effect.get
    if get("any_colour"):
        return ANY_COLOUR[action]
    if get("minimum"):
        return 0.3 * OFTEN[action] * GUILDER * int(get("minimum"))
    if get("discount"):
        saved = int(get("discount")) * (WORKER if action == "house" else GUILDER)
        return OFTEN[action] * saved * (0.25 if get("group") else 0.9)
    return OFTEN[action] * int(get("plus")) * UNITS.get(action, 1.0)


def _on(state: State, cards: Cards, number: int, effect: Effect) -> float:
    return OFTEN[effect["event"]] * of_effects(state, cards, number, effect["then"])


LASTING: dict[str, Worth] = {
    "improve": _improve,
    "on": _on,
    "immune": lambda state, cards, number, effect: IMMUNE[effect["to"]],
    "hand_limit": lambda state, cards, number, effect: CARD,
    "climb_discount": lambda state, cards, number, effect: OFTEN["climb"] * GUILDER * min(2, effect["n"]),
}
