"""Other people's mail hosts: their addresses and what their domains say about them, and how they bring letters."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.deploy.postfix import machine
from tests.outbox.hosts import Host
from tests.shared.name_server import Names, under_reversed

PLAYER, FORGED, PLAIN = "player.example", "forged.example", "plain.example"
PLAYERS_HOST, FORGER, PLAYERS_BOXES, FORGED_BOXES = "192.0.2.10", "192.0.2.66", "192.0.2.20", "192.0.2.30"
ADDRESSES = (PLAYERS_HOST, FORGER, PLAYERS_BOXES, FORGED_BOXES)


def publish(names: Names, key: str) -> None:
    """What the domain name system knows. One domain is vouched for by its host alone, ours by both."""
    strict = "v=DMARC1; p=reject"
    names.put(PLAYER, "MX", f"10 mx.{PLAYER}")
    names.put(f"mx.{PLAYER}", "A", PLAYERS_BOXES)
    names.put(PLAYER, "TXT", f"v=spf1 ip4:{PLAYERS_HOST} -all")
    names.put(f"_dmarc.{PLAYER}", "TXT", strict)
    names.put(FORGED, "MX", f"10 mx.{FORGED}")
    names.put(f"mx.{FORGED}", "A", FORGED_BOXES)
    names.put(PLAIN, "TXT", "v=spf1 ?all")
    names.put(machine.DOMAIN, "A", machine.OWN)
    names.put(machine.DOMAIN, "MX", f"10 {machine.DOMAIN}")
    names.put(machine.DOMAIN, "TXT", "v=spf1 mx -all")
    names.put(under_reversed(machine.OWN), "PTR", machine.DOMAIN)
    names.put(f"bruges._domainkey.{machine.DOMAIN}", "TXT", key)
    names.put(f"_dmarc.{machine.DOMAIN}", "TXT", strict)


def public_key(path: Path) -> str:
    """The record that opendkim-genkey has written for the domain name system."""
    return "".join(path.read_text().split('"')[1::2])


@dataclass
class Answer:
    """What a host heard that brought a letter.

    code, words  the last answer
    stage        the command that it answers
    seconds      until RCPT was answered
    """

    code: int
    words: str
    stage: str
    seconds: float = 0.0


def bring(
    recipient: str,
    letter: bytes = b"",
    *,
    sender: str = f"anna@{PLAYER}",
    host: str = PLAYERS_HOST,
    mail: Sequence[str] = (),
    rcpt: Sequence[str] = (),
) -> Answer:
    """Bring a letter to the mail host's port 25 from that address; without one only ask whether it may come."""
    with smtplib.SMTP(machine.OWN, 25, local_hostname=f"mx.{PLAYER}", timeout=20, source_address=(host, 0)) as client:
        client.ehlo()
        code, words = client.docmd("MAIL", " ".join([f"FROM:<{sender}>", *mail]))
        if code != 250:
            return Answer(code, words.decode(), "MAIL")
        begun = time.perf_counter()
        code, words = client.docmd("RCPT", " ".join([f"TO:<{recipient}>", *rcpt]))
        seconds = time.perf_counter() - begun
        if code != 250 or not letter:
            return Answer(code, words.decode(), "RCPT", seconds)
        code, words = client.data(letter)
        return Answer(code, words.decode(), "DATA", seconds)


class Keeper(Host):
    """Keeps the bytes of what it was sent."""

    def __init__(self) -> None:
        super().__init__()
        self.letters: list[bytes] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.letters.append(envelope.original_content or b"")
        return await super().handle_DATA(server, session, envelope)


@contextmanager
def boxes(address: str) -> Iterator[Keeper]:
    """The host of a domain, which takes whatever it is sent unless it is told otherwise."""
    host = Keeper()
    server = Controller(host, hostname=address, port=25, data_size_limit=2**25)
    server.start()
    try:
        yield host
    finally:
        server.stop()
