"""The servers of the process `receive`, in a thread of their own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager

from asgiref.sync import sync_to_async
from django.db import connections

from tournaments.inbox.doors import listener, policy
from tournaments.inbox.doors.crowd import Crowd
from tournaments.inbox.doors.recipients import Recipients
from tournaments.running.installation import HOST

Server = Callable[[], AbstractAsyncContextManager[asyncio.Server]]


class Listener:
    """Serves on a free port until it is stopped."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.port = 0

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        async with self._server() as server:
            self.port = server.sockets[0].getsockname()[1]
            self._ready.set()
            await self._stop.wait()
        await sync_to_async(connections.close_all)()  # in the thread that stored the letters

    def start(self) -> None:
        self._thread.start()
        assert self._ready.wait(10)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)


@contextmanager
def serving(server: Server) -> Iterator[int]:
    """The port of a server that runs as long as the block."""
    running = Listener(server)
    running.start()
    try:
        yield running.port
    finally:
        running.stop()


@contextmanager
def listening(*, lmtp: bool = False, crowd: Crowd | None = None) -> Iterator[int]:
    """The port of a mail listener that runs as long as the block."""

    @asynccontextmanager
    async def server() -> AsyncIterator[asyncio.Server]:
        async with await listener.listen(HOST, 0, lmtp=lmtp, crowd=crowd) as found:
            yield found

    with serving(server) as port:
        yield port


@contextmanager
def answering() -> Iterator[int]:
    """The port of what answers Postfix about recipients, as long as the block runs."""
    with serving(lambda: policy.answering(HOST, 0, Recipients())) as port:
        yield port
