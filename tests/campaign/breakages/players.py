"""Players at mail programs, who answer every letter that asks something, and the mail host that brings it."""

from __future__ import annotations

import smtplib
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr
from random import Random

from tests.campaign.install.visit import HOME
from tests.campaign.install.world import Post
from tests.shared.parts import until
from tournaments.running.demo.characters import single
from tournaments.running.demo.reading import asks
from tournaments.running.demo.replies import plain_of, reply

PACE = 20.0  # seconds between two letters of one player: LETTERS_AT_ONCE of the service are 30 in ten minutes
AGAIN = 5.0  # seconds after which the mail host tries again
LOOK_EVERY = 0.2  # seconds


@dataclass(slots=True)
class Letter:
    """One letter that a player has written; `taken` once the service's mail host has said 250 to it.

    Each of those that `is_move` is answered by one letter; a yes by one that answers nothing. What was taken after the
    backup that was restored is `forgotten`.
    """

    raw: bytes
    sender: str
    to: str
    message_id: str
    due: float
    is_move: bool
    tries: int = 0
    taken: bool = False
    refused: str = ""
    forgotten: bool = False


class Relay:
    """The mail host of the players: brings each letter until it is taken, as mail hosts do (RFC 5321, 4.5.4)."""

    def __init__(self, door: str, source: str) -> None:
        self.door, self.source = door, source
        self.letters: list[Letter] = []
        self.ended = threading.Event()
        self.said: Counter[str] = Counter()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self.thread.start()

    def post(self, letter: EmailMessage, is_move: bool = False) -> Letter:
        (_, sender), (_, to) = parseaddr(str(letter["From"])), parseaddr(str(letter["To"]))
        raw = letter.as_bytes(policy=policy.SMTP)
        made = Letter(raw, sender, to, str(letter["Message-ID"]).strip(), time.monotonic(), is_move)
        self.letters.append(made)
        return made

    def waiting(self) -> list[Letter]:
        return [one for one in self.letters if not one.taken and not one.refused]

    def at_once(self) -> None:
        """Try again now what waits, as a host does on its own sooner or later."""
        for one in self.waiting():
            one.due = time.monotonic()

    def _run(self) -> None:
        while not self.ended.wait(LOOK_EVERY):
            for one in self.waiting():
                if one.due <= time.monotonic():
                    self._bring(one)

    def _bring(self, one: Letter) -> None:
        one.tries += 1
        one.due = time.monotonic() + AGAIN
        try:
            with smtplib.SMTP(self.door, 25, f"mx.{HOME}", timeout=60, source_address=(self.source, 0)) as line:
                line.sendmail(one.sender, [one.to], one.raw)
            one.taken = True
        except smtplib.SMTPRecipientsRefused as error:
            ((code, words),) = error.recipients.values()
            self._not_taken(one, code, words)
        except smtplib.SMTPResponseException as error:
            self._not_taken(one, error.smtp_code, error.smtp_error)
        except (OSError, smtplib.SMTPException) as error:
            self.said[type(error).__name__] += 1

    def _not_taken(self, one: Letter, code: int, words: bytes | str) -> None:
        told = words.decode(errors="replace") if isinstance(words, bytes) else words
        self.said[f"{code} {told}"[:120]] += 1
        if code >= 500:
            one.refused = f"{code} {told}"


@dataclass
class Player:
    """Somebody at a mail program.

    read     how often each letter came, by its Message-ID
    answers  how many letters answer each of this player's own, by its Message-ID
    asked    the newest letter that asks something, by its table
    """

    name: str
    random: Random
    letters: list[EmailMessage] = field(default_factory=list)
    read: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    wrote_at: float = float("-inf")
    asked: dict[str, EmailMessage] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"{self.name.lower()}@{HOME}"


class Crowd:
    """All players: read what came, and answer the newest letter that asks, not faster than one a pace."""

    def __init__(self, post: Post, relay: Relay, names: list[str]) -> None:
        self.post, self.relay = post, relay
        self.players = {player.address: player for name in names for player in [Player(name, Random(name))]}
        self.ended, self.quiet = threading.Event(), threading.Event()
        self.speechless: list[str] = []
        self.faults: list[str] = []
        self.seen = 0
        self.thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self.relay.start()
        self.thread.start()

    def end(self) -> None:
        self.ended.set()
        self.relay.ended.set()
        for thread in (self.thread, self.relay.thread):
            thread.join()

    def write(self, player: Player, to: str, subject: str, words: str) -> None:
        """A letter that answers none."""
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = f"{player.name} <{player.address}>", to, subject
        letter["Message-ID"] = f"<{time.time_ns()}.{player.name.lower()}@{HOME}>"
        letter.set_content(words)
        self.relay.post(letter)

    def answer(self, player: Player, letter: EmailMessage, words: str, is_move: bool = False) -> None:
        style = player.random.choice(("gmail", "apple", "outlook"))
        player.wrote_at = time.monotonic()
        self.relay.post(reply(letter, (player.name, player.address), words, style), is_move)

    def _run(self) -> None:
        while not self.ended.wait(LOOK_EVERY):
            try:
                self._look()
            except Exception as error:  # told at the end: a player who stops is no finding of the service
                self.faults.append(f"{type(error).__name__}: {error}")

    def _look(self) -> None:
        came = self.post.came[self.seen :]
        self.seen += len(came)
        for to, raw in came:
            if (player := self.players.get(to)) is not None:
                lines = raw.replace(b"\r\n", b"\n")  # as a mail program shows them
                self._take(player, message_from_bytes(lines, policy=policy.default))
        if self.quiet.is_set():
            return
        for player in self.players.values():
            if player.asked and time.monotonic() - player.wrote_at >= PACE:
                self._play(player, player.asked.pop(next(iter(player.asked))))

    def _take(self, player: Player, letter: EmailMessage) -> None:
        message_id = str(letter["Message-ID"]).strip()
        player.read[message_id] += 1
        if player.read[message_id] > 1:
            return  # a copy of one, which mail programs show once
        player.letters.append(letter)
        if letter["In-Reply-To"]:
            player.answers[str(letter["In-Reply-To"]).strip()] += 1
        if asks(plain_of(letter)):
            player.asked[str(letter["Subject"]).rpartition(",")[0]] = letter

    def _play(self, player: Player, letter: EmailMessage) -> None:
        if words := single(plain_of(letter), player.random):
            self.answer(player, letter, words, is_move=True)
        else:
            self.speechless.append(str(letter["Subject"]))

    def next_letter(self, player: Player, count: int) -> EmailMessage:
        """The letter to that player that comes after so many."""
        until(lambda: len(player.letters) > count, f"letter {count + 1} to {player.name}", 120)
        return player.letters[count]
