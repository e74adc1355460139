"""Validators that several rows share."""

from __future__ import annotations

import zoneinfo

from django.core.exceptions import ValidationError


def one_line(value: str) -> None:
    """Refuse line breaks and control characters: the value goes into mail headers."""
    if any(ord(character) < 32 or ord(character) == 127 for character in value):
        raise ValidationError("Use one line of text without control characters.")


def time_zone(value: str) -> None:
    """Refuse what is no IANA time zone."""
    try:
        zoneinfo.ZoneInfo(value)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValidationError(f"{value} is no time zone; choose one like Europe/Brussels.") from error
