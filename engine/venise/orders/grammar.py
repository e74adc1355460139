"""The written form of orders: the words that may follow each verb. Knows no position."""

from __future__ import annotations

from functools import cache

from engine.language.languages import to_say
from engine.language.typed import only, surely
from engine.orders.grammar import Grammar, Match
from engine.venise.data.box import shipped
from engine.venise.data.hexagons import place_of
from engine.venise.rules.cubes import WHERE
from engine.venise.state import GOODS, MATERIALS, ROWS, TILES

CARDS = ("WORKSHOP [ROW]", "GOODS VALUE [ROW]", "BUILDER [ROW]", "none")
CUBES = "COUNT MATERIAL [COUNT MATERIAL] [COUNT MATERIAL]"
GRAMMAR = Grammar(
    forms={
        "move": ("DIE TILE [boat TILE] [idle]",),
        "bridge": ("TILE DIE back", "TILE TILE back"),
        "produce": ("", "WORKSHOP [VALUE]"),
        "take": CARDS,
        "keep": CARDS,
        "none": ("",),
        "sell": (
            *("GOODS [lower 2]", "GOODS up", "GOODS down [2]", "all GOODS [lower 2]"),
            *("COUNT GOODS [lower 2]", "COUNT GOODS up", "COUNT GOODS down", "none"),
        ),
        "put": ("COUNT MATERIAL CARD", "COUNT MATERIAL stock"),
        "lay": ("[WHERE] [WHERE] [WHERE]",),
        "discard": ("COUNT MATERIAL",),
        "pay": (CUBES,),
        "use": ("BUILDER", "BUILDER up", "BUILDER down", "BUILDER GOODS [lower 2]", f"BUILDER {CUBES}"),
        "recall": ("TILE",),
        "place": ("TILE CELL",),
        "boat": ("TILE",),
        "burgher": ("TILE",),
        "end": ("",),
    },
    synonyms={"go": "move", "build": "bridge", "make": "produce", "nothing": "none", "pass": "end", "done": "end"},
    little=frozenset({"on", "in", "with", "to", "at", "from", "into", ">"}),  # the last as in rules about cubes
    examples=("move 4 gold", "bridge market 3 back", "produce"),
)
WANTED = {
    "move": to_say("move wants a die and a tile, as in [move 4 gold]"),
    "bridge": to_say(
        "bridge wants the tile on the other side and the die that comes back, as in [bridge market 3 back]"
    ),
    "produce": to_say("produce stands alone or with a workshop and the value of an Order"),
    "take": to_say("take wants the name of a card"),
    "keep": to_say("keep wants the name of a card"),
    "none": to_say("none stands alone"),
    "sell": to_say("sell wants goods, as in [sell 2 lace] or [sell all lace]"),
    "put": to_say("put wants a number, a raw material and a card or stock, as in [put 2 gold brooch]"),
    "lay": to_say("lay takes cards, workshops and stock in the order you want"),
    "discard": to_say("discard wants a number and a raw material"),
    "pay": to_say("pay wants numbers with raw materials, as in [pay 1 gold 2 wool]"),
    "use": to_say("use wants a Master Builder and what the card asks for"),
    "recall": to_say("recall wants the tile of the die"),
    "place": to_say("place wants a tile and a free cell of the map"),
    "boat": to_say("boat wants a tile"),
    "burgher": to_say("burgher wants a tile"),
    "end": to_say("end stands alone"),
}


@cache
def choices(kind: str) -> tuple[str, ...]:
    """The words of a kind, or the word itself."""
    cards = shipped().cards
    return {
        "DIE": _numbers(6),
        "VALUE": _numbers(2),
        "COUNT": _numbers(15),
        "TILE": TILES,
        "GOODS": GOODS,
        "MATERIAL": MATERIALS,
        "ROW": ROWS,
        "WHERE": WHERE,
        "WORKSHOP": tuple(card.name for card in cards if card.capacity),
        "BUILDER": tuple(card.name for card in cards if card.deck == 2),
        "CARD": tuple(card.name for card in cards if any(card.cost)),
    }.get(kind, (kind,))


def _numbers(most: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, most + 1))


def exactly(word: str, kind: str) -> str | None:
    """A word of a strict line: whole, or the sure beginning of one of its kind."""
    return _meant(word, kind, surely)


def perhaps(word: str, kind: str) -> str | None:
    """A word of the player's own: whole, or the beginning of just one of its kind."""
    return _meant(word, kind, only)


def _meant(word: str, kind: str, match: Match) -> str | None:
    if kind == "CELL":
        return word if place_of(word) else None
    return match(word, choices(kind))
