"""Validators that several rows share."""

from __future__ import annotations

import unicodedata
import zoneinfo

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

JOINERS = "\u200c\u200d"  # invisible, but they belong to the spelling of some scripts


def one_line(value: str) -> None:
    """Refuse whatever some program takes for a line break, and invisible characters: it goes into mail headers."""
    if any(_breaks_or_hides(character) for character in value):
        raise ValidationError(gettext_lazy("Use one line of text without control characters and other invisible ones."))


def _breaks_or_hides(character: str) -> bool:
    category = unicodedata.category(character)
    return (category.startswith("C") and character not in JOINERS) or category in ("Zl", "Zp")


def time_zone(value: str) -> None:
    """Refuse what is no IANA time zone."""
    try:
        zoneinfo.ZoneInfo(value)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        words = gettext_lazy("%(zone)s is no time zone; choose one like Europe/Brussels.")
        raise ValidationError(words, params={"zone": value}) from error
