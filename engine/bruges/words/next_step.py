"""Words about the step up that the next dice may offer: what becomes of it, and how to decide it beforehand."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bruges.data.board import load_board
from engine.bruges.state import State
from engine.bruges.words.speech import say
from engine.bruges.words.standing import WRITERS
from engine.bruges.words.terms import either
from engine.game import ASK, Paragraph, Section

TOPIC = "climb"
EXAMPLES = ("never", "if price <= 2", "if price <= 4", "always")
CANONICAL = {"if price <= 2": "if climb price <= 2", "if price <= 4": "if climb price <= 4"}


def next_step(view: State, rules: Mapping[str, str], seat: int) -> Section | None:
    """A section for the last letter of a round; None where no step can be taken in the next."""
    if view.over or view.last == view.round or view.seats[seat].step >= load_board().top:
        return None
    words = f"{_choice(rules.get(TOPIC, ASK))} {_until(view)}"
    return Section("ahead", say("If the next dice show a 1 or 2"), (Paragraph(words, "bullet"),))


def _choice(rule: str) -> str:
    """What the seat's rule would do, and the words for something else."""
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
