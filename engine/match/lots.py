"""The lots of a league: who meets whom and sits where, and what equals are parted with. Provable as a match is.

The lots follow from a secret of their own, the words of everybody whose lot is drawn and the public value, as the dice
of a match do (`engine.chance`). Their record has the form of an exported match of one entry: `verify.py` checks it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.chance import Chance, Roll, commitment
from engine.events import Event, Json
from engine.match.log import START, Entry, digest, nonce

LOTS = "lots"  # is in the record where a match names its game
RULES = 1
FORMAT = "engine match 1"
SPAN = 1 << 32
ORDER, EQUALS = "order of the entrants", "lots of equals"


@dataclass(frozen=True, slots=True)
class Lots:
    """order  who was drawn first, second, ...: places in the list of entrants, from 0
    seed   from which lots between equals are drawn
    """

    order: tuple[int, ...]
    seed: int
    rolls: tuple[Roll, ...]


def draw(secret: bytes, words: Sequence[str], public: Mapping[str, Json] | None = None) -> Lots:
    """The lots of as many entrants as there are words."""
    chance = Chance(secret, words, public=public)
    order = tuple(chance.shuffle(ORDER, len(words)))
    seed = chance.below(EQUALS, SPAN)
    return Lots(order, seed, tuple(chance.taken()))


def fingerprint(words: Sequence[str]) -> str:
    """The fingerprint of all words, in their order, before they are used: SHA-256 of their canonical JSON."""
    return digest(list(words))


def record(
    secret: bytes, words: Sequence[str], public: Mapping[str, Json] | None, names: Sequence[str], numbers: Sequence[int]
) -> dict[str, Json]:
    """The lots as `verify.py` reads them; `names` and `numbers` of the entrants in the order of the words."""
    lots = draw(secret, words, public)
    header: dict[str, Json] = {
        "game": LOTS,
        "rules": RULES,
        "seats": len(words),
        "options": {},
        "commitment": commitment(secret),
        "words": list(words),
    }
    if public is not None:
        header["public"] = dict(public)
    told = Event(LOTS, {"numbers": list(numbers), "order": list(lots.order), "equals": lots.seed})
    entry = Entry(
        0, START, None, "automatic", None, None, 0, None, (told,), lots.rolls, previous=digest(header)
    ).sealed(secret)
    data = entry.to_json()
    for index, receipt in enumerate(data["rolls"]):
        receipt["nonce"] = nonce(secret, 0, index, None, receipt["open"]).hex()
    return {
        "format": FORMAT,
        "header": header,
        "names": list(names),
        "over": True,
        "secret": secret.hex(),
        "head": entry.hash,
        "log": [data],
    }
