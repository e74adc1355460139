"""`make play`: the whole service in one terminal, with a local post office and robots at the other seats."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournaments.running.demo import people
from tournaments.running.installation import AlreadyRunning, Installation, NoRedis, only_one
from tournaments.running.supervisor import NotReady, Supervisor, stop_on_signals

WELCOME = """
{service} runs at {url}
  This is a demonstration: it shows all mail to everybody who reaches that address. Keep it off the open net.

  You are {you} <{your_address}>, a player of the Autumn League. Your mailbox: {url}/post/{your_address}/
  The organiser is {organiser} <{organiser_address}>. All mailboxes: {url}/post/

What to try first
  1. Open your mailbox. The newest letter is your turn: read it, type one of its orders into the reply box, send.
  2. Reload the mailbox: the answer came by mail, and so does your next turn as soon as the others have moved.
  3. Sign in at {url}/sign-in with your address: the link is in your mailbox. The organiser's desk is {url}/desk/

Ctrl-C stops everything; what happened is kept in {data} and goes on with the next `make play`.
"""


class Command(BaseCommand):
    help = "Run the whole service on this machine, with a local post office and robots (demonstration)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="of the web pages; another one if it is taken")

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This environment has secrets of its own: `play` is for demonstrations only.")
        try:
            with only_one(settings.DATA_DIR):
                self.play(port)
        except (AlreadyRunning, NoRedis, NotReady) as error:
            raise CommandError(str(error)) from error

    def play(self, port: int) -> None:
        """Start everything, say what there is, and stay until told to stop."""
        place = Installation.choose(settings.DATA_DIR, os.environ, web=port, listen=2525, post=2526)
        parts = [*place.service(), place.post_office(), place.sample(), place.robots()]
        supervisor = Supervisor(parts, out=sys.stdout, record=settings.DATA_DIR / "run" / "processes.json")
        with stop_on_signals(supervisor):
            print("Starting: " + ", ".join(part.name for part in parts if not part.once) + " …", flush=True)
            with supervisor:
                if not supervisor.stopping:
                    print(self.welcome(place), flush=True)
                supervisor.wait()
                print("Stopping …", flush=True)
        print("Stopped.", flush=True)

    def welcome(self, place: Installation) -> str:
        you, your_address = people.YOU
        organiser, organiser_address = people.ORGANISER
        return WELCOME.format(
            service=settings.SERVICE_NAME,
            url=place.url,
            you=you,
            your_address=your_address,
            organiser=organiser,
            organiser_address=organiser_address,
            data=place.data,
        )
