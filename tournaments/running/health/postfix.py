"""Our own mail host, as `deploy/postfix` has it: would it take a letter now, from others for us and from us for others?

It is asked as a sender's host asks, up to the recipient, and takes its word back: no letter is made of it.
"""

from __future__ import annotations

import re
import smtplib
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path

from django.conf import settings

from tournaments.keys.redaction import why
from tournaments.running.health.finding import Finding, Findings, fail, ok

PORT = 25
FOR_GOOD = 500  # the least code of an answer after which a sender's host gives up
WAIT = 10.0  # seconds for each answer; Postfix waits so long for the answer about a recipient
QUEUE = Path("/var/spool/postfix")
MAIN = Path("/etc/postfix/main.cf")
MILTERS_OF_MAIN = re.compile(r"^smtpd_milters[ \t]*=(.*(?:\n[ \t].*)*)", re.MULTILINE)
PLACE = re.compile(r"inet:\[?([^][\s,]+)]?:(\d+)")
REACHED = 1.0  # seconds for a milter to take a connection
START = "start it: systemctl start postfix"
MILTERS = "start what looks at its letters: systemctl start opendkim opendmarc"
MILTERS_LOG = "their log says why: journalctl --unit=opendkim --unit=opendmarc"
ROOM = f"make room on the disk of {QUEUE} (df -h, df -i)"
ANSWERS = "systemctl start bruges-receive; if it runs, compare LISTEN_POLICY with check_policy_service of main.cf"
REFUSES = (
    "compare MAIL_DOMAIN and MAIL_LOCAL with virtual_mailbox_domains of /etc/postfix/main.cf, then restart all parts"
)
LOG = "its log says why: journalctl --unit=postfix@-.service, or /var/log/mail.log"


def is_ours() -> bool:
    """Whether a mail host of our own brings letters: it asks at LISTEN_POLICY, and it is the one that takes ours."""
    return bool(settings.LISTEN_POLICY and not settings.MAIL_PROVIDER and _is_trusted(settings.EMAIL_HOST))


def _is_trusted(host: str) -> bool:
    try:
        addresses = {ip_address(found[4][0]) for found in socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)}
    except (OSError, ValueError):
        return False
    return any(one in network for one in addresses for network in settings.TRUSTED_MAIL_HOSTS)


def takes_letters() -> Findings:
    """Whether it would take a letter from anywhere to the service."""
    if not is_ours():
        yield ok("no mail host of our own is asked")
        return
    place = f"the mail host {settings.EMAIL_HOST}:{PORT}"
    with _told(place) as found:
        with smtplib.SMTP(settings.EMAIL_HOST, PORT, timeout=WAIT) as line:
            would_take(line, "", f"{settings.MAIL_LOCAL}@{settings.MAIL_DOMAIN}")
        found.append(ok(f"{place} takes letters for us"))
    yield from found


@contextmanager
def _told(place: str) -> Iterator[list[Finding]]:
    """Tell what happens inside, as a finding."""
    found: list[Finding] = []
    try:
        yield found
    except smtplib.SMTPResponseException as error:
        said = words_of(error)
        if error.smtp_code < FOR_GOOD:
            found.append(fail(f"{place} takes no letters: it answers {said}", f"{way_back(said)}; {KEPT}"))
        else:
            found.append(fail(f"{place} refuses letters for us, for good: it answers {said}", REFUSES))
    except (OSError, smtplib.SMTPException) as error:
        found.append(fail(f"{place} takes no letters ({why(error)})", f"{START}; {KEPT}"))


KEPT = "nothing is lost, letters wait at their senders"


def would_take(line: smtplib.SMTP, sender: str, recipient: str = "") -> None:
    """Say from whom a letter would be, and for whom, and take it back. SMTPResponseException for a refusal."""
    line.ehlo_or_helo_if_needed()
    steps = [lambda: line.mail(sender), *([lambda: line.rcpt(recipient)] if recipient else [])]
    for step in steps:
        code, words = step()
        if code >= 400:
            raise smtplib.SMTPResponseException(code, words)
    line.rset()


def words_of(error: smtplib.SMTPResponseException) -> str:
    """The words of its answer: the code and the words."""
    words = error.smtp_error
    return f"{error.smtp_code} {why(Exception(words.decode(errors='replace') if isinstance(words, bytes) else words))}"


def way_back(said: str) -> str:
    """The remedy for an answer of Postfix, by its code and its enhanced code (RFC 3463)."""
    if "4.7.1" in said:  # milter_default_action = tempfail
        return _back_to_milters()
    if "4.3.1" in said or "queue file write error" in said.lower():
        return ROOM
    if "4.3.0" in said or "4.3.5" in said:  # default_action of check_policy_service
        return ANSWERS
    return LOG


def _back_to_milters() -> str:
    """The remedy for milters that do not run, or listen elsewhere than where Postfix looks for them."""
    silent = " and ".join(f"{host}:{port}" for host, port in _milters() if not _answers(host, port))
    if not silent:
        return f"{MILTERS}; if they run, {MILTERS_LOG}"
    return (
        f"{MILTERS}; if they run, nobody listens at {silent}, where smtpd_milters of {MAIN} looks for them: compare"
        " Socket in /etc/opendkim.conf and /etc/opendmarc.conf"
    )


def _milters() -> list[tuple[str, int]]:
    """The places where Postfix on this machine has letters looked at; empty where that cannot be read."""
    try:
        found = MILTERS_OF_MAIN.search(MAIN.read_text())
    except OSError:
        return []
    return [(host, int(port)) for host, port in PLACE.findall(found[1] if found else "")]


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), REACHED).close()
    except OSError:
        return False
    return True


def queue() -> list[Path]:
    """The folder where it keeps letters, where that is on this machine."""
    return [QUEUE] if is_ours() and QUEUE.is_dir() else []
