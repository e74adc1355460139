"""The pictures in the rules of Flandern: a town with its spaces and one that is scored. Bots played them."""

from __future__ import annotations

from engine.flandern.data import box as boxes
from engine.flandern.data.box import CHURCH, Box
from engine.flandern.data.maps import CENTRE
from engine.flandern.picture import pieces
from engine.flandern.picture.picture import COLUMN, town_panel
from engine.flandern.rules import scoring
from engine.flandern.state import State, Town
from engine.flandern.words import names as naming
from engine.flandern.words.speech import say
from engine.pictures.drawing import words
from engine.pictures.lettering import wrapped
from engine.pictures.plates import Named, Plate, framed, named
from engine.pictures.sheet import MARGIN, SMALL, WIDTH

TOWNS, SCORING = "Districts and towns", "Scoring"
BESIDE = MARGIN + COLUMN + 26
ROOM = WIDTH - MARGIN - BESIDE


def plates(now: State, end: State) -> tuple[Plate, ...]:
    """A town with free spaces of each shape and a scored one, in the language that is spoken."""
    return (_spaces(now), _score(end))


def _spaces(state: State) -> Plate:
    """The town in which most is free, its parts named at the right."""
    box = boxes.of(state.box)
    number, town = max(
        ((number, town) for number, town in enumerate(state.towns) if town is not None and not town.scored),
        key=lambda each: len(_shapes_free(each[1], box)),
    )
    shapes, foot, middles = town_panel(state, number)
    parts: list[Named] = [(MARGIN + COLUMN - 4, MARGIN + 16, say("what the town is worth now"))]
    says = {"S": say("S: one cell, free"), "M": say("M: two in a row"), "L": say("L: three in a corner")}
    parts += [(*middles[space], says[shape]) for shape, space in _shapes_free(town, box).items()]
    coat = naming.coat_of(town.laid[CENTRE].coat)
    parts.append((*middles[CENTRE], say("the centre, a district of {coat}", coat=coat)))
    for laid, district in town.laid.items():
        if district.masters and laid != CENTRE and district.coat != CHURCH and not district.site:
            coat = naming.coat_of(district.coat)
            parts.append((*middles[laid], say("a district of {coat}; dots are Guild Masters", coat=coat)))
            break
    parts.append((MARGIN + COLUMN - 4, foot - 14, say("what each guild would get")))
    said = "; ".join(name for *_, name in sorted(parts, key=lambda part: part[1])) + "."
    spaces = set(middles.values())
    parts = [(x + 8, y + 8.5, name) if (x, y) in spaces else (x, y, name) for x, y, name in parts]  # not on the letters
    shapes += named(parts, BESIDE, ROOM, MARGIN, foot)
    return Plate(TOWNS, say("A town and its spaces"), framed(shapes, WIDTH, 0, foot + MARGIN, said))


def _shapes_free(town: Town, box: Box) -> dict[str, int]:
    """The first free space of each shape."""
    spaces = town.layout(box).spaces
    return {spaces[number].name[0]: number for number in reversed(town.free(box)) if number != CENTRE}


def _score(state: State) -> Plate:
    """The town of the final position with most guilds in it, and what each of them got."""
    box = boxes.of(state.box)
    scored = [(number, town) for number, town in enumerate(state.towns) if town is not None]
    number, town = max(scored, key=lambda each: len(scoring.strengths(each[1])))
    shapes, foot, _ = town_panel(state, number)
    strength = scoring.strengths(town)
    points = scoring.shares(town.value, strength, box)
    shapes.append(words(BESIDE, MARGIN + 18, say("value {value}", value=town.value), SMALL, bold=True, width=ROOM))
    lines, y = [], MARGIN + 44.0
    for coat in sorted(strength, key=lambda coat: (points[coat], strength[coat]), reverse=True):
        districts, masters = strength[coat]
        counted = [say("{n:district|districts}", n=districts)]
        counted += [say("{n:Guild Master|Guild Masters}", n=masters)] if masters else []
        told = ", ".join(counted) + ": " + naming.points(points[coat])
        shapes += pieces.tag(BESIDE, y, coat)
        for part in wrapped(told, SMALL, ROOM - 30):
            shapes.append(words(BESIDE + 30, y, part, SMALL, width=ROOM - 30))
            y += 15
        y += 7
        lines.append(f"{naming.coat_of(coat)} {told}")
    foot = max(foot, y - 15)
    said = say("value {value}", value=town.value) + ": " + "; ".join(lines) + "."
    title = say("{town} is scored", town=box.town_name[number])
    return Plate(SCORING, title, framed(shapes, WIDTH, 0, foot + MARGIN, said))
