"""Signs of other alphabets and of mathematics in a typed line: what becomes plain, and what stays what it is."""

from __future__ import annotations

import pytest

from engine.language.typed import normalise


@pytest.mark.parametrize("sign", ["≠", "≯", "≮", "≱", "=\u0338", "=\u034f\u0338", "＝\u0338", ">\u20d2", "<\u0302"])
def test_a_stroke_through_a_sign_does_not_vanish(sign: str) -> None:
    plain = normalise(f"if points {sign} 5")
    assert plain not in ("if points = 5", "if points > 5", "if points < 5", "if points >= 5")
    assert plain == normalise(plain)


def test_of_a_heap_of_strokes_one_is_left() -> None:
    assert normalise("=" + "\u0338" * 400) == "≠"
    assert normalise("e" + "\u0338" * 400) == "e"


@pytest.mark.parametrize("sign", ["²", "₂", "½", "⅓", "②", "⑵", "⒉", "㉒"])
def test_a_sign_with_a_figure_in_it_is_no_part_of_a_number(sign: str) -> None:
    assert normalise(f"take 10{sign}") == f"take 10{sign}"


@pytest.mark.parametrize("two", ["２", "𝟐", "2"])
def test_figures_of_other_widths_are_figures(two: str) -> None:
    assert normalise(f"take {two}") == "take 2"


@pytest.mark.parametrize("two", ["٢", "۲", "२"])
def test_figures_of_other_alphabets_are_numbers(two: str) -> None:
    assert int(normalise(two)) == 2


def test_no_sign_becomes_more_than_three_letters() -> None:
    assert normalise("ﬃ … x") == "ffi ... x"
    every = [chr(number) for number in range(0x110000) if not 0xD800 <= number < 0xE000]
    assert max(len(normalise(f"x{letter}x")) for letter in every) <= len("x...x")
