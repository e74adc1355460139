"""A mail client that plays: it sees nothing but its mailbox, reads a letter as a person would and answers it.

What it answers is its character's affair; neither of them knows a game.
"""

from __future__ import annotations

import mailbox
import re
import smtplib
from collections.abc import Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from random import Random

from tournaments.running.demo.characters import Character, planner
from tournaments.running.demo.post_office import box_of, parse
from tournaments.running.demo.reading import asks
from tournaments.running.demo.replies import STYLES, plain_of, reply

ROUND = re.compile(r"round (\d+)")


@dataclass(slots=True)
class Client:
    """One player at a mail program.

    name, address  as the player signed up
    folder         where the post office keeps its maildirs
    server         (host, port) of the SMTP server that takes replies
    character      how it answers
    styles         mail programs used in turn
    asked          turn mails: letters that ask something of the seat. Each counts, whatever it is called: the letter
                   of a turn or a loss, a receipt that asks the next thing, a refusal that asks again, a reminder
    """

    name: str
    address: str
    folder: Path
    server: tuple[str, int]
    character: Character = planner
    styles: Sequence[str] = tuple(STYLES)
    random: Random = field(default_factory=Random)
    received: int = 0
    sent: int = 0
    asked: int = 0
    round: int = 0
    finals: list[EmailMessage] = field(default_factory=list)

    def box(self) -> mailbox.Maildir:
        return box_of(self.folder, self.address)

    def look(self) -> int:
        """Read what is new, answer what wants an answer; the number of letters read."""
        box = self.box()
        new = [(key, message) for key, message in box.iteritems() if message.get_subdir() == "new"]
        for key, message in sorted(new, key=lambda item: item[1].get_date()):
            self.read(parse(box.get_bytes(key)))
            message.set_subdir("cur")
            message.add_flag("S")
            box[key] = message
        return len(new)

    def read(self, letter: EmailMessage) -> None:
        self.received += 1
        text = plain_of(letter)
        if found := ROUND.search(str(letter["Subject"])):
            self.round = int(found.group(1))
        if str(letter["Subject"]).startswith("FINAL SCORES"):
            self.finals.append(letter)
        elif asks(text):
            self.answer(letter, text)

    def answer(self, letter: EmailMessage, text: str) -> None:
        if words := self.character(text, self.random):
            style = self.styles[self.sent % len(self.styles)]
            self.send(reply(letter, (self.name, self.address), words, style))
        self.asked += 1

    @property
    def asked_each_round(self) -> float:
        """Turn mails for each round of the game so far."""
        return self.asked / max(1, self.round)

    def send(self, message: EmailMessage) -> None:
        with smtplib.SMTP(*self.server, timeout=30) as smtp:
            smtp.send_message(message)
        self.sent += 1
