"""What is said of the mail host's certificate, of MTA-STS and of the clock, with real servers that show them."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from aiosmtpd.controller import Controller
from pytest_django import Settings

from tests.outbox.hosts import Host
from tests.running.health.test_pages_reached import certified
from tests.shared.name_server import Names
from tournaments.running.health import time_kept
from tournaments.running.health.finding import Finding, State
from tournaments.running.health.mail import names as asked
from tournaments.running.health.mail import transport
from tournaments.running.health.mail.place import Place, Way
from tournaments.running.installation import HOST, free_port

DOMAIN = "localhost"  # for which the certificates of the tests are
LONG = timedelta(days=60)
SINCE = timedelta(days=-90)


# --- the mail door ---------------------------------------------------------------------------------------


@contextmanager
def mail_host(context: ssl.SSLContext | None) -> Iterator[Place]:
    """Takes letters, encrypted with that certificate if there is one."""
    server = Controller(Host(), hostname=HOST, port=free_port(), tls_context=context)
    server.start()
    try:
        yield Place(DOMAIN, Way.OWN, door=(HOST, server.port))
    finally:
        server.stop()


def door(place: Place) -> Finding:
    (finding,) = transport.mail_door(asked.Names.configured(), place)
    return finding


@pytest.mark.parametrize(
    ("until", "trusted", "name", "state", "words"),
    [
        (LONG, True, DOMAIN, State.OK, "is good until"),
        (LONG, False, DOMAIN, State.WARN, "not trusted"),
        (LONG, True, "mx.example.org", State.WARN, "not trusted"),
        (timedelta(days=13), True, DOMAIN, State.WARN, "ends on"),
        (timedelta(days=-3), True, DOMAIN, State.FAIL, "has expired"),
    ],
)
def test_the_certificate_of_the_mail_host_is_judged_by_the_name_that_others_use(
    until: timedelta, trusted: bool, name: str, state: State, words: str, names: Names, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    names.put(DOMAIN, "MX", f"10 {name}")
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    with mail_host(certified(tmp_path, SINCE, until)) as place:
        finding = door(place)
    assert (finding.state, words in finding.words) == (state, True), finding
    assert name in finding.words
    assert ("systemctl reload postfix" in finding.mend) == ("expired" in words or "ends" in words)


@pytest.mark.usefixtures("names")
def test_a_mail_host_without_encryption_or_that_is_gone_is_told() -> None:
    with mail_host(None) as place:
        assert "no letters encrypted" in door(place).words
    gone = door(place)
    assert (gone.state, gone.mend) == (State.FAIL, "start the mail host: systemctl start postfix")
    assert door(Place(DOMAIN, Way.PROVIDER)).state == State.NOT_HERE
    relayed = door(Place(DOMAIN, Way.RELAY))
    assert (relayed.state, relayed.words) == (State.NOT_HERE, "not looked at: SMTP_URL names another machine")


# --- MTA-STS ---------------------------------------------------------------------------------------------


class Policy(HTTPServer):
    """Serves one text at the address where senders look for the policy."""

    context: ssl.SSLContext
    text, kind = "", "text/plain"

    def get_request(self) -> tuple[socket.socket, object]:
        line, peer = self.socket.accept()
        return self.context.wrap_socket(line, server_side=True, do_handshake_on_connect=False), peer

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that does not like the certificate hangs up."""


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Policy)
        body = self.server.text.encode()
        self.send_response(200 if self.path == transport.PATH else 404)
        self.send_header("Content-Type", self.server.kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def text(*mx: str, mode: str = "enforce", age: str = "604800", version: str = "STSv1") -> str:
    lines = [f"version: {version}", f"mode: {mode}", *(f"mx: {one}" for one in mx), f"max_age: {age}"]
    return "\r\n".join([*lines, ""])


@contextmanager
def policy(names: Names, context: ssl.SSLContext, said: str, kind: str = "text/plain") -> Iterator[Place]:
    """The domain whose policy is that."""
    names.put("_mta-sts.example.org", "TXT", "v=STSv1; id=7")
    names.put("mta-sts.example.org", "A", HOST)
    names.put("example.org", "MX", "10 mx.example.org")
    with Policy((HOST, 0), Page) as server:
        server.context, server.text, server.kind = context, said, kind
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield Place("example.org", Way.OWN, https=server.server_address[1])
        finally:
            server.shutdown()
            thread.join()


def transported(place: Place) -> Finding:
    (finding,) = transport.strict_transport(asked.Names.configured(), place)
    return finding


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[ssl.SSLContext, Path]:
    """A certificate of the host where the policy is, and its file."""
    folder = tmp_path_factory.mktemp("policy")
    return certified(folder, SINCE, LONG, "mta-sts.example.org"), folder / "certificate.pem"


@pytest.mark.parametrize(
    ("said", "kind", "state", "words"),
    [
        (text("mx.example.org"), "text/plain", State.OK, "told to encrypt"),
        (text("*.example.org"), "text/plain; charset=utf-8", State.OK, "told to encrypt"),
        (text("other.example.org"), "text/plain", State.FAIL, "does not name mx.example.org"),
        (text("*.mx.example.org"), "text/plain", State.FAIL, "does not name mx.example.org"),
        (text("mx.example.org", mode="testing"), "text/plain", State.WARN, "on trial"),
        (text("mx.example.org", mode="none"), "text/plain", State.WARN, "asks for nothing"),
        (text("mx.example.org", age="60"), "text/plain", State.WARN, "forgotten after 60 seconds"),
        (text("mx.example.org", version="STSv2"), "text/plain", State.FAIL, "does not say version"),
        (text("mx.example.org"), "text/html", State.FAIL, "not 200 with text/plain"),
    ],
)
def test_the_policy_that_senders_fetch_is_judged(
    said: str, kind: str, state: State, words: str, names: Names, shown: tuple[ssl.SSLContext, Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    context, certificate = shown
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with policy(names, context, said, kind) as place:
        finding = transported(place)
    assert (finding.state, words in finding.words) == (state, True), finding


def test_a_policy_behind_a_certificate_that_senders_do_not_take_is_named_with_it(
    names: Names, shown: tuple[ssl.SSLContext, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with policy(names, shown[0], text("mx.example.org")) as place:
        assert "is not trusted" in transported(place).words
    over = certified(tmp_path, SINCE, timedelta(days=-1), "mta-sts.example.org")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    with policy(names, over, text("mx.example.org")) as place:
        finding = transported(place)
        assert (finding.state, "has expired" in finding.words) == (State.FAIL, True)


def test_a_domain_without_a_policy_is_warned_and_one_whose_policy_is_gone_fails(names: Names) -> None:
    place = Place("example.org", Way.OWN, https=free_port())
    assert transported(place).state == State.WARN
    names.put("_mta-sts.example.org", "TXT", "v=STSv1; id=7")
    assert "has no address" in transported(place).words
    names.put("mta-sts.example.org", "A", HOST)
    finding = transported(place)
    assert (finding.state, "does not answer" in finding.words) == (State.FAIL, True)


# --- the clock -------------------------------------------------------------------------------------------


class Dated(BaseHTTPRequestHandler):
    """Says what time it is."""

    ahead = timedelta(0)

    def do_HEAD(self) -> None:
        self.send_response(200)
        self.end_headers()

    def date_time_string(self, timestamp: float | None = None) -> str:
        return super().date_time_string(time.time() + type(self).ahead.total_seconds())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize(
    ("ahead", "state", "words"),
    [
        (timedelta(0), None, "same"),
        (timedelta(seconds=30), State.WARN, "behind"),
        (timedelta(minutes=-10), State.FAIL, "ahead of"),
    ],
)
def test_a_clock_that_goes_wrong_is_noticed_by_somebody_else_s(
    ahead: timedelta, state: State | None, words: str, tmp_path: Path, settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    context = certified(tmp_path, SINCE, LONG)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    monkeypatch.setattr(Dated, "ahead", ahead)
    with HTTPServer((HOST, 0), Dated) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        settings.CHANCE_SOURCE = f"https://localhost:{server.server_address[1]}/chain"

        def serve() -> None:
            with suppress(OSError):
                server.handle_request()

        thread = Thread(target=serve)
        thread.start()
        (finding,) = time_kept.kept()
        thread.join()
    assert words in finding.words
    assert finding.state == state or (state is None and finding.state in (State.OK, State.WARN))
