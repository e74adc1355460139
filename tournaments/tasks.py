"""Celery tasks: shells around ingest, posting and sweeps. They carry primary keys; each may run twice."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings

from tournaments.actions import printing
from tournaments.actions.league import close_and_draw
from tournaments.actions.player import sign_in_links
from tournaments.actions.practice import exhibition
from tournaments.actions.table import tables
from tournaments.inbox import batches, ingest
from tournaments.running import posting, sweeps
from tournaments.runtime import heartbeats, hints


@shared_task
def read_letter(pk: int) -> None:
    """Its answers go out from here: nobody waits for another worker, and the line to the mail host is open once."""
    with hints.gathered() as written:
        ingest.read(pk)
    posting.post_each(written)


@shared_task
def read_queue(queue: str) -> None:
    with hints.gathered() as written:
        batches.read(queue)
    posting.post_each(written)


@shared_task
def post_letter(pk: int) -> None:
    posting.post(pk)


@shared_task
def answer_request(pk: int) -> None:
    with hints.gathered() as written:
        sign_in_links.answer(pk)
    posting.post_each(written)


@shared_task
def make_print(pk: int) -> None:
    printing.make(pk)


@shared_task
def open_tables(pk: int) -> None:
    tables.open_due(pk)


@shared_task
def draw(pk: int) -> None:
    close_and_draw.look(pk)


@shared_task
def ask_source(pk: int) -> None:
    close_and_draw.ask_source(pk)


@shared_task
def exhibit() -> None:
    exhibition.complete()


@shared_task
def alive() -> None:
    """That this runs says that tasks come through the broker to a worker, and how long they wait there."""
    heartbeats.beat(heartbeats.WORKER, settings.SWEEP_EVERY)


@shared_task
def sweep() -> None:
    sweeps.sweep()


@shared_task
def purge() -> None:
    sweeps.purge()
