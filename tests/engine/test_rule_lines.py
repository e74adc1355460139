"""The reading and granting of standing orders that all games share, with topics of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import product
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decisions import ASK, Move
from engine.orders.standing import RuleLine, granted, told
from engine.refusals import UnreadableOrder

WORDS = {"drink": ("tea", "coffee", "hot milk", "any"), "drive": ("left", "right")}


class Kitchen(RuleLine):
    topics = (*WORDS, "sleep")
    words = WORDS
    little = ("the", "cup")
    synonyms: ClassVar[Mapping[str, str]] = {"java": "coffee"}
    samples = ("drink tea",)

    def no_topic(self, word: str) -> str:
        return f"no topic {word}"

    def no_wish(self, part: str, topic: str) -> str:
        return f"no wish {part} for {topic}"

    def filled(self, topic: str, wishes: list[str]) -> Collection[str]:
        return dict.fromkeys(wishes)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("drink tea", "drink tea"),
        ("Drink: Tea, java or any.", "drink tea > coffee > any"),
        ("drin cof", "drink coffee"),
        ("drink the cup tea; tea / any", "drink tea > any"),
        ("drink milk hot else tea", "drink hot milk > tea"),
        ("drink mil hot then any", "drink hot milk > any"),
        ("drink ask", "drink ask"),
        ("drink tea > ask", "drink tea > ask"),
        ("sleep ask", "sleep ask"),
    ],
)
def test_wishes_are_read_in_their_order(text: str, rule: str):
    assert str(Kitchen(text).rule()) == rule


@given(st.lists(st.sampled_from((*WORDS["drink"], ASK)), min_size=1), st.sampled_from((" > ", ", ", " / ", " or ")))
def test_a_canonical_rule_reads_as_itself_however_its_wishes_are_parted(wishes: list[str], parted: str):
    rule = Kitchen(f"drink {parted.join(wishes)}").rule()
    assert rule.text == " > ".join(dict.fromkeys(wishes))
    assert Kitchen(str(rule)).rule() == rule


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no topic "),
        ("dance tea", "no topic dance"),
        ("dri tea", "no topic dri"),
        ("drink", "say how: tea, coffee, hot milk, any or ask"),
        ("drink > ,", "say how: tea, coffee, hot milk, any or ask"),
        ("drink te", "no wish te for drink"),
        ("drink tea > hot", "no wish hot for drink"),
        ("drive tea", "no wish tea for drive"),
        ("drive the", "no wish the for drive"),
    ],
)
def test_what_is_no_rule_is_refused_with_samples(text: str, reason: str):
    with pytest.raises(UnreadableOrder) as refusal:
        Kitchen(text).rule()
    assert (refusal.value.reason, refusal.value.nearest, refusal.value.text) == (reason, ("drink tea",), text)


@given(st.lists(st.sampled_from(("tea", "coffee", ASK)), min_size=1), st.sets(st.sampled_from(("tea", "coffee"))))
def test_the_first_wish_that_can_be_granted_is_and_none_behind_ask(wishes: list[str], there: set[str]):
    move = granted(" > ".join(wishes), lambda wish: Move((wish,)) if wish in there else None)
    before = wishes[: wishes.index(ASK)] if ASK in wishes else wishes
    assert move == next((Move((wish,)) for wish in before if wish in there), None)


def test_rules_are_told_with_what_is_asked_behind_them():
    sentences = ("Your standing orders: tea; left.", "Usual rules: a nap.", "You are asked about sleep and drives.")
    for own, usual, asked in product((True, False), repeat=3):
        rules = {"drink": "tea", "side": "left"} if own else {}
        rules |= {"rest": "a nap"} if usual else {}
        said = told(rules, {"rest"}, ("sleep", "drives") if asked else ())
        parts = [sentence for sentence, is_there in zip(sentences, (own, usual, asked), strict=True) if is_there]
        assert said == " ".join([*parts, 'New ones begin with the word "always".'])
