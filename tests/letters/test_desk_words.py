"""What organisers may answer to their daily letter, as it is written on telephones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import desk_words
from tournaments.formats.desk_words import Answer

ANSWERS = st.sampled_from(["1 ok", "2 replace: gone", "rule 3: No.", "4 extend \u0663 days", "\u00b2 ok", "\u200b"])


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("1 extend 24h", [Answer(1, "extend", 24)]),
        ("1 Extend 24 hours.", [Answer(1, "extend", 24)]),
        ("• 12. extend by 2 days: she is at sea", [Answer(12, "extend", 48, "she is at sea")]),
        ("2 ok", [Answer(2, "ok")]),
        ("2. ok", [Answer(2, "ok")]),
        ("2) OK", [Answer(2, "ok")]),
        ("２ ｙｅｓ", [Answer(2, "ok")]),
        ("1 extend 24h, 2 replace, 3 ok", [Answer(1, "extend", 24), Answer(2, "replace"), Answer(3, "ok")]),
        ("1 ok; 4 last", [Answer(1, "ok"), Answer(4, "last")]),
        ("3 ok and nothing else", []),
        ("3 replace: no answer, 4 ok", [Answer(3, "replace", words="no answer, 4 ok")]),
        (
            "rule 3: It was twice: two guilders go back.",
            [Answer(3, "rule", words="It was twice: two guilders go back.")],
        ),
        ("3 rule: No.", [Answer(3, "rule", words="No.")]),
        ("1 extend", []),
        ("1 extend a bit", []),
        ("ok", []),
        ("rule 3", [Answer(3, "rule")]),
        ("3 help", [Answer(3, "help")]),
        ("1 ok, 3 rule", [Answer(1, "ok"), Answer(3, "rule")]),
        ("rule 3 was wrong", []),
        ("3", []),
        ("2 ok 3 ok", []),
        ("", []),
    ],
)
def test_a_line_is_read_whole_or_not_at_all(line: str, answers: list[Answer]) -> None:
    assert desk_words.read(line) == answers
    assert desk_words.reads(line) == bool(answers)


@pytest.mark.parametrize(
    ("line", "has"),
    [("rule 3: No.", True), ("1 ok, 3 replace: gone", True), ("1 extend 24h: ill", True), ("1 ok, 3 replace", False)],
)
def test_words_for_people_are_known(line: str, has: bool) -> None:
    assert desk_words.has_words(line) is has


@given(st.lists(st.one_of(st.text(max_size=90), ANSWERS), max_size=12))
def test_any_lines_are_read(lines: list[str]) -> None:
    assert len(desk_words.of_lines(lines)) <= sum(line.count(",") + line.count(";") + 1 for line in lines)


def test_below_what_is_quoted_only_whole_answers_count() -> None:
    said = desk_words.of_lines(("1 ok", "somebody's sentence", "2 ok"))
    assert [one.number for one in said] == [1, 2]
