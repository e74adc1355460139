"""The pictures in the rules of Bruges: a person card, a player's board, a final score. Bots played them."""

from __future__ import annotations

from engine.bruges.data.cards import of
from engine.bruges.picture import area
from engine.bruges.picture.picture import CARD_HEIGHT, CARD_WIDTH, hand_card
from engine.bruges.rules import scoring
from engine.bruges.state import State
from engine.bruges.words.speech import say
from engine.pictures.plates import NAMES, Plate, framed, named, numbered, result, winner
from engine.pictures.scene import Scene
from engine.pictures.sheet import MARGIN, TITLE, WIDTH, Sheet

ON_THE_TABLE, SCORING = "What is on the table", "Scoring"


def plates(now: State, end: State) -> tuple[Plate, ...]:
    """A card, a board and a score, in the language that is spoken."""
    return (_card(now), _board(now), _score(end))


def _card(state: State) -> Plate:
    """The dearest person in a hand, its parts named at the right."""
    known = of(state.deck)
    card = max((card for seat in state.seats for card in seat.hand if card >= 0), key=lambda card: known.price[card])
    sheet, left, top = Sheet(NAMES, 0), MARGIN + 4, 8.0
    hand_card(sheet, left, top, 1, card, known)
    edge = left + CARD_WIDTH - 3
    parts = (
        (edge, top + 11, say("its number in your hand, and the letter of its colour")),
        (edge, top + 42, say("the person and its group")),
        (edge, top + 66, say("price in guilders, points in a house")),
        (edge, top + 82, say("when it works")),
    )
    foot = top + CARD_HEIGHT
    sheet.add(named(parts, left + CARD_WIDTH + 34, WIDTH - MARGIN - left - CARD_WIDTH - 34, top - 4, foot))
    said = "; ".join(name for *_, name in parts) + "."
    return Plate(ON_THE_TABLE, say("A person card"), framed(sheet.shapes, WIDTH, 0, foot + 8, said))


def _board(state: State) -> Plate:
    """The board with most houses of those who hold cards."""
    seat = max(range(len(state.seats)), key=lambda n: (bool(state.seats[n].cards()), len(state.seats[n].houses)))
    scene = _area(state, seat)
    middle = MARGIN + TITLE + 2 + area.GOODS / 2
    rows = [
        (MARGIN + TITLE / 2 + 2, say("who it is, guilders and points")),
        (middle, say("workers")),
        (middle + area.GOODS, say("threats")),
        (middle + 2 * area.GOODS, say("both canals: water where a space is dug, else its colour and price")),
        (middle + 2 * area.GOODS + area.CANALS, say("majority markers, filled once they are turned, and statues")),
        (middle + 2 * area.GOODS + area.CANALS + area.MARKERS, say("the backs of the hand")),
        (middle + 2 * area.GOODS + area.CANALS + area.MARKERS + area.BACKS + 8, say("houses with their people")),
    ]
    shown, said = numbered(scene, rows)
    return Plate(ON_THE_TABLE, say("A player's board"), shown, said)


def _score(state: State) -> Plate:
    sheet = scoring.scoresheet(state, of(state.deck))
    seat = winner(sheet)
    said = result(sheet, seat)
    return Plate(SCORING, say("{name} has won", name=NAMES[seat]), _area(state, seat), said)


def _area(state: State, seat: int) -> Scene:
    sheet = Sheet(NAMES, None)
    sheet.y = MARGIN
    area.draw(sheet, state, of(state.deck), seat, asked=False)
    return sheet.scene(NAMES[seat])
