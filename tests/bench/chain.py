"""A reply's way through the service, and the same way with nothing on it: for measuring side by side. Measures nothing.

Both: a mail host takes the reply, a row keeps it, a task reads it in one transaction and writes letters, a task of each
letter's own hands it to a mail host. Ours plays the orders; the bare one parses the mail, renders letters of the same
size and knows no game. Tasks run where they are called. No picture is drawn: that happens once a position.
"""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from ipaddress import ip_network
from random import Random
from typing import Any
from uuid import uuid4

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from asgiref.sync import sync_to_async
from celery import current_app, shared_task
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import transaction
from django.utils import timezone

from tests.bench import templates
from tests.inbox.doors.listening import listening
from tests.shared.post import address_of, newest, reply
from tournaments.inbox.doors.crowd import Crowd
from tournaments.models import InboundLetter, OutboundLetter, Seat, Table, Turn
from tournaments.papers import papers
from tournaments.running.demo.post_office import parse
from tournaments.running.installation import HOST, free_port

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c636060600000000400015c"
    "cd9e3f0000000049454e44ae426082"
)


class Sink:
    """A mail host that takes every letter and forgets it."""

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        return "250 OK"


class BareDoor:
    """Stores what it is given and calls the task."""

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        await sync_to_async(_store, thread_sensitive=True)(envelope.original_content or b"", envelope.rcpt_tos[0])
        return "250 OK"


def _store(raw: bytes, rcpt: str) -> None:
    now = timezone.now()
    with transaction.atomic():
        row = InboundLetter.objects.create(key=uuid4().hex, door="bare", raw=raw, recipient=rcpt, received_at=now)
        transaction.on_commit(lambda: bare_read.delay(row.pk))


@shared_task
def bare_read(pk: int) -> None:
    """Parse, change the state of a table, render and queue the letters."""
    with transaction.atomic():
        row = InboundLetter.objects.select_for_update().get(pk=pk)
        message = parse(bytes(row.raw))
        row.sender, row.message_id = str(message["from"])[:320], str(message["message-id"])[:255]
        body = message.get_body(("html", "plain"))
        row.verdict = body.get_content().strip()[:20]
        table = Table.objects.select_for_update().get(pk=BARE["table"])
        table.save()
        letters = [_bare_letter(written) for written in BARE["written"]]
        row.state = InboundLetter.State.DONE
        row.save()
        for letter in letters:
            transaction.on_commit(partial(bare_post.delay, letter.pk))


def _bare_letter(written: OutboundLetter) -> OutboundLetter:
    text, html = templates.rendered(*BARE["templates"][written.pk])
    return OutboundLetter.objects.create(
        dedupe=uuid4().hex, kind="bare", player_id=written.player_id, to=written.to, sender=written.sender,
        subject=written.subject, text=text, html=html, headers=written.headers, message_id=f"<{uuid4().hex}@bare>",
        due_at=timezone.now(),
    )  # fmt: skip


@shared_task
def bare_post(pk: int) -> None:
    letter = OutboundLetter.objects.get(pk=pk)
    message = EmailMultiAlternatives(letter.subject, letter.text, letter.sender, [letter.to], headers=letter.headers)
    message.attach_alternative(letter.html, "text/html")
    if BARE["picture"]:
        message.attach("position.png", PIXEL, "image/png")
    backend = "django.core.mail.backends.smtp.EmailBackend"
    get_connection(backend, host=settings.EMAIL_HOST, port=settings.EMAIL_PORT).send_messages([message])
    OutboundLetter.objects.filter(pk=pk).update(state=OutboundLetter.State.SENT, sent_at=timezone.now())


BARE: dict[str, Any] = {"table": 0, "written": [], "templates": {}, "picture": True}


@contextmanager
def both() -> Iterator[tuple[int, int]]:
    """(port of our listener, port of the bare one), with a mail host behind both and tasks that run at once."""
    current_app.conf.task_always_eager = True
    sink = Controller(Sink(), hostname=HOST, port=free_port())
    bare = Controller(BareDoor(), hostname=HOST, port=free_port())
    settings.EMAIL_BACKEND = "tournaments.outbox.smtp_backend.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, sink.port
    drawn, papers.picture = papers.picture, lambda letter: papers.Drawn(PIXEL, PIXEL)
    for host in (sink, bare):
        host.start()
    try:
        with listening(crowd=Crowd(trusted=(ip_network(HOST),))) as port:
            yield port, bare.port
    finally:
        papers.picture = drawn
        for host in (bare, sink):
            host.stop()


def next_reply(table: Table, chance: Random) -> tuple[bytes, str, str]:
    """(mail, its sender, its recipient): one legal order from the seat that is asked."""
    table.refresh_from_db()
    turn = Turn.objects.filter(seat__table=table, ended_at=None).select_related("seat__player", "seat__table__league")[
        0
    ]
    seat: Seat = turn.seat
    decision = papers.match_of(table).decision(seat.number)
    assert decision is not None
    assert seat.player is not None
    letter = newest(seat)
    raw = reply(letter, chance.choice(decision.moves).text)
    return raw, seat.player.email, address_of(letter)


def send(port: int, raw: bytes, sender: str, to: str) -> None:
    with smtplib.SMTP(HOST, port) as host:
        host.sendmail(sender, [to], raw)


def prepare_bare(table: Table, *written: OutboundLetter) -> None:
    """Let the bare chain write letters like these."""
    BARE.update(
        table=table.pk,
        written=written,
        templates={letter.pk: templates.of(letter.text, letter.html) for letter in written},
        picture=any(letter.picture for letter in written),
    )
