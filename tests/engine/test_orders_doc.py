"""The page on orders is true: its examples are read, and its grammar names every word that there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.language.languages import LANGUAGES, speaking
from engine.orders import reader as orders
from engine.orders.command_words import BARE, PRESS, WITH_WORDS
from tests.engine.toy import GAME, asked, at_turn

PAGE = (Path(__file__).parents[2] / "docs" / "orders.md").read_text(encoding="utf-8")
EXAMPLES = [
    (written, understood)
    for written, understood in re.findall(r"^\| `(.+?)` \| (.+?) \|$", PAGE, re.MULTILINE)
    if written != "written"
]


def said(what: orders.What) -> str:
    match what:
        case orders.Order():
            return f"`{what.words}`"
        case orders.Standing(rule, everywhere):
            return f"always {rule}{' everywhere' if everywhere else ''}"
        case orders.Once(rule):
            return f"once {rule}"
        case orders.Hold(name):
            return f"hold {name}"
        case orders.Never(name):
            return f"never use {name}"
        case orders.Forget(name, everywhere):
            return " ".join(filter(None, ("forget", name, "everywhere" if everywhere else "")))
        case orders.GoOn():
            return "go on"
        case orders.Said(name):
            return f"command {name}"
    return type(what).__name__.lower()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("written", "understood"), EXAMPLES)
def test_every_example_is_understood_as_the_page_says(written: str, understood: str, language: str):
    match = at_turn()
    with speaking(language):
        reader = orders.Reader(GAME, match.view(0), asked(match, 0), 0)
        assert " · ".join(said(instruction.what) for instruction in reader.read(written)) == understood


def test_the_page_has_an_example_of_everything():
    kinds = {understood.split()[0] for _, understood in EXAMPLES}
    assert kinds >= {"refused", "ignored", "always", "once", "hold", "never", "forget", "go", "command"}
    assert len(EXAMPLES) > 30


def test_the_grammar_names_every_word_to_the_service_and_every_operator():
    grammar = PAGE.partition("```ebnf")[2].partition("```")[0]
    for word in (*BARE, *WITH_WORDS, *PRESS, ">=", "<=", "at least", "at most", "more than", "less than", "anyway"):
        assert f'"{word}"' in grammar, word
