"""The words of the game for tiles, cards and cubes, and the voice in which its players are told of them. No rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from engine import wording
from engine.venise.box import Card
from engine.venise.notation import reads
from engine.venise.reasons import counted, title
from engine.venise.state import GOODS, MATERIALS, TILES, Cubes
from engine.wording import Voice, a, capital, listed, some

__all__ = [
    "Voice", "a", "able", "capital", "card_text", "counted", "harmless", "listed", "of_cubes", "some", "the", "tile",
    "title", "voice_of",
]  # fmt: skip

MAKERS = ("tailor", "lace maker", "jeweller")  # by what their workshop makes


def voice_of(names: Sequence[str], reader: int | None) -> Voice:
    return Voice(tuple(harmless(name) for name in names), reader)


@cache
def harmless(name: str) -> str:
    """A player's name as it may stand in any sentence."""
    return wording.harmless(name, reads)


def tile(number: int) -> str:
    return title(TILES[number])


def the(card: str) -> str:
    """ "the Brooch"; an Order is "the Order Lace 2"."""
    return f"the Order {title(card)}" if " " in card else f"the {title(card)}"


def able(card: Card) -> str:
    """What a workshop makes of what: "2 gold make 2 Jewelry"."""
    verb = "makes" if card.capacity == 1 else "make"
    return f"{card.capacity} {MATERIALS[card.kind]} {verb} {card.capacity} {title(GOODS[card.kind])}"


def card_text(card: Card) -> str:
    """A card in full, without its name: "jeweller: 2 gold make 2 Jewelry. Costs 2 gold and 1 flax"."""
    if card.capacity:
        return f"workshop of a {MAKERS[card.kind]}: {able(card)}. Costs {counted(card.cost)}"
    if card.is_order:
        master = "a Master Builder that serves as an Order" if card.deck == 2 else "an Order"
        return f"{master}: lets one workshop make {title(GOODS[card.kind])}, whose price then rises by {card.value}"
    return f"Master Builder, {EFFECTS[card.effect].format(title(GOODS[card.kind]))}. Costs {counted(card.cost)}"


EFFECTS: Mapping[str, str] = {
    "bridge points": "permanent: 2 points at the end for each of your bridges",
    "movement die": "permanent: once a turn the die you move with counts 1 more or 1 less",
    "activation die": "permanent: once a turn the die you work with counts 1 more or 1 less",
    "price": "once: the price of {} rises by 1, that of one of the other two loses a cube or a card",
    "fill": "once: fills your stock up to 6 cubes, the new ones of two kinds at most",
}


def of_cubes(cubes: Mapping[str, int]) -> str:
    """An object of an event as words: "2 gold and 1 wool"."""
    wool, flax, gold = (cubes.get(material, 0) for material in MATERIALS)
    found: Cubes = (wool, flax, gold)
    return counted(found)
