"""/metrics: figures of the rows in the text format of Prometheus, for who may read them and for nobody else."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.db.utils import OperationalError
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.half_played import half_played
from tests.shared.post import deliver, newest
from tournaments.models import Drill, Heartbeat, InboundLetter, LogEntry, Outage, OutboundLetter, Turn
from tournaments.running import sweeps
from tournaments.running.backups import archive
from tournaments.running.metrics import counting
from tournaments.runtime import heartbeats, outages, vocabulary

pytestmark = pytest.mark.django_db
Samples = dict[tuple[str, ...], float]
HERE = {"host": "localhost:8000"}


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has failed in this process yet."""
    monkeypatch.setattr(outages, "HERE", outages.Outages())


def scraped(client: Client) -> dict[str, Samples]:
    """The figures by name and the values of their labels (which are sorted by their names), as they are now."""
    counting.FIGURES.forget()
    return read(client.get("/metrics", headers=HERE).content)


def read(page: bytes) -> dict[str, Samples]:
    families = text_string_to_metric_families(page.decode())
    return {one.name: {tuple(s.labels.values()): s.value for s in one.samples} for one in families}


def only(found: Samples) -> float:
    """The figure of a metric without labels."""
    return found[()]


# --- who may ----------------------------------------------------------------------------------------


def test_this_machine_and_who_has_the_token_read_it_and_it_is_not_there_for_others(settings: Settings) -> None:
    token, host = settings.METRICS_TOKEN, settings.SITE.hostname
    may = [HERE, {"host": host, "authorization": f"Bearer {token}"}, {"host": "[::1]:8000"}]
    may_not = [
        {"host": host}, {"host": host, "authorization": f"Bearer {token}x"}, {"host": host, "authorization": token},
        {"host": host, "authorization": f"Basic {token}"}, {"host": host, "authorization": "Bearer "},
        {**HERE, "x-forwarded-for": "127.0.0.1"},
    ]  # fmt: skip
    assert [Client(headers=how).get("/metrics").status_code for how in may] == [200] * len(may)
    asked = [Client(headers=how).generic(method, "/metrics") for how in may_not for method in ("GET", "POST", "HEAD")]
    assert {answer.status_code for answer in asked} == {404}
    assert Client(headers=HERE, REMOTE_ADDR="192.0.2.7").get("/metrics").status_code == 404
    settings.METRICS_TOKEN = ""
    assert Client(headers={"host": host, "authorization": "Bearer "}).get("/metrics").status_code == 404


def test_it_is_only_read(client: Client) -> None:
    assert client.post("/metrics", headers=HERE).status_code == 405


# --- how often --------------------------------------------------------------------------------------


def test_asking_again_and_again_asks_the_database_once(client: Client) -> None:
    with CaptureQueriesContext(connection) as asked:
        first = client.get("/metrics", headers=HERE)
    assert 0 < len(asked) <= 15
    with CaptureQueriesContext(connection) as again:
        assert {client.get("/metrics", headers=HERE).content for _ in range(5)} == {first.content}
    assert len(again) == 0


def test_a_database_that_is_away_is_a_figure(client: Client) -> None:
    def refuse(*_: object) -> None:
        raise OperationalError("connection to server failed: Connection refused")

    scraped(client)
    counting.FIGURES.good_until = float("-inf")
    with connection.execute_wrapper(refuse):
        answer = client.get("/metrics", headers=HERE)
    found = read(answer.content)
    assert answer.status_code == 200
    assert only(found[vocabulary.DATABASE_UP.name]) == 0
    assert set(found) == {vocabulary.BUILD.name, vocabulary.DATABASE_UP.name}, "nothing that is not known now"


# --- what it says -----------------------------------------------------------------------------------


def test_every_metric_of_the_vocabulary_is_there_and_no_other(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.BACKUP_DIR = str(tmp_path)
    (tmp_path / archive.NAME.format(timezone.now())).touch()
    Drill.objects.create(at=timezone.now(), made_at=timezone.now(), checked=1)
    found = scraped(client)
    assert set(found) == {metric.name for metric in vocabulary.METRICS}
    kinds = {
        line.split()[3]
        for line in client.get("/metrics", headers=HERE).content.decode().splitlines()
        if "# TYPE" in line
    }
    assert kinds == {"gauge"}
    assert [name for name in found if name.endswith("_total")] == [], "that is for counters"


def test_letters_that_wait_have_an_age(client: Client) -> None:
    seat = asked_seat(only_table(running_league(make_cast())))
    letter = newest(seat, "turn")
    before = scraped(client)
    row = deliver(letter, "status")
    long_ago = timezone.now() - timedelta(minutes=40)
    InboundLetter.objects.filter(pk=row.pk).update(state="received", read_from=long_ago, queue="")
    OutboundLetter.objects.exclude(pk=letter.pk).update(state="sent")
    OutboundLetter.objects.filter(pk=letter.pk).update(state="retry", attempts=1, due_at=long_ago)
    after = scraped(client)
    assert only(before[vocabulary.UNREAD_AGE.name]) == 0
    assert only(after[vocabulary.UNREAD.name]) == 1
    assert only(after[vocabulary.UNREAD_AGE.name]) == pytest.approx(2400, abs=30)
    assert only(after[vocabulary.UNSENT_AGE.name]) == pytest.approx(2400, abs=30)
    assert after[vocabulary.OUTBOX.name] == {("queued",): 0, ("in-flight",): 0, ("retry",): 1}


def test_a_letter_whose_mail_host_is_away_ages_and_one_that_its_recipient_puts_off_does_not(client: Client) -> None:
    letter = newest(asked_seat(only_table(running_league(make_cast()))), "turn")
    OutboundLetter.objects.exclude(pk=letter.pk).update(state="sent")
    now = timezone.now()
    waits = OutboundLetter.objects.filter(pk=letter.pk)
    waits.update(state="retry", due_at=now + timedelta(minutes=8), created_at=now - timedelta(hours=2), attempts=0)
    assert only(scraped(client)[vocabulary.UNSENT_AGE.name]) == pytest.approx(7200, abs=30)
    waits.update(attempts=3)
    assert only(scraped(client)[vocabulary.UNSENT_AGE.name]) == 0


def test_answers_are_told_by_quantile_and_letters_by_verdict(client: Client) -> None:
    seat = asked_seat(only_table(running_league(make_cast())))
    row = deliver(newest(seat, "turn"), "status")
    row.refresh_from_db()
    sent_at = row.received_at + timedelta(seconds=12)
    OutboundLetter.objects.filter(answers=row).update(state="sent", sent_at=sent_at)
    found = scraped(client)
    assert found[vocabulary.ANSWER.name] == {("0.5",): 12, ("0.95",): 12}
    assert only(found[vocabulary.ANSWERS.name]) == 1
    assert found[vocabulary.VERDICTS.name] == {(row.verdict,): 1}


def test_a_deadline_that_nobody_judges_is_unswept_until_the_sweep(client: Client) -> None:
    seat = asked_seat(only_table(running_league(make_cast(), grace=timedelta(0))))
    late = timezone.now() - timedelta(minutes=10)
    Turn.objects.filter(seat=seat, ended_at=None).update(
        due_by=late, judge_at=late, handed_at=late - timedelta(hours=9)
    )
    found = scraped(client)
    assert (only(found[vocabulary.OVERDUE.name]), only(found[vocabulary.UNSWEPT.name])) == (1, 1)
    assert only(found[vocabulary.UNSWEPT_AGE.name]) == pytest.approx(600, abs=30)
    sweeps.sweep()
    found = scraped(client)
    assert (only(found[vocabulary.UNSWEPT.name]), only(found[vocabulary.UNSWEPT_AGE.name])) == (0, 0)
    assert only(found[vocabulary.STAND_IN.name]) == 1, "of the one turn that was played the stand-in has played all"


def test_tables_at_which_nobody_moves_are_counted_unless_they_are_paused(client: Client) -> None:
    table = only_table(running_league(make_cast()))
    long_ago = timezone.now() - timedelta(days=8)
    Turn.objects.filter(seat__table=table, ended_at=None).update(opened_at=long_ago)
    assert only(scraped(client)[vocabulary.STILL.name]) == 0, "somebody has moved"
    LogEntry.objects.filter(table=table).update(created_at=long_ago)
    assert only(scraped(client)[vocabulary.STILL.name]) == 1
    type(table).objects.filter(pk=table.pk).update(paused_at=timezone.now())
    assert only(scraped(client)[vocabulary.STILL.name]) == 0


def test_domains_to_which_letters_come_back_are_few_and_no_address_is_shown(client: Client) -> None:
    half_played(make_cast())
    rows = list(OutboundLetter.objects.order_by("pk")[:30])
    assert len(rows) > counting.DOMAINS + 2
    for number, row in enumerate(rows):
        OutboundLetter.objects.filter(pk=row.pk).update(
            to=f"somebody{number}@d{number}.example", delivery="unwanted" if number else "came-back",
            delivery_at=timezone.now(),
        )  # fmt: skip
    found = scraped(client)[vocabulary.RETURNED.name]
    assert sum(found.values()) == len(rows)
    assert len({domain for domain, _ in found}) == counting.DOMAINS + 1
    assert {reason for _, reason in found} == {counting.BOUNCE, counting.COMPLAINT}
    assert b"somebody" not in client.get("/metrics", headers=HERE).content


def test_parts_and_drills_are_told(client: Client, settings: Settings) -> None:
    settings.OUTAGE_AFTER = timedelta(minutes=2)
    now = timezone.now()
    heartbeats.beat(heartbeats.SWEEP)
    Heartbeat.objects.create(name=heartbeats.LISTENER, at=now - timedelta(hours=1))
    heartbeats.fails(heartbeats.POST)
    Outage.objects.create(source=heartbeats.LISTENER, begins_at=now - timedelta(hours=1))
    Drill.objects.create(at=now, made_at=now - timedelta(days=1), trouble="a checksum is wrong")
    found = scraped(client)
    assert found[vocabulary.PART_UP.name] == {("sweep",): 1, ("listener",): 0, ("post",): 0}
    assert found[vocabulary.HEARTBEAT.name]["listener",] == pytest.approx(now.timestamp() - 3600)
    assert only(found[vocabulary.OUTAGES.name]) == 1
    assert only(found[vocabulary.DRILL_OK.name]) == 0
    assert vocabulary.RESTORED.name not in found or found[vocabulary.RESTORED.name] == {}, "none has ever held"
