"""The door for mail providers: who knows its secret is let in, anymail checks signatures and tells by a signal.

Without a provider and a secret there is no such door: anymail would let anybody in. What is not of the shape that the
provider's documentation gives is refused with 400, as it can never be read (`posted`); 500 is left for what may succeed
when it comes again.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from anymail.signals import inbound, tracking
from anymail.utils import get_request_basic_auth
from django.conf import settings
from django.core.exceptions import BadRequest
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt

from tournaments.actions.player import deliveries
from tournaments.inbox import ingest
from tournaments.inbox.doors import arrivals, envelope, posted
from tournaments.inbox.doors.posted import Arrived, Told

log = logging.getLogger(__name__)

DEAD = ("bounced", "invalid")  # anymail's reasons that speak of the mailbox
# A full mailbox has the same reason; how providers, and the status codes of RFC 3463, tell it apart.
SOFT = re.compile(r"soft[ _-]?bounce|transient|undetermined|\b4\.\d{1,3}\.\d{1,3}\b", re.IGNORECASE)


def urls(provider: str, anymail: Mapping[str, Any]) -> list[URLPattern]:
    """The URLs that the provider posts to; nothing without a provider or without the secret that it posts with."""
    if not provider or not anymail.get("WEBHOOK_SECRET"):
        return []
    from anymail.urls import urlpatterns  # nobody else's webhooks are even loaded

    chosen = [pattern for pattern in urlpatterns if str(pattern.pattern).lstrip("^").startswith(f"{provider}/")]
    return [
        URLPattern(pattern.pattern, guarded(posted.checked(pattern.callback)), name=pattern.name) for pattern in chosen
    ]


def guarded(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The page of a provider, for whom knows the secret: anymail's reads and parses some bodies before it asks."""

    @csrf_exempt
    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST" and not knows_the_secret(request):
            # With the challenge that Amazon waits for before it names itself.
            return HttpResponse(status=401, headers={"WWW-Authenticate": 'Basic realm="webhooks"'})
        try:
            return view(request, *args, **kwargs)
        except posted.Misshapen as misshapen:
            raise BadRequest(f"a mail provider posted what cannot be read: {misshapen}") from None

    return inner


def knows_the_secret(request: HttpRequest) -> bool:
    """Whether a request names itself with one of the configured secrets."""
    secrets: str | list[str] = settings.ANYMAIL.get("WEBHOOK_SECRET") or []
    said = (get_request_basic_auth(request) or "").encode("utf-8", "surrogatepass")
    one = [secrets] if isinstance(secrets, str) else secrets
    return any([constant_time_compare(said, secret.encode()) for secret in one])  # noqa: C419 all, in equal time


@receiver(inbound, dispatch_uid="tournaments.inbound")
def store(sender: Any, event: Any, esp_name: str, **_: Any) -> None:
    """Store the letter; whatever raises here makes the webhook fail, and the provider tries again."""
    arrived: Arrived | None = event.checked
    if arrived is None:
        log.warning("%s told of a letter without saying which", esp_name)
        return
    head = ingest.headers_of(arrived.raw)
    # Resend hands no envelope on.
    for recipient in envelope.ours(arrived.recipients) or arrived.recipients[:1] or envelope.recipients(head) or [""]:
        arrivals.take(
            arrived.raw,
            recipient,
            arrived.sender or envelope.sender(head),
            received_at=arrived.at,
            door=esp_name.lower()[:12],
        )


@receiver(tracking, dispatch_uid="tournaments.tracking")
def health(sender: Any, event: Any, esp_name: str, **_: Any) -> None:
    """A provider tells what became of a letter. Believed about the address of a letter that we sent there."""
    told: Told = event.checked
    try:
        deliveries.note(
            told.event,
            told.name,
            told.recipient,
            for_good=told.reason in DEAD and not SOFT.search(told.words),
            provider=esp_name,
            at=told.at,
        )
    except deliveries.UnknownLetter as unknown:
        log.warning("%s", unknown)
