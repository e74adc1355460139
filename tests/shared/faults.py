"""The service with its parts apart, for tests that take some of them away: doors, worker, sweep and mail host.

The clock is moved by events, the parts are real: letters come through `ingest`, are read, posted over a line to a mail
host that is there or not, and the sweep runs. What players send while no door is open waits with their hosts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import time_machine
from django.utils import timezone
from pytest_django import Settings

from tests.shared.post import address_of, reply
from tournaments import tasks
from tournaments.actions.clock import pace
from tournaments.inbox import ingest
from tournaments.inbox.doors import envelope
from tournaments.models import Heartbeat, OutboundLetter
from tournaments.outbox import outbox
from tournaments.running import sweeps
from tournaments.runtime import heartbeats

DOOR, WORKER, BEAT, HOST = "door", "worker", "beat", "mail host"
PARTS = frozenset({DOOR, WORKER, BEAT, HOST})
STEP = timedelta(minutes=10)
NO_HOST = {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend", "EMAIL_PORT": 9}  # nobody listens there
A_HOST = {"EMAIL_BACKEND": "django.core.mail.backends.locmem.EmailBackend"}


@dataclass
class Parts:
    """The parts that run, and the letters that hosts keep for us."""

    clock: time_machine.Traveller
    settings: Settings
    running: frozenset[str] = PARTS
    kept: list[tuple[bytes, str, str]] = field(default_factory=list)

    def without(self, *parts: str) -> None:
        self.running = PARTS - set(parts)
        self._host()

    def all_back(self, order: Iterable[str] = (DOOR, HOST, WORKER, BEAT)) -> None:
        """Start everything, one after the other; each does what it does at once."""
        for part in order:
            self.running |= {part}
            self._host()
            self.work()

    def _host(self) -> None:
        for name, value in (A_HOST if HOST in self.running else NO_HOST).items():
            setattr(self.settings, name, value)

    def send(self, letter: OutboundLetter, *lines: str) -> None:
        """A player answers now: their host brings it, or keeps it for a door that is closed."""
        received = f"Received: from client.example by mx.example.org; {timezone.now():%a, %d %b %Y %H:%M:%S +0000}"
        raw = f"{received}\r\n".encode() + reply(letter, *lines)
        self.kept.append((raw, address_of(letter), letter.to))

    def skip_to(self, moment: datetime) -> None:
        """Nobody looks at the time in between, in which all parts were there."""
        self.clock.move_to(moment)
        Heartbeat.objects.update(at=moment)
        self.work()

    def until(self, moment: datetime, step: timedelta = STEP) -> None:
        """Let the parts work again and again until then."""
        while timezone.now() < moment:
            self.clock.move_to(min(timezone.now() + step, moment))
            self.work()

    def work(self) -> None:
        """Do what the parts that run do in a moment."""
        if DOOR in self.running:
            self._take()
        if WORKER in self.running:
            self._serve()
        if {WORKER, BEAT} <= self.running:
            sweeps.sweep()
            self._serve()

    def _take(self) -> None:
        for raw, to, sender in self.kept:
            at = envelope.received_at(ingest.headers_of(raw), timezone.now())
            ingest.ingest(raw, to, sender, received_at=at, door="lmtp")
        self.kept.clear()
        heartbeats.beat(heartbeats.LISTENER, STEP)

    def _serve(self) -> None:
        for pk in pace.unread().values_list("pk", flat=True):
            tasks.read_letter(pk)
        OutboundLetter.objects.filter(picture__isnull=False).update(picture=None)  # drawing takes most of the time
        due = OutboundLetter.objects.filter(state__in=outbox.WAITING, due_at__lte=timezone.now()).order_by("pk")
        for pk in due.values_list("pk", flat=True):
            tasks.post_letter(pk)
        if BEAT in self.running:
            tasks.alive()
