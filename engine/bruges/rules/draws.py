"""Drawing cards one by one from the piles, faces hidden until the drawing is done; what happens when a pile ends."""

from __future__ import annotations

from engine.agenda import NOTHING
from engine.bruges.data.cards import Cards
from engine.bruges.rules import tasks
from engine.bruges.rules.context import Context
from engine.bruges.state import COLOURS, PILE_NAMES
from engine.decisions import Move

DRAW = {number: tuple(Move(("draw", name)) for name in names) for number, names in PILE_NAMES.items()}
NONE = Move(("none",))


def draw_moves(context: Context, task: tasks.Draw) -> tuple[Move, ...]:
    """The piles that hold cards; the last cards may be left out where a person only allows them."""
    piles = context.state.piles
    moves = DRAW[len(piles)]
    if not all(piles):
        moves = tuple(move for move, pile in zip(moves, piles, strict=True) if pile)
    return (*moves, NONE) if moves and task.n <= task.optional else moves


def answer_draw(context: Context, task: tasks.Draw, move: Move) -> None:
    """Take a card, or none: the drawing is over when enough are taken, the piles are gone or the rest is left out."""
    if move in (NOTHING, NONE):
        context.replace(task)
        look(context, task.seat)
        return
    take_card(context, task.seat, DRAW[len(context.state.piles)].index(move), task.person)
    if task.n > 1 and any(context.state.piles):
        context.replace(task, tasks.Draw(task.seat, task.n - 1, task.optional, task.person))
    else:
        context.replace(task)
        look(context, task.seat)


def take_card(context: Context, number: int, pile: int, person: str) -> None:
    """The top card of a pile goes into a hand, its face still hidden from everybody."""
    seat, state = context.seat(number), context.state
    card = state.piles[pile].pop()
    seat.hand.append(card)
    seat.unseen += 1
    colour = COLOURS[context.cards.colour[card]]
    context.tell("drew", seat=number, pile=state.pile_names[pile], colour=colour, count=1, person=person or None)
    if not state.piles[pile]:
        end_pile(context, pile)


def look(context: Context, number: int) -> None:
    """The seat looks at the cards it has drawn."""
    seat = context.seat(number)
    if seat.unseen:
        came = seat.hand[-seat.unseen :]
        seat.unseen = 0
        context.tell_only(number, "hand", seat=number, cards=[context.cards.name[card] for card in came])


# --- when a pile ends --------------------------------------------------------------------------------------


def end_pile(context: Context, empty: int) -> None:
    """Replace an empty pile: by the extra pile, by half of the other, or by nothing."""
    state = context.state
    by_colour = state.pile_names == COLOURS
    if by_colour and any(state.piles):
        _tell_end(context, empty, "nothing")
    elif state.extra is not None:
        _bring_extra(context, empty)
    elif by_colour:
        _tell_end(context, empty, "nothing")
    else:
        _split(context, empty)


def by_colours(cards: Cards, stack: list[int]) -> list[list[int]]:
    """A stack sorted into one pile of each colour, the order within a colour kept."""
    return [[card for card in stack if cards.colour[card] == colour] for colour in range(len(COLOURS))]


def _bring_extra(context: Context, empty: int) -> None:
    """The extra pile comes in place of the empty pile, or of all five; with it the end of the game is known."""
    state = context.state
    extra, state.extra = state.extra or [], None
    if state.pile_names == COLOURS:
        state.piles = by_colours(context.cards, extra)
    else:
        state.piles[empty] = extra
    # What is drawn while cards are played leaves one more whole round.
    state.last = state.round if state.phase < 3 else state.round + 1
    _tell_end(context, empty, "extra", state.last)


def _split(context: Context, empty: int) -> None:
    """Half of the other pile comes over, its upper cards; the larger half stays. A single card is not split."""
    other = context.state.piles[1 - empty]
    half = len(other) // 2
    if half:
        context.state.piles[empty] = other[-half:]
        del other[-half:]
        _tell_end(context, empty, "split")


def _tell_end(context: Context, empty: int, by: str, last: int = 0) -> None:
    context.tell("pile ended", pile=context.state.pile_names[empty], by=by, last=last)
