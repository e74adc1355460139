"""The table as a picture: what a view of La Venise du Nord shows, laid out 600 wide. Draws only that; knows no rules.

From the top: round and whose turn, the map (`chart.py`), Market and Ports, then every player's board (`area.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.language.languages import to_say
from engine.language.wording import whose_turn
from engine.pictures.drawing import words
from engine.pictures.palette import EDGE, MUTED
from engine.pictures.scene import Rect, Scene, Text
from engine.pictures.sheet import MARGIN, Sheet
from engine.venise.data.box import shipped
from engine.venise.picture import area, chart, pieces
from engine.venise.picture.describe import describe, moment, seats_asked
from engine.venise.picture.key import key
from engine.venise.picture.pieces import GOODS_HUES, cube
from engine.venise.rules.setup import market
from engine.venise.state import GOODS, PORT1, TILES, State
from engine.venise.words.names import label
from engine.venise.words.speech import say

SPACE = 30.0
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
    """Prices at the left, in the middle the bonuses and the Ports, at the right the decks."""
    top = sheet.panel(118)
    sheet.add([words(MARGIN + 12, top + 24, say("Prices"), 16, bold=True)])
    for row, goods in enumerate((2, 1, 0)):
        y = top + 36 + row * 26
        sheet.add(cube(MARGIN + 12, y, 20, GOODS_HUES[goods]))
        sheet.add([words(MARGIN + 40, y + 16, label(GOODS[goods]), 15), _price(view, goods, y)])
    _bonuses(sheet, view, top)
    for port in (0, 1):
        _port(sheet, view, port, top + 62 + port * 26)
    _decks(sheet, view, top)


def _price(view: State, goods: int, y: float) -> Text:
    return words(MARGIN + 138, y + 17, str(view.price(goods)), 18, bold=True, anchor="end")


def _bonuses(sheet: Sheet, view: State, top: float) -> None:
    """The spaces of the Market: those that are covered are grey and crossed out by a line."""
    left = MARGIN + 158
    sheet.add([words(left, top + 24, say("Market"), 16, bold=True)])
    covered = list(market(shipped(), len(view.seats)))
    for value in view.bonuses:
        covered.remove(value)
    for place, value in enumerate(market(shipped(), len(view.seats))):
        x = left + 72 + place * (SPACE + 3)
        gone = value in covered and view.bonuses.count(value) <= _after(view, place, value)
        sheet.add(pieces.bonus(x, top + 6, SPACE, value, gone=gone))


def _after(view: State, place: int, value: int) -> int:
    """The number of spaces of the same value behind this one: the first of equal ones is covered first."""
    return market(shipped(), len(view.seats))[place + 1 :].count(value)


def _port(sheet: Sheet, view: State, port: int, y: float) -> None:
    left = MARGIN + 158
    sheet.add([words(left, y + 16, label(TILES[PORT1 + port]), 15)])
    for place, goods in enumerate((2, 1, 0)):
        x = left + 72 + place * 33
        if goods in view.ports[port]:
            sheet.add(cube(x, y, 20, GOODS_HUES[goods]))
        else:
            sheet.add([Rect(x, y, 20, 20, "none", EDGE, 1.5, 3, (3.0, 3.0))])
    if port == 0:
        sheet.add([words(left + 172, y + 16, say("goods sold"), 14, MUTED, width=80)])


def _decks(sheet: Sheet, view: State, top: float) -> None:
    right = MARGIN + 564
    sheet.add([words(right, top + 24, say("Cards left"), 16, bold=True, anchor="end")])
    for row, (deck, name) in enumerate(zip(view.decks, PILES, strict=True)):
        sheet.add([words(right, top + 52 + row * 26, f"{say(name)} {len(deck)}", 15, anchor="end")])
