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
from engine.pictures.sheet import INNER, MARGIN, PAD, SMALL, TITLE, WIDTH, Sheet

HOUSES_PER_ROW = 3
HOUSE, HOUSE_ROW = (INNER - PAD) / HOUSES_PER_ROW, 42.0  # pitches
GOODS, CANALS, MARKERS, BACKS = 34.0, 36.0, 34.0, 34.0  # heights of the rows
LABEL = 62.0  # room of the words before workers and threats
SPACE = 25.0


def draw(sheet: Sheet, view: State, known: Cards, number: int, *, asked: bool) -> None:
    """Add the area of seat `number` to the sheet."""
    seat = view.seats[number]
    hand = number != sheet.reader and bool(seat.cards())
    rows = -(-len(seat.houses) // HOUSES_PER_ROW)
    height = TITLE + 2 * GOODS + CANALS + MARKERS + (BACKS if hand else 0) + rows * HOUSE_ROW + (6 if rows else 0)
    top = sheet.area(height + 2, asked=asked)
    counted = amount("points", points(view, number))
    sheet.title(number, top, counted, money=str(seat.guilders), first=number == view.start and not view.over)
    y = top + TITLE + 2
    _goods(sheet, seat, y)
    _canals(sheet, view, number, y + 2 * GOODS)
    y += 2 * GOODS + CANALS
    _majorities(sheet, seat, y)
    y += MARKERS
    if hand:
        _backs(sheet, seat, y, known)
        y += BACKS
    for place, house in enumerate(seat.houses):
        row, column = divmod(place, HOUSES_PER_ROW)
        _house(sheet, MARGIN + PAD + column * HOUSE, y + 5 + row * HOUSE_ROW, house, known, over=view.over)


def hue_of(card: int, known: Cards) -> Hue | None:
    """The hue that a card or its back shows; None when neither can be seen."""
    if card >= 0:
        return hues()[known.colour[card]]
    return hues()[-1 - card] if -1 - card < len(COLOURS) else None


def _goods(sheet: Sheet, seat: Seat, top: float) -> None:
    left = MARGIN + PAD + 2
    sheet.add([words(left, top + 21, say("workers"), SMALL, MUTED, width=LABEL)])
    sheet.add([words(left, top + GOODS + 20, say("threats"), SMALL, MUTED, width=LABEL)])
    pitch = (INNER - 2 * PAD - LABEL - 4) / len(COLOURS)
    for colour, hue in enumerate(hues()):
        x = left + LABEL + 6 + colour * pitch
        sheet.add(worker(x, top, hue, seat.workers[colour]))
        sheet.add(pieces.threat(x, top + GOODS - 1, hue, seat.threats[colour]))


def _canals(sheet: Sheet, view: State, number: int, top: float) -> None:
    """Both sections side by side."""
    board, seat = load_board(), view.seats[number]
    sections = board.canals[view.tracks[number]]
    half = (INNER - 2 * PAD) / 2
    for row, (side, colours, dug) in enumerate(zip(SECTIONS, sections, seat.canals, strict=True)):
        left = MARGIN + PAD + 2 + row * (half + 4)
        room = half - 8 - len(colours) * SPACE
        sheet.add([words(left, top + 19, word(side), SMALL, MUTED, width=room)])
        for space, colour in enumerate(colours):
            x, price = left + room + 3 + space * SPACE, board.prices[space]
            sheet.add(pieces.canal_space(x, top + 2, SPACE - 1, hues()[colour], price, dug=space < dug))


def _majorities(sheet: Sheet, seat: Seat, top: float) -> None:
    """The three markers, and at the right the statues."""
    left = MARGIN + PAD
    for majority, turned in zip(MAJORITIES, seat.markers, strict=True):
        label = word(majority)
        width = lettering.width(label, SMALL, bold=True) + 18
        sheet.add(pill(left, top + 4, label, width, filled=turned))
        left += width + 5
    for place, value in enumerate(reversed(seat.statues)):
        sheet.add(pieces.statue(WIDTH - MARGIN - PAD - 26 - place * 29, top - 1, value))


def _backs(sheet: Sheet, seat: Seat, top: float, known: Cards) -> None:
    """The hand as the others see it; the reader's own is drawn with its faces."""
    left = MARGIN + PAD + 2
    sheet.add([words(left, top + 20, say("hand"), SMALL, MUTED, width=LABEL)])
    hand = seat.cards()
    pitch = min(27.0, (INNER - 2 * PAD - LABEL - 30) / len(hand))
    for place, card in enumerate(hand):
        sheet.add(card_back(left + LABEL + 6 + place * pitch, top, 23, 30, hue_of(card, known)))


def _house(sheet: Sheet, left: float, top: float, house: House, known: Cards, *, over: bool) -> None:
    """A gable, and beside it the person's name over its group."""
    sheet.add(pieces.house(left, top - 1, hues()[house.colour]))
    beside, room = left + 28, HOUSE - 31
    if house.person is None:
        sheet.add([words(beside, top + 22, say("empty"), SMALL, FAINT, width=room)])
        return
    usable = not over and known.usable[house.person]
    sheet.add([words(beside, top + 15, title(known.name[house.person]), SMALL, width=room)])
    behind = beside + (19 if usable else 0)
    sheet.add([words(behind, top + 31, word(known.group[house.person]), SMALL, MUTED, width=beside + room - behind)])
    if usable:
        _readiness(sheet, beside + 8, top + 27, house, known.worker[house.person])


def _readiness(sheet: Sheet, x: float, y: float, house: House, asks: int | None) -> None:
    """A person that can be used: its worker, or a ring where it is free; a dash once it was used."""
    if house.used:
        sheet.add(spent(x, y))
    elif asks is None:
        sheet.add(free(x, y))
    else:
        sheet.add(disc(x, y, 8.7, hues()[asks]))
