"""The addresses that open questions are answered to, and whether the keys of the settings know them. Reads only."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings

from tournaments.mail import address, kinds
from tournaments.models import OutboundLetter, Turn

LOOKED_AT = 20  # questions, the newest ones


def reply_addresses() -> list[str]:
    """Of the newest letters with open questions."""
    seats = Turn.objects.filter(ended_at=None, asked_at__isnull=False).order_by("-pk").values_list("seat", flat=True)
    asked = OutboundLetter.objects.filter(seat__in=list(seats[:LOOKED_AT]), kind__in=kinds.ASKING).order_by("-pk")
    return [headers.get("Reply-To", "") for headers in asked.values_list("headers", flat=True)[:LOOKED_AT]]


def unknown(addresses: Sequence[str]) -> int:
    """How many of these addresses were signed with none of the keys in MAIL_KEYS."""
    return sum(map(_is_forged, addresses))


def _is_forged(reply_to: str) -> bool:
    try:
        address.read(reply_to, settings.MAIL_KEYS, local=settings.MAIL_LOCAL)
    except address.Forged:
        return True
    return False
