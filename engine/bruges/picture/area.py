"""The area of one seat as the picture shows it: goods, canals, statues, markers, backs of the hand, houses."""

from __future__ import annotations

from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.picture import pieces
from engine.bruges.picture.describe import points
from engine.bruges.picture.key import free, spent
from engine.bruges.picture.pieces import hues
from engine.bruges.state import COLOURS, MAJORITIES, SECTIONS, House, Seat, State
from engine.bruges.words.speech import say
from engine.bruges.words.vocabulary import amount, title, word
from engine.pictures import lettering
from engine.pictures.drawing import card_back, disc, pill, words, worker
from engine.pictures.palette import FAINT, MUTED, Hue
from engine.pictures.sheet import MARGIN, Sheet

HOUSES_PER_ROW = 4
RIGHT = MARGIN + 338  # where canals and hand begin


def draw(sheet: Sheet, view: State, known: Cards, number: int, *, asked: bool) -> None:
    """Add the area of seat `number` to the sheet."""
    seat = view.seats[number]
    rows = -(-len(seat.houses) // HOUSES_PER_ROW)
    top = sheet.area(156 + rows * 47 + (4 if rows else 0), asked=asked)
    facts = (amount("guilders", seat.guilders), amount("points", points(view, number)))
    sheet.title(number, top, facts, first=number == view.start and not view.over)
    _goods(sheet, seat, top + 46)
    _canals(sheet, view, number, top + 44)
    _majorities(sheet, seat, top + 120)
    if number != sheet.reader:
        _backs(sheet, seat, top + 116, known)
    for place, house in enumerate(seat.houses):
        row, column = divmod(place, HOUSES_PER_ROW)
        _house(sheet, MARGIN + 14 + column * 140, top + 155 + row * 47, house, known, over=view.over)


def hue_of(card: int, known: Cards) -> Hue | None:
    """The hue that a card or its back shows; None when neither can be seen."""
    if card >= 0:
        return hues()[known.colour[card]]
    return hues()[-1 - card] if -1 - card < len(COLOURS) else None


def _goods(sheet: Sheet, seat: Seat, top: float) -> None:
    sheet.add([words(MARGIN + 14, top + 22, say("workers"), 14, MUTED, width=62)])
    sheet.add([words(MARGIN + 14, top + 57, say("threats"), 14, MUTED, width=62)])
    for colour, hue in enumerate(hues()):
        left = MARGIN + 78 + colour * 50
        sheet.add(worker(left, top, hue, seat.workers[colour]))
        sheet.add(pieces.threat(left, top + 35, hue, seat.threats[colour]))


def _canals(sheet: Sheet, view: State, number: int, top: float) -> None:
    board, seat = load_board(), view.seats[number]
    sections = board.canals[view.tracks[number]]
    for row, (side, colours, dug) in enumerate(zip(SECTIONS, sections, seat.canals, strict=True)):
        y = top + row * 36
        sheet.add([words(RIGHT, y + 21, word(side), 14, MUTED, width=38)])
        for space, colour in enumerate(colours):
            left, price = RIGHT + 42 + space * 30.5, board.prices[space]
            sheet.add(pieces.canal_space(left, y, 29, hues()[colour], price, dug=space < dug))
        if row < len(seat.statues):
            sheet.add(pieces.statue(MARGIN + 540, y - 2, seat.statues[row]))


def _majorities(sheet: Sheet, seat: Seat, top: float) -> None:
    left = MARGIN + 14
    for majority, turned in zip(MAJORITIES, seat.markers, strict=True):
        label = word(majority)
        width = lettering.width(label, 14, bold=True) + 24
        sheet.add(pill(left, top, label, width, filled=turned))
        left += width + 7


def _backs(sheet: Sheet, seat: Seat, top: float, known: Cards) -> None:
    """The hand as the others see it; the reader's own is drawn with its faces."""
    hand = seat.cards()
    if not hand:
        return
    sheet.add([words(RIGHT, top + 21, say("hand"), 14, MUTED)])
    pitch = min(30.5, 178 / len(hand))
    for place, card in enumerate(hand):
        sheet.add(card_back(RIGHT + 44 + place * pitch, top - 1, 25, 32, hue_of(card, known)))


def _house(sheet: Sheet, left: float, top: float, house: House, known: Cards, *, over: bool) -> None:
    sheet.add(pieces.house(left, top, hues()[house.colour]))
    if house.person is None:
        sheet.add([words(left + 38, top + 27, say("empty"), 14, FAINT)])
        return
    usable = not over and known.usable[house.person]
    sheet.add([words(left + 37, top + 20, title(known.name[house.person]), 15, bold=True, width=95)])
    behind = left + 37 + (22 if usable else 0)
    sheet.add([words(behind, top + 37, word(known.group[house.person]), 13.5, MUTED, width=left + 132 - behind)])
    if usable:
        _readiness(sheet, left + 46, top + 32.5, house, known.worker[house.person])


def _readiness(sheet: Sheet, x: float, y: float, house: House, asks: int | None) -> None:
    """A person that can be used: its worker, or a ring where it is free; a dash once it was used."""
    if house.used:
        sheet.add(spent(x, y))
    elif asks is None:
        sheet.add(free(x, y))
    else:
        sheet.add(disc(x, y, 9, hues()[asks]))
