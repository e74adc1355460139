"""Whether the mail host, or the provider that takes our letters, can be handed letters. Sends none itself."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import NamedTuple

from django.conf import settings
from django.core.mail import get_connection
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import OutboundLetter
from tournaments.outbox import limits, outbox
from tournaments.runtime import heartbeats, hints, outages
from tournaments.runtime.literal import literals

GREET_AFTER = timedelta(minutes=5)  # without a letter that it took
GREET_AGAIN = timedelta(seconds=10)  # one that has failed: with every sweep
GREET_FOR = 10.0  # seconds that it may take for each answer to a greeting; a letter has longer
AWAY = "our mail host: "  # before what is written down of a letter that waits for the host itself
NOTED = re.compile(rf"{AWAY}(?:(\S+): )?(.*)", re.DOTALL)
HUNG_UP = "our mail host at this letter: "  # and of one at which it fails while it takes others


class Said(NamedTuple):
    """The answer heard when a letter was offered, and at which place; "" where that is not known."""

    place: str = ""
    words: str = ""


def place() -> str:
    """The place where our letters go, in one word."""
    return settings.MAIL_PROVIDER or f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"


def name() -> str:
    """The mail provider or host that takes our letters, as the log names it."""
    return f"the mail {'provider' if settings.MAIL_PROVIDER else 'host'} {place()}"


def noted(words: str) -> str:
    """The note on a letter that waits for the host itself. The settings may name another one by then."""
    return f"{AWAY}{place()}: {words}"


def look_after() -> bool:
    """Whether letters can be handed over, as far as is known. Asked by the sweep.

    A host to which nothing was sent lately is greeted: nobody else may find out for hours that it is away. One that has
    failed is greeted with every sweep; then one of the letters that wait for it is tried. Once it takes that one, or
    greets us and none waits, it works again, and what it kept waiting goes out. A provider is known by its letters
    alone.
    """
    since = heartbeats.failing_since(heartbeats.POST)
    if since is None:
        taken = has_taken_since(timezone.now() - GREET_AFTER)
        if not taken and limits.allow("greetings", name(), 1, GREET_AFTER) and not _greets():
            heartbeats.fails(heartbeats.POST)
            return False
        heartbeats.beat(heartbeats.POST)
        return True
    if has_taken_since(since) or (limits.allow("greetings", name(), 1, GREET_AGAIN) and _greets() and not _try_one()):
        is_back()
        return True
    return False


def has_taken_since(moment: datetime) -> bool:
    return OutboundLetter.objects.filter(sent_at__gt=moment).exists()


def _greets() -> bool:
    """Whether the host takes a new connection and our password."""
    if settings.MAIL_PROVIDER:
        return True
    try:
        connection = get_connection(timeout=GREET_FOR)
        try:
            connection.open()
        finally:
            connection.close()
    except (OSError, SMTPException) as error:
        outages.failed(name(), error)
        return False
    return True


def _held_up() -> QuerySet[OutboundLetter]:
    """Letters that wait for the host, or are being tried by now."""
    states = literals((OutboundLetter.State.RETRY, OutboundLetter.State.IN_FLIGHT))
    return OutboundLetter.objects.filter(state__in=states, failure__startswith=AWAY)


def says() -> Said:
    """The answer heard with the letter that was offered last of those that wait for the host."""
    newest = _held_up().order_by("-taken_at").values_list("failure", flat=True).first() or ""
    found = NOTED.fullmatch(newest)
    return Said(found[1] or "", found[2]) if found else Said()


def _try_one() -> bool:
    """Try one letter of those that wait for the host, another one each time; False when none waits."""
    held_up = _held_up()
    for pk in (
        held_up.filter(state=OutboundLetter.State.RETRY).order_by("taken_at", "pk").values_list("pk", flat=True)[:1]
    ):
        held_up.filter(pk=pk, state=OutboundLetter.State.RETRY).update(due_at=timezone.now())
        hints.post_letter(pk)
    return held_up.exists()


def is_back() -> None:
    """Let everything go out that has waited for the host, which works again."""
    heartbeats.beat(heartbeats.POST)
    now = timezone.now()
    waiting = _held_up().filter(state=OutboundLetter.State.RETRY, due_at__gt=now)
    first = list(waiting.order_by("pk").values_list("pk", flat=True)[: outbox.BATCH])
    waiting.update(due_at=now)
    for pk in first:  # the sweep goes on with the others
        hints.post_letter(pk)
