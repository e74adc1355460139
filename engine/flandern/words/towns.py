"""The towns in words: what lies where as a grid of characters, who leads, what may be laid. Told from a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.flandern.data.box import CHURCH, COATS, SITE, Box
from engine.flandern.data.maps import SIZE, Cell
from engine.flandern.rules import building, moves, scoring
from engine.flandern.rules.building import Lay
from engine.flandern.rules.moves import Action
from engine.flandern.state import State, Town
from engine.flandern.words import names as naming
from engine.flandern.words.speech import say
from engine.flandern.words.voice import capital, listed
from engine.language.languages import to_say

COVER, NOTHING = "==", "  "
COLUMN = 22  # characters of a town, with the gap behind it
KEY = to_say(
    "Capitals lie there finished, small letters are a building site, S, M and L with a figure are free spaces, "
    "== is covered. BL blue, YE yellow, GN green, RE red, GY grey, CH church."
)
FORMS = {"A": to_say("A (on S)"), "B": to_say("B (on M)"), "C": to_say("C (on L)"), "D": to_say("D (on M and S)")}


def grid(town: Town, box: Box) -> list[str]:
    """A town as rows of two-letter codes; what has grown over its wall is around the five by five cells."""
    cells: dict[Cell, str] = {}
    codes = [naming.letters(coat) for coat in range(len(COATS))]
    for number, space in enumerate(town.layout(box).spaces):
        district = town.laid.get(number)
        if district is None:
            code = COVER if number in town.covered else space.name
        else:
            code = codes[district.coat].lower() if district.site else codes[district.coat]
        cells |= dict.fromkeys(space.cells, code)
    rows = [row for row, _ in cells]
    columns = [column for _, column in cells]
    across = range(min(0, *columns), max(SIZE - 1, *columns) + 1)
    return [
        " ".join(cells.get((row, column), NOTHING) for column in across).rstrip()
        for row in range(min(0, *rows), max(SIZE - 1, *rows) + 1)
    ]


def grids(view: State, box: Box) -> list[str]:
    """All open towns, two side by side, each under its name."""
    open_now = [(box.town_name[number], grid(town, box)) for number, town in view.open_towns()]
    lines: list[str] = []
    for left, right in zip(open_now[::2], [*open_now[1::2], ("", [])], strict=False):
        both = [[left[0], *left[1]], [right[0], *right[1]]]
        height = max(map(len, both))
        one, other = ([*block, *[""] * (height - len(block))] for block in both)
        lines += [f"{a:<{COLUMN}}{b}".rstrip() for a, b in zip(one, other, strict=True)]
        lines.append("")
    return lines[:-1]


def standing(view: State, box: Box) -> Iterator[str]:
    """Of each open town: free spaces, value, and who would get what if it were scored now."""
    for number, town in view.open_towns():
        worth = scoring.value(town, box)
        yield say(
            "{town}, {free:space|spaces} free, value {worth}: {guilds}.",
            town=box.town_name[number],
            free=len(town.free(box)),
            worth=worth,
            guilds=_guilds(town, box, worth),
        )


def _guilds(town: Town, box: Box, worth: int) -> str:
    strength = scoring.strengths(town)
    points = scoring.shares(worth, strength, box)
    order = sorted(strength, key=lambda coat: (*(-n for n in strength[coat]), coat))
    words = [_guild(coat, *strength[coat], points[coat]) for coat in order]
    pending = [
        say("{coat} on {space}", coat=naming.coat_of(town.laid[at].coat), space=_space(town, box, at))
        for at in building.sites(town, range(len(COATS)))
    ]
    sites = [say("sites: {spaces}", spaces=listed(pending))] if pending else []
    return "; ".join([*words, *sites]) or say("nobody yet")


def _guild(coat: int, count: int, masters: int, points: int) -> str:
    """Tell what a guild has in a town, and what it would get for it."""
    return say(
        "{coat} {count}{masters}, {points:point|points}",
        coat=naming.coat_of(coat),
        count=count,
        masters=naming.with_masters(masters),
        points=points,
    )


def _space(town: Town, box: Box, at: int) -> str:
    return town.layout(box).spaces[at].name


def scored(view: State, box: Box) -> Iterator[str]:
    """The towns that are closed, and what they brought."""
    for number, town in enumerate(view.towns):
        if town is not None and town.scored:
            got = sorted(((points, COATS[coat]) for coat, points in enumerate(town.points) if points), reverse=True)
            words = listed([f"{naming.coat(coat)} {points}" for points, coat in got]) or say("nobody")
            yield say(
                "{town} is scored, value {value}: {guilds}.",
                town=box.town_name[number],
                value=town.value,
                guilds=words,
            )


# --- what may be laid -------------------------------------------------------------------------------------------


def takes(view: State, box: Box, action: Action, number: int) -> str:
    """The spaces where an action could be carried out in a town: "L2 grey church; M2 blue church B"; "" for nowhere."""
    one_town = Action(action.card, action.coats, action.gold)
    called = [naming.coat(coat) for coat in COATS]
    by_space: dict[str, list[str]] = {}
    finishes: list[str] = []
    for way in moves.ways(view, box, one_town).values():
        town = way.town if isinstance(way, Lay) else way[0]
        if town != number:
            continue
        if not isinstance(way, Lay):
            finishes.append(_space(view.town(number), box, way[1]))
            continue
        name = _space(view.town(number), box, way.space)
        word = called[way.coat] if not way.special else way.special
        if word not in by_space.setdefault(name, []):
            by_space[name].append(word)
    spaces: dict[str, list[str]] = {}
    for name, coats in by_space.items():
        spaces.setdefault(" ".join(coats), []).append(name)
    parts = [f"{' '.join(names)} {coats}" for coats, names in spaces.items()]
    parts += [say("sites to complete {spaces}", spaces=" ".join(finishes))] if finishes else []
    return "; ".join(parts)


def stock(view: State, box: Box, coats: Sequence[int]) -> str:
    """The districts left, by shape, each as the figure of its printed masters: "S 002, M 1, L none"."""
    return ". ".join(_stock(view, coat) for coat in coats)


def _stock(view: State, coat: int) -> str:
    left = view.stock[coat]
    if coat == CHURCH:
        plain = [f"{shape} {left[place]}" for place, shape in enumerate("SML")]
        special = [kind for place, kind in enumerate("ABCD") if left[3 + place]]
        return say("Church: {shapes}", shapes=", ".join([*plain, *(say(FORMS[kind]) for kind in special)]))
    shapes = []
    for place, shape in enumerate("SML"):
        figures = [str(masters) for masters in range(3) for _ in range(left[place * 3 + masters])]
        shapes.append(f"{shape} {''.join(figures) or say('none')}")
    return f"{capital(naming.coat_of(coat))}: {', '.join(shapes)}"


def site_takes(view: State, box: Box, action: Action) -> list[str]:
    """The possible uses of a building-site card, town by town."""
    lines = []
    for number, _ in view.open_towns():
        words = takes(view, box, Action(SITE, action.coats, action.gold), number)
        if words:
            lines.append(f"{box.town_name[number]}: {words}")
    return lines
