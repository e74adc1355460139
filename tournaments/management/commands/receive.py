"""`manage.py receive`: the mail listener, and the answers to a mail host that asks, until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import signal
from contextlib import AsyncExitStack
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from tournaments.inbox.doors import listener, policy
from tournaments.inbox.doors.recipients import Recipients
from tournaments.management.parts import Part

log = logging.getLogger(__name__)


class Command(Part):
    help = "Take mail by SMTP or LMTP at LISTEN_SMTP; answer Postfix about recipients at LISTEN_POLICY."

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
        recipients = Recipients()
        async with AsyncExitStack() as serving:
            server = await serving.enter_async_context(
                await listener.listen(host, port, lmtp=lmtp, recipients=recipients)
            )
            log.info("receiving mail at %s", place_of(server))
            if settings.LISTEN_POLICY:
                asked = await serving.enter_async_context(policy.answering(*settings.LISTEN_POLICY, recipients))
                log.info("answering Postfix at %s", place_of(asked))
            alive = asyncio.create_task(listener.say_alive())
            await stop.wait()
            alive.cancel()


def place_of(server: asyncio.Server) -> str:
    """Host and port that a server is bound to."""
    host, port = server.sockets[0].getsockname()[:2]
    return f"{host}:{port}"
