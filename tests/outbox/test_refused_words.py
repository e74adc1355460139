"""A host that refuses what somebody else wrote keeps nothing else from its reader."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes

import pytest
import time_machine
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.utils import timezone
from pytest_django import Settings

from tests.outbox import hosts
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.commands import gathered
from tournaments.actions.player import digests, preferences
from tournaments.models import OutboundLetter, Player, Seat
from tournaments.running import posting, sweeps

pytestmark = pytest.mark.django_db(transaction=True)
State = OutboundLetter.State
UNWANTED = "zyzzyva"
TO_SEND = (State.QUEUED, State.RETRY)
SAID = "550 We do not take such words"


class Filter(hosts.Host):
    """Takes every mail but those with certain words in them."""

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        parts = message_from_bytes(content).walk()
        texts = [part.get_payload(decode=True) for part in parts if part.get_content_type() == "text/plain"]
        refused = any(UNWANTED.encode() in text for text in texts if isinstance(text, bytes))
        return SAID if refused else await super().handle_DATA(server, session, envelope)


@pytest.fixture
def host(settings: Settings) -> Iterator[Filter]:
    with hosts.running(settings, Filter()) as host:
        assert isinstance(host, Filter)
        yield host


def post_all() -> None:
    while waiting := OutboundLetter.objects.filter(state__in=TO_SEND, due_at__lte=timezone.now()).first():
        posting.post(waiting.pk)


def taken(host: Filter, reader: Player) -> list[str]:
    """The letters that the host has taken for somebody, by kind."""
    ids = [mail["Message-ID"] for mail in host.taken if reader.email in str(mail["To"])]
    return list(OutboundLetter.objects.filter(message_id__in=ids).order_by("pk").values_list("kind", flat=True))


def test_the_question_and_the_news_of_a_refused_daily_letter_come_one_by_one(host: Filter) -> None:
    cast = make_cast()
    for player in cast.players:
        preferences.choose(player, {"turns": "digest", "news": "digest"}, 8)
    table = only_table(running_league(cast, turn_time=timedelta(days=6)))
    asked = asked_seat(table)
    reader, writer = asked.player, table.seats.exclude(pk=asked.pk).first()
    assert reader is not None
    assert writer is not None
    deliver(newest(writer), f"say: {UNWANTED}")
    post_all()
    host.taken.clear()
    with time_machine.travel(timezone.now() + timedelta(days=1, hours=2), tick=True):
        for pk in sweeps._digests(timezone.now()):
            digests.send(pk)
        post_all()
    assert OutboundLetter.objects.get(player=reader, kind="digest").state == State.FAILED
    assert "turn" in taken(host, reader)
    failed = OutboundLetter.objects.filter(player=reader, state=State.FAILED).values_list("kind", flat=True)
    assert sorted(failed) == ["digest", "say"], "nothing else is lost"


def test_answers_that_were_gathered_with_refused_words_come_one_by_one(host: Filter, seat: Seat) -> None:
    reader = seat.player
    assert reader is not None
    writer = seat.table.seats.exclude(pk=seat.pk).first()
    assert writer is not None
    deliver(newest(writer), f"say: {UNWANTED}")
    deliver(newest(writer), "say: hello")
    now = timezone.now() - timedelta(seconds=1)
    bad, good = OutboundLetter.objects.filter(player=reader, kind="say").order_by("pk")
    OutboundLetter.objects.filter(pk__in=[bad.pk, good.pk]).update(state=State.FOR_ANSWER, due_at=now)
    assert gathered.send(reader.pk)
    one = OutboundLetter.objects.get(player=reader, kind="gathered")
    assert UNWANTED in " ".join(one.text.split())
    posting.post(one.pk)
    post_all()
    states = dict(OutboundLetter.objects.filter(pk__in=[one.pk, bad.pk, good.pk]).values_list("pk", "state"))
    assert states == {one.pk: State.FAILED, bad.pk: State.FAILED, good.pk: State.SENT}
