"""What is said of the certificate of the pages, with a real server that shows it."""

from __future__ import annotations

import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from pytest_django import Settings

from tournaments.running.health import pages as shown
from tournaments.running.health.finding import Finding, State
from tournaments.running.installation import HOST, free_port

AUTHORITY = """
[ca]
default_ca = ours
[ours]
database = {folder}/index
new_certs_dir = {folder}
serial = {folder}/serial
default_md = sha256
policy = any
copy_extensions = copy
[any]
commonName = supplied
"""


def certified(
    folder: Path, since: timedelta, until: timedelta, name: str = "localhost", by: Path | None = None
) -> ssl.SSLContext:
    """A server's context with a certificate for that name, good from and until then.

    by  folder of the certificate that vouches for it; None: it has signed itself
    """
    (folder / "index").write_text("")
    (folder / "serial").write_text("01\n")
    (folder / "ca.cnf").write_text(AUTHORITY.format(folder=folder))
    now = datetime.now(UTC)
    start, end = (f"{now + moment:%Y%m%d%H%M%SZ}" for moment in (since, until))
    asked = ["-nodes", "-keyout", "key.pem", "-out", "request.pem", "-subj", f"/CN={name}"]
    run(folder, "req", "-new", "-newkey", "rsa:2048", *asked, "-addext", f"subjectAltName=DNS:{name}",
        "-addext", "basicConstraints=CA:TRUE")  # fmt: skip
    signer = ["-selfsign"] if by is None else ["-cert", str(by / "certificate.pem")]
    signed = ["-keyfile", str((by or folder) / "key.pem"), "-in", "request.pem", "-out", "certificate.pem"]
    run(folder, "ca", "-config", "ca.cnf", "-batch", "-notext", *signer, *signed, "-startdate", start, "-enddate", end)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    return context


def run(folder: Path, *words: str) -> None:
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


@contextmanager
def showing(context: ssl.SSLContext, status: int = 200) -> Iterator[int]:
    """A proxy that shows its certificate to whoever comes, and answers with that status; its port."""
    with socket.create_server((HOST, 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    line, _ = server.accept()
                    with suppress(OSError), context.wrap_socket(line, server_side=True) as tls:
                        if tls.recv(1000):
                            tls.sendall(f"HTTP/1.1 {status} Said\r\nContent-Length: 0\r\n\r\n".encode())

        thread = Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()


def said(settings: Settings, site: str) -> list[Finding]:
    settings.SITE = urlsplit(site)
    return list(shown.reached())


@pytest.mark.parametrize(
    ("until", "trusted", "state", "words"),
    [
        (timedelta(days=-3), True, State.FAIL, "has expired"),
        (timedelta(days=-3), False, State.FAIL, "has expired"),
        (timedelta(days=13), True, State.WARN, "ends on"),
        (timedelta(days=60), False, State.WARN, "not trusted"),
        (timedelta(days=60), True, State.OK, "is good until"),
    ],
)
def test_a_certificate_is_said_to_be_good_or_not(
    until: timedelta, trusted: bool, state: State, words: str, tmp_path: Path, settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    context = certified(tmp_path, timedelta(days=-90), until)
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    with showing(context) as port:
        finding, pages = said(settings, f"https://localhost:{port}")
    assert pages.state == State.OK
    assert finding.state == state
    assert words in finding.words
    assert ("caddy" in finding.mend) == (state == State.FAIL or "ends on" in words)


def test_a_certificate_is_not_called_good_when_the_one_that_vouches_for_it_has_ended(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority, own = tmp_path / "authority", tmp_path / "own"
    for folder in (authority, own):
        folder.mkdir()
    certified(authority, timedelta(days=-90), timedelta(days=-3), "authority")
    context = certified(own, timedelta(days=-30), timedelta(days=60), by=authority)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority / "certificate.pem"))
    with showing(context) as port:
        finding, _ = said(settings, f"https://localhost:{port}")
    assert (finding.state, "not trusted" in finding.words) == (State.WARN, True), finding


@pytest.mark.parametrize(("hours_left", "state"), [(11, State.OK), (5, State.OK), (1, State.WARN)])
def test_a_short_certificate_is_not_called_old_before_the_last_of_its_time(
    hours_left: int, state: State, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy with an authority of its own has a new one twice a day."""
    context = certified(tmp_path, timedelta(hours=hours_left - 12), timedelta(hours=hours_left))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    with showing(context) as port:
        finding, _ = said(settings, f"https://localhost:{port}")
    assert finding.state == state
    assert f"{datetime.now(UTC) + timedelta(hours=hours_left):%d %B at %H:}" in finding.words
    assert ("Caddy renews it" in finding.words) == (state == State.OK)


def test_a_proxy_that_is_gone_is_named_and_a_name_that_nobody_knows_is_not_called_a_failure(settings: Settings) -> None:
    (gone,) = said(settings, f"https://localhost:{free_port()}")
    assert (gone.state, gone.mend) == (State.FAIL, "start the proxy: systemctl start caddy")
    assert [finding.state for finding in said(settings, "https://nobody.invalid")] == [State.WARN]
    assert [finding.state for finding in said(settings, "http://localhost:8000")] == [State.NOT_HERE]
    (mistyped,) = said(settings, "http://play.example.org")
    assert (mistyped.state, "write https there" in mistyped.mend) == (State.WARN, True)


def test_a_proxy_that_has_no_certificate_yet_fails(settings: Settings) -> None:
    with showing(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)) as port:
        (finding,) = said(settings, f"https://localhost:{port}")
    assert finding.state == State.FAIL
    assert "journalctl -u caddy" in finding.mend
    assert "systemctl restart caddy" in finding.mend


def test_a_proxy_that_finds_no_pages_is_told_apart_from_one_that_is_gone(tmp_path: Path, settings: Settings) -> None:
    with showing(certified(tmp_path, timedelta(days=-30), timedelta(days=60)), 502) as port:
        _, finding = said(settings, f"https://localhost:{port}")
    assert finding.state == State.FAIL
    assert "systemctl start bruges-web" in finding.mend


@pytest.mark.parametrize(
    ("error", "state", "mend"),
    [(socket.EAI_AGAIN, State.FAIL, "/etc/resolv.conf"), (socket.EAI_NONAME, State.WARN, "A and AAAA")],
)
def test_a_name_server_that_is_away_is_told_from_a_name_that_leads_nowhere(
    error: int, state: State, mend: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(*_: object, **__: object) -> None:
        raise socket.gaierror(error, "said by the resolver")

    monkeypatch.setattr(socket, "getaddrinfo", ask)
    settings.SITE = urlsplit("https://play.example.org")
    (found,) = shown.reached()
    assert found.state == state
    assert mend in found.mend
    assert found.elsewhere == (state == State.FAIL)
