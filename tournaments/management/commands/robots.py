"""The players without a person: each looks into its mailbox every second and answers by mail."""

from __future__ import annotations

import signal
import smtplib
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Player
from tournaments.running.demo.client import Client

LOOK_EVERY = 1.0  # seconds


class Command(BaseCommand):
    help = "Let the robots of the demonstration play by mail."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("Robots play in the demonstration only: DEMO is not set.")
        stopped = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stopped.set())
        clients = [self.client(player) for player in Player.objects.filter(is_robot=True).order_by("pk")]
        while not stopped.wait(LOOK_EVERY):
            for client in clients:
                self.look(client)

    def client(self, player: Player) -> Client:
        return Client(player.name, player.email, settings.POST_OFFICE_DIR, settings.LISTEN_SMTP)

    def look(self, client: Client) -> None:
        try:
            client.look()
        except (OSError, smtplib.SMTPException) as error:  # the listener restarts: the letter is still new then
            self.stderr.write(f"{client.name} could not post a reply and tries again: {error}")
