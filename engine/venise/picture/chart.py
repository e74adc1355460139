"""The map of a picture: the tiles as hexagons on water, with dice, Burghers, bridges and the Boat."""

from __future__ import annotations

from engine.pictures.drawing import words
from engine.pictures.palette import EDGE, WATER, WHITE
from engine.pictures.scene import Rect
from engine.pictures.sheet import INNER, MARGIN, Sheet
from engine.venise.data.hexagons import Place, cell, shore
from engine.venise.picture import pieces
from engine.venise.picture.pieces import HEIGHT, MATERIAL_HUES, cube
from engine.venise.rules.setup import CENTRE
from engine.venise.state import MATERIALS, TILES, State
from engine.venise.words.names import label

WIDEST = 112.0  # a hexagon
EDGE_ROOM = 10.0


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
        sheet.add([words(x, y + 6, cell(at), 15, WHITE, anchor="middle", width=width * 0.8)])
    lying = [(number, *centre(place)) for number, place in enumerate(view.places) if place is not None]
    for _, x, y in lying:
        sheet.add([pieces.hexagon(x, y, width)])
    for (one, other), owner in view.bridges.items():
        ends = view.places[one], view.places[other]
        if ends[0] is not None and ends[1] is not None:
            sheet.add(pieces.bridge(centre(ends[0]), centre(ends[1]), owner, width / WIDEST))
    for number, x, y in lying:
        _tile(sheet, view, number, x, y, width)


def _tile(sheet: Sheet, view: State, tile: int, x: float, y: float, width: float) -> None:
    """A tile: its name, below it die and Boat, then the Burghers there."""
    size = width / WIDEST
    name = words(x, y - 23 * size, label(TILES[tile]), 15 * size, anchor="middle", bold=True, width=width * 0.84)
    sheet.add([name])
    if tile < len(MATERIALS):
        sheet.add(cube(x - 8, y - 58 * size, 16, MATERIAL_HUES[tile]))
    die = view.dice[tile]
    if die is not None:
        sheet.add(pieces.seat_die(x - 44 * size, y - 12 * size, 30 * size, *die))
    if view.boat == tile:
        sheet.add(pieces.boat(x + 10 * size, y - 11 * size))
    standing = [number for number, seat in enumerate(view.seats) if seat.burgher == tile]
    step = min(22 * size, width * 0.7 / max(1, len(standing)))
    for place, number in enumerate(standing):
        sheet.add(pieces.burgher(x - step * len(standing) / 2 + place * step, y + 19 * size, number, 0.9 * size))
