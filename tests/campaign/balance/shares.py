"""Shares and how sure they are: Wilson's interval, with Bonferroni's correction for many at once. Plays nothing."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Share:
    """A share as a count of a number, with an interval that holds the true share."""

    part: int
    whole: int
    low: float
    high: float

    @property
    def value(self) -> float:
        return self.part / self.whole if self.whole else 0.0

    def beyond(self, middle: float, distance: float) -> bool:
        """Whether the whole interval is further than `distance` from `middle`."""
        return self.low > middle + distance or self.high < middle - distance

    def __str__(self) -> str:
        return f"{self.value:6.1%} [{self.low:6.1%}, {self.high:6.1%}]"


def deviations(confidence: float, comparisons: int = 1) -> float:
    """The standard deviations that an interval reaches to either side so that all of `comparisons` hold together."""
    return NormalDist().inv_cdf(1 - (1 - confidence) / (2 * comparisons))


def share(part: int, whole: int, comparisons: int = 1, confidence: float = CONFIDENCE) -> Share:
    """A share with Wilson's score interval, one of `comparisons` that are looked at together; of nothing it is open.

    Wilson, Probable Inference, the Law of Succession, and Statistical Inference (1927).
    """
    if not whole:
        return Share(0, 0, 0.0, 1.0)
    z = deviations(confidence, comparisons)
    value, squared = part / whole, z * z / whole
    middle = (value + squared / 2) / (1 + squared)
    reach = z * sqrt(value * (1 - value) / whole + squared / whole / 4) / (1 + squared)
    return Share(part, whole, max(0.0, middle - reach), min(1.0, middle + reach))
