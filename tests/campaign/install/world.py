"""The world around a machine under trial: a way to package mirrors, a name server, the mail host of its players."""

from __future__ import annotations

import select
import socket
import socketserver
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

A, PTR, MX, TXT = 1, 12, 15, 16
Record = tuple[str, int]  # a name and the number of a type of records


# --- package mirrors ---------------------------------------------------------------------------------


class _Proxy(socketserver.StreamRequestHandler):
    """Plain HTTP and CONNECT, one request a connection: apt and pip open another when it is closed."""

    def handle(self) -> None:
        line = self.rfile.readline().decode()
        head = [line]
        while (one := self.rfile.readline().decode()) not in {"\r\n", ""}:
            if not one.lower().startswith(("proxy-connection:", "connection:")):
                head.append(one)
        method, target, version = line.split()
        if method == "CONNECT":
            host, _, port = target.rpartition(":")
            with socket.create_connection((host, int(port)), timeout=60) as there:
                self.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
                self.join(there)
            return
        address = urlsplit(target)
        path = f"{address.path or '/'}{'?' + address.query if address.query else ''}"
        head[0] = f"{method} {path} {version}\r\n"
        with socket.create_connection((address.hostname or "", address.port or 80), timeout=60) as there:
            there.sendall("".join([*head, "Connection: close\r\n\r\n"]).encode())
            self.join(there)

    def join(self, there: socket.socket) -> None:
        """Hand on bytes both ways until one side has ended."""
        here = self.connection
        while True:
            for one in select.select([here, there], [], [], 120)[0]:
                data = one.recv(65536)
                if not data:
                    return
                (there if one is here else here).sendall(data)


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


@contextmanager
def proxy(host: str) -> Iterator[str]:
    """A way to the mirrors for a machine that has no other; yields its address."""
    with _Server((host, 3128), _Proxy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://{host}:3128"
        finally:
            server.shutdown()


# --- names -------------------------------------------------------------------------------------------


class Names:
    """What the name server answers: (name, type) -> texts; an MX is written "10 host"."""

    def __init__(self) -> None:
        self.records: dict[Record, list[str]] = {}

    def add(self, name: str, kind: int, *values: str) -> None:
        self.records[name.lower().rstrip("."), kind] = list(values)

    def answer(self, question: bytes) -> bytes:
        """The answer to one question in the wire format (RFC 1035)."""
        labels, at = [], 12
        while length := question[at]:
            labels.append(question[at + 1 : at + 1 + length].decode())
            at += 1 + length
        kind = struct.unpack("!H", question[at + 1 : at + 3])[0]
        name = ".".join(labels).lower()
        found = self.records.get((name, kind), [])
        known = any(one == name or one.endswith(f".{name}") for one, _ in self.records)
        flags = 0x8580 if known else 0x8583  # an answer with authority, or no such name
        head = question[:2] + struct.pack("!HHHHH", flags, 1, len(found), 0, 0)
        data = [self._data(kind, value) for value in found]
        answers = [b"\xc0\x0c" + struct.pack("!HHIH", kind, 1, 60, len(one)) + one for one in data]
        return head + question[12 : at + 5] + b"".join(answers)

    @staticmethod
    def _data(kind: int, value: str) -> bytes:
        if kind == A:
            return socket.inet_aton(value)
        if kind == TXT:
            raw = value.encode()
            parts = [raw[at : at + 255] for at in range(0, len(raw), 255)]
            return b"".join(bytes([len(part)]) + part for part in parts)
        number, _, host = value.rpartition(" ")  # of an MX; a PTR has none
        labels = b"".join(bytes([len(one)]) + one.encode() for one in host.rstrip(".").split("."))
        return (struct.pack("!H", int(number)) if number else b"") + labels + b"\0"


class _Question(socketserver.BaseRequestHandler):
    names: Names

    def handle(self) -> None:
        question, line = self.request
        line.sendto(self.names.answer(question), self.client_address)


@contextmanager
def name_server(host: str) -> Iterator[Names]:
    """A name server at port 53 of that address, which knows what is added."""
    names = Names()
    handler = type("Question", (_Question,), {"names": names})
    with socketserver.ThreadingUDPServer((host, 53), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield names
        finally:
            server.shutdown()


# --- mail --------------------------------------------------------------------------------------------


class Post:
    """The mail host of the players: keeps what it is handed, by recipient."""

    def __init__(self) -> None:
        self.came: list[tuple[str, bytes]] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.came += [(to, bytes(envelope.content or b"")) for to in envelope.rcpt_tos]  # type: ignore[arg-type]
        return "250 kept"

    def to(self, address: str) -> list[bytes]:
        return [letter for to, letter in self.came if to == address]


@contextmanager
def mail_host(host: str) -> Iterator[Post]:
    post = Post()
    controller = Controller(post, hostname=host, port=25)
    controller.start()
    try:
        yield post
    finally:
        controller.stop()
