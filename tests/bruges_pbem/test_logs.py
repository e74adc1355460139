"""Logs: one JSON object a line, traceable, without addresses and tokens."""

from __future__ import annotations

import json
import logging
import sys
import time
from threading import Event

import pytest
from celery import Celery
from celery.contrib.testing.worker import start_worker

from bruges_pbem import logs
from tournaments.keys import redaction
from tournaments.keys.address import token
from tournaments.runtime import trace

TOKEN = token(7, 3, 0, {"k1": b"k" * 32})


def line(message: str, *args: object, failed: bool = False) -> dict[str, str]:
    problem = sys.exc_info() if failed else None
    record = logging.LogRecord("tournaments.inbox", logging.INFO, __file__, 1, message, args, problem)
    logs.AddTrace().filter(record)
    text = logs.JsonLines().format(record)
    assert "\n" not in text
    found = json.loads(text)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    "told",
    [
        "from anna@home.example",
        f"to <play+{TOKEN}@mail.example.org>",
        f"rcpt play+{TOKEN}",
        "GET /sign-in?sesame=AAAAbbbb",
        "Method Not Allowed (POST): /letters/calendar/2-1:AAAAbbbb.ics",
        "lęna.o'neil+x@sub.home.example",
        "to o@localhost",
        'for "odd one"@example.net',
        'for "odd\\"one"@example.net',
        "rcpt <user@[192.0.2.1]>",
        "user@[IPv6:2001:db8::1]: refused",
    ],
)
def test_no_address_and_no_token_gets_into_a_log(told: str) -> None:
    text = line("letter %s", told)["message"]
    assert text.startswith("letter ")
    assert "@" not in text
    assert TOKEN not in text
    assert "AAAA" not in text
    assert "odd" not in text
    assert "192.0.2.1" not in text


def test_a_unit_of_systemd_and_the_name_of_a_worker_are_no_addresses() -> None:
    back = "its log says why: journalctl --unit=postfix@-.service, or systemctl start a@b.timer"
    assert line("mail host: %s", back)["message"] == f"mail host: {back}"
    for address in ("anna@home.service.example", "anna@service", "anna@b.services"):
        assert "@" not in line("from %s", address)["message"]
    record = logging.LogRecord(
        "celery.apps.worker", logging.INFO, __file__, 1, "%s ready.", ("celery@host.example",), None
    )
    logs.Workers().filter(record)
    assert json.loads(logs.JsonLines().format(record))["message"] == "celery at host.example ready."


def test_a_traceback_is_redacted_too() -> None:
    try:
        raise ValueError("no seat for anna@home.example")
    except ValueError:
        text = line("failed", failed=True)["traceback"]
    assert "ValueError: no seat for <address>" in text


def test_everything_inside_a_trace_carries_its_id() -> None:
    with trace.begin() as outer:
        assert line("a")["trace"] == outer
        with trace.begin(f"00-{'a1' * 16}-{'b2' * 8}-00"):
            assert line("b")["trace"] == "a1" * 16
        assert line("c")["trace"] == outer
    assert line("d")["trace"] == ""


def test_a_task_continues_the_trace_of_whoever_asked_for_it() -> None:
    app = Celery("tasks", broker="memory://", set_as_current=False, fixups=[])
    app.conf.task_default_queue = "traced"  # in memory the usual one holds what other tests have sent
    seen: list[str] = []
    done = Event()

    @app.task
    def look() -> None:
        seen.append(trace.current())
        done.set()

    with start_worker(app, perform_ping_check=False):
        with trace.begin() as asked:
            look.delay()
        assert done.wait(20)
    assert seen == [asked]


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "a.",
        "a-",
        "%40",
        "k1" + "a" * 32,
        "a@",
        "a:",
        "/letters/a:",
        '"',
        '"a',
        '"a"',
        "@[",
        "a@[b",
        '"a"@',
        "a@b.",
    ],
)
def test_long_text_that_somebody_wrote_is_redacted_in_a_moment(piece: str) -> None:
    begin = time.process_time()
    redaction.redacted(piece * (200_000 // len(piece)))
    assert time.process_time() - begin < 1
