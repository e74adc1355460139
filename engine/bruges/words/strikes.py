"""What the next dice could do to a seat, and the words that choose beforehand. Throws nothing, plays nothing."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bruges.data.cards import Cards
from engine.bruges.orders import standing
from engine.bruges.rules.losses import PENALTIES, THIRD, fire_moves, plague_moves
from engine.bruges.state import State
from engine.bruges.words.dangers import danger
from engine.bruges.words.doing import loss
from engine.bruges.words.speech import say
from engine.bruges.words.terms import either, the
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
        "ahead",
        say("If the next dice show a 5 or 6"),
        tuple(Paragraph(_strike(view, known, rules, seat, colour), "bullet") for colour in close),
    )


def _strike(view: State, known: Cards, rules: Mapping[str, str], seat: int, colour: int) -> str:
    """ "A third red one would cost you a house (fire). As it stands that is the empty red house. [fire: ...] ..." """
    name = PENALTIES[colour]
    moves = CHOICES[name](view, known, (name, seat, None, "")) if name in CHOICES else ()
    cost = danger(view, known, seat, colour, of_dice=True)
    return f"{cost} {_choice(view, known, rules, seat, name, moves)}" if moves else cost


def _choice(view: State, known: Cards, rules: Mapping[str, str], seat: int, name: str, moves: tuple[Move, ...]) -> str:
    """What the seat's rules would give up, and the words for something else."""
    taken = standing.prefer(view, known, Decision(seat, name, 0, moves, ""), rules, {})
    if taken is None:
        return say("You want to be asked; {examples} chooses now.", examples=_examples(name, moves))
    stands = say("As it stands that is {what}.", what=the(taken[1]) if name == "plague" else loss(taken))
    others = tuple(move for move in moves if move != taken)
    if not others:
        return stands
    change = say(
        "{examples} changes that for once, {ask} has you asked.",
        examples=_examples(name, others),
        ask=f"[{name}: {ASK}]",
    )
    return f"{stands} {change}"


def _examples(name: str, moves: tuple[Move, ...]) -> str:
    return either([f"[{name}: {' '.join(move[1:])}]" for move in moves[:MOST_EXAMPLES]])
