"""The world around a machine under trial: a way to package mirrors, and the mail host of its players."""

from __future__ import annotations

import select
import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

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
