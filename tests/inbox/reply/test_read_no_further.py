"""The limit on lines of a letter that are read by the grammar of the games."""

from __future__ import annotations

import pytest

from tournaments.inbox import reply, understanding

HEAD = b"From: eve@evil.example\r\nTo: play@example.org\r\nSubject: x\r\n\r\n"


def lines_read(orders: int) -> int:
    """Of a letter that answers none of ours: how many of its lines count as orders."""
    is_order = understanding.is_order(None)
    return sum(map(is_order, ["recruit prince in red"] * orders))


def test_a_letter_that_answers_none_of_ours_is_read_no_further_than_anybody_writes() -> None:
    assert lines_read(40) == 40
    assert lines_read(2_000) == understanding.MOST_READ_OF_OTHERS


@pytest.mark.parametrize("line", ["always fire red empty > empty > canal > prince > x{n}", "take {n} lase"])
def test_each_line_is_asked_about_once_and_the_letter_is_still_understood(line: str) -> None:
    asked: list[str] = []
    is_order = understanding.is_order(None)

    def counted(text: str) -> bool:
        asked.append(text)
        return is_order(text)

    raw = HEAD + "\r\n".join(["join winter", *(line.format(n=n) for n in range(3_000))]).encode()
    assert reply.extract(raw, counted).lines[0] == "join winter"
    assert len(asked) == len(set(asked))
