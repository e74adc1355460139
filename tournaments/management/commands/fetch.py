"""`manage.py fetch`: takes the letters out of the mailbox IMAP_URL, until it is told to stop."""

from __future__ import annotations

import logging
import signal
from threading import Event
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from tournaments.inbox.doors import mailbox
from tournaments.management.parts import Part

log = logging.getLogger(__name__)


class Command(Part):
    help = "Fetch letters from the mailbox IMAP_URL and move those that are stored to IMAP_DONE_FOLDER."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="Take what lies there now and end.")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.IMAP:
            raise CommandError(
                "IMAP_URL is not set. Set it to imaps://user:password@host; deploy/env.example says more."
            )
        place = mailbox.Place(**settings.IMAP)
        if options["once"]:
            return self._once(place)
        stop = Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
        log.info("fetching mail from %s:%s", place.host, place.port)
        return mailbox.watch(place, settings.IMAP_DONE, settings.IMAP_LOOK_EVERY.total_seconds(), stop)

    def _once(self, place: mailbox.Place) -> None:
        try:
            with mailbox.opened(place) as box:
                door = mailbox.Door(box, place.folder, settings.IMAP_DONE, set())
                door.make_done()
                count = door.take()
        except mailbox.EXPECTED as error:
            raise CommandError(f"The letters could not all be fetched, what is left stays there: {error}") from error
        self.stdout.write(f"{count} letters")
