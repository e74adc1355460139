"""The way out: whether the mail host or the provider takes our letters, and what to do where it does not."""

from __future__ import annotations

import re
from smtplib import SMTP, SMTPException, SMTPResponseException

from django.conf import settings
from django.utils import timezone

from tournaments.keys.redaction import why
from tournaments.models import Heartbeat
from tournaments.outbox import mail_host_away as post
from tournaments.outbox.smtp_connection import open_line
from tournaments.running.health import bounded, postfix
from tournaments.running.health.finding import Findings, age, fail, ok, warn
from tournaments.runtime import heartbeats

GREETING = 8.0  # seconds for the mail host to let us in
FAILS = 60.0  # seconds without the mail host after which it is no hitch any more
ENVIRONMENT, RESTART = "SMTP_URL in /etc/bruges.env", "then systemctl restart bruges.target"
START = f"start it (Postfix: systemctl start postfix); or mend {ENVIRONMENT}, {RESTART}"
LOG = f"its log says why; if it is not the one that is meant, mend {ENVIRONMENT}, {RESTART}"
NAMED = "mend the network, or the lines nameserver of /etc/resolv.conf"
# What is said where no letter goes out, by the system (EAI_... of getaddrinfo), smtplib or the host (RFC 4954).
WAYS = (
    (re.compile(r"\[Errno -3\]"), f"no name server answers: {NAMED}"),
    (re.compile(r"\[Errno -\d+\]"), f"the name leads nowhere: mend {ENVIRONMENT}, {RESTART}"),
    (
        re.compile(r"530\b.*(?:TLS|crypt)|538\b|.*AUTH extension not supported", re.IGNORECASE),
        f"let {ENVIRONMENT} begin with smtp+tls:// or smtps://, or leave user and password out of it where the host "
        f"asks for none, {RESTART}",
    ),
    (
        re.compile(r"53[045]\b|.*\bAUTH\b|.*\bauthentication\b", re.IGNORECASE),
        f"correct user and password of {ENVIRONMENT}, or leave them out, {RESTART}",
    ),
    (re.compile(".*STARTTLS"), f"write smtp:// or smtps:// in place of smtp+tls:// in {ENVIRONMENT}, {RESTART}"),
)
PROVIDER = "see its status page, and its key in ANYMAIL_..."
KEPT = "nothing is lost, letters wait"


def posting() -> Findings:
    """Whether letters have gone out of late, as the workers know it."""
    host = post.name()
    row = Heartbeat.objects.filter(name=heartbeats.POST).first()
    if row is None or row.failing_at is None:
        yield ok(f"{host} takes letters, as far as is known")
        return
    said, since = post.says(), age(row.failing_at)
    if said.place not in ("", post.place()):
        words = f"{host} has not been asked for a letter yet; {said.place} took none, for {since} ({said.words})"
        yield warn(words, f"wait half a minute; {KEPT}, and go out by themselves")
        return
    words = f"{host} takes no letters, for {since}"
    hitch = (timezone.now() - row.failing_at).total_seconds() < FAILS
    yield (warn if hitch else fail)(
        f"{words} ({said.words})" if said.words else words, f"{way_back(said.words)}; {KEPT}"
    )


def mail_host() -> Findings:
    """Whether the mail host would take a letter of ours now; a provider is known by its letters alone."""
    host = post.name()
    if settings.MAIL_PROVIDER:
        yield ok(f"letters go out by {host}")
        return
    try:
        bounded.within(GREETING, _try_host)
        yield ok(f"{host} takes letters")
    except SMTPResponseException as error:
        said = postfix.words_of(error)
        yield fail(f"{host} takes no letters from us: it answers {said}", way_back(said))
    except (OSError, SMTPException) as error:
        yield fail(f"{host} does not let us in ({why(error)})", way_back(why(error)))


def way_back(said: str) -> str:
    """The remedy for what a mail host or the system said; "" where nobody knows what it was."""
    if settings.MAIL_PROVIDER:
        return PROVIDER
    for words, mend in WAYS:
        if words.match(said):
            return mend
    if not said[:3].isdigit():  # nobody has answered, so no log of the host's says anything of it
        return START
    return postfix.way_back(said) if postfix.is_ours() else LOG


def _try_host() -> None:
    with open_line() as line:
        if isinstance(smtp := getattr(line, "connection", None), SMTP):
            postfix.would_take(smtp, settings.SERVER_EMAIL)
