"""No limit of the reader gives half of what somebody wrote as if it were whole, and none is silent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fixtures.mail.grammar import is_order
from tests.inbox.reply.hostile import HEAD, HTML, TEXT
from tournaments.actions import lengths
from tournaments.formats.typed import LONGEST_ROW
from tournaments.inbox.reply import Letter, Why, Words, extract, own_lines, rows
from tournaments.inbox.reply.html import enriched, html
from tournaments.inbox.reply.mime import mime, parts

FLOWED = TEXT.replace(b"utf-8", b"utf-8; format=flowed")
RICH = HEAD + b"Content-Type: text/enriched\r\n\r\n"
MIXED = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
PICTURE = b"--b\r\nContent-Type: image/png\r\n\r\nAAAA\r\n"
PLAIN = b"--b\r\nContent-Type: text/plain\r\n\r\n"
WORDS = Words(lambda line: line.startswith("say:"), is_order)
SAID = "say: I will never attack you or any of your many people in the"  # as a client breaks it
LINES = ("17 red", "help", f"{SAID} north\r\nunless you attack me first", f"{SAID} west\r\nunless\r\nyou are not",
         "always draw blue > brown > yellow > purple > brown > yellow > purple\r\n> red", "house lawyer; 18 blue",
         "a line of no order")  # fmt: skip
SHOWN = ("<p>17 <b>red</b></p>", "<p>help", "<p>say: I will not attack <i>unless</i> you <s>do not</s> move</p>",
         "<pre>18 blue\nsay: in two\nhouse lawyer</pre>", "19 red<br>", "<ul><li>house lawyer<li>workers lawyer</ul>",
         "<blockquote>a quote <b>of</b> two<br>lines</blockquote>")  # fmt: skip
RICH_LINES = ("17 <bold>red</bold>\n\n", "say: I will\nnot attack <italic>unless</italic> you do\n\n",
              "<excerpt>a quote\n\nof two lines</excerpt>\n\n", "help\n\n", "say: 1 << 2\n\n")  # fmt: skip
QUOTES = ("> a quote", "> > 1", "")


def in_parts(pieces: list[str]) -> bytes:
    return MIXED + "".join(f"--b\r\nContent-Type: text/plain\r\n\r\n{piece}\r\n" for piece in pieces).encode()


def in_text(pieces: list[str]) -> bytes:
    return TEXT + "\r\n".join(pieces).encode()


def flowed(pieces: list[str]) -> bytes:
    return FLOWED + "\r\n".join(piece.replace("\r\n", " \r\n") for piece in pieces).encode()


def in_two_forms(pieces: list[str]) -> bytes:
    shown = "".join(f"<p>{piece}</p>".replace("\r\n", " ") for piece in pieces)
    forms = f"\r\n--b\r\nContent-Type: text/html\r\n\r\n{shown}\r\n--b--\r\n"
    return MIXED.replace(b"mixed", b"alternative") + PLAIN + "\r\n".join(pieces).encode() + forms.encode()


def of(*lines: str) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(lines), min_size=1, max_size=12)


LETTERS = st.one_of(
    of(*LINES, *QUOTES).map(in_text),
    of(*LINES, *QUOTES).map(flowed),
    of(*LINES, *QUOTES).map(in_parts),
    of(*LINES[:3], *LINES[5:]).map(in_two_forms),
    of(*SHOWN).map(lambda pieces: HTML + "".join(pieces).encode()),
    of(*RICH_LINES).map(lambda pieces: RICH + "".join(pieces).encode()),
)
LIMITS = {
    "LONGEST_TEXT": (rows,),
    "MOST_ROWS": (rows,),
    "MOST_QUOTED": (rows,),
    "LONGEST_QUOTE": (rows,),
    "LONGEST_ROW": (rows, own_lines),
    "MOST_LINES": (own_lines,),
    "MOST_LOOKED_THROUGH": (rows, html),
    "MOST_TAGS": (html,),
    "LONGEST": (enriched,),
    "MOST_PARTS": (parts,),
    "MOST_BYTES": (mime,),
}


@contextmanager
def at_most(limit: str, most: int) -> Iterator[None]:
    """The reader with a limit as small as that; all its others stay."""
    with pytest.MonkeyPatch.context() as small:
        for module in LIMITS[limit]:
            small.setattr(module, limit, most)
        yield


def read(raw: bytes) -> Letter:
    return extract(raw, is_order, words=WORDS)


def is_told(letter: Letter) -> bool:
    return any(line.why in (Why.TOO_LONG, Why.TOO_MANY, Why.TOO_DEEP) for line in letter.ignored)


def check(whole: Letter, letter: Letter) -> None:
    assert set(letter.lines) <= set(whole.lines)
    assert letter.lines == whole.lines or is_told(letter)


@settings(max_examples=600, deadline=None)
@given(LETTERS, st.sampled_from(sorted(LIMITS)), st.integers(0, 400))
def test_each_line_that_is_read_is_a_whole_one_and_the_letter_says_what_is_missing(raw, limit, most):
    whole = read(raw)
    clients_break_at = 80
    least = {"MOST_BYTES": len(raw) - 400, "MOST_LOOKED_THROUGH": 1, "LONGEST_ROW": clients_break_at}
    with at_most(limit, least.get(limit, 0) + most):
        check(whole, read(raw))


@settings(max_examples=300, deadline=None)
@given(LETTERS, st.integers(1, 400))
def test_so_is_each_line_of_a_letter_that_came_cut(raw, short):
    end = max(len(raw) - short, len(HEAD) + 60)
    check(read(raw), read(raw[:end] + mime.CUT))


def test_words_below_more_parts_than_are_looked_at_are_told() -> None:
    raw = MIXED + PLAIN + b"17 red\r\n" + PICTURE * parts.MOST_PARTS + PLAIN + b"threat lawyer\r\n--b--\r\n"
    letter = read(raw)
    assert (letter.lines, letter.is_cut) == (("17 red",), True)


@pytest.mark.parametrize("sign", ["*", "fi\ufdfa"])
def test_no_half_of_a_line_longer_than_what_is_read_of_one_is_read(sign: str) -> None:
    """Signs before the words, or such as mean several, count with them."""
    said = sign * 150 + " say: " + "w " * (LONGEST_ROW // 2) + "unless you attack me"
    for raw in (TEXT + said.encode(), HEAD.replace(b"turn", said.encode()) + b"\r\n"):
        letter = extract(raw, lambda line: " say:" in line)
        assert (letter.said, letter.is_cut) == ((), True)
    assert LONGEST_ROW >= 2 * lengths.LONGEST  # who writes somewhat too much reads how much may be written


def test_what_stands_above_and_below_a_long_quote_is_not_one_line() -> None:
    quote = "> a quote\r\n" * rows.MOST_QUOTED
    letter = read(f"{TEXT.decode()}{quote}{SAID} north\r\n{quote}unless you are not\r\n".encode())
    assert letter.lines == (f"{SAID} north", "unless you are not")
