"""A server's certificate: until when it is good, and whether who connects would trust it. Changes nothing."""

from __future__ import annotations

import smtplib
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tournaments.running.health.finding import Finding, age, fail, ok, warn

EXPIRED = 10  # X509_V_ERR_CERT_HAS_EXPIRED of OpenSSL
SOON, DAYS = timedelta(days=14), timedelta(days=2)
# Of a short one it is the last sixth of its time: proxies renew when a third is left, a local authority gives 12 hours.
LAST = 6
WAIT = 5.0  # seconds for a connection and for each answer

Times = tuple[datetime | None, datetime | None]
Connect = Callable[[ssl.SSLContext], AbstractContextManager[ssl.SSLSocket]]


class NoEncryption(OSError):
    """The mail host does not offer STARTTLS."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """since     when it began, and until  when it ends; None of one that has ended and cannot be asked
    distrust  why it is not trusted here, "" where it is; of one that has not ended it is not its own time, but may be
              that of its issuer
    """

    since: datetime | None
    until: datetime | None
    distrust: str

    @property
    def is_over(self) -> bool:
        return self.until is None or self.until <= datetime.now(UTC)

    @property
    def is_short(self) -> bool:
        """Tell whether it ends so soon that the day alone says little."""
        return self.until is not None and self.until - datetime.now(UTC) < DAYS

    @property
    def ends_soon(self) -> bool:
        if self.since is None or self.until is None:  # it has ended
            return False
        return self.until - datetime.now(UTC) < min(SOON, (self.until - self.since) / LAST)


def of(connect: Connect) -> Certificate:
    """The certificate that a server shows. OSError where there is no connection."""
    try:
        return Certificate(*_times(connect, ssl.create_default_context()), "")
    except ssl.SSLCertVerificationError as error:
        return Certificate(*_by_itself(connect), error.verify_message)


def judged(found: Certificate, whose: str, renew: str, trusted: str, by_itself: str = "") -> Finding:
    """The finding on a certificate.

    renew      what to do when its time ends
    trusted    what to do where it is not trusted
    by_itself  who renews a short one without being asked
    """
    if found.is_over:
        gone = f" {age(found.until)} ago" if found.until is not None else ""
        return fail(f"the certificate of {whose} has expired{gone}", renew)
    if found.distrust:
        return warn(f"the certificate of {whose} is not trusted here ({found.distrust})", trusted)
    at_the_minute = f"{found.until:%d %B at %H:%M} UTC"
    if found.ends_soon:
        return warn(f"the certificate of {whose} ends on {at_the_minute}", renew)
    if found.is_short:
        return ok(f"the certificate of {whose} is good until {at_the_minute}{by_itself}")
    return ok(f"the certificate of {whose} is good until {found.until:%d %B %Y}")


def https(host: str, port: int, name: str) -> Connect:
    """The way to connect by TLS to that host and port, under that name."""

    @contextmanager
    def connect(context: ssl.SSLContext) -> Iterator[ssl.SSLSocket]:
        with (
            socket.create_connection((host, port), timeout=WAIT) as line,
            context.wrap_socket(line, server_hostname=name) as tls,
        ):
            yield tls

    return connect


def starttls(host: str, port: int, name: str) -> Connect:
    """The way to connect to a mail host by STARTTLS. NoEncryption where it does not offer it."""

    @contextmanager
    def connect(context: ssl.SSLContext) -> Iterator[ssl.SSLSocket]:
        try:
            with smtplib.SMTP(host, port, timeout=WAIT) as mail:
                mail.ehlo()
                if not mail.has_extn("starttls") or mail.docmd("STARTTLS")[0] != 220 or mail.sock is None:
                    raise NoEncryption(f"{host}:{port} does not offer STARTTLS")
                with context.wrap_socket(mail.sock, server_hostname=name) as tls:
                    mail.sock = mail.file = None
                    yield tls
        except smtplib.SMTPException as error:
            raise OSError(str(error)) from error

    return connect


def _by_itself(connect: Connect) -> Times:
    """The times of a certificate that nobody else vouches for, or that is another name's; None if it is over."""
    with connect(_without_trust()) as tls:
        shown = tls.getpeercert(binary_form=True) or b""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN  # the certificate itself is what is trusted
    context.load_verify_locations(cadata=ssl.DER_cert_to_PEM_cert(shown))
    try:
        return _times(connect, context)
    except ssl.SSLCertVerificationError as error:
        if error.verify_code == EXPIRED:
            return None, None
        raise


def _without_trust() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _times(connect: Connect, context: ssl.SSLContext) -> Times:
    """The beginning and the end of the time for which the shown certificate is good."""
    with connect(context) as tls:
        told = tls.getpeercert() or {}
    return _moment(told["notBefore"]), _moment(told["notAfter"])


def _moment(said: object) -> datetime:
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(said)), UTC)
