"""The improvements, permissions and wards of the persons in play for their owner. Looks up, changes nothing."""

from __future__ import annotations

from engine.bruges.data.cards import Cards
from engine.bruges.state import State

HAND = 5


def _amount(state: State, cards: Cards, number: int, action: str, name: str, group: str = "") -> int:
    total = 0
    improving = cards.lasting["improve"]
    for house in state.seats[number].houses:
        for effect in improving.get(house.person, ()):
            if effect["action"] == action and effect.get("group", group) == group:
                total += effect.get(name, 0)
    return total


def improved(state: State, cards: Cards, number: int) -> set[str]:
    """The actions that some person of this seat improves."""
    improving = cards.lasting["improve"]
    persons = [house.person for house in state.seats[number].houses if house.person in improving]
    return {effect["action"] for person in persons for effect in improving[person]} if persons else set()


def plus(state: State, cards: Cards, number: int, action: str) -> int:
    """The amount that an action of this seat brings in addition."""
    return _amount(state, cards, number, action, "plus")


def discount(state: State, cards: Cards, number: int, action: str, group: str = "") -> int:
    """The amount by which an action is cheaper for this seat; `group` of the person to be recruited."""
    return _amount(state, cards, number, action, "discount", group)


def any_colour(state: State, cards: Cards, number: int, action: str) -> bool:
    """Whether the colour of the card does not bind this seat in an action."""
    return bool(_amount(state, cards, number, action, "any_colour"))


def minimum(state: State, cards: Cards, number: int, action: str) -> int:
    """The least that an action of this seat brings; 0 when nothing is promised."""
    improvements = cards.passives(state.seats[number].persons(), "improve")
    return max((e.get("minimum", 0) for _, e in improvements if e["action"] == action), default=0)


def hand_limit(state: State, cards: Cards, number: int) -> int:
    """Up to how many cards a seat may refill its hand."""
    persons = state.seats[number].persons()
    limits = [int(effect["n"]) for _, effect in cards.passives(persons, "hand_limit")]
    return max(limits, default=HAND)


def immune(state: State, cards: Cards, number: int, to: str) -> str | None:
    """The person that keeps a penalty or attacks off this seat, if there is one."""
    for person, effect in cards.passives(state.seats[number].persons(), "immune"):
        if effect["to"] == to:
            return cards.name[person]
    return None


def step_price(state: State, cards: Cards, number: int, price: int) -> int:
    """The cost to this seat of a reputation step of `price` guilders, never below 0."""
    persons = state.seats[number].persons()
    less = sum(int(effect["n"]) for _, effect in cards.passives(persons, "climb_discount"))
    return max(0, price - less)


def round_price(state: State) -> int | None:
    """The sum of the dice that show 1 or 2; None when there is none and nobody may climb."""
    return sum(die for die in state.dice if 0 < die <= 2) or None


def canal_price(state: State, cards: Cards, number: int, printed: int) -> int:
    """The cost of a canal space to this seat."""
    return max(0, printed - discount(state, cards, number, "canal"))


def recruit_price(state: State, cards: Cards, number: int, card: int, less: int = 0) -> int:
    """The cost of a person to this seat, `less` guilders cheaper, never below 0."""
    return max(0, cards.price[card] - less - discount(state, cards, number, "recruit", cards.group[card]))
