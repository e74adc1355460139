"""The work of cards, told in words, and the voice in which the players are told of them. No rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from engine.language.languages import to_say
from engine.language.wording import Voice, capital, listed
from engine.orders import harmless as shared
from engine.venise.data.box import Card
from engine.venise.orders.parser import reads
from engine.venise.state import MATERIALS, Cubes
from engine.venise.words.names import counted, goods, label, material, the, tile, title
from engine.venise.words.speech import say

__all__ = [
    "Voice", "able", "capital", "card_text", "counted", "drawn", "effect", "effect_name", "goods", "harmless", "label",
    "listed", "material", "of_cubes", "the", "tile", "title", "voice_of",
]  # fmt: skip

# By the deck they are drawn from.
CARDS = (
    to_say("{n:Workshop card|Workshop cards}"),
    to_say("{n:Order card|Order cards}"),
    to_say("{n:Master Builder card|Master Builder cards}"),
)
# By what they make; `able` tells how much.
WORKSHOPS = (
    to_say("workshop of a tailor: {able}. Costs {cost}"),
    to_say("workshop of a lace maker: {able}. Costs {cost}"),
    to_say("workshop of a jeweller: {able}. Costs {cost}"),
)
EFFECTS: Mapping[str, str] = {
    "bridge points": to_say("permanent: 2 points at the end for each of your bridges"),
    "movement die": to_say("permanent: once a turn the die you move with counts 1 more or 1 less"),
    "activation die": to_say("permanent: once a turn the die you work with counts 1 more or 1 less"),
    "price": to_say("once: the price of {goods} rises by 1, that of one of the other two loses a cube or a card"),
    "fill": to_say("once: fills your stock up to 6 cubes, the new ones of two kinds at most"),
}
EFFECT_NAMES: Mapping[str, str] = {
    "bridge points": to_say("bridge points"),
    "movement die": to_say("movement die"),
    "activation die": to_say("activation die"),
    "price": to_say("price"),
    "fill": to_say("fill"),
}


def voice_of(names: Sequence[str], reader: int | None) -> Voice:
    return Voice(tuple(harmless(name) for name in names), reader)


@cache
def harmless(name: str) -> str:
    """A player's name, safe in any sentence."""
    return shared.harmless(name, reads)


def drawn(deck: int, count: int) -> str:
    """ "2 Order cards"."""
    return say(CARDS[deck], n=count)


def able(card: Card) -> str:
    """The product of a workshop and what it is made of: "2 gold make 2 Jewelry"."""
    return say(
        "{n} {material} {n:!makes|make} {n} {goods}",
        n=card.capacity,
        material=material(card.kind),
        goods=goods(card.kind),
    )


def card_text(card: Card) -> str:
    """A card in full, without its name: "workshop of a jeweller: 2 gold make 2 Jewelry. Costs 2 gold and 1 flax"."""
    if card.capacity:
        return say(WORKSHOPS[card.kind], able=able(card), cost=counted(card.cost))
    if not card.is_order:
        return say("Master Builder, {effect}. Costs {cost}", effect=effect(card), cost=counted(card.cost))
    known = {"goods": goods(card.kind), "value": card.value}
    if card.deck == 2:
        return say(
            "a Master Builder that serves as an Order: "
            "lets one workshop make {goods}, whose price then rises by {value}",
            **known,
        )
    return say("an Order: lets one workshop make {goods}, whose price then rises by {value}", **known)


def effect(card: Card) -> str:
    """The work of a Master Builder."""
    return say(EFFECTS[card.effect], goods=goods(card.kind))


def effect_name(card: Card) -> str:
    """The same in a word or two."""
    return say(EFFECT_NAMES[card.effect])


def of_cubes(cubes: Mapping[str, int]) -> str:
    """An object of an event as words: "2 gold and 1 wool"."""
    wool, flax, gold = (cubes.get(raw, 0) for raw in MATERIALS)
    found: Cubes = (wool, flax, gold)
    return counted(found)
