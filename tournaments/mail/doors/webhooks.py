"""The door for mail providers: anymail has checked the webhook's secret or signature and tells by a signal.

Only the raw bytes and the envelope are looked at: anymail's parsed properties raise on odd mail.
"""

from __future__ import annotations

import logging
from typing import Any

from anymail.signals import inbound, tracking
from django.dispatch import receiver
from django.utils import timezone

from tournaments.actions import bounces
from tournaments.mail import ingest

log = logging.getLogger(__name__)


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
    """A provider says that an address is dead for good."""
    if event.event_type in ("bounced", "rejected") and getattr(event, "reject_reason", "") in ("bounced", "invalid"):
        bounces.address_is_dead(event.recipient or "", f"{esp_name} says {event.reject_reason}")
