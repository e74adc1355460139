"""A league of one table that mail clients play against the running service, step by step."""

from __future__ import annotations

import smtplib
from dataclasses import dataclass
from random import Random

from tests.e2e.outside import Mailbox, manage
from tests.shared.parts import Service
from tournaments.running.demo.client import Client
from tournaments.running.demo.people import PROOF_PLAYERS


@dataclass(frozen=True, slots=True)
class Game:
    """Three mail clients at one table of a service."""

    service: Service
    clients: tuple[Client, ...]

    @classmethod
    def begin(cls, service: Service) -> Game:
        """Have the league made and started; the first letters are on their way."""
        manage(service, "sample", "--proof", "bruges")
        folder = service.place.data / "post"
        return cls(
            service,
            tuple(
                Client(name, address, folder, service.place.listen, random=Random(name))
                for name, address in PROOF_PLAYERS
            ),
        )

    @property
    def sent(self) -> int:
        return sum(client.sent for client in self.clients)

    @property
    def over(self) -> bool:
        """Has everybody the final scores?"""
        return all(client.finals for client in self.clients)

    def look(self) -> int:
        """Let everybody read and answer; how many letters were read."""
        return sum(client.look() for client in self.clients)

    def mailboxes(self) -> list[Mailbox]:
        return [Mailbox(client.folder, client.address) for client in self.clients]

    def post(self, raw: bytes, sender: str, to: str) -> None:
        """Hand these very bytes to the service's mail listener."""
        with smtplib.SMTP(*self.service.place.listen, timeout=30) as smtp:
            smtp.sendmail(sender, [to], raw)
