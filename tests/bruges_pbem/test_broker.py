"""A broker that goes away and comes back finds its workers asking."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest
import redis
from celery import Celery
from kombu import Connection, Message, Queue

import bruges_pbem.celery
from bruges_pbem import broker
from tests.conftest import without
from tests.shared import parts
from tournaments.runtime import hints

LOG = logging.getLogger(__name__)
HINTS = Queue("hints")


def tell(worker: Connection, *words: str) -> None:
    with Connection(worker.as_uri()) as connection, connection.Producer() as producer:
        for word in words:
            producer.publish(word, routing_key=HINTS.name, declare=[HINTS])


ENDINGS: dict[str, Callable[[Message], object]] = {
    "acknowledged": lambda message: message.ack_log_error(LOG, redis.ConnectionError),
    "rejected": lambda message: message.reject_log_error(LOG, redis.ConnectionError),
    "put back": lambda message: message.reject_log_error(LOG, redis.ConnectionError, requeue=True),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_worker_that_ends_its_last_message_without_a_broker_asks_for_the_next(tmp_path: Path, ending: str) -> None:
    """And so notices that its connection is gone."""
    app: Celery = bruges_pbem.celery.app
    taken: list[Message] = []
    try:
        with parts.redis(tmp_path) as url:
            worker = app.connection_for_read(url)
            tell(worker, "first", "second")
            consumer = worker.Consumer([HINTS], on_message=taken.append)
            consumer.qos(prefetch_count=1)
            consumer.consume()
            worker.drain_events(timeout=10)
    except parts.Missing as part:
        without(part)
    assert [message.payload for message in taken] == ["first"]
    assert taken[0].channel is not None
    assert not taken[0].channel.qos.can_consume()
    ENDINGS[ending](taken[0])
    assert not taken[0].acknowledged
    with pytest.raises(redis.ConnectionError):
        worker.drain_events(timeout=10)


def test_a_broker_that_says_nothing_keeps_nobody_who_hints_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty hints, as of one move that tells a whole league, wait for it once."""
    app = broker.App("hinting", set_as_current=False, fixups=[])
    app.conf.update(broker_transport_options=bruges_pbem.celery.app.conf.broker_transport_options)
    monkeypatch.setattr(hints, "current_app", app)
    monkeypatch.setattr(hints._Broker, "rests_until", 0.0)

    def hint() -> None:
        for pk in range(20):
            hints._send("ours", pk)

    hinting = Thread(target=hint)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        app.conf.update(broker_url=f"redis://127.0.0.1:{listener.getsockname()[1]}/0")
        hinting.start()
        hinting.join(2 * broker.PUBLISHING["socket_timeout"] + 1)
        done = not hinting.is_alive()
    hinting.join()
    app.close()
    assert done
    assert hints._Broker.rests_until > monotonic()
