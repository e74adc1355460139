"""The table as a picture: what a view of Bruges shows, 390 wide. Draws only that; knows no rules.

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
from engine.pictures.lettering import width
from engine.pictures.palette import MUTED, PAPER, Hue
from engine.pictures.scene import Rect, Scene
from engine.pictures.sheet import BODY, GAP, INNER, MARGIN, PAD, SMALL, WIDTH, Sheet

__all__ = ["MARGIN", "WIDTH", "picture"]

HAND_PER_ROW = 3
CARD_GAP = 6.0
CARD_WIDTH, CARD_HEIGHT = (INNER + CARD_GAP) / HAND_PER_ROW - CARD_GAP, 92.0
CARD_MARGIN = 7.0
DICE, STACKS = (INNER - 2 * PAD) / 5, (INNER - 2 * PAD) / 4  # pitches


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
    """Dice with the names of their colours, which explain the letters, and below them the stacks."""
    by_colour = view.pile_names == COLOURS
    top = sheet.panel(170 if by_colour else 122)
    for place, (hue, face) in enumerate(zip(hues(), dice(view), strict=True)):
        middle = MARGIN + PAD + (place + 0.5) * DICE
        sheet.add(die(middle - 20, top + 10, 40, hue, face))
        letter = width(hue.letter, SMALL, bold=True)
        left = middle - (letter + 4 + width(word(hue.name), SMALL)) / 2
        sheet.add([words(left, top + 64, hue.letter, SMALL, bold=True)])
        sheet.add([words(left + letter + 4, top + 64, word(hue.name), SMALL, MUTED)])
    if by_colour:
        _colour_piles(sheet, view, top + 78)
    row = top + (126 if by_colour else 76)
    places = _stacks(view, known)
    for place, (label, shown, size) in enumerate(places):
        left = MARGIN + PAD + 8 + place * STACKS
        sheet.add(card_back(left, row, 26, 36, shown) if size else [no_card(left, row, 26, 36)])
        sheet.caption(left + 33, row + 18, str(size), label, STACKS - 40)
    left = MARGIN + PAD + 8 + len(places) * STACKS
    if view.statues:
        sheet.add(pieces.statue(left + 1, row + 3, view.statues[0]))
    sheet.caption(left + 33, row + 18, str(len(view.statues)), say("statues"), STACKS - 33)


def _stacks(view: State, known: Cards) -> list[tuple[str, Hue | None, int]]:
    """(name, hue of the top card, cards) of two draw piles and the extra pile; of the extra pile alone."""
    extra = (say("extra"), None, len(view.extra or ()))
    if view.pile_names == COLOURS:
        return [extra]
    piles = zip(SECTIONS, view.piles, strict=True)
    return [*((word(side), area.hue_of(pile[-1], known) if pile else None, len(pile)) for side, pile in piles), extra]


def _colour_piles(sheet: Sheet, view: State, top: float) -> None:
    """Five piles, each below the die of its colour, with their heights."""
    for place, (hue, pile) in enumerate(zip(hues(), view.piles, strict=True)):
        left = MARGIN + PAD + (place + 0.5) * DICE - 25
        sheet.add(card_back(left, top, 26, 36, hue) if pile else [no_card(left, top, 26, 36)])
        sheet.add([words(left + 31, top + 23, str(len(pile)), 15, bold=True)])


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
        left, top = MARGIN + column * (CARD_WIDTH + CARD_GAP), sheet.y + row * (CARD_HEIGHT + CARD_GAP)
        hand_card(sheet, left, top, slot, card, known)
    sheet.y += -(-len(slots) // HAND_PER_ROW) * (CARD_HEIGHT + CARD_GAP) - CARD_GAP + GAP


def hand_card(sheet: Sheet, left: float, top: float, slot: int, card: int, known: Cards) -> None:
    """A card of a hand with its face, or its back."""
    hue = area.hue_of(card, known)
    if hue is None:
        raise ValueError("a hand card shows at least its back")
    sheet.add(
        [
            Rect(left + 1, top + 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, PAPER, hue.fill, 2, 6),
            Rect(left, top, CARD_WIDTH, 22, hue.fill, round=6),
            words(left + CARD_MARGIN, top + 17, f"{slot}", 16, hue.ink, bold=True),
            words(left + CARD_WIDTH - CARD_MARGIN, top + 17, hue.letter, 16, hue.ink, bold=True, anchor="end"),
        ]
    )
    room = CARD_WIDTH - 2 * CARD_MARGIN
    if card >= 0:
        _face(sheet, left + CARD_MARGIN, top, room, card, known)
    else:
        sheet.add([words(left + CARD_MARGIN, top + 42, say("face down"), BODY, MUTED, width=room)])


def _face(sheet: Sheet, left: float, top: float, width: float, card: int, known: Cards) -> None:
    price = known.price[card]
    sheet.add(
        [
            words(left, top + 38, title(known.name[card]), BODY, bold=True, width=width),
            words(left, top + 53, word(known.group[card]), SMALL, MUTED, width=width),
            *coin(left + 6, top + 65, 5.5),
            words(left + 16, top + 69.5, str(price), BODY, bold=True),
            words(left + width, top + 69, say("{n:pt|pts}", n=price // 3), SMALL, MUTED, anchor="end"),
            words(left, top + 85, _icon_words(known, card), SMALL, MUTED, width=width),
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
