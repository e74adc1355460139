"""The next dice in words: their possible effects on a seat, and how to choose beforehand. Throws nothing."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.orders import standing
from engine.bruges.rules.context import Context
from engine.bruges.rules.losses import PENALTIES, THIRD
from engine.bruges.rules.rules import AGENDA
from engine.bruges.rules.tasks import Fire, Plague
from engine.bruges.state import State
from engine.bruges.words.dangers import danger
from engine.bruges.words.doing import loss
from engine.bruges.words.speech import say
from engine.bruges.words.standing import WRITERS
from engine.bruges.words.vocabulary import either, the
from engine.decisions import Decision, Move
from engine.game import ASK, Paragraph, Section

TOPIC = "climb"
EXAMPLES = ("never", "if price <= 2", "if price <= 4", "always")
CANONICAL = {"if price <= 2": "if climb price <= 2", "if price <= 4": "if climb price <= 4"}

MOST_EXAMPLES = 3
CHOICES = {"fire": Fire, "plague": Plague}


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
    moves = AGENDA.moves(Context(view, known), CHOICES[name](seat, None, "")) if name in CHOICES else ()
    cost = danger(view, known, seat, colour)
    return f"{cost} {_choice(view, known, rules, seat, name, moves)}" if moves else cost


def _choice(view: State, known: Cards, rules: Mapping[str, str], seat: int, name: str, moves: tuple[Move, ...]) -> str:
    """Tell what the seat's rules would give up, with the words for something else."""
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


def next_step(view: State, rules: Mapping[str, str], seat: int) -> Section | None:
    """A section for the last letter of a round; None where no step can be taken in the next."""
    if view.over or view.last == view.round or view.seats[seat].step >= load_board().top:
        return None
    words = f"{_climb(rules.get(TOPIC, ASK))} {_until(view)}"
    return Section("ahead", say("If the next dice show a 1 or 2"), (Paragraph(words, "bullet"),))


def _climb(rule: str) -> str:
    """The effect of the seat's rule, and the words that change it."""
    examples = either([f"[{TOPIC}: {text}]" for text in EXAMPLES if CANONICAL.get(text, text) != rule])
    if rule == ASK:
        return say("You want to be asked about the step up; {examples} chooses now.", examples=examples)
    stands = say("As it stands: {what}.", what=WRITERS[TOPIC](rule))
    ask = f"[{TOPIC}: {ASK}]"
    change = say("{examples} changes that for once, {ask} has you asked.", examples=examples, ask=ask)
    return f"{stands} {change}"


def _until(view: State) -> str:
    if view.late_steps:
        return say("Afterwards you may still change it with your first card.")
    return say("Afterwards it holds as soon as another player acts.")
