"""`manage.py receive`: the mail listener, until it is told to stop."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from tournaments.mail.doors import listener


class Command(BaseCommand):
    help = "Take mail by SMTP or LMTP at LISTEN_SMTP."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--lmtp", action="store_true", help="Speak LMTP, behind a mail host such as Postfix.")

    def handle(self, *args: Any, **options: Any) -> None:
        asyncio.run(self._serve(options["lmtp"]))

    async def _serve(self, lmtp: bool) -> None:
        host, port = settings.LISTEN_SMTP
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        server = await listener.listen(host, port, lmtp=lmtp)
        bound = server.sockets[0].getsockname()
        self.stdout.write(f"receiving mail at {bound[0]}:{bound[1]}")
        async with server:
            alive = asyncio.create_task(listener.say_alive())
            await stop.wait()
            alive.cancel()
