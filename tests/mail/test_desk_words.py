"""What organisers may answer to their daily letter, as it is written on telephones."""

from __future__ import annotations

import pytest

from tournaments.mail import desk_words
from tournaments.mail.desk_words import Answer


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
        ("rule 3", []),
        ("3", []),
        ("2 ok 3 ok", []),
        ("", []),
    ],
)
def test_a_line_is_read_whole_or_not_at_all(line: str, answers: list[Answer]) -> None:
    assert desk_words.read(line) == answers
    assert desk_words.reads(line) == bool(answers)


def test_a_ruling_goes_on_where_a_mail_program_has_broken_its_line() -> None:
    lines = (
        "rule 1: The Bishop was used twice in round one, which the rules do not",
        "allow, so the second use is taken back and two guilders with it.",
        "Olivia",
        "2 ok",
    )
    said, others = desk_words.of_lines(lines, own=4)
    assert [one.number for one in said] == [1, 2]
    assert said[0].words.endswith("do not allow, so the second use is taken back and two guilders with it.")
    assert others == ["Olivia"]


def test_below_what_is_quoted_only_whole_answers_count() -> None:
    said, others = desk_words.of_lines(("1 ok", "somebody's sentence", "2 ok"), own=1)
    assert [one.number for one in said] == [1, 2]
    assert others == []
