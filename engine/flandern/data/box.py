"""The contents of a box: towns, areas, districts, cards, points. Reads and checks a box file; no rules.

The file that is shipped is `data/box.json`; a club that owns the printed game may bring its own in the same form.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from engine.data.deck_files import read_json
from engine.flandern.data import maps
from engine.flandern.data.box_checks import check_box
from engine.flandern.data.maps import CENTRE_NAME, SHAPES, SPACES_A_SHAPE, Layout
from engine.match.log import canonical, digest
from engine.match.remembered import Remembered
from engine.refusals import BadDeck

COATS = ("blue", "yellow", "green", "red", "grey", "church")
FILLS = ("#2d6ca2", "#f0c23c", "#2c7a3d", "#b8322a", "#77776f", "#6f4a8e")  # the colours of the coats
GUILDS = 4  # of the players; their coats come first
GREY, CHURCH = 4, 5
SITE, PICKUP, CATHEDRAL, MASTER, INFLUENCE = 6, 7, 8, 9, 10  # cards; smaller numbers are the towns
SPECIALS = ("A", "B", "C", "D")


@dataclass(frozen=True, slots=True)
class Special:
    """A church district with a form of its own. Shapes are numbers; `removes`: it swallows a bordering space S."""

    base: int
    creates: tuple[int, ...]
    removes: bool


class Box:
    """A box in the form that the rules look things up in. Coats, towns, areas and cards are numbers.

    stock     districts of a guild by shape and printed masters, 3 × 3 in one row
    church    plain church districts by shape, then one of each special
    golden    the cards of pile A and of pile B, each sorted
    """

    def __init__(self, file: dict[str, Any]) -> None:
        self.file = file
        self.digest = digest(file)
        self.town_id = [town["id"] for town in file["towns"]]
        self.town_name = [town["name"] for town in file["towns"]]
        self.coat = [COATS.index(town["coat"]) for town in file["towns"]]
        self.cards = [*self.town_id, "site", "pickup", "cathedral", "master", "influence"]
        self.card = {name: number for number, name in enumerate(self.cards)}
        self.town_of = {coat: town for town, coat in enumerate(self.coat)}
        self.rows = [tuple(area["rows"]) for area in file["areas"]]
        self.stock = [count for shape in SHAPES for count in file["guild_districts"][shape]]
        self.church = [*(file["church_districts"][shape] for shape in SHAPES), 1, 1, 1, 1]
        self.specials = [_special(file["church_specials"][kind]) for kind in SPECIALS]
        self.golden = [self._pile(file["golden"][name]) for name in ("A", "B")]
        self.influence: int = file["influence"]
        self.pieces: dict[str, int] = file["pieces"]
        self.points: dict[str, int] = file["scoring"]

    @cached_property
    def space_names(self) -> tuple[str, ...]:
        """Every name that a space can have, those among them that church districts may add."""
        added = Counter(shape for special in self.specials for shape in special.creates)
        counts = [(name, SPACES_A_SHAPE + added[shape]) for shape, name in enumerate(SHAPES)]
        return (CENTRE_NAME, *(f"{name}{number}" for name, count in counts for number in range(1, count + 1)))

    def layout(self, area: int, additions: Sequence[maps.Addition]) -> Layout:
        return maps.grown(self.rows[area], tuple(additions))

    def card_name(self, card: int) -> str:
        """The name within a sentence: "Gent", "building site"."""
        words = ("building site", "pick-up", "cathedral", "Guild Master", "influence")
        return self.town_name[card] if card < SITE else words[card - SITE]

    def _pile(self, counts: dict[str, int]) -> tuple[int, ...]:
        return tuple(sorted(self.card[name] for name, count in counts.items() for _ in range(count)))


def _special(data: dict[str, Any]) -> Special:
    return Special(SHAPES.index(data["base"]), tuple(map(SHAPES.index, data["creates"])), bool(data["removes"]))


_boxes: Remembered[Box] = Remembered()


def read_box(text: str, source: str) -> Box:
    """The box of a file. BadDeck names the place and what is wrong there."""
    file = read_json(text, source)
    check_box(file, source)
    box = Box(json.loads(canonical(file)))
    return _boxes.keep(box.digest, box)


@cache
def shipped() -> Box:
    """Our own box; it is always known."""
    return read_box(files("engine.flandern").joinpath("data", "box.json").read_text(encoding="utf-8"), "box.json")


def of(key: str) -> Box:
    """The box of a digest. BadDeck for one that was not read here, or forgotten since."""
    box = _boxes.get(key)
    if box is None and shipped().digest == key:
        box = shipped()
    if box is None:
        raise BadDeck(f"the box {key[:12]} is not known here")
    return box
