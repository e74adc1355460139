"""The IMAP door: fetches letters from a mailbox, stores each, and only then moves it away. Deletes nothing.

A letter stays where it is until its row is committed: whatever dies in between, it is fetched again, and its key
gives it one effect. Letters that are not for us are neither opened nor moved.
"""

from __future__ import annotations

import imaplib
import logging
import re
import ssl
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from selectors import EVENT_READ, DefaultSelector
from socket import socket
from threading import Event

from django.db import DatabaseError, DataError, InterfaceError, close_old_connections
from django.utils import timezone
from imap_tools import BaseMailBox, MailBox, MailboxFolderCreateError, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError, MailboxFetchError, UnexpectedCommandStatusError
from imap_tools.utils import check_command_status

from tournaments.inbox import ingest
from tournaments.inbox.doors import arrivals, envelope
from tournaments.inbox.reply.mime import cut
from tournaments.runtime import heartbeats, outages, trace

log = logging.getLogger(__name__)

TIMEOUT = 30.0  # seconds that the host may take for an answer
WORKING = 5.0  # seconds after which a door says again that it is at work, however much lies there
SLICE = 0.5  # seconds of waiting after which a wish to stop is noticed
UID = re.compile(rb"\bUID (\d+)")
HEAD = f"(UID INTERNALDATE BODY.PEEK[HEADER]<0.{ingest.HEADERS_AT_MOST}>)"
WHOLE = f"(UID INTERNALDATE BODY.PEEK[]<0.{cut.TAKEN}>)"


# What happens to mailboxes; anything else is logged with where it came from.
EXPECTED = (OSError, imaplib.IMAP4.error, ImapToolsError)


class NoDoneFolder(ImapToolsError):
    """The folder for stored letters cannot be made. The message says what to set."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of the mailbox and the sign-in of its owner; `security` is "tls", "starttls" or nothing."""

    host: str
    port: int
    security: str
    user: str
    password: str = field(repr=False)
    folder: str


@contextmanager
def opened(place: Place) -> Iterator[BaseMailBox]:
    """The mailbox, signed in to. The certificate of its host must be valid."""
    box = _connect(place)
    try:
        ascii_only = (place.user + place.password).isascii()
        (box.login if ascii_only else box.login_utf8)(place.user, place.password, initial_folder=None)
        _, words = box.client.capability()  # some hosts tell what they can do only to those who are signed in
        box.client.capabilities = tuple(b" ".join(words).decode("ascii", "replace").upper().split())
        yield box
    finally:
        with suppress(Exception):  # the line may be dead, and everything on it is done
            box.client.logout()
        with suppress(OSError):  # which a logout that failed leaves open
            box.client.shutdown()


def _connect(place: Place) -> BaseMailBox:
    if place.security == "tls":
        return MailBox(place.host, place.port, TIMEOUT, ssl_context=ssl.create_default_context())
    if place.security == "starttls":
        return MailBoxStartTls(place.host, place.port, TIMEOUT, ssl_context=ssl.create_default_context())
    return MailBoxUnencrypted(place.host, place.port, TIMEOUT)


class Door:
    """Takes letters out of one folder of a mailbox.

    done   the folder for letters that are stored
    works  is called before each letter that is looked at
    known  (UIDVALIDITY, UID) of letters that need not be fetched again: not for us, or stored but not to be moved.
           Only saves traffic; what is doubled is decided by the letter's key
    """

    def __init__(
        self,
        box: BaseMailBox,
        folder: str,
        done: str,
        known: set[tuple[str, str]],
        works: Callable[[], None] = lambda: None,
    ) -> None:
        self.box = box
        self.works = works
        self.folder = folder
        self.done = done
        self.known = known
        self.count: bytes | None = None  # of letters in the folder when it was last selected

    def make_done(self) -> None:
        """Make the folder for stored letters unless it is there."""
        if self.box.folder.exists(self.done):
            return
        try:
            self.box.folder.create(self.done)
        except MailboxFolderCreateError as error:
            words = f"The mailbox has no folder {self.done!r} and lets none be made. Set IMAP_DONE_FOLDER, for example"
            raise NoDoneFolder(f"{words} to INBOX.{self.done} ({error})") from error

    def take(self, stopping: Callable[[], bool] = lambda: False) -> int:
        """Store and move every letter for us that is in the folder now; how many. One for a lost seat stays."""
        validity, uids = self._lying()
        self.known &= {(validity, uid) for uid in uids}
        count = 0
        for uid in uids:
            if stopping():
                break
            if (validity, uid) in self.known:
                continue
            self.works()
            try:
                taken = self._take(uid)
            except arrivals.NotRestored as error:  # it waits for the next look, and holds up none behind it
                outages.failed("the database of this machine's seats", error)
                continue
            count += taken
            if not taken:
                self.known.add((validity, uid))
        return count

    def _lying(self) -> tuple[str, list[str]]:
        """The folder's UIDVALIDITY and the UIDs of its letters. Selected anew: it may be another folder by now."""
        self.box.folder.set(self.folder)
        self.count = self._told_count()
        validity = (self.box.client.response("UIDVALIDITY")[1] or [b""])[0] or b""
        return validity.decode("ascii", "replace"), self.box.uids("UNDELETED", charset=None)

    def _told_count(self) -> bytes | None:
        """The number of letters in the folder, as the host said last; None when it said nothing since it was asked."""
        return self.box.client.response("EXISTS")[1][-1]

    def _take(self, uid: str) -> bool:
        """Store one letter, then move it. False: it stays, and there is no use in looking at it again."""
        head = self._fetch(uid, HEAD)
        to = _for_us(head[0]) if head else []
        whole = self._fetch(uid, WHOLE) if to else None
        return whole is not None and self._store(*whole, to) and self._move(uid)

    def _store(self, raw: bytes, received_at: datetime, to: list[str]) -> bool:
        """Commit one row for each address of ours; whether that was done. A database that is away is an exception."""
        raw = cut.to_size(raw, ingest.LARGEST)
        sender = envelope.sender(ingest.headers_of(raw))
        try:
            with trace.begin():
                for recipient in to:
                    arrivals.take(raw, recipient, sender, received_at=received_at, door="imap")
        except Exception as error:  # whatever is wrong with one letter must not keep the others waiting
            if isinstance(error, DatabaseError | InterfaceError) and not isinstance(error, DataError):
                raise
            if outages.is_ours(error):
                raise
            log.exception("a letter could not be stored and stays in the mailbox")
            return False
        return True

    def _move(self, uid: str) -> bool:
        """Move a letter; False where that fails, as in a full mailbox."""
        try:
            self.box.move([uid], self.done)
        except UnexpectedCommandStatusError as error:
            log.warning("a stored letter could not be moved: %s", error)
            return False
        return True

    def _fetch(self, uid: str, what: str) -> tuple[bytes, datetime] | None:
        """The bytes and when the mailbox's host received them; None when the letter is no longer there."""
        answer = self.box.client.uid("FETCH", uid, what)
        check_command_status(answer, MailboxFetchError)
        for piece in answer[1]:
            if isinstance(piece, tuple) and (found := UID.search(piece[0])) and found[1].decode() == uid:
                return piece[1], received(piece[0])
        return None

    # --- waiting ---------------------------------------------------------------------------------

    def wait(self, seconds: float, stopping: Callable[[], bool]) -> None:
        """Wait until the host says that something changed, `seconds` are over or the door is to stop.

        What the host said in answers to other commands since the folder was selected counts: it is not said again.
        """
        if self._told_count() not in (None, self.count):
            return
        end = time.monotonic() + seconds
        if "IDLE" not in self.box.client.capabilities:
            while not stopping() and (left := end - time.monotonic()) > 0:
                time.sleep(min(SLICE, left))
            return
        self.box.idle.start()
        said = _said_already(self.box.client)
        while not said and not stopping() and (left := end - time.monotonic()) > 0:
            said = _said_something(self.box.client.sock, min(SLICE, left))
        self.box.idle.stop()  # raises when what came was the end of the line


def _said_already(client: imaplib.IMAP4) -> bool:
    """Whether the host said more along with its last answer: that is in the buffer already, no socket shows it."""
    client.sock.settimeout(0)
    try:
        return bool(client.readline())  # nothing at the end of the line, too, which the socket will show
    except OSError:  # nothing has come yet; what it is called depends on the encryption
        return False
    finally:
        client.sock.settimeout(TIMEOUT)


def _said_something(line: socket, seconds: float) -> bool:
    with DefaultSelector() as selector:
        selector.register(line, EVENT_READ)
        return bool(selector.select(seconds))


def _for_us(head: bytes) -> list[str]:
    """Our addresses that a letter was sent to; [""] when only its references name a letter of ours; [] otherwise."""
    head = ingest.headers_of(head)
    return envelope.recipients(head) or ([""] if envelope.answers_ours(head) else [])


def received(attributes: bytes) -> datetime:
    """The time when the host received a letter, by its INTERNALDATE; now when it does not say or names the future."""
    now = datetime.now(UTC)
    moment = imaplib.Internaldate2tuple(attributes)
    return min(now, datetime.fromtimestamp(time.mktime(moment), UTC)) if moment else now


# --- keeping at it ---------------------------------------------------------------------------------

PAUSES = (1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0)  # seconds before the first, second, ... new sign-in in a row


def watch(place: Place, done: str, look_every: float, stop: Event, pauses: Sequence[float] = PAUSES) -> None:
    """Take letters as they come until `stop` is set. Whatever fails is tried again after a pause that grows."""
    known: set[tuple[str, str]] = set()
    failures, mailbox = 0, f"the mailbox at {place.host}:{place.port}"
    while not stop.is_set():
        try:
            with opened(place) as box:
                door = Door(box, place.folder, done, known, _at_work(look_every))
                door.make_done()
                while not stop.is_set():
                    close_old_connections()
                    begun = timezone.now()
                    more = door.take(stop.is_set)
                    if stop.is_set():
                        return
                    failures = 0
                    outages.works(mailbox)
                    # What lay there at the beginning is taken: no deadline until then has to wait for more.
                    heartbeats.beat(heartbeats.MAILBOX, timedelta(seconds=look_every), taken_until=begun)
                    if not more:  # letters may have come while others were taken
                        door.wait(look_every, stop.is_set)
        except Exception as error:  # host, network, mailbox or database are away, or talk nonsense
            pause = pauses[min(failures, len(pauses) - 1)]
            failures += 1
            if isinstance(error, EXPECTED):
                outages.failed(mailbox, error)
            elif not outages.tell(error):
                log.warning("no mail from the mailbox, tried again in %g s: %s", pause, error, exc_info=True)
            stop.wait(pause)


def _at_work(look_every: float) -> Callable[[], None]:
    """The function that reports, every few seconds that it is called, that the mailbox is being emptied."""
    said_at = time.monotonic()

    def works() -> None:
        nonlocal said_at
        if time.monotonic() - said_at >= WORKING:
            said_at = time.monotonic()
            heartbeats.beat_at_work(heartbeats.MAILBOX, timedelta(seconds=look_every))

    return works
