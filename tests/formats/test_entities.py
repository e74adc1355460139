"""Entities of HTML: all that browsers know, whatever numbers they have, and soon."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from tests.shared import pace
from tournaments.formats.entities import unescape

LONG = 512 * 1024  # characters: eight times what is read of a letter


@pytest.fixture(autouse=True)
def as_python_comes() -> Iterator[None]:
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    yield
    sys.set_int_max_str_digits(most)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a &amp; b", "a & b"),
        ("&commat;&period;", "@."),
        ("&#64;&#064;&#x40;&#64 ", "@@@@ "),
        (f"&#{'0' * 5_000}64;", "@"),
        (f"&#{'9' * 5_000};", "\ufffd"),
        (f"&#x{'9' * 5_000};", "\ufffd"),
        ("&#1114111;&#1114112;", "\ufffd"),
        ("&#0;&#000;", "\ufffd\ufffd"),
        ("&# 64; &;", "&# 64; &;"),
    ],
)
def test_an_entity_is_the_sign_that_browsers_show_whatever_its_number(text: str, shown: str) -> None:
    assert unescape(text) == shown


@pytest.mark.parametrize("piece", ["&#", "&#0", "0", "9", "&#00000000000000009", "&x"])
def test_no_text_takes_long(piece: str) -> None:
    text = "&#" + piece * (LONG // len(piece))
    assert pace.seconds(lambda: unescape(text), runs=1) < pace.A_MOMENT
