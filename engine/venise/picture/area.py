"""The board of one player as the picture shows it: stock, store, the cards of both rows, dice and bridges."""

from __future__ import annotations

from engine.language.wording import listed
from engine.pictures import lettering
from engine.pictures.drawing import words
from engine.pictures.palette import ACCENT, EDGE, FAINT, INK, MUTED, PAPER
from engine.pictures.scene import Rect
from engine.pictures.sheet import BODY, INNER, LARGE, MARGIN, PAD, SMALL, TITLE, WIDTH, Sheet
from engine.venise.data.box import shipped
from engine.venise.picture.pieces import GOODS_HUES, MATERIAL_HUES, burgher, cube, open_square
from engine.venise.rules.context import card_of
from engine.venise.rules.production import bridges_left
from engine.venise.rules.scoring import totals
from engine.venise.state import Laid, Seat, State
from engine.venise.words.names import goods, label
from engine.venise.words.speech import say
from engine.venise.words.voice import effect_name

CARD_HEIGHT, CARD_GAP = 46.0, 5.0
CARDS_PER_LINE = 3
CARD = (INNER - 2 * PAD + CARD_GAP) / CARDS_PER_LINE  # pitch
CUBE = 17.0
LABEL = 42.0  # room of the words before stock and store
LINE = 28.0  # height of stock and store
USED = 18.0  # height of a line of Master Builders that were used up


def draw(sheet: Sheet, view: State, number: int, *, asked: bool) -> None:
    """Add the board of seat `number` to the sheet; a row without cards takes no room."""
    seat = view.seats[number]
    lines = [row[at : at + CARDS_PER_LINE] for row in seat.rows for at in range(0, len(row), CARDS_PER_LINE)]
    names = listed([label(shipped().cards[card].name) for card in seat.used])
    used = lettering.wrapped(say("used up: {cards}", cards=names), SMALL, INNER - 2 * PAD) if names else []
    head = TITLE + 2 * LINE + 4 + len(used) * USED
    top = sheet.area(head + len(lines) * (CARD_HEIGHT + CARD_GAP) + 4, asked=asked)
    points = totals(view)[number] if view.over else seat.points
    first = number == view.first and not view.over
    sheet.title(number, top, say("{n:point|points}", n=points), first=first)
    sheet.add(burgher(MARGIN + 10, top + TITLE, number))
    _stock(sheet, seat, MARGIN + 42, top + TITLE + 2)
    dice, bridges = shipped().dice - len(view.placed(number)), bridges_left(view, number)
    right = WIDTH - MARGIN - 10
    for line, said in enumerate((say("{n:die|dice}", n=dice), say("{n:bridge|bridges}", n=bridges))):
        sheet.add([words(right, top + TITLE + 17 + line * LINE, said, SMALL, anchor="end")])
    _store(sheet, seat, MARGIN + 42, top + TITLE + 2 + LINE)
    for line, said in enumerate(used):
        sheet.add([words(MARGIN + PAD + 2, top + TITLE + 2 * LINE + 14 + line * USED, said, SMALL, MUTED)])
    for line, cards in enumerate(lines):
        for place, laid in enumerate(cards):
            _card(sheet, laid, MARGIN + PAD + place * CARD, top + head + line * (CARD_HEIGHT + CARD_GAP))


def _stock(sheet: Sheet, seat: Seat, left: float, top: float) -> None:
    """Six spaces, filled from the left."""
    sheet.add([words(left, top + 15, say("stock"), SMALL, MUTED, width=LABEL)])
    held = [kind for kind, count in enumerate(seat.stock) for _ in range(count)]
    for space in range(shipped().stock):
        x = left + LABEL + 6 + space * 24
        if space < len(held):
            sheet.add(cube(x, top, 21, MATERIAL_HUES[held[space]]))
        else:
            sheet.add([Rect(x, top, 21, 21, "none", EDGE, 1.5, 3, (3.0, 3.0))])


def _store(sheet: Sheet, seat: Seat, left: float, top: float) -> None:
    sheet.add([words(left, top + 15, say("store"), SMALL, MUTED, width=LABEL)])
    for place, kind in enumerate((2, 1, 0)):
        x = left + LABEL + 6 + place * 49
        count = seat.store[kind]
        sheet.add(cube(x, top, 21, GOODS_HUES[kind]))
        sheet.add([words(x + 26, top + 16, str(count), LARGE, INK if count else FAINT, bold=count > 0)])


def _card(sheet: Sheet, laid: Laid, left: float, top: float) -> None:
    """A card: its name; what it is; its squares, filled or not."""
    card, width = card_of(laid), CARD - CARD_GAP
    strong = ACCENT if laid.ready and not card.is_order else EDGE
    sheet.add([Rect(left, top, width, CARD_HEIGHT, PAPER, strong, 2 if laid.ready else 1.2, 5)])
    name = say("Order") if card.is_order and card.deck == 1 else label(card.name)
    left, room = left + 6, width - 12
    sheet.add([words(left, top + 16, name, BODY, bold=True, width=room)])
    if card.is_order:
        sheet.add(cube(left, top + 23, CUBE, GOODS_HUES[card.kind]))
        said = f"+{card.value} {goods(card.kind)}"
        sheet.add([words(left + CUBE + 5, top + 36, said, SMALL, MUTED, width=room - CUBE - 5)])
    elif card.capacity and laid.ready:
        _squares(sheet, left, top + 23, [(card.kind, laid.held, card.capacity)])
        sheet.add([words(left + room, top + 36, say("built"), SMALL, MUTED, anchor="end")])
    elif laid.ready:
        sheet.add([words(left, top + 36, effect_name(card), SMALL, MUTED, width=room)])
    else:
        cost = zip(range(3), laid.paid, card.cost, strict=True)
        _squares(sheet, left, top + 23, [each for each in cost if each[2]])


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
            x += CUBE + 1
