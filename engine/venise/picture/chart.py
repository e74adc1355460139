"""The map of a picture: the tiles as hexagons on water, with dice, Burghers, bridges and the Boat.

Tiles that the players laid themselves may lie so far apart that a hexagon has no room for what is on it. Then it bears
two letters, and a list below the map says what they stand for and what is there.
"""

from __future__ import annotations

from engine.language.languages import to_say
from engine.pictures.drawing import words
from engine.pictures.lettering import width as width_of
from engine.pictures.palette import EDGE, WATER, WHITE
from engine.pictures.scene import Rect, Shape
from engine.pictures.sheet import BODY, INNER, MARGIN, PAD, SMALL, Sheet
from engine.venise.data.hexagons import Place, cell, shore
from engine.venise.picture import pieces
from engine.venise.picture.pieces import HEIGHT, MATERIAL_HUES, cube
from engine.venise.rules.setup import CENTRE
from engine.venise.state import MATERIALS, TILES, State
from engine.venise.words.names import label
from engine.venise.words.speech import say

WIDEST, NARROWEST = 90.0, 72.0  # a hexagon with everything on it
EDGE_ROOM = 7.0
LINE = 26.0  # of the list below the map
# Of the tiles in their order: wool, flax, gold, workshop, order, builder, market, both ports.
LETTERS = to_say("Wo Fl Go Ws Or Bu Ma P1 P2")
DIE, STEP = 17.0, 14.0


def draw(sheet: Sheet, view: State) -> None:
    """A panel of water with the tiles that lie; while they are being laid also the free cells with their names."""
    laid = [at for at in view.places if at is not None]
    free = (shore(laid) or [CENTRE]) if None in view.places else []
    across = [2 * q + r for q, r in (*laid, *free)]
    down = [r for _, r in (*laid, *free)]
    halves = max(across) - min(across) + 2
    width = min(WIDEST, 2 * (INNER - 2 * EDGE_ROOM) / halves)
    rows = max(down) - min(down)
    height = width * HEIGHT * (1 + 0.75 * rows) + 2 * EDGE_ROOM
    top = sheet.panel(height)
    sheet.add([Rect(MARGIN, top, INNER, height, WATER, EDGE, 1, 6)])
    left = MARGIN + (INNER - halves * width / 2) / 2

    def centre(at: Place) -> tuple[float, float]:
        x = left + (2 * at[0] + at[1] - min(across) + 1) * width / 2
        return x, top + EDGE_ROOM + width * HEIGHT * (0.5 + 0.75 * (at[1] - min(down)))

    for at in free:
        x, y = centre(at)
        sheet.add([words(x, y + 4.5, cell(at), SMALL, WHITE, anchor="middle")])
    lying = [(number, *centre(place)) for number, place in enumerate(view.places) if place is not None]
    for _, x, y in lying:
        sheet.add([pieces.hexagon(x, y, width)])
    for (one, other), owner in view.bridges.items():
        ends = view.places[one], view.places[other]
        if ends[0] is not None and ends[1] is not None:
            sheet.add(pieces.bridge(centre(ends[0]), centre(ends[1]), owner, width / WIDEST))
    if width < NARROWEST:
        for number, x, y in lying:
            sheet.add([words(x, y + 4.5, _letters(number), SMALL, anchor="middle", bold=True)])
        _list(sheet, view, [number for number, *_ in lying])
    else:
        for number, x, y in lying:
            _tile(sheet, view, number, x, y, width)


def _tile(sheet: Sheet, view: State, tile: int, x: float, y: float, width: float) -> None:
    """A tile: its name, below it die and Boat, then the Burghers there."""
    size = width / NARROWEST
    room = width * 0.96
    bold = all(width_of(label(name), SMALL, bold=True) < room for name in TILES)
    sheet.add([words(x, y - 14 * size, label(TILES[tile]), SMALL, anchor="middle", bold=bold, width=room)])
    if tile < len(MATERIALS):
        sheet.add(cube(x - 8.5, y - 41 * size, 17, MATERIAL_HUES[tile]))
    sheet.add(_on_it(view, tile, x - 26 * size, y - 10.5 * size))
    standing = [number for number, seat in enumerate(view.seats) if seat.burgher == tile]
    for place, number in enumerate(standing):
        left = x - STEP * len(standing) / 2 + place * STEP
        sheet.add(pieces.small_burgher(left, y + 7 * size, number))


def _on_it(view: State, tile: int, x: float, y: float) -> list[Shape]:
    """The die with its player and the Boat, side by side; 17 high."""
    die = view.dice[tile]
    shapes = [] if die is None else pieces.seat_die(x, y, DIE, *die)
    return [*shapes, *pieces.boat(x + 33, y + 1, 0.6)] if view.boat == tile else shapes


# --- where the hexagons have no room ----------------------------------------------------------------


def _letters(tile: int) -> str:
    return say(LETTERS).split()[tile]


def _list(sheet: Sheet, view: State, tiles: list[int]) -> None:
    """The tiles with their letters, and what is on each."""
    top = sheet.panel(len(tiles) * LINE + 10)
    x = MARGIN + PAD + 4
    for line, tile in enumerate(tiles):
        y = top + 5 + line * LINE
        sheet.add([words(x, y + 17, _letters(tile), SMALL, bold=True)])
        sheet.add([words(x + 32, y + 17, label(TILES[tile]), BODY, width=110)])
        sheet.add(_on_it(view, tile, x + 150, y + 4))
        standing = [number for number, seat in enumerate(view.seats) if seat.burgher == tile]
        for at, number in enumerate(standing):
            sheet.add(pieces.small_burgher(x + 220 + at * STEP, y + 4, number))
