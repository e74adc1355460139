"""The door for mail providers: anymail has checked the webhook's secret and signature and tells by a signal.

Without a provider and a secret there is no such door: anymail would let anybody in.
Only the raw bytes and the envelope are looked at: anymail's parsed properties raise on odd mail.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from email import policy
from typing import Any

from anymail.signals import inbound, tracking
from django.dispatch import receiver
from django.urls import URLPattern
from django.utils import timezone

from tournaments.actions import deliveries
from tournaments.mail import ingest
from tournaments.mail.doors import envelope

log = logging.getLogger(__name__)

VERBATIM = policy.compat32  # anymail's own policy folds long lines anew, and takes our Message-IDs for text then
DEAD = ("bounced", "invalid")  # anymail's reasons that speak of the mailbox
# A full mailbox has the same reason; how providers, and the status codes of RFC 3463, tell it apart.
SOFT = re.compile(r"soft[ _-]?bounce|transient|undetermined|\b4\.\d{1,3}\.\d{1,3}\b", re.IGNORECASE)


def urls(provider: str, anymail: Mapping[str, Any]) -> list[URLPattern]:
    """Where that provider posts to; nothing without a provider or without the secret that it posts with."""
    if not provider or not anymail.get("WEBHOOK_SECRET"):
        return []
    from anymail.urls import urlpatterns  # nobody else's webhooks are even loaded

    return [pattern for pattern in urlpatterns if str(pattern.pattern).lstrip("^").startswith(f"{provider}/")]


@receiver(inbound, dispatch_uid="tournaments.inbound")
def store(sender: Any, event: Any, esp_name: str, **_: Any) -> None:
    """Store the letter; whatever raises here makes the webhook fail, and the provider tries again."""
    message, now = event.message, timezone.now()
    if message is None:
        log.warning("%s told of a letter without saying which", esp_name)
        return
    raw = message.as_bytes(policy=VERBATIM)
    head = ingest.headers_of(raw)
    # Resend hands no envelope on.
    to = [message.envelope_recipient] if message.envelope_recipient else envelope.recipients(head) or [""]
    for recipient in to:
        ingest.ingest(
            raw,
            recipient,
            message.envelope_sender or envelope.sender(head),
            received_at=min(event.timestamp or now, now),
            door=esp_name.lower()[:12],
        )


@receiver(tracking, dispatch_uid="tournaments.tracking")
def health(sender: Any, event: Any, esp_name: str, **_: Any) -> None:
    """A provider tells what became of a letter. Believed about the address of a letter that we sent there."""
    try:
        deliveries.note(
            event.event_type,
            event.message_id or "",
            event.recipient or "",
            for_good=event.reject_reason in DEAD and not SOFT.search(f"{event.mta_response} {event.esp_event}"),
            provider=esp_name,
            at=event.timestamp or timezone.now(),
        )
    except deliveries.UnknownLetter as unknown:
        log.warning("%s", unknown)
