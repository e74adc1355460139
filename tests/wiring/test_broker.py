"""A broker that goes away and comes back finds its workers asking."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest
import redis
from celery import Celery
from kombu import Connection, Message, Queue

import bruges_pbem.celery
from tests import parts
from tests.conftest import without

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
    assert not taken[0].channel.qos.can_consume()
    ENDINGS[ending](taken[0])
    assert not taken[0].acknowledged
    with pytest.raises(redis.ConnectionError):
        worker.drain_events(timeout=10)
