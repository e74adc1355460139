"""The addresses that open questions are answered to, and whether the settings know them still. Reads only."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from tournaments.keys import address
from tournaments.models import OutboundLetter, Turn
from tournaments.queries.letters import kinds

LOOKED_AT = 20  # questions at each end


def reply_addresses() -> list[str]:
    """The addresses of the newest and the oldest letters with open questions: only old ones may have an older key."""
    questions = Turn.objects.filter(ended_at=None, asked_at__isnull=False)
    return list(dict.fromkeys([*_of(questions.order_by("pk"), "pk"), *_of(questions.order_by("-pk"), "-pk")]))


def _of(questions: QuerySet[Turn], order: str) -> list[str]:
    seats = list(questions.values_list("seat", flat=True)[:LOOKED_AT])
    asked = OutboundLetter.objects.filter(seat__in=seats, kind__in=kinds.ASKING).order_by(order)
    current = asked.filter(Exists(Turn.objects.filter(seat=OuterRef("seat"), serial=OuterRef("serial"), ended_at=None)))
    found = (headers.get("Reply-To", "") for headers in current.values_list("headers", flat=True)[:LOOKED_AT])
    return [reply_to for reply_to in found if reply_to]


def are_unknown() -> bool:
    """Whether MAIL_KEYS lacks the key of some: answers to them look forged then, for a fault in our settings."""
    return unknown(reply_addresses()) > 0


def refused() -> set[tuple[str, str]]:
    """The boxes of some that MAIL_DOMAIN, MAIL_LOCAL or MAIL_KEYS do not know: answers come there, and look foreign."""
    addresses = reply_addresses()
    return elsewhere(addresses) | ({own_box()} if unknown(addresses) else set())


def own_box() -> tuple[str, str]:
    """Mailbox and domain of the reply addresses that are written now."""
    return settings.MAIL_LOCAL, settings.MAIL_DOMAIN


def elsewhere(addresses: Sequence[str]) -> set[tuple[str, str]]:
    """The other boxes that these addresses lead to."""
    return {box for one in addresses if (box := address.box(one)) != own_box()}


def unknown(addresses: Sequence[str]) -> int:
    """The number of these addresses that were signed with none of the keys in MAIL_KEYS."""
    return sum(not address.is_signed(one, settings.MAIL_KEYS) for one in addresses)
