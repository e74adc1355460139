"""A letter of the service to itself: whether it goes out, comes in by the door that all letters use, and is signed."""

from __future__ import annotations

import time
from datetime import datetime
from smtplib import SMTPException

from anymail.backends.base import AnymailBaseBackend
from anymail.exceptions import AnymailError
from django.conf import settings
from django.utils import timezone

from tournaments.inbox import round_trips
from tournaments.keys.redaction import why
from tournaments.models import RoundTrip as Row
from tournaments.outbox.outbox import Message
from tournaments.outbox.smtp_connection import open_line
from tournaments.running.health import bounded
from tournaments.running.health.finding import Finding, Findings, fail, not_here, of_others, ok, warn
from tournaments.running.health.mail import dkim
from tournaments.running.health.mail.names import Names, NoAnswer
from tournaments.running.health.mail.place import Place, Way, configured

SENDING, COMING = 12.0, 35.0  # seconds at most to hand the letter over, and from then on for it to come back
LOOK_EVERY = 0.2  # seconds
LOST = {
    Way.OWN: "see the mail host's log: journalctl --unit='postfix*' --since=-5min; virtual_transport in"
    " /etc/postfix/main.cf leads to LISTEN_SMTP",
    Way.RELAY: "see in the log of your mail host where it took the letter, and why not to LISTEN_SMTP",
    Way.PROVIDER: "see at the provider whether it took the letter, where the MX of MAIL_DOMAIN leads, and whether what"
    " comes in is posted to /mail/<provider>/inbound/",
    Way.MAILBOX: "look for it in the mailbox and its folder for spam: the mailbox must take addresses with a plus",
}


class RoundTrip:
    """One letter at a time: `goes_out` first, the others in their order when everything else has been looked at."""

    def __init__(self) -> None:
        self._out: tuple[round_trips.Trip, datetime] | None = None  # what has gone out, and when
        self._came: bytes | None = None

    def goes_out(self) -> Findings:
        """Whether the mail host or the provider takes a letter of ours."""
        self._out = None
        if configured().way == Way.DEMONSTRATION:
            yield not_here("the demonstration's post office keeps all letters")
            return
        trip = round_trips.begin()
        try:
            bounded.within(SENDING, lambda: _hand_over(round_trips.letter(trip)))
        except (OSError, SMTPException, AnymailError) as error:
            round_trips.end(trip)
            whom = settings.MAIL_PROVIDER or f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
            yield fail(f"{whom} did not take a letter ({why(error)})", "mend what it says; its log may say more")
            return
        self._out = trip, timezone.now()
        yield ok("a letter to the service itself was taken")

    def comes_back(self) -> Findings:
        """Whether it comes in again."""
        self._came = None
        if self._out is None:
            yield not_here("no letter was sent")
            return
        (trip, gone_at), place = self._out, configured()
        try:
            row = _awaited(trip, gone_at)
        finally:
            round_trips.end(trip)
            self._out = None
        if row is None or row.came_at is None:
            yield fail(f"the letter did not come back within {COMING:.0f} seconds", LOST[place.way])
            return
        seconds = max((row.came_at - row.begun_at).total_seconds(), 0)
        yield ok(f"the letter came back by {row.door} within {max(seconds, 0.1):.1f} seconds")
        self._came = bytes(row.raw)

    def is_signed(self) -> Findings:
        """Whether the letter that came back has a signature that others believe."""
        if self._came is None:
            yield not_here("no letter came back")
            return
        try:
            yield signature(self._came, Names.configured(), configured())
        except NoAnswer as silent:
            yield warn(f"the key of its signature could not be looked up ({silent})", "ask again in some minutes")


def _awaited(trip: round_trips.Trip, gone_at: datetime) -> Row | None:
    while (row := round_trips.found(trip)) is None:
        if (timezone.now() - gone_at).total_seconds() > COMING:
            return None
        time.sleep(LOOK_EVERY)
    return row


def signature(raw: bytes, names: Names, place: Place) -> Finding:
    """Whether the letter carries a signature of the domain that holds with the key in the DNS."""
    found = [one for one in dkim.signatures(raw) if _is_of(one.domain, place.domain)]
    bad = fail if place.way == Way.OWN else warn  # another host may not sign what stays with itself
    if not found:
        words = f"the letter came back without a DKIM signature of {place.domain}"
        return bad(
            words, "see that OpenDKIM runs and signs: systemctl status opendkim; or the settings of your provider"
        )
    wrong: list[Finding] = []
    for one in found:
        try:
            dkim.check(raw, one, dkim.key_of(names, one.selector, one.domain))
        except dkim.Changed as error:
            wrong.append(warn(str(error), "see what your mail host changes behind the one that signs"))
        except (dkim.Missing, dkim.AnotherKey) as error:
            owner = f"{one.selector}._domainkey.{one.domain}"
            told = fail(str(error), f"set {owner} to the public half of the key in use; deploy/mail.md")
            wrong.append(of_others(told) if isinstance(error, dkim.Missing) else told)
        except dkim.Bad as error:
            wrong.append(warn(str(error), "set the key of the DNS anew"))
        else:
            return ok(f"its signature holds: key {one.selector} of {one.domain}")
    return wrong[0]


def _is_of(signer: str, domain: str) -> bool:
    """Whether a signature vouches for a domain: its own, or one above or below it (relaxed alignment)."""
    return signer == domain or domain.endswith(f".{signer}") or signer.endswith(f".{domain}")


def _hand_over(message: Message) -> None:
    with open_line() as line:
        if isinstance(line, AnymailBaseBackend):
            del message.envelope_sender  # providers take their own
        line.send_messages([message])
