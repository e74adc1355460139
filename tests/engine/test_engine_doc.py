"""The page on the engine is true: it is run from top to bottom, and names everything that is there to be called."""

from __future__ import annotations

import doctest
from pathlib import Path

import engine

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"


def test_every_example_prints_what_the_page_says():
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted > 50
    assert result.failed == 0


def test_every_public_step_of_a_match_is_on_the_page():
    words = PAGE.read_text(encoding="utf-8")
    for name in ("start", "play", "undo", "roll_back", "view", "scoresheet", "dump", "load", "replay", "copy", "log"):
        assert hasattr(engine.Match, name)
        assert name in words
