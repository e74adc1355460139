"""Redis as Celery's broker, never waiting for good."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from celery import Celery
from celery.apps import worker
from kombu import Connection
from kombu.transport import TRANSPORT_ALIASES, redis, virtual

from bruges_pbem import crashes

PUBLISHING = {"socket_timeout": 2}  # seconds for each answer of Redis


class App(Celery):
    """Celery, whose publishers give up on a broker that takes connections and says nothing.

    Workers wait for the next message as long as it takes, on connections of their own. Workers and beat print no
    banner: every line of theirs is one of the log.
    """

    @cached_property
    def Worker(self) -> type:  # noqa: N802 Celery calls it so
        return _quiet_worker(super().Worker)

    @cached_property
    def Beat(self) -> type:  # noqa: N802
        return _quiet_beat(super().Beat)

    def connection_for_write(self, url: str | None = None, **options: Any) -> Connection:
        """A connection for messages that go out."""
        return super().connection_for_write(url, **{"transport_options": PUBLISHING, **options})


def _quiet_worker(kind: type) -> type:
    class Worker(kind):
        def on_before_init(self, quiet: bool = False, **options: Any) -> None:
            super().on_before_init(quiet=True, **options)
            worker.safe_say = _say  # type: ignore[attr-defined] # what it prints of signals, whatever it is told

    return Worker


def _quiet_beat(kind: type) -> type:
    class Beat(kind):
        def __init__(self, *words: Any, **options: Any) -> None:
            super().__init__(*words, **{**options, "quiet": True})

    return Beat


def _say(message: str, _: object = None) -> None:
    crashes.write(logging.INFO, message.strip())


class QoS(redis.QoS):
    """The messages that a worker has taken and not yet acknowledged.

    Kombu keeps one whose acknowledgement fails among them, and a worker that has taken as many as it may asks for no
    more: so it does not notice either that its connection is gone. A broker that was restarted at the moment when the
    worker's last tasks ended would never be asked again.
    """

    def ack(self, delivery_tag: str) -> None:
        """Forget the message even if Redis does not hear of it: it may come again, which every task bears."""
        with self._forgetting(delivery_tag):
            super().ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """Likewise."""
        with self._forgetting(delivery_tag):
            super().reject(delivery_tag, requeue)

    @contextmanager
    def _forgetting(self, delivery_tag: str) -> Iterator[None]:
        try:
            yield
        except BaseException:
            virtual.QoS.ack(self, delivery_tag)
            raise


class Channel(redis.Channel):
    QoS = QoS


class Transport(redis.Transport):
    Channel = Channel


def use() -> None:
    """Have every connection to Redis made in this way, whether its address names a host or a socket."""
    for name in ("redis", "rediss"):
        TRANSPORT_ALIASES[name] = f"{__name__}:{Transport.__name__}"
