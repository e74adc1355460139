"""The door for mail providers: anymail has checked the webhook's secret and signature and tells by a signal.

Without a provider and a secret there is no such door: anymail would let anybody in.
Only the raw bytes and the envelope are looked at: anymail's parsed properties raise on odd mail.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from anymail.signals import inbound, tracking
from django.db.models import Q
from django.dispatch import receiver
from django.urls import URLPattern
from django.utils import timezone

from tournaments.actions import bounces
from tournaments.mail import ingest
from tournaments.models import OutboundLetter

log = logging.getLogger(__name__)


def urls(provider: str, anymail: Mapping[str, Any]) -> list[URLPattern]:
    """Where that provider posts to; nothing without a provider or without the secret that it posts with."""
    if not provider or not anymail.get("WEBHOOK_SECRET"):
        return []
    from anymail.urls import urlpatterns  # nobody else's webhooks are even loaded

    return [pattern for pattern in urlpatterns if str(pattern.pattern).lstrip("^").startswith(f"{provider}/")]


@receiver(inbound, dispatch_uid="tournaments.inbound")
def store(sender: Any, event: Any, esp_name: str, **_: Any) -> None:
    """Store the letter; whatever raises here makes the webhook fail, and the provider tries again."""
    message = event.message
    ingest.ingest(
        message.as_bytes(),
        message.envelope_recipient or "",
        message.envelope_sender or "",
        received_at=event.timestamp or timezone.now(),
        door=esp_name.lower()[:12],
    )


@receiver(tracking, dispatch_uid="tournaments.tracking")
def health(sender: Any, event: Any, esp_name: str, **_: Any) -> None:
    """A provider says that an address is dead for good. Believed about the address of a letter that we sent there."""
    if event.event_type not in ("bounced", "rejected") or event.reject_reason not in ("bounced", "invalid"):
        return
    letter = _letter_of(event.message_id or "", event.recipient or "")
    if letter is None:
        log.warning("%s tells of a letter that was never sent there", esp_name)
        return
    bounces.address_is_dead(letter.to, f"{esp_name} says {event.reject_reason}")


def _letter_of(name: str, recipient: str) -> OutboundLetter | None:
    """The letter of ours by the provider's id or our Message-ID, with or without brackets."""
    bare = name.strip().strip("<>")
    if not bare:
        return None
    names = (name, bare, f"<{bare}>")
    ours = OutboundLetter.objects.filter(Q(provider_id__in=names) | Q(message_id__in=names))
    return ours.filter(to__iexact=recipient.strip(), attempts__gt=0).first()
