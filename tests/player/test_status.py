"""The status page: how the service is doing, in plain words, for everybody and at every time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.db.utils import OperationalError
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.formats import clocks
from tournaments.models import Heartbeat, InboundLetter, Outage, OutboundLetter, Restore
from tournaments.running.metrics import counting, standing
from tournaments.runtime import heartbeats, outages

pytestmark = pytest.mark.django_db
PAGE = "/status/"
PARTS = (heartbeats.SWEEP, heartbeats.WORKER, heartbeats.LISTENER, heartbeats.POST)
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def forget() -> None:
    counting.FIGURES.forget()
    standing.STANDING.forget()


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[None]:
    """A process that knows nothing yet; parts may be away for two minutes."""
    monkeypatch.setattr(outages, "HERE", outages.Outages())
    settings.OUTAGE_AFTER = timedelta(minutes=2)
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def parts() -> None:
    for name in PARTS:
        heartbeats.beat(name)


def shown(client: Client, language: str = "en") -> str:
    """The page of now, on one line."""
    forget()
    answer = client.get(PAGE, headers={"accept-language": language})
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def away(name: str, hours: float, lasted: float | None = 1.0, *, given_back: bool = True) -> Outage:
    """An outage that began so many hours ago; None: it lasts."""
    begins = timezone.now() - timedelta(hours=hours)
    ends = None if lasted is None else begins + timedelta(hours=lasted)
    return Outage.objects.create(
        source=name, begins_at=begins, ends_at=ends, credited_until=ends if given_back else None
    )


@pytest.mark.usefixtures("parts")
def test_it_says_that_all_is_well_in_the_readers_language(client: Client) -> None:
    assert "All parts work." in shown(client)
    assert "No part was away." in shown(client)
    assert '<html lang="de">' in shown(client, "de")
    assert "Alle Teile arbeiten." in shown(client, "de")


@pytest.mark.usefixtures("parts")
def test_it_says_how_soon_letters_are_answered_and_when_the_last_question_left(client: Client) -> None:
    letter = newest(asked_seat(only_table(running_league(make_cast()))), "turn")
    OutboundLetter.objects.update(state="sent")
    OutboundLetter.objects.filter(pk=letter.pk).update(sent_at=timezone.now() - timedelta(minutes=7))
    row = deliver(letter, "status")
    OutboundLetter.objects.filter(answers=row).update(state="sent", sent_at=timezone.now() + timedelta(seconds=48))
    with time_machine.travel(NOON + timedelta(minutes=1), tick=False):
        for name in PARTS:
            heartbeats.beat(name)
        page = shown(client)
    assert "within about 48 seconds" in page
    assert "left 8 minutes ago" in page
    assert "all parts work" in page.lower()


@pytest.mark.usefixtures("parts")
def test_it_says_what_is_late_since_when_and_that_nothing_is_lost(client: Client) -> None:
    heartbeats.fails(heartbeats.POST)
    since = timezone.now()
    with time_machine.travel(since + timedelta(minutes=9), tick=False):
        for name in (heartbeats.SWEEP, heartbeats.WORKER, heartbeats.LISTENER):
            heartbeats.beat(name)
        page = shown(client)
    assert f"Letters are late since {clocks.words(since, 'UTC')}." in page
    assert "our mail host takes no letters from us" in page
    assert "Nothing is lost" in page
    assert "Deadlines wait" in page
    assert "All parts work" not in page


@pytest.mark.usefixtures("parts")
def test_a_part_that_fails_or_is_silent_for_longer_than_its_rhythm_is_not_said_to_work(client: Client) -> None:
    with time_machine.travel(NOON + timedelta(seconds=95), tick=False):
        silent = shown(client)
        for name in PARTS:
            heartbeats.beat(name)
        assert "All parts work." in shown(client)
        heartbeats.fails(heartbeats.POST)
        failing = shown(client)
    for page in (silent, failing):
        assert "A part is not answering just now." in page
        assert "All parts work" not in page
        assert "deadlines run" not in page


@pytest.mark.usefixtures("parts")
def test_it_does_not_say_that_deadlines_run_while_they_get_back_lost_time(client: Client) -> None:
    away(heartbeats.WORKER, hours=2, given_back=False)
    page = shown(client)
    assert "All parts work." in page
    assert "Deadlines get back the time that was lost." in page
    assert "deadlines run" not in page


@pytest.mark.usefixtures("parts")
def test_a_letter_that_waits_is_late_also_while_every_part_works(client: Client) -> None:
    row = deliver(newest(asked_seat(only_table(running_league(make_cast()))), "turn"), "status")
    OutboundLetter.objects.update(state="sent")
    InboundLetter.objects.filter(pk=row.pk).update(state="received", read_from=NOON - timedelta(minutes=20), queue="")
    page = shown(client)
    assert f"Letters are late since {clocks.words(NOON - timedelta(minutes=20), 'UTC')}." in page
    assert "each letter counts from the moment at which it came in" in page


@pytest.mark.usefixtures("parts")
def test_a_letter_of_the_moment_of_counting_does_not_wait_for_as_long_as_the_count_is_shown(client: Client) -> None:
    row = deliver(newest(asked_seat(only_table(running_league(make_cast()))), "turn"), "status")
    OutboundLetter.objects.update(state="sent")
    InboundLetter.objects.filter(pk=row.pk).update(state="received", read_from=NOON, queue="")
    forget()
    assert counting.FIGURES.get().value.unread.oldest == NOON
    counting.FIGURES.good_until += 40  # as where counting takes long
    with time_machine.travel(NOON + timedelta(seconds=35), tick=False):
        for name in PARTS:
            heartbeats.beat(name)
        assert "All parts work." in " ".join(client.get(PAGE).content.decode().split())


@pytest.mark.usefixtures("parts")
def test_outages_of_ninety_days_are_told_with_their_lengths_and_what_became_of_the_deadlines(client: Client) -> None:
    away(heartbeats.POST, hours=30, lasted=3)
    away(heartbeats.SWEEP, hours=29, lasted=1)  # within the first: one incident
    away(heartbeats.LISTENER, hours=2, lasted=1, given_back=False)
    away(heartbeats.WORKER, hours=24 * 91)
    page = shown(client)
    assert page.count("<li>") == 2
    assert page.index("No letters came in.") < page.index("No letters went out. Games stood still.")
    assert "3 hours" in page
    assert "Open deadlines have got this time back." in page
    assert "Deadlines wait until they have got this time back." in page
    assert "were not read" not in page, "that is longer ago"


@pytest.mark.usefixtures("parts")
def test_a_restore_that_has_lost_something_is_told(client: Client) -> None:
    Restore.objects.create(made_at=NOON - timedelta(hours=5), restored_at=NOON - timedelta(hours=1), told_at=NOON)
    Restore.objects.create(made_at=NOON - timedelta(days=9), restored_at=NOON - timedelta(days=9), moved=True)
    page = shown(client)
    assert page.count("<li>") == 1
    assert clocks.words(NOON - timedelta(hours=5), "UTC") in page
    assert "were lost. Every table was told." in page


def test_it_is_there_while_the_database_is_away_also_for_who_is_signed_in(settings: Settings, parts: None) -> None:
    browser = Client(raise_request_exception=False, headers={"host": settings.SITE.hostname})
    browser.force_login(make_cast().player, "sesame.backends.ModelBackend")
    away(heartbeats.POST, hours=30)
    assert "All parts work." in shown(browser)
    standing.STANDING.good_until = counting.FIGURES.good_until = float("-inf")

    def refuse(*_: object) -> None:
        raise OperationalError("connection to server failed: Connection refused")

    with connection.execute_wrapper(refuse):
        answers = [one.get(PAGE).content.decode() for one in (browser, Client())]
        assert browser.get("/").content.decode().count(f'href="{PAGE}"') == 1, "the page of an outage leads there"
        forget()
        never = Client().get(PAGE).content.decode()
    for page in answers:
        assert "The reason: " in page
        assert "the database does not answer" in page
        assert f"Letters are late, since {clocks.words(NOON, 'UTC')} or earlier." in page, (
            "others may have noticed before"
        )
        assert "Nothing is lost" in page
        assert "No letters went out." in page, "what is known of earlier outages"
        assert "All parts work" not in page
    assert "cannot be looked up now" in never


@pytest.mark.usefixtures("parts")
def test_a_crowd_costs_nothing(client: Client) -> None:
    shown(client)
    with CaptureQueriesContext(connection) as asked:
        pages = {client.get(PAGE).content for _ in range(20)}
    assert (len(pages), len(asked)) == (1, 0)


@pytest.mark.usefixtures("parts")
def test_it_tells_of_no_league_and_no_person_and_every_page_leads_there(client: Client) -> None:
    cast = make_cast()
    league = running_league(cast)
    page = shown(client)
    assert [word for word in (league.name, cast.player.name, "@", "token") if word in page] == []
    assert f'href="{PAGE}"' in client.get("/").content.decode()
    assert client.post(PAGE).status_code == 405


def test_beat_alone_is_no_trouble_for_players(client: Client, parts: None) -> None:
    Heartbeat.objects.create(name=heartbeats.BEAT, at=NOON - timedelta(hours=1))
    assert "All parts work." in shown(client)
