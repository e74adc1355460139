"""A mail client that plays: it sees nothing but its mailbox, reads a letter as a person would and answers it.

It knows no game. It looks for what the letter itself offers: codes and numbers in square brackets with the words
behind them, and for the examples in quotation marks under "how to answer".
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

from tournaments.demo.post_office import box_of, parse
from tournaments.demo.replies import STYLES, plain_of, reply

FIRST_MARKER = re.compile(r"^#=#=# (.*?) #=#=#$", re.MULTILINE)
COLOUR = "blue|brown|purple|red|yellow"
OFFER = re.compile(rf"\[(\d{{1,2}}(?: (?:{COLOUR}))?)\] ?((?:(?!\[\d).)*)", re.DOTALL)
MONEY = re.compile(r"^get (\d)")
LIKED = {"7": -2, "4": 1, "5": 1, "6": 1, "3": 3}  # by the action, the second digit of a code
ROUND = re.compile(r"round (\d+)")
NOT_YET = re.compile(r"\bafter the\b")  # possible only when something else has been done first
REFUSED = re.compile(r"^\|_?\s(.+)$", re.MULTILINE)  # what the letter shows again behind a bar


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a letter says may be answered: what stands in the brackets, and the words that explain it."""

    order: str
    words: str

    @property
    def card(self) -> str:
        """The number of the card, of a code; the whole number on other menus."""
        return self.order[0] if self.is_code else self.order

    @property
    def action(self) -> str:
        return self.order[1] if self.is_code else ""

    @property
    def is_code(self) -> bool:
        return len(self.order.split()[0]) == 2

    @property
    def possible(self) -> bool:
        return not NOT_YET.search(self.words)


def state_of(text: str) -> str:
    """What the first marker line of a letter says, "" without one."""
    found = FIRST_MARKER.search(text)
    return found.group(1) if found else ""


def asks(text: str) -> bool:
    """Does this letter want an answer?"""
    return " until " in state_of(text)


def offers(text: str) -> list[Offer]:
    """What a letter offers, in reading order, each once. Several in a row share the words behind the last."""
    before, *rest = text.split("== HOW TO ANSWER")
    body = before + "".join(rest[1:])
    found: dict[str, Offer] = {}
    words = ""
    for match in reversed(list(OFFER.finditer(body))):
        own = " ".join(match.group(2).split())
        words = words if own == "," else own
        found[match.group(1)] = Offer(match.group(1), words)
    return list(reversed(found.values()))


def one_card_each(choices: Sequence[Offer], random: Random, most: int) -> list[Offer]:
    """Up to `most` offers for different cards; one where the menu is not of cards."""
    shuffled = [choice for choice in choices if choice.possible] or list(choices)
    random.shuffle(shuffled)
    by_card: dict[str, Offer] = {}
    for choice in sorted(shuffled, key=lambda choice: liking(choice, random)):
        by_card.setdefault(choice.card, choice)
    picked = list(by_card.values())
    return picked[:most] if all(choice.is_code for choice in picked) else picked[:1]


def liking(choice: Offer, random: Random) -> float:
    """How soon this player does it, smaller is sooner: recruit, then much money, digging, building; a little moody."""
    if not choice.is_code:
        return random.random()
    money = MONEY.search(choice.words)
    usual = 6 - int(money.group(1)) if money else LIKED.get(choice.action, 4)
    return usual + 2.5 * random.random()


@dataclass(slots=True)
class Client:
    """One player at a mail program.

    name, address  as the player signed up
    folder         where the post office keeps its maildirs
    server         (host, port) of the SMTP server that takes replies
    styles         mail programs used in turn
    cards          how many cards a reply plans at most; one of them is chosen for each letter in turn
    """

    name: str
    address: str
    folder: Path
    server: tuple[str, int]
    styles: Sequence[str] = tuple(STYLES)
    cards: Sequence[int] = (1, 4, 2)
    random: Random = field(default_factory=Random)
    received: int = 0
    sent: int = 0
    round: int = 0
    finals: list[EmailMessage] = field(default_factory=list)
    states: list[str] = field(default_factory=list)

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
        self.states.append(state_of(text))
        if found := ROUND.search(str(letter["Subject"])):
            self.round = int(found.group(1))
        if str(letter["Subject"]).startswith("FINAL SCORES"):
            self.finals.append(letter)
        elif asks(text):
            self.answer(letter, text)

    def answer(self, letter: EmailMessage, text: str) -> None:
        refused = {" ".join(line.split()) for line in REFUSED.findall(text)}
        choices = [choice for choice in offers(text) if choice.order not in refused]
        if "go on" in state_of(text):
            words = "go on"
        elif choices:
            most = 1 if refused else self.cards[self.sent % len(self.cards)]
            words = "\n".join(choice.order for choice in one_card_each(choices, self.random, most))
        else:
            return
        style = self.styles[self.sent % len(self.styles)]
        self.send(reply(letter, (self.name, self.address), words, style))

    def send(self, message: EmailMessage) -> None:
        with smtplib.SMTP(*self.server, timeout=30) as smtp:
            smtp.send_message(message)
        self.sent += 1
