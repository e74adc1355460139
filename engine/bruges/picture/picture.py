"""The table as a picture: what a view of Bruges shows, laid out 600 wide. Draws only that; knows no rules.

From the top: round and whose turn, dice and piles, the reputation steps, the reader's hand, then every
seat's area (`area.py`), the reader's own first.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards, of
from engine.bruges.picture import area, pieces
from engine.bruges.picture.describe import describe, dice, moment
from engine.bruges.picture.key import key
from engine.bruges.picture.pieces import hues
from engine.bruges.rules.rules import AGENDA
from engine.bruges.state import COLOURS, GONE, SECTIONS, Seat, State
from engine.bruges.words.speech import say
from engine.bruges.words.vocabulary import title, word
from engine.language.languages import to_say
from engine.language.wording import capital, whose_turn
from engine.pictures.drawing import card_back, coin, die, no_card, words
from engine.pictures.palette import MUTED, PAPER, Hue
from engine.pictures.scene import Rect, Scene
from engine.pictures.sheet import GAP, INNER, MARGIN, WIDTH, Sheet

__all__ = ["MARGIN", "WIDTH", "picture"]

HAND_PER_ROW = 5
CARD_GAP = 8.0
CARD_WIDTH = (INNER + CARD_GAP) / HAND_PER_ROW - CARD_GAP
CARD_MARGIN = 8.0


def picture(view: State, names: Sequence[str], seat: int | None) -> Scene:
    """The position as `seat` sees it (None: an onlooker)."""
    asked = AGENDA.seats_asked(view)
    sheet, known = Sheet(names, seat), of(view.deck)
    sheet.header(*moment(view), *whose_turn(names, seat, asked))
    _table(sheet, view, known)
    sheet.track(capital(word("reputation")), _climb_words(view), load_board().reputation, [s.step for s in view.seats])
    if seat is not None:
        _hand(sheet, view.seats[seat], known)
    for number in view.order(seat or 0):
        area.draw(sheet, view, known, number, asked=number in asked)
    if seat is not None:
        sheet.key(key())
    return sheet.scene(describe(view, names, seat, asked))


def _table(sheet: Sheet, view: State, known: Cards) -> None:
    """Dice with the names of their colours, which explain the letters, and the stacks; five piles below them."""
    by_colour = view.pile_names == COLOURS
    top = sheet.panel(164 if by_colour else 110)
    for hue, face, left in zip(hues(), dice(view), _columns(MARGIN + 10, 64), strict=True):
        sheet.add(die(left + 9, top + 12, 46, hue, face))
        sheet.caption(left + 32, top, hue.letter, word(hue.name))
    for (label, shown, size), middle in zip(_stacks(view, known), _columns(MARGIN + 360, 60), strict=False):
        sheet.add(card_back(middle - 17, top + 11, 34, 48, shown) if size else [no_card(middle - 17, top + 11, 34, 48)])
        sheet.caption(middle, top, str(size), label)
    if by_colour:
        _colour_piles(sheet, view, top + 112)
    if view.statues:
        sheet.add(pieces.statue(MARGIN + 528, top + 24, view.statues[0]))
    sheet.caption(MARGIN + 540, top, str(len(view.statues)), say("statues"))


def _columns(first: float, pitch: float) -> list[float]:
    return [first + place * pitch for place in range(len(COLOURS))]


def _stacks(view: State, known: Cards) -> list[tuple[str, Hue | None, int]]:
    """(name, hue of the top card, cards) of two draw piles and the extra pile; of the extra pile alone."""
    extra = (say("extra"), None, len(view.extra or ()))
    if view.pile_names == COLOURS:
        return [extra]
    piles = zip(SECTIONS, view.piles, strict=True)
    return [*((word(side), area.hue_of(pile[-1], known) if pile else None, len(pile)) for side, pile in piles), extra]


def _colour_piles(sheet: Sheet, view: State, top: float) -> None:
    """Five piles, each below the die of its colour, with their heights."""
    sheet.add([words(MARGIN + 348, top + 27, say("draw piles"), 14, MUTED)])
    for hue, pile, left in zip(hues(), view.piles, _columns(MARGIN + 20, 64), strict=True):
        sheet.add(card_back(left, top, 28, 40, hue) if pile else [no_card(left, top, 28, 40)])
        sheet.add([words(left + 33, top + 27, str(len(pile)), 16, bold=True)])


def _climb_words(view: State) -> str:
    rolled = dice(view)
    if view.over or not any(rolled):
        return say("points at the end")
    price = sum(face for face in rolled if face <= 2)
    return say("a step costs {price} this round", price=price) if price else say("no step can be climbed this round")


# --- the reader's hand ------------------------------------------------------------------------------


def _hand(sheet: Sheet, seat: Seat, known: Cards) -> None:
    slots = [(slot, card) for slot, card in enumerate(seat.hand, 1) if card != GONE]
    if not slots:
        return
    sheet.heading(say("Your hand"))
    for place, (slot, card) in enumerate(slots):
        row, column = divmod(place, HAND_PER_ROW)
        _hand_card(sheet, MARGIN + column * (CARD_WIDTH + CARD_GAP), sheet.y + row * 116, CARD_WIDTH, slot, card, known)
    sheet.y += -(-len(slots) // HAND_PER_ROW) * 116 - 8 + GAP


def _hand_card(sheet: Sheet, left: float, top: float, width: float, slot: int, card: int, known: Cards) -> None:
    hue = area.hue_of(card, known)
    if hue is None:
        raise ValueError("a hand card shows at least its back")
    sheet.add(
        [
            Rect(left + 1, top + 1, width - 2, 106, PAPER, hue.fill, 2, 6),
            Rect(left, top, width, 28, hue.fill, round=6),
            words(left + CARD_MARGIN, top + 21, f"{slot}", 18, hue.ink, bold=True),
            words(left + width - CARD_MARGIN, top + 21, hue.letter, 18, hue.ink, bold=True, anchor="end"),
        ]
    )
    if card >= 0:
        _face(sheet, left + CARD_MARGIN, top, width - 2 * CARD_MARGIN, card, known)
    else:
        sheet.add([words(left + CARD_MARGIN, top + 48, say("face down"), 14, MUTED, width=width - 2 * CARD_MARGIN)])


def _face(sheet: Sheet, left: float, top: float, width: float, card: int, known: Cards) -> None:
    price = known.price[card]
    sheet.add(
        [
            words(left, top + 47, title(known.name[card]), 15, bold=True, width=width),
            words(left, top + 64, word(known.group[card]), 14, MUTED, width=width),
            *coin(left + 6, top + 78, 6.5),
            words(left + 17, top + 83, str(price), 15, bold=True),
            words(left + width, top + 83, say("{n:pt|pts}", n=price // 3), 14, MUTED, anchor="end"),
            words(left, top + 100, _icon_words(known, card), 14, MUTED, width=width),
        ]
    )


def _icon_words(known: Cards, card: int) -> str:
    worker = known.worker[card]
    if worker is not None:
        return say("{colour} worker", colour=word(COLOURS[worker]))
    return say(ICON_WORDS[known.icon[card]])


ICON_WORDS = {
    "arrow": to_say("at once"),
    "once": to_say("once a round"),
    "laurel": to_say("at the end"),
    "improves": to_say("always"),
    "situation": to_say("always"),
}
