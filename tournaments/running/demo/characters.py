"""The characters of the demonstration's players: how each answers a letter that asks. They know what the letter says.

planner   plans the whole round in the first letter of a round: each card with a second choice in case the first
          has become impossible, and a person at work before them; or a whole turn, as the letter shows one
single    answers each question by itself, with one order
moody     plans one card, all that are left, or two, in turn
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from tournaments.running.demo.reading import (
    NAME,
    Offer,
    cards_left,
    has_stopped,
    in_plan,
    in_words,
    not_accepted,
    offers,
    sample,
    whole_turn,
)

Character = Callable[[str, Random], str]  # the letter's text -> what is written; "" where nothing can be said

MONEY = re.compile(r"^put away for (\d)", re.IGNORECASE)
LIKED = {"7": -2, "4": 1, "5": 1, "6": 1, "3": 3}  # by the action, the second digit of a code
UNASKED = "unasked"  # so the letter marks persons that work by themselves


def planner(text: str, random: Random) -> str:
    """Orders for all cards that are left in the round, one to a line."""
    if has_stopped(text) or not_accepted(text):
        return single(text, random)
    if plan := whole_turn(text):
        return "\n".join(plan)
    choices = spared(offers(text), in_plan(text))
    if in_words(text) and (plan := sample(text)):
        return "\n".join(plan)
    orders = [with_second_choice(card, choices) for card in one_card_each(choices, random, cards_left(text))]
    if (person := at_work(choices, random)) is not None:
        orders.insert(len(orders) if person.draws else 0, person.order)
    return "\n".join(orders)


def single(text: str, random: Random) -> str:
    """One order for what is asked."""
    if has_stopped(text):
        return "go on"
    refused = not_accepted(text)
    choices = [offer for offer in offers(text) if offer.order not in refused]
    return "".join(offer.order for offer in one_card_each(choices, random, 1))


def one_card_each(choices: Sequence[Offer], random: Random, most: int) -> list[Offer]:
    """Up to `most` offers for different cards; one where the menu is not of cards."""
    cards = [choice for choice in choices if choice.is_code]
    shuffled = [choice for choice in cards if choice.possible] or cards or list(choices)
    random.shuffle(shuffled)
    by_card: dict[str, Offer] = {}
    for choice in sorted(shuffled, key=lambda choice: liking(choice, random)):
        by_card.setdefault(choice.card, choice)
    return list(by_card.values())[: most if cards else 1]


def liking(choice: Offer, random: Random) -> float:
    """The rank of this choice, smaller is sooner: recruit, then much money, digging, building; a little moody."""
    if not choice.is_code:
        return random.random()
    money = MONEY.search(choice.words)
    usual = 6 - int(money.group(1)) if money else LIKED.get(choice.action, 4)
    return usual + 2.5 * random.random()


def with_second_choice(card: Offer, choices: Sequence[Offer]) -> str:
    """The order, and the money that the same card brings whatever has happened until then."""
    money = (other for other in choices if other.card == card.card and MONEY.search(other.words))
    return " / ".join(dict.fromkeys([card.order, *(other.order for other in money)]))


def spared(choices: Sequence[Offer], plan: set[str]) -> list[Offer]:
    """The choices that touch nothing that the plan needs, if there are any."""
    return [choice for choice in choices if not plan.intersection(NAME.findall(choice.words))] or list(choices)


def at_work(choices: Sequence[Offer], random: Random) -> Offer | None:
    """A person that can be used now, beside a card; not one that works unasked."""
    persons = [choice for choice in choices if choice.is_person and UNASKED not in choice.words]
    beside_a_card = any(choice.is_code for choice in choices)
    return random.choice(persons) if persons and beside_a_card else None
