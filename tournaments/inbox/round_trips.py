"""Letters of the service to itself: they go out as all do, come in by the door that all use, and end there.

What shows that one has come back is its secret, which is in its subject and nowhere else: not in the address, which
logs and reports of other hosts may name, and not at the top of a report about it. Such an address takes nothing else,
and whatever comes to it is answered by nobody.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from tournaments.inbox import ingest
from tournaments.keys import address
from tournaments.letters import headers
from tournaments.models import RoundTrip
from tournaments.outbox.outbox import Message
from tournaments.runtime import portions

KEPT = timedelta(hours=1)  # the row of one whose doctor was stopped
LARGEST = 64 * 1024  # bytes
SUBJECT = "Trial letter "
WORDS = "The service has sent this letter to itself, to try whether letters go out and come in.\n"


@dataclass(frozen=True, slots=True)
class Trip:
    """A letter on its way: its number, and the secret that shows that it is the one."""

    number: int
    secret: str

    @property
    def to(self) -> str:
        local = address.make_round_trip(self.number, settings.MAIL_KEYS, local=settings.MAIL_LOCAL)
        return f"{local}@{settings.MAIL_DOMAIN}"


def begin() -> Trip:
    """Wait for a letter from now on. Its row is there before the letter goes out."""
    trip = Trip(secrets.randbits(63), secrets.token_urlsafe(24))
    RoundTrip.objects.create(number=trip.number, proof=_proof(trip.secret), begun_at=timezone.now())
    return trip


def letter(trip: Trip) -> Message:
    """The letter, in the form of all others. With a null sender: if it cannot be delivered, no report comes back."""
    sender = headers.sender_line(None, None, headers.bare_address())
    extra = {"Auto-Submitted": "auto-generated"}
    message = Message(f"{SUBJECT}{trip.secret}", WORDS, from_email=sender, to=[trip.to], headers=extra)
    message.envelope_sender = ""
    return message


def is_one(recipient: str) -> bool:
    """Whether a letter to this address is for the doctor, and for nobody else."""
    return address.read_round_trip(recipient, settings.MAIL_KEYS, local=settings.MAIL_LOCAL) is not None


def note(raw: bytes, recipient: str, door: str) -> bool:
    """Write down that a letter has come back, the first time; False for what is not the letter that was sent."""
    number = address.read_round_trip(recipient, settings.MAIL_KEYS, local=settings.MAIL_LOCAL)
    if number is None:
        return False
    waiting = RoundTrip.objects.filter(number=number, came_at=None)
    proof = waiting.values_list("proof", flat=True).first()
    if proof is None or len(raw) > LARGEST or not hmac.compare_digest(proof, _proof(_secret_in(raw))):
        return False
    return bool(waiting.update(came_at=timezone.now(), door=door[:12], raw=raw))


def found(trip: Trip) -> RoundTrip | None:
    """The row of a letter that has come back."""
    return RoundTrip.objects.filter(number=trip.number, came_at__isnull=False).first()


def end(trip: Trip) -> None:
    """Wait for it no more."""
    RoundTrip.objects.filter(number=trip.number).delete()


def forget(now: datetime) -> int:
    """Forget letters whose doctor did not end; how many."""
    return portions.delete(RoundTrip.objects.filter(begun_at__lt=now - KEPT))


def _secret_in(raw: bytes) -> str:
    subject = next(iter(ingest.values_of(ingest.headers_of(raw), ("subject",))), "").strip()
    return subject.removeprefix(SUBJECT) if subject.startswith(SUBJECT) else ""


def _proof(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
