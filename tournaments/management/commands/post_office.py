"""The demonstration's mail host: takes what the service sends and keeps it in maildirs, until it is stopped."""

from __future__ import annotations

import signal
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournaments.running.demo.post_office import post_office


class Command(BaseCommand):
    help = "Take outgoing mail by SMTP and keep it in maildirs (demonstration)."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("Mail that is kept here never arrives: DEMO is not set.")
        host, port = settings.POST_OFFICE_SMTP
        stopped = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stopped.set())
        office = post_office(settings.POST_OFFICE_DIR, host, port)
        office.start()
        try:
            stopped.wait()
        finally:
            office.stop()
