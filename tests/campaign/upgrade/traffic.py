"""What goes on while a release is replaced: somebody opens pages, hosts bring letters and come again when refused."""

from __future__ import annotations

import smtplib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from time import monotonic

import httpx

from tests.campaign.install import visit
from tests.campaign.install.machine import Machine
from tests.campaign.install.pages import Visitor
from tests.shared.name_server import Names

AGAIN = 1.0  # seconds until a host comes again with a letter
FOR_GOOD = 500  # and above: codes of SMTP
# Of one domain no more than 60 strangers are read at once in ten minutes.
DOMAINS = [f"host{number}.example" for number in range(40)]
LOOKED = 0.25  # seconds between two looks at a page


@dataclass(slots=True)
class Watch:
    """Looks at a page again and again. `longest`: seconds between two good answers with a bad one between them."""

    client: httpx.Client
    longest: float = 0.0
    looks: int = 0
    since: float = field(default_factory=monotonic)

    def look(self) -> None:
        bad = not self._answers()
        while bad and not self._answers():
            threading.Event().wait(LOOKED)
        now = monotonic()
        if bad:
            self.longest = max(self.longest, now - self.since)
        self.since, self.looks = now, self.looks + 1

    def _answers(self) -> bool:
        try:
            return self.client.get("/", timeout=10).status_code == httpx.codes.OK
        except httpx.TransportError:
            return False

    def begin(self) -> None:
        """Forget what was measured."""
        self.longest, self.looks = 0.0, 0


@dataclass(slots=True)
class Letters:
    """The letters that hosts of the world have handed over: the Message-IDs that the machine has taken."""

    one: Machine
    mail: str
    taken: list[str] = field(default_factory=list)
    refused: int = 0
    lost: list[str] = field(default_factory=list)

    def bring(self) -> None:
        """One letter, until it is taken: a refusal of this moment (4xx) or a closed door is no loss."""
        number = len(self.taken) + 1
        letter = EmailMessage()
        sender = f"stranger{number}@{DOMAINS[number % len(DOMAINS)]}"
        letter["From"], letter["To"], letter["Subject"] = sender, f"play@{self.mail}", "hello"
        letter["Message-ID"] = f"<{number}@upgrade.{visit.HOME}>"
        letter.set_content(f"What is this, for the {number}th time?")
        while not self._hand_over(letter, sender):
            self.refused += 1
            threading.Event().wait(AGAIN)
        self.taken.append(str(letter["Message-ID"]))

    def _hand_over(self, letter: EmailMessage, sender: str) -> bool:
        try:
            with smtplib.SMTP(
                self.one.inside, 25, f"mx.{visit.HOME}", timeout=60, source_address=(self.one.outside, 0)
            ) as line:
                line.send_message(letter, sender, [f"play@{self.mail}"])
        except smtplib.SMTPRecipientsRefused as error:
            self._hear(max(code for code, _ in error.recipients.values()), str(error))
            return False
        except smtplib.SMTPResponseException as error:
            self._hear(error.smtp_code, str(error))
            return False
        except (OSError, smtplib.SMTPServerDisconnected):
            return False
        return True

    def _hear(self, code: int, said: str) -> None:
        """A host gives a letter back to its writer when it is refused for good."""
        if code >= FOR_GOOD:
            self.lost.append(said)


def settle_strangers(names: Names, address: str) -> None:
    """Their domains: who may write in their names, and who takes letters to them."""
    for domain in DOMAINS:
        names.put(domain, "MX", f"10 mx.{visit.HOME}")
        names.put(domain, "TXT", f"v=spf1 ip4:{address} -all")


@contextmanager
def going_on(one: Machine, site: str, mail: str, authority: str) -> Iterator[tuple[Watch, Letters]]:
    """While inside, pages are asked for and letters brought, one a second."""
    watch = Watch(Visitor(site, one.read(authority)).client)
    letters = Letters(one, mail)
    over = threading.Event()
    threads = [_again(watch.look, LOOKED, over), _again(letters.bring, AGAIN, over)]
    try:
        yield watch, letters
    finally:
        over.set()
        for thread in threads:
            thread.join(120)


def _again(act: Callable[[], None], pause: float, over: threading.Event) -> threading.Thread:
    def go_on() -> None:
        while not over.wait(pause):
            act()

    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    return thread
