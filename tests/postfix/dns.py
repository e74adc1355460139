"""Answers of the domain name system for domains that do not exist: as much of RFC 1035 as mail programs ask for."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

A, MX, TXT = 1, 15, 16
TYPES = {"A": A, "MX": MX, "TXT": TXT}
HEADER = struct.Struct(">6H")
ANSWER, NO_SUCH_NAME = 0x8580, 3  # authoritative, recursion available
CHUNK = 255  # bytes of one string in a TXT record

Zone = Mapping[tuple[str, str], Sequence[str]]  # (name, type) -> values


def answer(question: bytes, zone: Zone) -> bytes:
    """The reply to one question."""
    number = HEADER.unpack_from(question)[0]
    name, end = _name(question, HEADER.size)
    kind = struct.unpack_from(">H", question, end)[0]
    values = [value for (owner, of), found in zone.items() if (owner, TYPES[of]) == (name, kind) for value in found]
    known = any(owner == name or owner.endswith(f".{name}") for owner, _ in zone)
    data = [_data(kind, value) for value in values]
    records = b"".join(b"\xc0\x0c" + struct.pack(">HHIH", kind, 1, 60, len(each)) + each for each in data)
    head = HEADER.pack(number, ANSWER | (0 if known else NO_SUCH_NAME), 1, len(data), 0, 0)
    return head + question[HEADER.size : end + 4] + records


def _name(message: bytes, at: int) -> tuple[str, int]:
    """(a name in lower case, where it ends)"""
    labels = []
    while length := message[at]:
        labels.append(message[at + 1 : at + 1 + length].decode().lower())
        at += 1 + length
    return ".".join(labels), at + 1


def _data(kind: int, value: str) -> bytes:
    if kind == A:
        return socket.inet_aton(value)
    raw = value.encode()
    if kind == MX:
        return struct.pack(">H", 10) + b"".join(bytes([len(label)]) + label for label in raw.split(b".")) + b"\0"
    pieces = [raw[at : at + CHUNK] for at in range(0, len(raw), CHUNK)]
    return b"".join(bytes([len(piece)]) + piece for piece in pieces)


@contextmanager
def serving(zone: Zone, host: str) -> Iterator[None]:
    """Answer at port 53 of that address as long as the block runs; the zone may change meanwhile."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.bind((host, 53))
        threading.Thread(target=_serve, args=(line, zone), daemon=True).start()
        yield


def _serve(line: socket.socket, zone: Zone) -> None:
    while True:
        try:
            question, peer = line.recvfrom(4096)
            line.sendto(answer(question, zone), peer)
        except OSError:
            return
