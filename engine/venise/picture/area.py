"""The board of one player as the picture shows it: stock, store, the cards of both rows, dice and bridges."""

from __future__ import annotations

from engine.language.wording import listed
from engine.pictures.drawing import words
from engine.pictures.palette import ACCENT, EDGE, FAINT, INK, MUTED, PAPER
from engine.pictures.scene import Rect
from engine.pictures.sheet import INNER, MARGIN, Sheet
from engine.venise.data.box import shipped
from engine.venise.picture.pieces import GOODS_HUES, MATERIAL_HUES, burgher, cube, open_square
from engine.venise.rules.context import card_of
from engine.venise.rules.production import bridges_left
from engine.venise.rules.scoring import totals
from engine.venise.state import Laid, Seat, State
from engine.venise.words.names import goods, label
from engine.venise.words.speech import say
from engine.venise.words.voice import effect_name

CARD_HEIGHT = 58.0
CUBE = 18.0
USED = 20.0  # height of the line of Master Builders that were used up


def draw(sheet: Sheet, view: State, number: int, *, asked: bool) -> None:
    """Add the board of seat `number` to the sheet; a row without cards takes no room."""
    seat = view.seats[number]
    rows = [row for row in seat.rows if row]
    head = 84 + (USED if seat.used else 0)
    top = sheet.area(head + len(rows) * (CARD_HEIGHT + 6) + (4 if rows else 0), asked=asked)
    points = totals(view)[number] if view.over else seat.points
    dice = shipped().dice - len(view.placed(number))
    facts = (
        say("{n:die|dice}", n=dice),
        say("{n:bridge|bridges}", n=bridges_left(view, number)),
        say("{n:point|points}", n=points),
    )
    sheet.title(number, top, facts, money=False, first=number == view.first and not view.over)
    sheet.add(burgher(MARGIN + 14, top + 45, number))
    _stock(sheet, seat, MARGIN + 50, top + 50)
    _store(sheet, seat, MARGIN + 268, top + 50)
    if seat.used:
        names = listed([label(shipped().cards[card].name) for card in seat.used])
        sheet.add([words(MARGIN + 50, top + 92, say("used up: {cards}", cards=names), 14, MUTED, width=INNER - 64)])
    y = top + head
    for row in rows:
        for place, laid in enumerate(row):
            _card(sheet, laid, MARGIN + 14 + place * 138, y)
        y += CARD_HEIGHT + 6


def _stock(sheet: Sheet, seat: Seat, left: float, top: float) -> None:
    """Six spaces, filled from the left."""
    sheet.add([words(left, top + 16, say("stock"), 14, MUTED)])
    held = [kind for kind, count in enumerate(seat.stock) for _ in range(count)]
    for space in range(shipped().stock):
        x = left + 44 + space * 25
        if space < len(held):
            sheet.add(cube(x, top, 22, MATERIAL_HUES[held[space]]))
        else:
            sheet.add([Rect(x, top, 22, 22, "none", EDGE, 1.5, 3, (3.0, 3.0))])


def _store(sheet: Sheet, seat: Seat, left: float, top: float) -> None:
    sheet.add([words(left, top + 16, say("store"), 14, MUTED)])
    for place, kind in enumerate((2, 1, 0)):
        x = left + 48 + place * 58
        count = seat.store[kind]
        sheet.add(cube(x, top, 22, GOODS_HUES[kind]))
        sheet.add([words(x + 28, top + 17, str(count), 17, INK if count else FAINT, bold=count > 0)])


def _card(sheet: Sheet, laid: Laid, left: float, top: float) -> None:
    """A card: its name; what it is; its squares, filled or not."""
    card = card_of(laid)
    strong = ACCENT if laid.ready and not card.is_order else EDGE
    sheet.add([Rect(left, top, 134, CARD_HEIGHT, PAPER, strong, 2 if laid.ready else 1.2, 5)])
    name = say("Order") if card.is_order and card.deck == 1 else label(card.name)
    sheet.add([words(left + 8, top + 20, name, 15, bold=True, width=118)])
    if card.is_order:
        sheet.add(cube(left + 8, top + 31, CUBE, GOODS_HUES[card.kind]))
        said = f"+{card.value} {goods(card.kind)}"
        sheet.add([words(left + 32, top + 46, said, 14, MUTED, width=94)])
    elif card.capacity and laid.ready:
        _squares(sheet, left + 8, top + 31, [(card.kind, laid.held, card.capacity)])
        sheet.add([words(left + 126, top + 46, say("built"), 14, MUTED, anchor="end")])
    elif laid.ready:
        sheet.add([words(left + 8, top + 46, effect_name(card), 14, MUTED, width=118)])
    else:
        cost = zip(range(3), laid.paid, card.cost, strict=True)
        _squares(sheet, left + 8, top + 31, [each for each in cost if each[2]])


def _squares(sheet: Sheet, left: float, top: float, groups: list[tuple[int, int, int]]) -> None:
    """Squares of raw materials: (kind, how many are filled, how many there are)."""
    x = left
    for kind, filled, count in groups:
        hue = MATERIAL_HUES[kind]
        for place in range(count):
            if place < filled:
                sheet.add(cube(x, top, CUBE, hue))
            else:
                sheet.add(open_square(x, top, CUBE, hue))
            x += CUBE + 2
