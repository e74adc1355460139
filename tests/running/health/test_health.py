"""The two health pages, with a real database and a real broker: what works, and in one line what does not."""

from __future__ import annotations

import io
import os
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Event
from time import monotonic

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import OperationalError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from bruges_pbem import health, readiness
from bruges_pbem.celery import app
from bruges_pbem.readiness import Readiness
from tests.shared import logged
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.parts import until
from tests.shared.post import address_of, newest, reply
from tournaments.inbox import ingest
from tournaments.keys.address import BODY_LETTERS
from tournaments.models import Drill, Heartbeat, InboundLetter, OutboundLetter, Table
from tournaments.outbox import mail_host_away
from tournaments.running.health import database, machine, postfix, registry, restorable, running
from tournaments.running.health.finding import Check, Finding, Findings, State, fail, of_others, ok, warn
from tournaments.running.installation import free_port
from tournaments.runtime import heartbeats, outages

pytestmark = pytest.mark.django_db


@pytest.fixture
def broker(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_url", redis_url)


@pytest.fixture
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_url", "redis://127.0.0.1:9/0")


@pytest.fixture
def silent_broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Takes connections and never says a word, as one does that was stopped."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        monkeypatch.setattr(app.conf, "broker_url", f"redis://127.0.0.1:{listener.getsockname()[1]}/0")
        yield


LETTERS = (registry.OUT, registry.BACK, registry.SIGNED)
(OUTSIDE,) = (check for check in registry.CHECKS if check.name == registry.OUTSIDE)
HERE = [check for check in registry.CHECKS if not check.background and check.name not in LETTERS]


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def all_parts(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every part has just said that it works; other machines are not asked, and no letter is sent."""
    settings.OUTAGE_AFTER = timedelta(minutes=2)
    monkeypatch.setattr(outages, "HERE", outages.Outages())
    monkeypatch.setattr(registry, "CHECKS", HERE)
    for name in (heartbeats.SWEEP, heartbeats.WORKER, heartbeats.LISTENER):
        heartbeats.beat(name)


def lines(client: Client) -> dict[str, str]:
    """The lines of /readyz on faults, as told on this machine, by check."""
    answer = client.get("/readyz", headers={"host": "localhost:8000"})
    told = dict(line.split(": ", 1) for line in answer.json()["lines"])
    assert (answer.status_code == 200) == answer.json()["ready"]
    assert all("\n" not in line for line in told.values())
    return told


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of a process that has asked nothing yet."""
    clock = Clock()
    monkeypatch.setattr(health, "READINESS", Readiness(clock))
    return clock


@pytest.mark.usefixtures("no_broker")
def test_the_process_lives_without_anything_else(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"lives": True})


@pytest.mark.usefixtures("broker")
def test_it_is_ready_when_every_part_works(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert set(answer.json()["checks"]) == {check.name for check in registry.of_ready()}


@pytest.mark.usefixtures("no_broker")
def test_from_elsewhere_it_says_which_part_is_missing_and_not_why(client: Client) -> None:
    here = {"HTTP_HOST": "localhost"}
    for how in ({"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, {"HTTP_HOST": "play.example.org"}, {"REMOTE_ADDR": "192.0.2.7"}):
        client.defaults = {**here, **how}
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert answer.json()["checks"]["broker"] == "fail"
        assert set(answer.json()) == {"ready", "checks"}


@pytest.mark.usefixtures("broker")
def test_health_is_never_cached_on_its_way(client: Client) -> None:
    assert "no-store" in client.get("/readyz")["Cache-Control"]


# --- what it costs whoever asks --------------------------------------------------------------------


@pytest.mark.usefixtures("silent_broker")
def test_a_broker_that_takes_connections_and_says_nothing_is_waited_for_a_moment(client: Client) -> None:
    begun = monotonic()
    assert client.get("/readyz").json()["checks"]["broker"] == "fail"
    assert monotonic() - begun < 2 * running.BROKER_WAIT + 1


@pytest.mark.usefixtures("broker")
def test_the_parts_are_asked_once_a_second_at_most(
    client: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").status_code == 200
    monkeypatch.setattr(app.conf, "broker_url", "redis://127.0.0.1:9/0")
    clock.now += readiness.KEPT / 2
    assert client.get("/readyz").status_code == 200
    clock.now += readiness.KEPT
    assert client.get("/readyz").status_code == 503


def test_nobody_has_more_than_a_tenth_of_the_time_spent_on_it(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    ready, asked = Readiness(clock), []

    def look() -> Findings:
        asked.append(clock.now)
        clock.now += 2
        yield ok("slow")

    monkeypatch.setattr(registry, "CHECKS", [Check("slow", look)])
    while clock.now < 100:
        ready.found()
        clock.now += 0.1
    assert len(asked) == 5


def test_while_one_thread_asks_the_others_wait_for_nothing(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    ready, slow, go_on = Readiness(clock), Event(), Event()

    def look() -> Findings:
        slow.set()
        yield ok("answers") if go_on.wait(20) else fail("gave up", "")

    def told() -> list[tuple[str, str]]:
        return [(name, finding.state) for name, finding in ready.found()]

    monkeypatch.setattr(registry, "CHECKS", [Check("broker", look)])
    with ThreadPoolExecutor() as pool:
        first = pool.submit(told)
        try:
            assert slow.wait(20)
            assert told() == [("broker", State.FAIL)]  # nobody knows yet
        finally:
            go_on.set()
        known = [("broker", State.OK)]
        assert first.result(20) == known
        clock.now += ready.kept
        slow.clear()
        go_on.clear()
        second = pool.submit(told)
        try:
            assert slow.wait(20)
            assert told() == known
            clock.now += readiness.STALE
            ((name, finding),) = ready.found()
            assert (name, finding.state) == ("broker", State.FAIL)
            assert "5 seconds" in finding.words
            assert "systemctl restart redis" in finding.mend
        finally:
            go_on.set()
        assert second.result(20) == known


def test_after_a_quiet_time_the_first_answer_tells_what_other_machines_say_now(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready, said = Readiness(clock), [ok("it answers"), fail("nobody answers", "start it"), ok("it answers again")]
    monkeypatch.setattr(registry, "CHECKS", [Check("far", lambda: iter([said.pop(0)]), background=True)])
    for state in (State.OK, State.FAIL, State.OK):
        assert [finding.state for _, finding in ready.found()] == [state]
        clock.now += readiness.SELDOM if state == State.OK else readiness.SOONER


def test_what_lies_on_other_machines_is_asked_seldom_and_waited_for_in_vain_by_nobody(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready, go_on, asked = Readiness(clock), Event(), Event()

    def look() -> Findings:
        assert not asked.is_set()
        asked.set()
        yield warn("slow", "wait") if go_on.wait(20) else fail("gave up", "")

    monkeypatch.setattr(registry, "CHECKS", [Check("far", look, background=True)])
    assert ready.found() == []
    assert asked.wait(20)
    go_on.set()
    until(lambda: [name for name, _ in ready.found()] == ["far"], "the answer from elsewhere")
    clock.now += readiness.SELDOM / 2
    ready.found()
    asked.clear()
    clock.now += readiness.SELDOM
    ready.found()
    assert asked.wait(20)


@pytest.mark.usefixtures("broker")
def test_migrations_are_read_from_their_files_once(
    client: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get("/readyz")

    def load(*_: object) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr(MigrationLoader, "load_disk", load)
    clock.now += 100
    assert client.get("/readyz").status_code == 200


def test_each_failure_is_one_line_in_the_log_and_its_end_another(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    ready, state = Readiness(clock), [fail("the mill stands", "let it run"), ok("the mill turns")]
    monkeypatch.setattr(registry, "CHECKS", [Check("mill", lambda: iter(state[:1]))])
    with logged.everything() as written:
        for _ in range(3):
            ready.found()
            clock.now += 100
        state.pop(0)
        ready.found()
    (first, last) = written.getvalue().splitlines()
    assert "not ready, mill: the mill stands: let it run" in first
    assert "ready again: mill" in last


# --- what is broken, and the way back ---------------------------------------------------------------


def silent(name: str) -> None:
    Heartbeat.objects.filter(name=name).update(at=timezone.now() - timedelta(minutes=12))


@pytest.mark.usefixtures("broker")
@pytest.mark.parametrize(
    ("part", "check", "words", "command"),
    [
        (heartbeats.SWEEP, "sweep", "no sweep for 12 minutes", "systemctl start bruges-beat bruges-worker"),
        (heartbeats.BEAT, "beat", "no sign of beat for 12 minutes", "systemctl start bruges-beat"),
        (heartbeats.WORKER, "worker", "for 12 minutes", "systemctl start bruges-worker"),
        (heartbeats.LISTENER, "doors", "listener for SMTP and LMTP, for 12 minutes", "systemctl start bruges-receive"),
        (heartbeats.MAILBOX, "doors", "mailbox of IMAP_URL, for 12 minutes", "systemctl start bruges-fetch"),
    ],
)
def test_a_part_that_was_killed_is_named_with_its_command(
    part: str, check: str, words: str, command: str, client: Client, clock: Clock, settings: Settings
) -> None:
    settings.IMAP = {"host": "imap.example.org"} if part == heartbeats.MAILBOX else {}
    heartbeats.beat(part)
    assert lines(client) == {}
    silent(part)
    clock.now += 100
    told = lines(client)
    assert set(told) == {check}
    assert words in told[check]
    assert command in told[check]


@pytest.mark.usefixtures("broker")
def test_a_worker_that_stands_is_told_from_a_beat_that_does_and_is_warned_of_soon(client: Client, clock: Clock) -> None:
    heartbeats.beat(heartbeats.BEAT)
    Heartbeat.objects.filter(name=heartbeats.WORKER).update(at=timezone.now() - timedelta(seconds=70))
    told = lines(client)
    assert "no worker has taken a task for 70 seconds" in told["worker"]
    assert client.get("/readyz").status_code == 200
    silent(heartbeats.WORKER)
    silent(heartbeats.SWEEP)
    clock.now += 100
    told = lines(client)
    assert set(told) == {"worker"}
    heartbeats.beat(heartbeats.WORKER)
    clock.now += 100
    assert "though beat asks for them: systemctl start bruges-worker" in lines(client)["sweep"]


def a_letter_failed(why: str) -> None:
    """The newest of a running league could not be handed to the mail host."""
    running_league(make_cast())
    OutboundLetter.objects.filter(pk=OutboundLetter.objects.latest("pk").pk).update(
        state=OutboundLetter.State.RETRY, failure=mail_host_away.noted(why), taken_at=timezone.now()
    )
    heartbeats.fails(heartbeats.POST)


@pytest.mark.usefixtures("broker")
def test_a_mail_host_at_which_nobody_answers_is_looked_for_in_the_settings_not_in_its_log(
    client: Client, settings: Settings
) -> None:
    settings.LISTEN_POLICY = ("127.0.0.1", 2527)
    a_letter_failed("Connection refused")
    assert "or mend SMTP_URL" in lines(client)["posting"]


@pytest.mark.usefixtures("broker")
def test_a_service_whose_parts_are_about_to_begin_is_no_broken_one(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "BEGUN", monotonic())
    Heartbeat.objects.all().delete()
    told = lines(client)
    assert set(told) == {"worker", "sweep", "doors"}
    assert all("within half a minute of the start; else " in line for line in told.values())
    assert client.get("/readyz").status_code == 200


@pytest.mark.usefixtures("broker")
def test_a_service_of_which_no_part_was_ever_started_says_so_once_it_runs_for_a_while(
    client: Client, settings: Settings
) -> None:
    Heartbeat.objects.all().delete()
    settings.OUTAGE_AFTER = timedelta(0)
    told = lines(client)
    assert set(told) == {"worker", "doors"}
    assert "never been open" in told["doors"]


@pytest.mark.usefixtures("broker")
def test_a_mail_host_that_takes_nothing_is_named_and_a_hitch_is_no_failure(client: Client, clock: Clock) -> None:
    heartbeats.fails(heartbeats.POST)
    assert "127.0.0.1:9" in lines(client)["posting"]
    assert client.get("/readyz").status_code == 200
    Heartbeat.objects.filter(name=heartbeats.POST).update(failing_at=timezone.now() - timedelta(minutes=2))
    clock.now += 100
    told = lines(client)
    assert "systemctl start postfix" in told["posting"]
    assert client.get("/readyz").status_code == 503


@pytest.mark.usefixtures("broker")
def test_what_a_mail_host_of_our_own_answered_to_a_letter_leads_to_what_is_away(
    client: Client, settings: Settings
) -> None:
    settings.LISTEN_POLICY = ("127.0.0.1", 2527)
    said = "451 4.7.1 Service unavailable - try again later"
    a_letter_failed(said)
    told = lines(client)["posting"]
    assert said in told
    assert postfix.MILTERS in told


@pytest.mark.usefixtures("broker")
def test_what_another_mail_host_said_is_told_under_its_own_name(client: Client, settings: Settings) -> None:
    a_letter_failed("[Errno -2] Name or service not known")
    before, settings.EMAIL_HOST = mail_host_away.place(), "mail.example.org"
    told = lines(client)["posting"]
    assert f"{before} took none, for 0 seconds ([Errno -2] Name or service not known)" in told
    assert "mail.example.org:9 has not been asked for a letter yet" in told


@pytest.mark.usefixtures("broker")
def test_a_worker_that_stands_is_told_without_the_letters_that_wait_for_it(client: Client, clock: Clock) -> None:
    running_league(make_cast())
    OutboundLetter.objects.update(state=OutboundLetter.State.QUEUED, due_at=timezone.now() - LONG_AGO)
    for seconds in (70, 700):
        Heartbeat.objects.filter(name=heartbeats.WORKER).update(at=timezone.now() - timedelta(seconds=seconds))
        assert set(lines(client)) == {"worker"}
        clock.now += 100


@pytest.mark.usefixtures("broker")
def test_a_full_disk_is_told_without_what_cannot_be_written_to_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No part can leave a sign of life then."""
    for part in (heartbeats.SWEEP, heartbeats.WORKER, heartbeats.LISTENER):
        silent(part)
    monkeypatch.setattr(machine, "ROOM_LEAST", 2**62)
    assert set(lines(client)) == {"disk"}


@pytest.mark.usefixtures("broker")
def test_a_mail_host_that_is_away_is_told_once(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither its door to the net nor the letters that wait for it are told beside it."""
    monkeypatch.setattr(registry, "CHECKS", [*HERE, OUTSIDE])
    monkeypatch.setattr(postfix, "PORT", free_port())
    settings.LISTEN_POLICY = ("127.0.0.1", 2527)
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "tournaments.outbox.smtp_backend.EmailBackend", free_port()
    a_letter_failed("[Errno 111] Connection refused")
    _, told = doctor()
    assert [line.split(": ")[0] for line in told if line.startswith("fail")] == ["fail  mail host"]
    for follows in ("posting", "mail from outside", "letters out"):
        assert f"      {follows}: not looked at while this is not well: mail host" in told


def test_what_follows_from_a_check_that_fails_is_not_told_though_it_was_asked_beside(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready, state = Readiness(clock), [ok("answers")]

    def follow() -> Findings:
        yield fail("the house is dark", "light a lamp")

    checks = [Check("mill", lambda: iter(state)), Check("house", follow, needs=("mill",), background=True)]
    monkeypatch.setattr(registry, "CHECKS", checks)
    ready.found()
    until(lambda: len(ready.found()) == 2, "both checks")
    state[0] = fail("the mill stands", "let it run")
    clock.now += 100
    assert [one.name for one in ready.found()] == ["mill"]


@pytest.mark.usefixtures("broker")
def test_a_database_that_is_away_is_the_only_cause_that_is_named(client: Client) -> None:
    def refuse(*_: object) -> None:
        raise OperationalError("connection to server at anna@home.example failed: Connection refused")

    with connection.execute_wrapper(refuse):
        told = lines(client)
    assert set(told) == {"database"}
    assert "Connection refused" in told["database"]
    assert "anna" not in told["database"]


@pytest.mark.usefixtures("no_broker")
def test_a_broker_that_is_away_is_the_only_cause_that_is_named(client: Client) -> None:
    silent(heartbeats.SWEEP)
    told = lines(client)
    assert set(told) == {"broker"}
    assert "systemctl start redis-server" in told["broker"]


@pytest.mark.usefixtures("broker")
def test_a_migration_that_is_applied_later_is_noticed(client: Client, clock: Clock) -> None:
    last = max(name for name in database.migrations() if name[0] == "tournaments")
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied(*last)
    assert "bruges migrate" in lines(client)["migrations"]
    recorder.record_applied(*last)
    clock.now += 100
    assert lines(client) == {}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", tmp_path]).returncode:
        pytest.skip("only root mounts disks, and not everywhere")
    yield tmp_path
    subprocess.run(["umount", tmp_path], check=True)


@pytest.mark.usefixtures("broker")
def test_a_data_folder_on_a_full_or_closed_disk_is_named(
    client: Client, clock: Clock, small_disk: Path, settings: Settings
) -> None:
    settings.DATA_DIR = small_disk
    disk = os.statvfs(small_disk)
    (small_disk / "full").write_bytes(bytes(disk.f_bavail * disk.f_frsize))
    told = lines(client)
    assert "its disk is full" in told["data folder"]
    assert "df -h" in told["data folder"]
    assert "disk" not in told  # which says the same of the disk
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    clock.now += 100
    assert "remount,rw" in lines(client)["data folder"]


@pytest.mark.usefixtures("broker")
@pytest.mark.parametrize(
    ("code", "words"), [("SQLITE_FULL", "its disk is full"), ("SQLITE_READONLY", "it is read-only")]
)
def test_a_database_that_takes_no_writes_is_named(code: str, words: str, client: Client) -> None:
    def refuse(execute: object, sql: str, params: object, many: bool, context: object) -> object:
        if not sql.startswith(("INSERT", "UPDATE")):
            return execute(sql, params, many, context)  # type: ignore[operator]
        cause = sqlite3.OperationalError("no luck")
        cause.sqlite_errorcode = getattr(sqlite3, code)
        raise OperationalError("no luck") from cause

    with connection.execute_wrapper(refuse):
        told = lines(client)
    assert set(told) == {"writing"}
    assert words in told["writing"]


# --- letters ---------------------------------------------------------------------------------------


@pytest.fixture
def table() -> Table:
    return only_table(running_league(make_cast()))


LONG_AGO = timedelta(minutes=12)


@pytest.mark.usefixtures("broker")
def test_a_letter_that_nobody_reads_is_named_and_one_that_waits_by_intent_is_not(
    client: Client, clock: Clock, table: Table
) -> None:
    OutboundLetter.objects.update(state=OutboundLetter.State.SENT)
    letter = newest(asked_seat(table), "turn")
    row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
    now = timezone.now()
    in_a_batch = {"received_at": now - LONG_AGO, "queue": "seat 1", "read_from": now + timedelta(minutes=3)}
    InboundLetter.objects.filter(pk=row.pk).update(**in_a_batch)
    assert lines(client) == {}
    InboundLetter.objects.filter(pk=row.pk).update(queue="", read_from=now - LONG_AGO)
    clock.now += 100
    assert "waited to be read for 12 minutes" in lines(client)["letters in"]
    InboundLetter.objects.filter(pk=row.pk).update(read_from=timezone.now() - timedelta(seconds=40))
    clock.now += 100
    assert "waited to be read for 40 seconds" in lines(client)["letters in"]
    assert client.get("/readyz").status_code == 200


@pytest.mark.usefixtures("broker")
def test_a_letter_that_nobody_posts_is_named_and_one_that_was_put_off_is_not(
    client: Client, clock: Clock, table: Table
) -> None:
    state, now = OutboundLetter.State, timezone.now()
    OutboundLetter.objects.update(state=state.SENT)
    letter = OutboundLetter.objects.filter(pk=newest(asked_seat(table), "turn").pk)
    for waits in (
        {"state": state.RETRY, "created_at": now - LONG_AGO, "due_at": now + timedelta(hours=1)},
        {"state": state.FOR_DIGEST, "due_at": now - LONG_AGO},
        {"state": state.IN_FLIGHT, "due_at": now - LONG_AGO, "taken_at": now},
    ):
        letter.update(**waits)
        assert lines(client) == {}
        clock.now += 100
    letter.update(state=state.QUEUED, due_at=now - LONG_AGO)
    assert "waited to be posted for 12 minutes" in lines(client)["letters out"]


@pytest.mark.usefixtures("broker")
def test_a_database_that_was_restored_without_its_keys_is_named(
    client: Client, clock: Clock, table: Table, settings: Settings
) -> None:
    OutboundLetter.objects.update(state=OutboundLetter.State.SENT)
    old = settings.MAIL_KEYS
    settings.MAIL_KEYS = {"k1": b"n" * 32}
    assert "MAIL_KEYS=<new>,<old>" in lines(client)["reply addresses"]
    settings.MAIL_KEYS = {"k2": b"n" * 32, **old}
    clock.now += 100
    assert lines(client) == {}
    settings.MAIL_DOMAIN = "new.example.org"
    clock.now += 100
    assert "play at mail.example.org" in lines(client)["reply addresses"]
    settings.MAIL_DOMAIN, settings.MAIL_LOCAL = "mail.example.org", "pley"
    clock.now += 100
    assert "the settings say pley at mail.example.org" in lines(client)["reply addresses"]


# --- the doctor ------------------------------------------------------------------------------------


def doctor(*words: str) -> tuple[int, list[str]]:
    """Its status and its lines."""
    out = io.StringIO()
    try:
        call_command("doctor", *words, stdout=out)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


@pytest.mark.usefixtures("broker")
def test_the_doctor_says_of_every_check_how_it_is(table: Table) -> None:
    OutboundLetter.objects.update(state=OutboundLetter.State.SENT)
    status, told = doctor()
    assert [line for line in told if line.startswith("fail")] == []
    assert status == 0
    assert {line[6:].partition(": ")[0] for line in told} == {check.name for check in registry.CHECKS}
    assert any("1 game checked: 1 agree, 0 broken" in line for line in told)


@pytest.mark.usefixtures("broker")
def test_the_doctor_tries_the_mail_host_itself(settings: Settings) -> None:
    """Nobody else may have asked it for minutes."""
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "tournaments.outbox.smtp_backend.EmailBackend", free_port()
    status, told = doctor()
    (failed,) = [line for line in told if line.startswith("fail")]
    assert status == 1
    assert f"the mail host {settings.EMAIL_HOST}:{settings.EMAIL_PORT} does not let us in" in failed
    assert "systemctl start postfix" in failed


def test_after_an_upgrade_every_part_that_was_there_has_to_give_a_sign_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an old process said before its end says nothing of the new one. Posting is silent without letters."""
    monkeypatch.setattr(registry, "CHECKS", [])
    Heartbeat.objects.all().delete()
    moment, second = timezone.now(), timedelta(seconds=1)
    for name, at in (
        (heartbeats.WORKER, moment + second),
        (heartbeats.SWEEP, moment - second),
        (heartbeats.BEAT, moment - timedelta(days=8)),
        (heartbeats.POST, moment - second),
    ):
        Heartbeat.objects.create(name=name, at=at, every=heartbeats.EVERY)
    status, told = doctor("--since", moment.isoformat())
    assert (status, [line.split()[0] for line in told]) == (1, ["fail", "ok"])
    assert "no sign of sweep since" in told[0]
    assert "worker" in told[1]
    assert doctor()[1] == []


@pytest.mark.usefixtures("broker")
def test_what_lies_with_other_machines_is_only_warned_of_where_that_is_asked_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An upgrade asks so: a name server that fails meanwhile says nothing of the release."""
    theirs = Check("theirs", lambda: iter([of_others(fail("no answer", "wait"))]))
    monkeypatch.setattr(registry, "CHECKS", [theirs])
    assert doctor() == (1, ["fail  theirs: no answer: wait"])
    assert doctor("--here") == (0, ["warn  theirs: no answer: wait"])
    assert client.get("/readyz").status_code == 503
    assert client.get("/readyz?here").status_code == 200
    ours = Check("ours", lambda: iter([fail("broken", "mend it")]))
    monkeypatch.setattr(registry, "CHECKS", [theirs, ours])
    assert doctor("--here") == (1, ["warn  theirs: no answer: wait", "fail  ours: broken: mend it"])


def test_the_doctor_asks_for_a_backup_that_was_restored_on_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "CHECKS", [Check("backup", restorable.backup)])
    now = timezone.now()
    told = [doctor()[1][0]]
    for days, trouble in ((1, ""), (20, ""), (1, "no game agrees")):
        Drill.objects.all().delete()
        made_at = now - timedelta(days=days)
        Drill.objects.create(at=made_at, made_at=made_at, checked=7)
        if trouble:
            Drill.objects.create(at=now, made_at=now, trouble=trouble)
        told.append(doctor()[1][0])
    assert [line.split()[0] for line in told] == ["warn", "ok", "warn", "fail"]
    assert "bruges backup, then bruges drill" in told[0]
    assert "20 days old" in told[2]
    assert "no game agrees" in told[3]


@pytest.mark.usefixtures("no_broker")
def test_the_doctor_fails_where_one_check_does_and_names_what_was_not_looked_at(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Table.objects.update(round=99)
    secret = "to anna@home.example with play+k1" + "a" * BODY_LETTERS
    bad = Check("odd", lambda: iter([Finding(State.FAIL, f"a letter {secret}", "")]))
    monkeypatch.setattr(registry, "CHECKS", [*registry.CHECKS, bad])
    status, told = doctor("--report", str(tmp_path / "report"))
    assert status == 1
    assert "      sweep: not looked at while this is not well: broker" in told
    (broken,) = [line for line in told if line.startswith("fail  games")]
    assert "the stored round is not that of the position" in broken
    report = (tmp_path / "report").read_text().splitlines()
    assert report[1:] == told
    assert [line for line in report if "anna" in line or "aaaa" in line] == []


def test_a_way_back_is_told_as_it_has_to_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever in it looks like a mail address: every way back that knows a unit of systemd with an instance."""
    back = f"{postfix.LOG}; set SECURITY_CONTACT=mailto:security@example.org"
    monkeypatch.setattr(registry, "CHECKS", [Check("host", lambda: iter([fail("anna@home.example heard 554", back)]))])
    assert doctor() == (1, [f"fail  host: <address> heard 554: {back}"])


def test_a_check_that_breaks_is_a_failure_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def look() -> Findings:
        raise KeyError("a bug")
        yield

    monkeypatch.setattr(registry, "CHECKS", [Check("odd", look), Check("even", lambda: iter([ok("fine")]))])
    with logged.everything() as written:
        status, told = doctor()
    assert status == 1
    assert told[0].startswith("fail  odd: it could not be looked at (KeyError")
    assert told[1] == "ok    even: fine"
    assert "KeyError" in written.getvalue()


def test_the_packages_of_this_environment_are_those_of_the_release(tmp_path: Path, settings: Settings) -> None:
    (found,) = machine.packages()
    assert found.state == State.OK
    settings.BASE_DIR = tmp_path
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "base.txt").write_text("django==0.9 \\\n    --hash=sha256:0\n")
    (found,) = machine.packages()
    assert found.state == State.WARN
    assert "django" in found.words
