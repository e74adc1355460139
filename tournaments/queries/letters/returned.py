"""The letter of ours that a mail host reports to have failed."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from tournaments.inbox.reply.mime import returned
from tournaments.models import OutboundLetter


def letter_returned(raw: bytes) -> OutboundLetter | None:
    """The letter of ours that, as a mail host reports in the standard form, has failed for good; None for all else.

    Only one that we have sent to the recipient whom the report names. Who wrote the report is not known by it.
    """
    failed = returned.failed_for_good(raw)
    return _letter_sent(failed.recipient, failed.message_ids) if failed else None


def _letter_sent(to: str, message_ids: Iterable[str]) -> OutboundLetter | None:
    """The letter with such a Message-ID that we have sent there; copies bear the id of their original."""
    named = list(OutboundLetter.objects.filter(message_id__in=list(message_ids)).values_list("pk", flat=True))
    if not named:
        return None
    sent = OutboundLetter.objects.filter(Q(pk__in=named) | Q(copy_of__in=named), to__same=to, attempts__gt=0)
    return sent.order_by("pk").last()
