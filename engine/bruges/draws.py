"""Drawing cards: one by one from two piles, faces hidden until the drawing is done, and what happens when a pile ends.

Matter: ("draw", seat, how many still, how many of them may be left out, person or "").
"""

from __future__ import annotations

from engine.bruges.cards import Cards
from engine.bruges.course import Course
from engine.bruges.state import COLOURS, SECTIONS, Matter, State
from engine.decisions import Move

DRAW = tuple(Move(("draw", side)) for side in SECTIONS)
NONE = Move(("none",))


def draw_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    """The piles that hold cards; the last cards may be left out where a person only allows them."""
    _, _, still, optional, _ = matter
    moves = tuple(move for move, pile in zip(DRAW, state.piles, strict=True) if pile)
    return (*moves, NONE) if moves and still <= optional else moves


def answer_draw(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    """Take a card, or none: the drawing is over when enough are taken, the piles are gone or the rest is left out."""
    _, number, still, optional, person = matter
    if move is None or move == NONE:
        course.replace(index)
        look(course, number)
        return
    take_card(course, number, DRAW.index(move), person)
    if still > 1 and any(course.state.piles):
        course.replace(index, ("draw", number, still - 1, optional, person))
    else:
        course.replace(index)
        look(course, number)


def take_card(course: Course, number: int, pile: int, person: str) -> None:
    """The top card of a pile goes into a hand, its face still hidden from everybody."""
    seat = course.seat(number)
    card = course.state.piles[pile].pop()
    seat.hand.append(card)
    seat.unseen += 1
    colour = COLOURS[course.cards.colour[card]]
    course.tell("drew", seat=number, pile=SECTIONS[pile], colour=colour, count=1, person=person or None)
    if not course.state.piles[pile]:
        refill_pile(course, pile)


def look(course: Course, number: int) -> None:
    """The seat looks at the cards it has drawn."""
    seat = course.seat(number)
    if seat.unseen:
        came = seat.hand[-seat.unseen :]
        seat.unseen = 0
        course.tell_only(number, "hand", seat=number, cards=[course.cards.name[card] for card in came])


def refill_pile(course: Course, empty: int) -> None:
    """Put the extra pile in the place of an empty one, or else half of the other; a single card is not split."""
    state = course.state
    if state.extra is not None:
        state.piles[empty] = state.extra
        state.extra = None
        # What is drawn while cards are played leaves one more whole round.
        state.last = state.round if state.phase < 3 else state.round + 1
        course.tell("pile ended", pile=SECTIONS[empty], by="extra", last=state.last)
        return
    other = state.piles[1 - empty]
    half = len(other) // 2
    if half:
        # The upper cards go over; the larger half stays where it is.
        state.piles[empty] = other[-half:]
        del other[-half:]
        course.tell("pile ended", pile=SECTIONS[empty], by="split", last=0)
