"""A listener as the process `receive` runs it, in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from asgiref.sync import sync_to_async
from django.db import connections

from tournaments.installation import HOST
from tournaments.mail.doors import listener
from tournaments.mail.doors.crowd import Crowd


class Listener:
    """Serves on a free port until it is stopped."""

    def __init__(self, *, lmtp: bool, crowd: Crowd | None = None) -> None:
        self._lmtp = lmtp
        self._crowd = crowd
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.port = 0

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = await listener.listen(HOST, 0, lmtp=self._lmtp, crowd=self._crowd)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        async with server:
            await self._stop.wait()
        await sync_to_async(connections.close_all)()  # in the thread that stored the letters

    def start(self) -> None:
        self._thread.start()
        assert self._ready.wait(10)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)


@contextmanager
def listening(*, lmtp: bool = False, crowd: Crowd | None = None) -> Iterator[int]:
    """The port of a listener that runs as long as the block."""
    server = Listener(lmtp=lmtp, crowd=crowd)
    server.start()
    try:
        yield server.port
    finally:
        server.stop()
