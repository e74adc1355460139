"""Asks a source of public values over the web: that host alone, one answer, bounded in time and size, no redirects."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from threading import Timer
from typing import Any
from urllib.parse import urlsplit

from tournaments.formats.beacons import BadAnswer, Chain, read_chain, read_value

TIMEOUT = 5.0  # seconds: to connect, and then for the whole answer
LARGEST = 8 * 1024  # bytes of an answer
PORTS = {"http": 80, "https": 443}


class NotReached(Exception):
    """The source did not answer, or not what it was asked. The message says why, for the log."""


def chain(source: str) -> Chain:
    """The times when the rounds of the source come out."""
    try:
        return read_chain(_get(f"{source}/info"))
    except BadAnswer as error:
        raise NotReached(str(error)) from error


def value(source: str, number: int) -> dict[str, str]:
    """Randomness and signature of a round that has come out."""
    try:
        return read_value(_get(address(source, number)), number)
    except BadAnswer as error:
        raise NotReached(str(error)) from error


def address(source: str, number: int) -> str:
    """The address where anybody can look the value of a round up."""
    return f"{source}/public/{number}"


def _get(url: str) -> Any:
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    try:
        with _connected(host, port, secure=parts.scheme == "https") as line:
            connection = HTTPConnection(host, port)
            connection.sock = line
            connection.request("GET", parts.path, headers={"Accept": "application/json", "Connection": "close"})
            answer = connection.getresponse()
            body = answer.read(LARGEST + 1)
        if answer.status != 200:
            raise NotReached(f"it answered with status {answer.status}")
        if len(body) > LARGEST:
            raise NotReached(f"its answer is longer than {LARGEST} bytes")
        return json.loads(body)
    except (OSError, HTTPException, ValueError, RecursionError) as error:
        raise NotReached(f"{type(error).__name__}: {error}"[:200]) from error


@contextmanager
def _connected(host: str, port: int, *, secure: bool) -> Iterator[socket.socket]:
    """A connection that is cut after `TIMEOUT`, however slowly the other side goes on to send."""
    with socket.create_connection((host, port), timeout=TIMEOUT) as line, line.dup() as twin:
        cut = Timer(TIMEOUT, _cut, (twin,))
        cut.daemon = True
        cut.start()
        try:
            if not secure:
                yield line
                return
            with ssl.create_default_context().wrap_socket(line, server_hostname=host) as safe:
                yield safe
        finally:
            cut.cancel()


def _cut(line: socket.socket) -> None:
    with suppress(OSError):  # the other side has hung up meanwhile
        line.shutdown(socket.SHUT_RDWR)
