"""No pattern of ours takes the square of a text's length, whatever the text is made of."""

from __future__ import annotations

import re
from types import ModuleType

import pytest

import engine
import tournaments
from tests.attacks import patterns

# What keeps the texts of these short, or without what would cost most.
HELD = {
    "engine.orders": "lines are made plain before: no two blanks meet",
    "engine.bruges.orders": "likewise",
    "engine.venise.orders": "likewise",
    "tournaments.running.demo": "reads letters of our own",
    "tournaments.running.health": "reads files of the host, or a few lines of another one",
    "tournaments.inbox.reply.html.html.PIECE": "the parser writes no tag that is open, and no < in a text",
    "tournaments.keys.rfc5322.WORD": "a field of at most LONGEST_FIELD",
    "tournaments.language.no_names._FIGURES": "a name",
}


@pytest.mark.parametrize("root", [engine, tournaments])
def test_every_pattern_takes_a_time_that_grows_with_the_text(root: ModuleType) -> None:
    searched = patterns.searched(engine, tournaments)
    every = {name: one for name, one in patterns.kept(root).items() if not name.startswith(tuple(HELD))}
    slow = {name: patterns.slow(one, searches=one in searched) for name, one in every.items()}
    assert len(every) > 10
    assert {name: text for name, text in slow.items() if text is not None} == {}


@pytest.mark.parametrize("bad", [r"a<[^>]*>", r"<([^<>]*@[^<>]*)>", r"\s*,\s*", r"-+!"])
def test_a_pattern_that_takes_more_is_found(bad: str) -> None:
    assert patterns.slow(re.compile(bad), searches=True) is not None
    assert patterns.slow(re.compile(r"<[^<>]*>"), searches=True) is None
