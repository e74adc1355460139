"""The addresses that open questions are answered to, and whether the keys of the settings know them. Reads only."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from tournaments.mail import address, kinds
from tournaments.models import OutboundLetter, Turn

LOOKED_AT = 20  # questions at each end


def reply_addresses() -> list[str]:
    """Of the newest and the oldest letters with open questions: only the old ones are signed with an older key."""
    questions = Turn.objects.filter(ended_at=None, asked_at__isnull=False)
    return list(dict.fromkeys([*_of(questions.order_by("pk"), "pk"), *_of(questions.order_by("-pk"), "-pk")]))


def _of(questions: QuerySet[Turn], order: str) -> list[str]:
    seats = list(questions.values_list("seat", flat=True)[:LOOKED_AT])
    asked = OutboundLetter.objects.filter(seat__in=seats, kind__in=kinds.ASKING).order_by(order)
    current = asked.filter(Exists(Turn.objects.filter(seat=OuterRef("seat"), serial=OuterRef("serial"), ended_at=None)))
    return [headers.get("Reply-To", "") for headers in current.values_list("headers", flat=True)[:LOOKED_AT]]


def are_unknown() -> bool:
    """Whether MAIL_KEYS lacks the key of some: answers to them look forged then, for a fault in our settings."""
    return unknown(reply_addresses()) > 0


def unknown(addresses: Sequence[str]) -> int:
    """How many of these addresses were signed with none of the keys in MAIL_KEYS."""
    return sum(map(_is_forged, addresses))


def _is_forged(reply_to: str) -> bool:
    try:
        address.read(reply_to, settings.MAIL_KEYS, local=settings.MAIL_LOCAL)
    except address.Forged:
        return True
    return False
