"""The last letter of a round tells what becomes of the next step up, and how to decide it beforehand."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine import Match, games
from engine.bruges.orders.standing import DEFAULTS
from engine.game import ASK
from engine.orders.reader import Once, Reader
from tests.engine.bruges.table import THREES

LAST_CARD = 6  # turns of two seats that are over


def table(step: int = 0, **position: Any) -> Match:
    """A game of two; seat 0 is asked for its last card of the round unless the position says otherwise."""
    seats = [{"hand": ["vicar", "mayor"], "step": step}, {"hand": ["arsonist", "queen"]}]
    whole = {"dice": THREES, "turn": LAST_CARD, **position, "seats": seats}
    return Match.start(games["bruges"], 2, secret=bytes(32), position=whole)


def told(match: Match, climb: str = "") -> str:
    """The words of the letter on the next step, "" for none."""
    holds = {rule.topic: rule.text for rule in DEFAULTS} | ({"climb": climb} if climb else {})
    sections = match.game.sections(match.view(0), match.decision(0), ["Anna", "Bea"], holds, 0)
    about = [section for section in sections if section.key == "ahead" and "1 or 2" in section.title]
    return " ".join(paragraph.words for section in about for paragraph in section.paragraphs)


def test_it_says_what_the_rule_would_do_and_how_to_decide_otherwise():
    words = told(table())
    assert words.startswith("As it stands: you go up a step if it costs at most 3.")
    assert "[climb: if price <= 2]" in words
    assert "You want to be asked" in told(table(), ASK)


@pytest.mark.parametrize("climb", [ASK, "never", "always", "if climb price <= 2", "if climb price <= 3"])
def test_every_answer_that_it_offers_is_read_for_once_and_is_another_than_the_rule(climb: str):
    match = table()
    offered = re.findall(r"\[([^\]]+)\]", told(match, climb))
    assert len(offered) >= 3
    for text in offered:
        (said,) = Reader(match.game, match.view(0), match.decision(0), 0, strict=True).read(text)
        assert isinstance(said.what, Once), text
        assert said.what.rule.text != climb


def test_it_says_how_long_the_answer_can_be_changed():
    assert "holds as soon as another player acts" in told(table())
    assert "change it with your first card" in told(table(steps="card"))


def test_nothing_is_told_before_the_last_card_nor_on_the_top_step():
    assert told(table(turn=0)) == ""
    assert told(table(step=8)) == ""
