"""A source of public values as drand's HTTP interface is: a real server on this machine, which tests may break."""

from __future__ import annotations

import hashlib
import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

GENESIS, PERIOD = 1_692_803_367, 3  # of a chain that there is


def signature_of(number: int, salt: str = "") -> str:
    return hashlib.sha384(f"{salt} {number}".encode()).hexdigest()


def randomness_of(number: int, salt: str = "") -> str:
    return hashlib.sha256(bytes.fromhex(signature_of(number, salt))).hexdigest()


@dataclass(slots=True)
class Source:
    """url: as a host sets it. broken: answers instead of the source, where it is set."""

    url: str = ""
    salt: str = ""
    broken: Callable[[BaseHTTPRequestHandler], None] | None = None
    asked: list[str] = field(default_factory=list)
    let_go: threading.Event = field(default_factory=threading.Event)

    def answer(self, path: str) -> dict[str, Any] | None:
        if path == "/chain/info":
            return {
                "genesis_time": GENESIS,
                "period": PERIOD,
                "hash": "52db9ba7",
                "schemeID": "bls-unchained-g1-rfc9380",
            }
        kind, _, number = path.rpartition("/")
        if kind != "/chain/public" or GENESIS + (int(number) - 1) * PERIOD > time.time():
            return None
        value = {"randomness": randomness_of(int(number), self.salt), "signature": signature_of(int(number), self.salt)}
        return {"round": int(number), **value}


@contextmanager
def running(tls: Path | None = None) -> Iterator[Source]:
    """tls: a folder with a certificate and its key."""
    source = Source()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            source.asked.append(self.path)
            if source.broken is not None:
                source.broken(self)
                return
            answer = source.answer(self.path)
            send(self, 404 if answer is None else 200, json.dumps(answer).encode())

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if tls is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(tls / "certificate.pem", tls / "key.pem")
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    source.url = f"{'http' if tls is None else 'https'}://127.0.0.1:{server.server_port}/chain"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield source
    finally:
        source.let_go.set()
        server.shutdown()
        server.server_close()
        thread.join()


def send(handler: BaseHTTPRequestHandler, status: int, body: bytes, **headers: str) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


@pytest.fixture
def beacon() -> Iterator[Source]:
    """A source that the service does not know."""
    with running() as source:
        yield source


@pytest.fixture
def source(beacon: Source, settings: Settings) -> Source:
    """The source that the service is configured with, and that has told its rounds. Needs the database."""
    from tournaments.actions.league import close_and_draw

    settings.CHANCE_SOURCE = beacon.url
    close_and_draw.learn(beacon.url)
    beacon.asked.clear()
    return beacon
