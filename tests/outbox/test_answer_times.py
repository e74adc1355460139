"""How soon letters are answered is measured here, shown to the host, and said to newcomers as it is."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.shared.cast import Cast, asked_seat, make_cast, only_table, person, prepared_league, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.league import leagues
from tournaments.models import InboundLetter, OutboundLetter, Player
from tournaments.queries.letters import answer_times
from tournaments.running import posting

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def answered(after: Iterable[float], **fields: str) -> None:
    """One letter for each of these numbers of seconds, after which it was answered."""
    now = timezone.now()
    for number, seconds in enumerate(after):
        key = f"{number} {seconds} {fields}"
        letter = InboundLetter.objects.create(
            key=key, raw=b"", received_at=now - timedelta(seconds=seconds + 60), state="done", **fields
        )
        OutboundLetter.objects.create(
            dedupe=key, kind="words", message_id=key, answers=letter, state="sent", due_at=now,
            sent_at=now - timedelta(seconds=60),
        )  # fmt: skip


def page_of_host() -> str:
    browser = Client()
    browser.force_login(
        Player.objects.filter(is_superuser=True).first() or person("Hedda", is_staff=True, is_superuser=True)
    )
    return " ".join(browser.get("/desk/mail/").content.decode().split())


def welcome(cast: Cast) -> str:
    leagues.enrol(prepared_league(cast), cast.player)
    return " ".join(OutboundLetter.objects.get(kind="welcome").text.split())


def test_the_host_sees_the_median_and_what_95_of_100_do_not_exceed(db: None) -> None:
    assert "none was in the last 7 days" in page_of_host()
    answered(range(1, 101))
    assert "half of them within 50.5 s, 95 of 100 within 95.0 s: 100 letters" in page_of_host()


def test_a_letter_that_went_through_here_is_measured(cast: Cast) -> None:
    assert answer_times.look().letters == 0
    before = timezone.now()
    letter = deliver(newest(asked_seat(only_table(running_league(cast)))), "status")
    assert posting.post(OutboundLetter.objects.get(answers=letter).pk)
    times = answer_times.look()
    assert times.letters == 1
    assert times.median is not None
    assert timedelta(0) <= times.median <= timezone.now() - before


def test_the_first_answer_counts_and_neither_old_ones_nor_those_of_a_flood(db: None) -> None:
    answered([2])
    first = OutboundLetter.objects.get()
    later = {"dedupe": "later", "message_id": "later", "kind": "words", "state": "sent", "due_at": timezone.now()}
    OutboundLetter.objects.create(answers=first.answers, sent_at=timezone.now() + timedelta(hours=1), **later)
    answered([3600], queue="many")
    answered([timedelta(days=8).total_seconds()])
    assert answer_times.look() == answer_times.AnswerTimes(1, timedelta(seconds=2), timedelta(seconds=2))


@pytest.mark.parametrize(
    ("slowest", "said"), [(59, "within a minute"), (61, "mostly within 2 minutes"), (3700, "mostly within 2 hours")]
)
def test_the_welcome_promises_what_was_measured(cast: Cast, slowest: float, said: str) -> None:
    answered([slowest] * 30)
    assert f"A confirmation follows {said}:" in welcome(cast)
    assert ("more than a minute" in page_of_host()) is (slowest > 60)


def test_a_few_slow_answers_make_no_other_promise(cast: Cast) -> None:
    answered([3600] * 3)
    assert "A confirmation follows within a minute:" in welcome(cast)
