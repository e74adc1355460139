"""Drawing cards: one by one from the piles, faces hidden until the drawing is done, and what happens when a pile ends.

Matter: ("draw", seat, how many still, how many of them may be left out, person or "").
"""

from __future__ import annotations

from engine.bruges.data.cards import Cards
from engine.bruges.rules.context import Course
from engine.bruges.state import COLOURS, PILE_NAMES, Matter, State
from engine.decisions import Move

DRAW = {number: tuple(Move(("draw", name)) for name in names) for number, names in PILE_NAMES.items()}
NONE = Move(("none",))


def draw_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    """The piles that hold cards; the last cards may be left out where a person only allows them."""
    _, _, still, optional, _ = matter
    moves = DRAW[len(state.piles)]
    if not all(state.piles):
        moves = tuple(move for move, pile in zip(moves, state.piles, strict=True) if pile)
    return (*moves, NONE) if moves and still <= optional else moves


def answer_draw(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    """Take a card, or none: the drawing is over when enough are taken, the piles are gone or the rest is left out."""
    _, number, still, optional, person = matter
    if move is None or move == NONE:
        course.replace(index)
        look(course, number)
        return
    take_card(course, number, DRAW[len(course.state.piles)].index(move), person)
    if still > 1 and any(course.state.piles):
        course.replace(index, ("draw", number, still - 1, optional, person))
    else:
        course.replace(index)
        look(course, number)


def take_card(course: Course, number: int, pile: int, person: str) -> None:
    """The top card of a pile goes into a hand, its face still hidden from everybody."""
    seat, state = course.seat(number), course.state
    card = state.piles[pile].pop()
    seat.hand.append(card)
    seat.unseen += 1
    colour = COLOURS[course.cards.colour[card]]
    course.tell("drew", seat=number, pile=state.pile_names[pile], colour=colour, count=1, person=person or None)
    if not state.piles[pile]:
        end_pile(course, pile)


def look(course: Course, number: int) -> None:
    """The seat looks at the cards it has drawn."""
    seat = course.seat(number)
    if seat.unseen:
        came = seat.hand[-seat.unseen :]
        seat.unseen = 0
        course.tell_only(number, "hand", seat=number, cards=[course.cards.name[card] for card in came])


# --- when a pile ends --------------------------------------------------------------------------------------


def end_pile(course: Course, empty: int) -> None:
    """What takes the place of an empty pile: the extra pile, half of the other, or nothing."""
    state = course.state
    by_colour = state.pile_names == COLOURS
    if by_colour and any(state.piles):
        _tell_end(course, empty, "nothing")
    elif state.extra is not None:
        _bring_extra(course, empty)
    elif by_colour:
        _tell_end(course, empty, "nothing")
    else:
        _split(course, empty)


def by_colours(cards: Cards, stack: list[int]) -> list[list[int]]:
    """A stack sorted into one pile of each colour, the order within a colour kept."""
    return [[card for card in stack if cards.colour[card] == colour] for colour in range(len(COLOURS))]


def _bring_extra(course: Course, empty: int) -> None:
    """The extra pile comes in place of the empty pile, or of all five; with it the end of the game is known."""
    state = course.state
    extra, state.extra = state.extra or [], None
    if state.pile_names == COLOURS:
        state.piles = by_colours(course.cards, extra)
    else:
        state.piles[empty] = extra
    # What is drawn while cards are played leaves one more whole round.
    state.last = state.round if state.phase < 3 else state.round + 1
    _tell_end(course, empty, "extra", state.last)


def _split(course: Course, empty: int) -> None:
    """Half of the other pile comes over, its upper cards; the larger half stays. A single card is not split."""
    other = course.state.piles[1 - empty]
    half = len(other) // 2
    if half:
        course.state.piles[empty] = other[-half:]
        del other[-half:]
        _tell_end(course, empty, "split")


def _tell_end(course: Course, empty: int, by: str, last: int = 0) -> None:
    course.tell("pile ended", pile=course.state.pile_names[empty], by=by, last=last)
