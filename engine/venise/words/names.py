"""The names of tiles, raw materials, goods and cards for readers. Their names in orders are elsewhere.

The words of orders are those of `state` and of the box; they stay English in every language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.language.languages import ENGLISH, spoken, to_say
from engine.language.wording import listed
from engine.venise.state import GOODS, MATERIALS, TILES
from engine.venise.words.speech import say

# By the words of orders: tiles, goods, cards.
LABELS: Mapping[str, str] = {
    "wool": to_say("Wool"),
    "flax": to_say("Flax"),
    "gold": to_say("Gold"),
    "workshop": to_say("Workshop"),
    "order": to_say("Order"),
    "builder": to_say("Builder"),
    "market": to_say("Market"),
    "port1": to_say("Port 1"),
    "port2": to_say("Port 2"),
    "clothing": to_say("Clothing"),
    "lace": to_say("Lace"),
    "jewelry": to_say("Jewelry"),
    "ring": to_say("Ring"),
    "brooch": to_say("Brooch"),
    "locket": to_say("Locket"),
    "necklace": to_say("Necklace"),
    "crown": to_say("Crown"),
    "cuff": to_say("Cuff"),
    "veil": to_say("Veil"),
    "ruff": to_say("Ruff"),
    "collar": to_say("Collar"),
    "mantilla": to_say("Mantilla"),
    "cap": to_say("Cap"),
    "doublet": to_say("Doublet"),
    "hood": to_say("Hood"),
    "tunic": to_say("Tunic"),
    "gown": to_say("Gown"),
    "mason": to_say("Mason"),
    "pilot": to_say("Pilot"),
    "ferryman": to_say("Ferryman"),
    "runner": to_say("Runner"),
    "foreman": to_say("Foreman"),
    "overseer": to_say("Overseer"),
    "steward": to_say("Steward"),
    "banker": to_say("Banker"),
    "agent": to_say("Agent"),
    "draper": to_say("Draper"),
    "carter": to_say("Carter"),
    "hauler": to_say("Hauler"),
    "bishop": to_say("Bishop"),
    "abbess": to_say("Abbess"),
    "duke": to_say("Duke"),
}
RAW: Mapping[str, str] = {"wool": to_say("wool"), "flax": to_say("flax"), "gold": to_say("gold")}


def label(word: str) -> str:
    """A tile, goods or a card by its name alone, as on a picture: "Brooch", "Port 1", "Jewelry 2"."""
    name, _, value = word.partition(" ")
    said = say(LABELS[name])
    return f"{said} {value}" if value else said


def title(word: str) -> str:
    """A tile or card within a sentence."""
    return say("{name}", name=label(word))


def the(card: str) -> str:
    """ "the Brooch"; an Order is "the Order Lace 2"."""
    return say("the Order {card}", card=title(card)) if " " in card else say("the {card}", card=title(card))


def tile(number: int) -> str:
    return title(TILES[number])


def goods(kind: int) -> str:
    """ "Jewelry"."""
    return label(GOODS[kind])


def material(kind: int) -> str:
    """ "gold"."""
    return say(RAW[MATERIALS[kind]])


def counted(cubes: Sequence[int]) -> str:
    """ "2 gold and 1 flax"; "nothing"."""
    return listed([f"{cubes[kind]} {material(kind)}" for kind in (2, 1, 0) if cubes[kind]]) or say("nothing")


def with_order_word(card: str) -> str:
    """A card's name, with the word that orders take for it where people read another language."""
    return title(card) if spoken() == ENGLISH else f"{title(card)} ({card})"


def order_words() -> str:
    """The words that orders take for tiles and goods, each with its name; "" where the names say them."""
    if spoken() == ENGLISH:
        return ""
    tiles = ", ".join(f"{word} = {label(word)}" for word in TILES)
    wares = ", ".join(f"{word} = {label(word)}" for word in GOODS)
    return say("Words of orders: {tiles}; {goods}; stock = own stock.", tiles=tiles, goods=wares)
