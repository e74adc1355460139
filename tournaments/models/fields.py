"""Validators that several rows share, and the fields for what people write."""

from __future__ import annotations

import unicodedata
import zoneinfo
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy

from tournaments.keys.in_text import passed_on
from tournaments.language.name_shapes import JOINERS


def one_line(value: str) -> None:
    """Refuse whatever some program takes for a line break, and invisible characters: it goes into mail headers."""
    if any(_breaks_or_hides(character) for character in set(value)):
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


class Said(models.TextField):
    """Words of a person that others may read: no key of theirs, and no invisible sign, is ever stored with them."""

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(passed_on(value) if isinstance(value, str) else value)

    def deconstruct(self) -> Any:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs  # as the column is, whatever we write into it


class SaidShortly(models.CharField):
    """`Said` with a limit on its characters."""

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(passed_on(value) if isinstance(value, str) else value)

    def deconstruct(self) -> Any:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
