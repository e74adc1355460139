"""Exact numbers in words: league points and shares as people write them. No arithmetic of leagues."""

from __future__ import annotations

from fractions import Fraction

from tournaments.language.speech import say


def plain(number: Fraction) -> str:
    """A whole number or a mixed one: "16", "6 1/2", "1/3", "-2 1/3"."""
    sign, number = ("-" if number < 0 else ""), abs(number)
    whole, rest = divmod(number, 1)
    parts = [str(whole)] if whole or not rest else []
    if rest:
        parts.append(f"{rest.numerator}/{rest.denominator}")
    return sign + " ".join(parts)


def percent(number: Fraction) -> str:
    """A share of one in percent with one place: "84.2 %"."""
    return say("{number} %", number=decimal(float(number) * 100, 1))


def decimal(number: float, places: int) -> str:
    """A number rounded to that many places after the decimal point or comma: "3.33"."""
    whole, part = f"{number:.{places}f}".split(".")
    return say("{whole}.{part}", whole=whole, part=part)
