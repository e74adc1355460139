"""What the next dice could do to a seat, and the words that choose beforehand. Throws nothing, plays nothing."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bruges import preferences
from engine.bruges.cards import Cards
from engine.bruges.losses import PENALTIES, THIRD, fire_moves, plague_moves
from engine.bruges.state import State
from engine.bruges.words.dangers import danger
from engine.bruges.words.doing import say
from engine.bruges.words.voice import listed, the
from engine.decisions import Decision, Move
from engine.game import ASK, Paragraph, Section

MOST_EXAMPLES = 3
CHOICES = {"fire": fire_moves, "plague": plague_moves}


def strikes(view: State, known: Cards, rules: Mapping[str, str], seat: int) -> Section | None:
    """A section for the last letter of a round; None if no die of the next round can bring a third threat."""
    close = [colour for colour, held in enumerate(view.seats[seat].threats) if held == THIRD - 1]
    if not close or view.over or view.last == view.round:
        return None
    return Section(
        "strikes",
        "If the next dice show a 5 or 6",
        tuple(Paragraph(_strike(view, known, rules, seat, colour), "bullet") for colour in close),
    )


def _strike(view: State, known: Cards, rules: Mapping[str, str], seat: int, colour: int) -> str:
    """ "A third red one would cost you a house (fire). As it stands that is the empty red house. [fire: ...] ..." """
    name = PENALTIES[colour]
    moves = CHOICES[name](view, known, (name, seat, None, "")) if name in CHOICES else ()
    cost = danger(view, known, seat, colour, of_dice=True)
    if not moves:
        return cost
    decision = Decision(seat, name, 0, moves, "")
    taken = preferences.prefer(view, known, decision, rules, {})
    if taken is None:
        return f"{cost} You want to be asked; {_examples(name, moves)} chooses now."
    others = [move for move in moves if move != taken]
    change = f" {_examples(name, others)} changes that for once, [{name}: {ASK}] has you asked." if others else ""
    return f"{cost} As it stands that is {_loss(name, taken, view, seat)}.{change}"


def _loss(name: str, move: Move, view: State, seat: int) -> str:
    return the(move[1]) if name == "plague" else say(move, view, seat).partition(",")[0]


def _examples(name: str, moves: list[Move] | tuple[Move, ...]) -> str:
    return listed([f"[{name}: {' '.join(move[1:])}]" for move in moves[:MOST_EXAMPLES]], "or")
