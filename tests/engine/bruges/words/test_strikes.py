"""The last letter of a round tells what a 5 or 6 of the next dice would do, and how to answer beforehand."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine import Match, games
from engine.bruges.orders.standing import DEFAULTS
from engine.game import ASK
from engine.orders.api import Plan, apply_letter, autoplay
from engine.orders.reader import Once, Reader
from tests.engine.bruges.table import THREES, house

ANNA = {
    "hand": ["vicar", "mayor"],
    "threats": {"red": 2, "brown": 2, "purple": 2, "blue": 1},
    "houses": [house("red", "jailer"), house("blue"), house("red")],
    "canals": {"left": 2},
    "guilders": 9,
}
BEA = {"hand": ["arsonist", "queen"], "guilders": 9, "houses": [house("yellow")]}
LAST_CARD = 6  # turns of two seats that are over


def table(anna: dict[str, Any] | None = None, **position: Any) -> Match:
    """A game of two; Anna, seat 0, is asked for her last card of the round unless the position says otherwise."""
    whole = {"dice": THREES, "turn": LAST_CARD, **position, "seats": [{**ANNA, **(anna or {})}, BEA]}
    return Match.start(games["bruges"], 2, secret=bytes(32), position=whole)


def told(match: Match, asked: bool = True, **rules: str) -> list[str]:
    """The lines on what may strike Anna, if the letter has any."""
    holds = {rule.topic: rule.text for rule in DEFAULTS} | rules
    decision = match.decision(0) if asked else None
    sections = match.game.sections(match.view(0), decision, ["Anna", "Bea"], holds, 0)
    about = [section for section in sections if section.key == "ahead" and "5 or 6" in section.title]
    return [paragraph.words for section in about for paragraph in section.paragraphs]


def test_each_colour_of_which_a_third_marker_could_come_is_told_with_what_it_costs():
    brown, purple, red = told(table())
    assert purple == "A third purple threat would cost you 3 points (intrigue)."
    assert brown.endswith("(plague). As it stands that is the Jailer.")
    assert "As it stands that is the empty blue house." in red
    assert "[fire: red empty], [fire: jailer] or [fire: canal left] changes that for once" in red


@pytest.mark.parametrize("text", ["[fire: red empty]", "[fire: jailer]", "[fire: canal left]", "[fire: ask]"])
def test_what_stands_in_brackets_is_read_as_an_answer_for_once(text: str):
    match = table()
    assert text in " ".join(told(match))
    (said,) = Reader(match.game, match.view(0), match.decision(0), 0, strict=True).read(text[1:-1])
    assert isinstance(said.what, Once)


def test_every_answer_that_the_letter_offers_can_be_read():
    match = table({"houses": [house("red", "jailer"), house("blue", "prince"), house("brown")]})
    offered = re.findall(r"\[([^\]]+)\]", " ".join(told(match, fire=ASK, plague=ASK)))
    assert len(offered) > 4
    for text in offered:
        (said,) = Reader(match.game, match.view(0), match.decision(0), 0).read(text)
        assert isinstance(said.what, Once), text


def test_who_wants_to_be_asked_is_told_what_would_answer_now():
    assert "You want to be asked; [plague: jailer] chooses now." in told(table(), plague=ASK)[0]


def test_it_is_told_in_the_last_letter_of_a_round_and_where_nothing_is_asked():
    assert told(table(turn=0)) == []
    assert told(table(turn=0), asked=False) != []


def test_nothing_is_told_where_no_die_can_strike():
    assert told(table({"threats": {"red": 1}})) == []
    assert told(table({"threats": {"red": 0}})) == []


def test_in_the_last_round_no_more_dice_come():
    assert told(table(round=4, last=4, extra=None)) == []


def test_the_answer_given_beforehand_is_what_the_fire_takes():
    match, plans = table({"threats": {"red": 2}}), dict[int, Plan]()
    apply_letter(match, plans, 0, ["workers vicar", "fire: red empty"], serial=None)
    apply_letter(match, plans, 1, ["recruit arsonist in yellow"], serial=None)
    autoplay(match, plans, kept=True)
    assert "lose red empty" in [entry.move for entry in match.log]
