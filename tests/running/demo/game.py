"""A game of the demonstration's clients without processes and ports: their mail goes straight from door to outbox."""

from __future__ import annotations

import hashlib
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path
from random import Random

from engine.chance import commitment
from tests.shared.cast import Cast, only_table, prepared_league
from tournaments.actions.league import leagues
from tournaments.inbox import ingest
from tournaments.models import OutboundLetter, Table
from tournaments.outbox import outbox
from tournaments.running.demo.characters import Character
from tournaments.running.demo.client import Client
from tournaments.running.demo.post_office import parse

NO_SERVER = ("", 0)


class DirectClient(Client):
    """A client that hands its replies to the service itself instead of to a mail server."""

    def send(self, message: EmailMessage) -> None:
        row = ingest.ingest(message.as_bytes(), parseaddr(str(message["To"]))[1], self.address)
        ingest.read(row.pk)
        self.sent += 1


def play(cast: Cast, characters: list[Character], *, deal: str, rounds: int = 99) -> list[DirectClient]:
    """The clients after the game, or after so many rounds of it. The same deal makes the same game."""
    table = dealt(cast, deal)
    clients = [
        DirectClient(player.name, player.email, Path(), NO_SERVER, character, random=Random(f"{deal} {player.name}"))
        for player, character in zip(cast.players, characters, strict=True)
    ]
    read = 0
    while letters := unread(table, read):
        for letter in letters:
            if f", round {rounds + 1}" in letter.subject:
                return clients
            read = letter.pk
            next(client for client in clients if client.address == letter.to).read(as_read(letter))
    return clients


def dealt(cast: Cast, deal: str) -> Table:
    """The one table of a league whose chance comes from a known secret."""
    league = prepared_league(cast)
    secret = hashlib.sha256(deal.encode()).digest()
    league.tables.update(secret=secret, commitment=commitment(secret))
    for player in cast.players:
        leagues.enrol(league, player, "")
    return only_table(leagues.start(league, cast.organiser))


def unread(table: Table, read: int) -> list[OutboundLetter]:
    return list(OutboundLetter.objects.filter(seat__table=table, pk__gt=read).order_by("pk"))


def as_read(letter: OutboundLetter) -> EmailMessage:
    """The letter as mail, without the picture, which no client looks at and which takes long to draw."""
    letter.picture = None
    return parse(outbox.message_of(letter).message().as_bytes())
