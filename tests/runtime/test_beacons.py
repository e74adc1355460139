"""A source of public values is asked within bounds: one host, one answer, some seconds, some kilobytes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from bruges_pbem import env
from tests.shared import beacon
from tests.shared.beacon import GENESIS, PERIOD, Source, randomness_of, send, signature_of
from tests.shared.parts import certificate
from tournaments.formats.beacons import Chain
from tournaments.runtime import beacons


@pytest.fixture
def source() -> Iterator[Source]:
    with beacon.running() as running:
        yield running


def test_a_source_tells_its_chain_and_the_value_of_a_round(source: Source) -> None:
    assert beacons.chain(source.url) == Chain(GENESIS, PERIOD)
    assert beacons.value(source.url, 77) == {"randomness": randomness_of(77), "signature": signature_of(77)}
    assert source.asked == ["/chain/info", "/chain/public/77"]
    assert beacons.address(source.url, 77) == f"{source.url}/public/77"


def test_a_round_that_has_not_come_out_is_no_value(source: Source) -> None:
    with pytest.raises(beacons.NotReached, match="status 404"):
        beacons.value(source.url, 2**40)


def drips(handler: BaseHTTPRequestHandler) -> None:
    """Sends a byte now and then, for ever."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 7000\r\n\r\n")
    try:
        while True:
            handler.wfile.write(b" ")
            time.sleep(0.02)
    except OSError:
        handler.close_connection = True


def drips_headers(handler: BaseHTTPRequestHandler) -> None:
    try:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX: ")
        while True:
            handler.wfile.write(b"x")
            time.sleep(0.02)
    except OSError:
        handler.close_connection = True


def hangs_up(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True


def greets(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"hello\r\n\r\n")


BROKEN: dict[str, Callable[[BaseHTTPRequestHandler], None]] = {
    "an error": lambda handler: send(handler, 500, b"{}"),
    "a redirect": lambda handler: send(handler, 302, b"{}", Location="http://127.0.0.1:9/elsewhere"),
    "no JSON": lambda handler: send(handler, 200, b"<html>"),
    "no text": lambda handler: send(handler, 200, b"\xff\xfe"),
    "deep JSON": lambda handler: send(handler, 200, b"[" * 8000),
    "a long number": lambda handler: send(handler, 200, b"1" * 8000),
    "too much": lambda handler: send(handler, 200, b'{"x": "' + b"x" * 9000 + b'"}'),
    "nothing": hangs_up,
    "no HTTP": greets,
    "drops of a body": drips,
    "drops of headers": drips_headers,
}


@pytest.mark.parametrize("how", BROKEN)
def test_whatever_a_source_answers_instead_it_is_not_reached_and_soon(
    source: Source, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beacons, "TIMEOUT", 0.5)
    source.broken = BROKEN[how]
    begun = time.monotonic()
    with pytest.raises(beacons.NotReached):
        beacons.value(source.url, 77)
    assert time.monotonic() - begun < 5
    assert source.asked == ["/chain/public/77"], "one question, no redirect followed"


def test_a_source_behind_tls_is_believed_by_its_certificate_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate(tmp_path)
    with beacon.running(tls=tmp_path) as source:
        assert source.url.startswith("https://")
        with pytest.raises(beacons.NotReached, match="SSLCertVerificationError"):
            beacons.value(source.url, 77)
        assert source.asked == []
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
        assert beacons.value(source.url, 77)["randomness"] == randomness_of(77)


def test_a_source_that_is_down_is_not_reached() -> None:
    with beacon.running() as gone:
        pass
    with pytest.raises(beacons.NotReached, match="Refused"):
        beacons.chain(gone.url)


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("", ""),
        ("https://api.drand.sh/52db9ba7/", "https://api.drand.sh/52db9ba7"),
        ("http://127.0.0.1:8400", "http://127.0.0.1:8400"),
        ("http://localhost:8400/chain", "http://localhost:8400/chain"),
    ],
)
def test_a_source_is_an_address_without_a_slash_behind_it(
    value: str, read: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHANCE_SOURCE", value)
    assert env.beacon("CHANCE_SOURCE") == read


@pytest.mark.parametrize(
    "value",
    [
        "api.drand.sh",
        "http://api.drand.sh",
        "ftp://api.drand.sh",
        "file:///etc/passwd",
        "https://user:word@api.drand.sh",
        "https://api.drand.sh/?x=1",
        "https://",
    ],
)
def test_what_is_no_safe_source_stops_the_start(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHANCE_SOURCE", value)
    with pytest.raises(env.Misconfigured, match="CHANCE_SOURCE"):
        env.beacon("CHANCE_SOURCE")
