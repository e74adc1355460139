"""Requests that somebody makes on a page by typing an address: counted, and stored for a worker to answer.

Nothing here depends on whether somebody with that address plays here.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from tournaments.language.refusals import TooOften
from tournaments.language.speech import say
from tournaments.models import LinkRequest
from tournaments.outbox import limits
from tournaments.runtime import hints

HOUR = timedelta(hours=1)
REQUESTS_AN_HOUR = 5  # from one place for one address


def limit(email: str, place: str) -> None:
    """Count what one place asks for against that place alone: nobody uses up what another may ask for. TooOften."""
    if not limits.allow("links from", place, settings.REQUESTS_OF_A_PLACE_AN_HOUR, HOUR):
        raise TooOften(
            say(
                "Very many links have been asked for from your network within this hour. Try again in an hour; a link "
                "that has come to you by letter still works."
            )
        )
    if not limits.allow("link", f"{email} {place}", REQUESTS_AN_HOUR, HOUR):
        raise TooOften(
            say(
                "You have asked for this link {n} times within this hour. Look into your mailbox, among the junk as "
                "well: every link that has come works until one of them is used. You may ask for a new one in an hour.",
                n=REQUESTS_AN_HOUR,
            )
        )


def store(kind: str, email: str, about: Mapping[str, Any] | None = None) -> None:
    with transaction.atomic():
        row = LinkRequest.objects.create(kind=kind, email=email, about=dict(about or {}))
        hints.answer_request(row.pk)
