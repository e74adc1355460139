"""A part that is away is one line a minute in the log, and one when it is back; only other errors have a traceback."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest
from aiosmtpd.controller import Controller
from celery import Celery
from celery.beat import ScheduleEntry, Scheduler
from celery.contrib.testing.worker import start_worker
from celery.schedules import schedule
from django.conf import settings as service
from django.db import DatabaseError, InternalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from pytest_django import Settings
from pytest_django.plugin import DjangoDbBlocker

from bruges_pbem import env
from tests.outbox.hosts import Host
from tests.shared import logged, parts
from tests.shared.cast import make_cast, running_league
from tournaments.inbox.doors import mailbox
from tournaments.models import OutboundLetter
from tournaments.running import posting
from tournaments.running.health.database import refused
from tournaments.running.installation import HOST, free_port
from tournaments.runtime import hints, outages

START = datetime(2025, 11, 14, 12, tzinfo=UTC)
AT_START = "2025-11-14 12:00:00 UTC"
MINUTE = timedelta(minutes=1)


class Clock:
    """A clock that is stopped until it is set."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(outages, "HERE", outages.Outages(clock))
    return clock


def told(written: io.StringIO) -> list[str]:
    """The lines of the log on outages. Nothing else in it may be a warning or have a traceback."""
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    ours = [line for line in lines if line["logger"] == outages.log.name]
    others = [line for line in lines if line not in ours and line["level"] in ("warning", "error", "critical")]
    assert others == []
    assert [line for line in lines if "traceback" in line] == []
    return [line["message"] for line in ours]


# --- the rule ------------------------------------------------------------------------------------


def test_ten_minutes_of_failures_are_eleven_lines_and_the_end_is_one(clock: Clock) -> None:
    with logged.everything() as written:
        for second in range(601):
            clock.at = START + timedelta(seconds=second)
            outages.failed("the mill", ConnectionRefusedError("shut"))
        lines = told(written)
        assert len(lines) == 11
        assert lines[0] == "the mill does not work: ConnectionRefusedError: shut"
        assert "since 2025-11-14 12:00:00 UTC: 601 attempts failed" in lines[-1]
        outages.works("the mill")
        outages.works("the mill")
        assert told(written)[11:] == ["the mill works again: 601 attempts failed since " + AT_START]


def test_parts_and_kinds_of_failure_are_told_of_apart(clock: Clock) -> None:
    with logged.everything() as written:
        for _ in range(5):
            for part in ("the mill", "the bridge"):
                outages.failed(part, ConnectionRefusedError())
                outages.failed(part, TimeoutError())
        assert len(told(written)) == 4


def test_a_failure_long_after_the_last_one_is_a_new_outage(clock: Clock) -> None:
    with logged.everything() as written:
        outages.failed("the mill", TimeoutError())
        clock.at += outages.OVER_AFTER
        outages.failed("the mill", TimeoutError())
        assert [line.partition(":")[0] for line in told(written)] == ["the mill does not work"] * 2


# --- mail ----------------------------------------------------------------------------------------


@contextmanager
def answering(host: Host, port: int) -> Iterator[None]:
    server = Controller(host, hostname=HOST, port=port)
    server.start()
    try:
        yield
    finally:
        server.stop()


def fifty_letters() -> list[int]:
    some = OutboundLetter.objects.filter(league=running_league(make_cast()))[0]
    for number in range(50):
        some.pk, some.dedupe, some.message_id = None, f"n{number}", f"<n{number}@mail.example.org>"
        some.picture, some.papers, some.state = None, [], OutboundLetter.State.QUEUED
        some.save(force_insert=True)
    return list(OutboundLetter.objects.filter(dedupe__startswith="n").values_list("pk", flat=True))


def post_all(letters: list[int], clock: Clock) -> None:
    """Two seconds after each other."""
    for pk in letters:
        assert not posting.post(pk)
        clock.at += timedelta(seconds=2)


@pytest.mark.django_db
@pytest.mark.parametrize("way", ["closed port", "421 4.3.2 shutting down", "535 5.7.8 who are you"])
def test_fifty_letters_to_a_mail_host_that_is_down_are_one_line_a_minute(
    way: str, clock: Clock, settings: Settings
) -> None:
    letters, port = fifty_letters(), free_port()
    settings.EMAIL_BACKEND = "tournaments.outbox.smtp_backend.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, port
    with logged.everything() as written:
        if way == "closed port":
            post_all(letters, clock)
        else:
            host = Host()
            host.to_sender = way
            with answering(host, port):
                post_all(letters, clock)
        lines = told(written)
        assert [line.partition(":")[0] for line in lines][:1] == [f"the mail host {HOST}"]
        assert len(lines) == 2
        assert "31 attempts failed" in lines[1]
        with answering(Host(), port):
            OutboundLetter.objects.filter(pk=letters[0]).update(state=OutboundLetter.State.QUEUED)
            assert posting.post(letters[0])
        assert told(written)[2:] == [f"the mail host {HOST}:{port} works again: 50 attempts failed since {AT_START}"]


def mailbox_of(url: str, monkeypatch: pytest.MonkeyPatch) -> mailbox.Place:
    monkeypatch.setenv("WORD", url)
    return mailbox.Place(**env.imap("WORD"))


@contextmanager
def watched(place: mailbox.Place, failures: Callable[[], bool]) -> Iterator[None]:
    """The mailbox is watched, a hundred attempts a second, until `failures` is true and the block is over."""
    stop = Event()
    thread = Thread(target=mailbox.watch, args=(place, "Done", 60.0, stop, (0.01,)))
    thread.start()
    try:
        parts.until(failures, "the door to try")
        yield
    finally:
        stop.set()
        thread.join()


def attempts(part: str) -> int:
    return sum(seen.attempts for seen in outages.HERE.failing.get(part, {}).values())


def test_a_mailbox_whose_host_is_down_is_one_line_a_minute(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    place = mailbox_of(f"imap://anna:tulip@{HOST}:{free_port()}", monkeypatch)
    part = f"the mailbox at {place.host}:{place.port}"
    with logged.everything() as written:
        with watched(place, lambda: attempts(part) >= 20):
            clock.at += MINUTE
            so_far = attempts(part)
            parts.until(lambda: attempts(part) >= so_far + 20, "the door to go on")
        lines = told(written)
    assert lines[0].startswith(f"{part} does not work: ConnectionRefusedError")
    assert lines[1].startswith(f"{part} has not worked since {AT_START}")
    assert len(lines) == 2


@pytest.mark.django_db(transaction=True)
def test_a_mailbox_that_opens_again_is_one_line(
    clock: Clock, dovecot: parts.Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = mailbox_of(dovecot.url("outage"), monkeypatch)
    part = f"the mailbox at {place.host}:{place.port}"
    outages.failed(part, ConnectionRefusedError())
    with logged.everything() as written, watched(place, lambda: not outages.HERE.failing):
        pass
    assert told(written) == [f"{part} works again: 1 attempts failed since {AT_START}"]


# --- the broker ----------------------------------------------------------------------------------


@pytest.fixture
def app(settings: Settings) -> Iterator[Celery]:
    """The service's own configuration, of another broker; nothing to say at the start."""
    settings.TRUSTED_AUTHSERV_IDS, settings.SECURITY_CONTACT = ("mx.example.org",), ("mailto:security@example.org",)
    app = Celery("outages", set_as_current=False, fixups=[])
    app.config_from_object(service, namespace="CELERY")
    app.conf.update(worker_hijack_root_logger=False)
    yield app
    app.close()


def test_a_broker_that_goes_and_comes_back_is_one_line_a_minute(
    app: Celery, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker loses it, beat and the service cannot hand out tasks: all in one process, so all in one count."""
    monkeypatch.setattr(hints, "current_app", app)
    # However slowly a busy machine lets the broker refuse, no attempt is left out.
    monkeypatch.setattr(hints, "LONG", float("inf"))
    monkeypatch.setattr(hints._Broker, "rests_until", 0.0)
    beat = Scheduler(app, lazy=True)
    entry = ScheduleEntry("sweep", "tournaments.tasks.sweep", schedule=schedule(60), app=app)
    done = Event()
    app.task(name="ours", shared=False)(done.set)
    with logged.everything() as written, ExitStack() as stack:
        with parts.redis(tmp_path) as url:
            app.conf.update(broker_url=url)
            stack.enter_context(start_worker(app, perform_ping_check=False))
            app.send_task("ours")
            assert done.wait(20)
            assert told(written) == []
        for _ in range(20):
            hints._send("ours", 1)
            beat.apply_entry(entry)
        parts.until(lambda: attempts(outages.BROKER) >= 42, "the worker to try again")
        clock.at += MINUTE
        hints._send("ours", 1)
        failures = kinds()
        with parts.redis(tmp_path):
            done.clear()
            parts.until(lambda: not kinds(), "the worker to find it again")
            app.send_task("ours")
            assert done.wait(20)
            stack.close()
    lines = told(written)
    assert len([line for line in lines if line.startswith("the broker does not work: ")]) == len(failures)
    later = [line for line in lines if line.startswith("the broker has not worked since ")]
    assert 1 <= len(later) <= len(failures)
    assert len([line for line in lines if line.startswith("the broker works again: ")]) == 1
    assert len(lines) == len(failures) + len(later) + 1


def kinds() -> set[str]:
    return set(outages.HERE.failing.get(outages.BROKER, {}))


# --- the database and the disk -------------------------------------------------------------------


def database(url: str, monkeypatch: pytest.MonkeyPatch) -> BaseDatabaseWrapper:
    """A connection of Django's to that database, with the service's settings."""
    monkeypatch.setenv("WORD", url)
    return ConnectionHandler({"default": env.database("WORD", "")})["default"]


def ask(connection: BaseDatabaseWrapper, question: str = "SELECT 1") -> None:
    """Ask, and log what goes wrong as every task and page does."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(question)
    except DatabaseError:
        logging.getLogger("tests").exception("asked in vain")


def test_a_database_that_restarts_is_one_line_and_its_return_another(
    clock: Clock, postgresql_url: str, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), logged.everything() as written:
        connection = database(postgresql_url, monkeypatch)
        ask(connection, "SELECT pg_terminate_backend(pg_backend_pid())")
        ask(connection)
        connection.close()
        ask(connection)
        connection.close()
        away = database("postgresql://nobody@127.0.0.1:9/none", monkeypatch)
        for _ in range(10):
            ask(away)
        lines = told(written)
    assert [line.partition(":")[0] for line in lines if "again" not in line] == ["the database does not work"] * 2
    assert [line for line in lines if "again" in line] == [lines[1]]


def test_a_file_that_cannot_be_opened_is_an_outage_of_the_database(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), logged.everything() as written:
        connection = database("sqlite:///nowhere/at/all.sqlite3", monkeypatch)
        for _ in range(10):
            ask(connection)
    assert len(told(written)) == 1


def test_a_server_that_may_only_be_read_is_an_outage_of_the_database(
    clock: Clock, postgresql_url: str, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), logged.everything() as written:
        connection = database(postgresql_url, monkeypatch)
        ask(connection, "SET default_transaction_read_only = on")
        for _ in range(10):
            ask(connection, "CREATE TABLE nowhere (word text)")
        connection.close()
        lines = told(written)
    assert len(lines) == 1
    assert lines[0].startswith("the database does not work: InternalError: cannot execute CREATE TABLE")


def test_a_full_disk_is_an_outage_of_the_disk(clock: Clock) -> None:
    with logged.everything() as written:
        for _ in range(10):
            try:
                Path("/dev/full").write_text("a paper")
            except OSError:
                logging.getLogger("tests").exception("no paper")
    (line,) = told(written)
    assert line.startswith("the disk does not work: OSError")


@pytest.mark.parametrize("question", ["SELECT * FROM nowhere", "SELECT"])
def test_what_is_wrong_with_a_statement_keeps_its_traceback(
    question: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), logged.everything() as written:
        connection = database(f"sqlite://{tmp_path}/some.sqlite3", monkeypatch)
        ask(connection, question)
        ask(connection, question)
        connection.close()
    ours = [line for line in map(json.loads, written.getvalue().splitlines()) if line["logger"] == "tests"]
    assert ["OperationalError" in line.get("traceback", "") for line in ours] == [True] * 2


def test_an_error_that_nobody_expects_keeps_its_traceback(clock: Clock) -> None:
    with logged.everything() as written:
        for _ in range(2):
            try:
                raise KeyError("a seat")
            except KeyError:
                logging.getLogger("celery.app.trace").exception("Task raised unexpected")
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert ["KeyError" in line["traceback"] for line in lines] == [True] * 2
    assert outages.HERE.failing == {}


def test_no_room_for_a_temporary_file_of_postgresql_is_a_fault_of_ours() -> None:
    error = InternalError("could not create temporary file")
    error.__cause__ = psycopg.errors.InternalError_("could not create temporary file: No space left on device")
    assert outages.is_ours(error)
    (found,) = refused(error)
    assert "its disk is full" in found.words
    error.__cause__ = psycopg.errors.InternalError_("cache lookup failed")
    assert not outages.is_ours(error)
