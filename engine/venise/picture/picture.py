"""The table as a picture: what a view of La Venise du Nord shows, 390 wide. Draws only that; knows no rules.

From the top: round and whose turn, the map (`chart.py`), Market and Ports, then every player's board (`area.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.language.languages import to_say
from engine.language.wording import whose_turn
from engine.pictures.drawing import words
from engine.pictures.palette import EDGE
from engine.pictures.scene import Rect, Scene
from engine.pictures.sheet import BODY, LARGE, MARGIN, PAD, SMALL, WIDTH, Sheet
from engine.venise.data.box import shipped
from engine.venise.picture import area, chart, pieces
from engine.venise.picture.describe import describe, moment, seats_asked
from engine.venise.picture.key import key
from engine.venise.picture.pieces import GOODS_HUES, cube
from engine.venise.rules.setup import market
from engine.venise.state import GOODS, PORT1, TILES, State
from engine.venise.words.names import label
from engine.venise.words.speech import say

SPACE, LINE = 30.0, 24.0
PRICE, PORTS, DECKS = 108.0, 126.0, 248.0  # from the left: where prices end, where Ports and decks begin
PILES = (to_say("Workshops"), to_say("Orders"), to_say("Builders"))


def picture(view: State, names: Sequence[str], seat: int | None) -> Scene:
    """The position as `seat` sees it (None: an onlooker)."""
    asked = seats_asked(view)
    sheet = Sheet(names, seat)
    sheet.header(*moment(view), *whose_turn(names, seat, asked))
    chart.draw(sheet, view)
    _market(sheet, view)
    for number in view.order(seat or 0):
        area.draw(sheet, view, number, asked=number in asked)
    if seat is not None:
        sheet.key(key())
    return sheet.scene(describe(view, names, seat, asked))


def _market(sheet: Sheet, view: State) -> None:
    """The bonuses above; below them prices, the goods sold in the Ports, and the decks."""
    top = sheet.panel(34 + 4 * LINE + 4)
    left = MARGIN + PAD + 2
    _bonuses(sheet, view, left, top + 6)
    sheet.add([words(left, top + 50, say("Prices"), BODY, bold=True, width=DECKS - 10)])
    for row, goods in enumerate((2, 1, 0)):
        y = top + 34 + (row + 1) * LINE
        sheet.add(cube(left, y, 19, GOODS_HUES[goods]))
        sheet.add([words(left + 25, y + 14.5, label(GOODS[goods]), SMALL, width=PRICE - 42)])
        sheet.add([words(left + PRICE, y + 15, str(view.price(goods)), LARGE, bold=True, anchor="end")])
    _ports(sheet, view, left + PORTS, top + 34)
    _decks(sheet, view, WIDTH - left, top + 34)


def _bonuses(sheet: Sheet, view: State, left: float, top: float) -> None:
    """The spaces of the Market: those that are covered are grey and crossed out by a line."""
    sheet.add([words(left, top + 16, say("Market"), BODY, bold=True, width=PRICE - 8)])
    covered = list(market(shipped(), len(view.seats)))
    for value in view.bonuses:
        covered.remove(value)
    for place, value in enumerate(market(shipped(), len(view.seats))):
        gone = value in covered and view.bonuses.count(value) <= _after(view, place, value)
        sheet.add(pieces.bonus(left + 66 + place * (SPACE + 3), top, SPACE, value, gone=gone))


def _after(view: State, place: int, value: int) -> int:
    """The number of spaces of the same value behind this one: the first of equal ones is covered first."""
    return market(shipped(), len(view.seats))[place + 1 :].count(value)


def _ports(sheet: Sheet, view: State, left: float, top: float) -> None:
    """The goods that were sold in each Port."""
    sheet.add([words(left, top + 16, say("goods sold"), BODY, bold=True, width=DECKS - PORTS - 10)])
    for port in (0, 1):
        y = top + (port + 1) * LINE
        sheet.add([words(left, y + 14.5, label(TILES[PORT1 + port]), SMALL, width=48)])
        for place, goods in enumerate((2, 1, 0)):
            x = left + 51 + place * 21
            if goods in view.ports[port]:
                sheet.add(cube(x, y, 19, GOODS_HUES[goods]))
            else:
                sheet.add([Rect(x, y, 19, 19, "none", EDGE, 1.5, 3, (3.0, 3.0))])


def _decks(sheet: Sheet, view: State, right: float, top: float) -> None:
    room = right - MARGIN - PAD - DECKS
    sheet.add([words(right, top + 16, say("Cards left"), BODY, bold=True, anchor="end", width=room)])
    for row, (deck, name) in enumerate(zip(view.decks, PILES, strict=True)):
        said = f"{say(name)} {len(deck)}"
        sheet.add([words(right, top + 14.5 + (row + 1) * LINE, said, SMALL, anchor="end", width=room)])
