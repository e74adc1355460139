"""What somebody said is found again in letters to others, whatever its signs and however wide their lines are."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.language.languages import LANGUAGES
from tournaments.actions.erasing import said_lines
from tournaments.actions.erasing.said_lines import Words
from tournaments.keys.in_text import passed_on
from tournaments.language.speech import say
from tournaments.language.spoken import speaking_everywhere
from tournaments.letters.parts.layout import LONGEST_QUOTE, SAID, UNBROKEN, inline, quoted, said
from tournaments.pages.tags.letters import as_text, in_lines

INSTEAD = "not passed on"
SIGNS = st.text(st.sampled_from("ab|_ <>&;\"'=\N{NO-BREAK SPACE}\N{SOFT HYPHEN}é0\n-"), max_size=120)
SPOKEN = st.one_of(SIGNS, st.text(max_size=120), st.sampled_from(["draw 3", "&nbsp;", "<b>", "| | |", "said | hello"]))
WIDE = "lorem ipsum dolor sit amet consetetur " * 60


def signs(words: str) -> str:
    return "".join(passed_on(words)[:LONGEST_QUOTE].split())


def lines_of(words: str, columns: int) -> list[str]:
    """The marked lines of a letter of some other width."""
    parts = textwrap.wrap(" ".join(passed_on(words).split()), columns)
    return [(say(SAID) + part).replace(" ", UNBROKEN) for part in parts]


def in_text(*lines: list[str]) -> str:
    return "".join(f"somebody writes:\n{as_text(one)}" for one in lines)


def in_html(*lines: list[str]) -> str:
    return inline("".join(f'<p class="plain">somebody &amp; writes:</p><div>{in_lines(one)}</div>\n' for one in lines))


@settings(deadline=None)
@given(SPOKEN, SPOKEN, st.sampled_from(sorted(LANGUAGES)), st.integers(3, 70))
def test_words_of_any_signs_are_gone_and_those_of_others_stay(mine: str, other: str, language: str, width: int) -> None:
    with speaking_everywhere(language):
        both = [said(mine), said(other), lines_of(mine, width), lines_of(other, width)]
    times = [bool(lines) and signs(words) == signs(mine) for words, lines in zip([mine, other] * 2, both, strict=True)]
    words = Words([mine])
    for form, is_html in ((in_text, False), (in_html, True)):
        left, count = said_lines.without(form(*both), words, INSTEAD, in_html=is_html)
        assert count == sum(times)
        assert left.count(INSTEAD) - form(*both).count(INSTEAD) == count
        if not is_html:
            expected = [[INSTEAD] if gone else lines for gone, lines in zip(times, both, strict=True)]
            assert left == in_text(*expected)


def test_the_beginning_of_long_words_is_gone_where_a_letter_has_no_more_of_them() -> None:
    left, count = said_lines.without(in_text(said(WIDE)[:40], said("hello")), Words([WIDE, "hello you"]), INSTEAD)
    assert (count, "lorem" in left, "hello" in left) == (1, False, True)


def test_words_that_others_begin_with_too_stay_theirs() -> None:
    text = in_text(said("so it is, is it not? I should say that it is"))
    assert said_lines.without(text, Words(["so it is, is it not? I should"]), INSTEAD) == (text, 0)


@pytest.mark.parametrize("line", ["draw 3", "12"])
def test_a_line_of_the_readers_own_is_not_what_somebody_said(line: str) -> None:
    text = in_text(quoted(f"I have written\n{line}"))
    assert said_lines.without(text, Words([line]), INSTEAD) == (text, 0)
