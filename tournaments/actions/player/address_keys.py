"""Mailed keys that make an account of an address: each is dead once its address has come to somebody, for good.

A key says when it was written. What is kept is when the keys to an address ended, under a pseudonym and for as long as
any of them could hold: nothing tells whose address it was, so that it may stay when its person is erased.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.utils import timezone

from tournaments.letters import people as letters
from tournaments.models import Allowance
from tournaments.outbox.pseudonyms import pseudonym

HOLD = timedelta(days=letters.DAYS)  # so long each key


def written_now() -> int:
    """The time at which a key is written, to be signed with it: microseconds since 1970."""
    return int(timezone.now().timestamp() * 1_000_000)


def end(emails: Iterable[str]) -> None:
    """End all keys to these addresses that were written until now: none makes an account any more."""
    until = timezone.now() + HOLD
    for email in sorted({email.lower() for email in emails}):
        Allowance.objects.update_or_create(name=_name(email), defaults={"until": until})


def ended(email: str, written: int) -> bool:
    """Whether a key to the address that was written at that moment has been ended."""
    until = Allowance.objects.filter(name=_name(email)).values_list("until", flat=True).first()
    return until is not None and written <= int((until - HOLD).timestamp() * 1_000_000)


def _name(email: str) -> str:
    return pseudonym("keys ended", email.lower())
