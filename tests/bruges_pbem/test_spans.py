"""Spans from the door to the answer, by the real SDK: one trace, our own words, and none of anybody else's."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from celery.signals import before_task_publish
from django.test import Client
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pytest_django import Settings

from bruges_pbem import spans, tracing
from tests.shared import logged
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import address_of, newest, reply
from tournaments import tasks
from tournaments.inbox import ingest
from tournaments.models import OutboundLetter, Seat
from tournaments.running.checks import cautions
from tournaments.running.installation import MANAGE
from tournaments.runtime import outages, trace, vocabulary

NAMES = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_TRACES_SAMPLER", "OTEL_SERVICE_NAME")
STRANGERS = f"00-{'ab' * 16}-{'cd' * 8}-01"


@pytest.fixture(autouse=True)
def no_recorder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(outages, "HERE", outages.Outages())
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    yield
    trace.record_with(None)


@pytest.fixture
def recorded() -> InMemorySpanExporter:
    """Every span that ends from now on."""
    kept = InMemorySpanExporter()
    made = spans.provider()
    made.add_span_processor(SimpleSpanProcessor(kept))
    trace.record_with(lambda: spans.Recorder(made))
    return kept


@pytest.fixture
def seat() -> Seat:
    return asked_seat(only_table(running_league(make_cast())))


def by_name(found: InMemorySpanExporter) -> dict[str, list[ReadableSpan]]:
    names: dict[str, list[ReadableSpan]] = {}
    for span in found.get_finished_spans():
        names.setdefault(span.name, []).append(span)
    return names


def handed_over() -> str:
    """What a task that is asked for now would bring along."""
    headers: dict[str, str] = {}
    before_task_publish.send(sender="a task", headers=headers)
    return headers.get(tracing.HEADER, "")


@pytest.mark.django_db(transaction=True)
def test_a_letter_is_one_trace_from_the_door_to_its_answer(seat: Seat, recorded: InMemorySpanExporter) -> None:
    letter = newest(seat, "turn")
    letters = OutboundLetter.objects.count()
    with logged.everything() as written:
        with trace.begin(), trace.span(vocabulary.RECEIVE) as _:
            row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
            asked = handed_over()
        with trace.begin(asked):  # in the worker
            tasks.read_letter.run(row.pk)
    found = by_name(recorded)
    assert set(found) == {
        vocabulary.RECEIVE, vocabulary.READ, vocabulary.APPLY, vocabulary.WRITE, vocabulary.POST
    }  # fmt: skip
    ids = {span.context.trace_id for spans in found.values() for span in spans}
    assert {f"{one:032x}" for one in ids} == {json.loads(line)["trace"] for line in written.getvalue().splitlines()}
    (read,), (apply,) = found[vocabulary.READ], found[vocabulary.APPLY]
    door = found[vocabulary.RECEIVE][-1]
    assert [span.parent and span.parent.span_id for span in (read, apply)] == [
        door.context.span_id,
        read.context.span_id,
    ]
    assert len(found[vocabulary.WRITE]) == OutboundLetter.objects.count() - letters
    answer = OutboundLetter.objects.get(answers=row)
    posted = [dict(span.attributes or {}) for span in found[vocabulary.POST]]
    assert {"bruges.letter_out": answer.pk, "bruges.kind": answer.kind} in posted
    assert dict(read.attributes or {}) == {"bruges.letter_in": row.pk, "bruges.verdict": "letter"}


@pytest.mark.django_db(transaction=True)
def test_no_span_holds_an_address_a_token_or_a_word_of_anybody(seat: Seat, recorded: InMemorySpanExporter) -> None:
    letter = newest(seat, "turn")
    row = ingest.ingest(reply(letter, "12", "tell all: canalside"), address_of(letter), letter.to)
    tasks.read_letter.run(row.pk)
    client = Client(raise_request_exception=False)
    client.post(f"/letters/address/{address_of(letter)}/", {"email": "anna@home.example"})
    told = " ".join(span.to_json() for span in recorded.get_finished_spans())
    secret = re.findall(r"\+([^@]+)@", address_of(letter))[0]
    assert [
        word for word in ("@", secret, "canalside", "Subject", "home.example", letter.subject) if word in told
    ] == []
    for span in recorded.get_finished_spans():
        assert span.name in vocabulary.SPANS
        assert set(span.attributes or {}) <= set(vocabulary.ATTRIBUTES.values())


def test_what_is_no_word_of_ours_is_not_said_and_an_error_is_named_without_its_words(
    recorded: InMemorySpanExporter,
) -> None:
    with suppress(ValueError), trace.span(vocabulary.READ, verdict="from anna@home.example") as span:
        span.about(kind="turn_over")
        raise ValueError("anna@home.example")
    (found,) = recorded.get_finished_spans()
    assert dict(found.attributes or {}) == {"bruges.verdict": trace.UNSAID, "bruges.kind": "turn_over"}
    assert (found.status.is_ok, found.status.description, found.events) == (False, "ValueError", ())


@pytest.mark.django_db
def test_a_strangers_traceparent_decides_nothing(recorded: InMemorySpanExporter) -> None:
    with logged.everything() as written:
        Client().post("/sign-up/", {"email": "anna"}, headers={"traceparent": STRANGERS, "tracestate": "a=b"})
    (request,) = by_name(recorded)[vocabulary.REQUEST]
    assert request.parent is None
    assert f"{request.context.trace_id:032x}" not in STRANGERS
    assert "ab" * 16 not in written.getvalue()


@pytest.mark.parametrize(
    "odd",
    ["", "00", "a" * 55, STRANGERS.upper(), f"{STRANGERS}-more", f"00-{'0' * 32}-{'1' * 16}-01", STRANGERS + "\n"],
)
def test_what_is_no_traceparent_begins_a_trace_of_its_own(odd: str) -> None:
    with trace.begin(odd) as begun:
        assert re.fullmatch("[0-9a-f]{32}", begun)
        assert begun not in odd


def test_a_trace_that_is_not_recorded_at_its_beginning_is_recorded_nowhere(recorded: InMemorySpanExporter) -> None:
    with trace.begin(STRANGERS[:-1] + "0"), trace.span(vocabulary.READ):
        assert handed_over().endswith("-00")
    assert recorded.get_finished_spans() == ()


def test_outside_of_everything_nothing_is_handed_over() -> None:
    assert handed_over() == ""
    with trace.begin() as begun:
        assert trace.TRACEPARENT.fullmatch(handed_over()), "without a recorder too, for the logs"
        assert begun in handed_over()


# --- the collector ----------------------------------------------------------------------------------


class Collector(BaseHTTPRequestHandler):
    """Takes spans by OTLP over HTTP."""

    taken: list[tuple[str, ExportTraceServiceRequest]]

    def do_POST(self) -> None:
        sent = ExportTraceServiceRequest.FromString(self.rfile.read(int(self.headers["Content-Length"])))
        self.taken.append((self.path, sent))
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Collector]]:
    Collector.taken = []
    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
        yield Collector
        server.shutdown()


def record_as_in_earnest() -> spans.Recorder:
    """What the settings say; the recorder of the first span."""
    tracing.record_spans()
    with trace.begin(), trace.span(vocabulary.READ, letter_in=7):
        pass
    recorder = trace._recorder()
    assert isinstance(recorder, spans.Recorder)
    return recorder


def test_spans_reach_the_collector_that_is_named(collector: type[Collector]) -> None:
    record_as_in_earnest().provider.shutdown()
    ((path, sent),) = collector.taken
    (resource,) = sent.resource_spans
    about = {fact.key: fact.value.string_value for fact in resource.resource.attributes}
    (span,) = resource.scope_spans[0].spans
    assert (path, about["service.name"], span.name) == ("/v1/traces", spans.SERVICE, vocabulary.READ)
    assert [name for name in about if not name.startswith(("service.", "telemetry."))] == [], "nothing of the machine"


def test_a_collector_that_is_away_is_one_line_and_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    with logged.everything() as written:
        record_as_in_earnest().provider.shutdown()
    lines = [line for line in map(json.loads, written.getvalue().splitlines()) if line["level"] != "debug"]
    assert [(line["level"], "traceback" in line) for line in lines] == [("warning", False)]
    assert spans.COLLECTOR in lines[0]["message"]


def test_without_the_packages_everything_runs_and_a_span_is_nothing() -> None:
    """Other packages load those of OpenTelemetry by themselves where they are installed; here they are not."""
    program = (
        "import sys, os; sys.modules['opentelemetry'] = None\n"
        "import django; os.environ['DJANGO_SETTINGS_MODULE'] = 'tests.settings'; django.setup()\n"
        "import bruges_pbem.urls; from tournaments.runtime import trace\n"
        "with trace.begin(), trace.span('read', verdict='letter') as span: span.about(kind='turn')\n"
        "print([name for name in sys.modules if name.startswith(('opentelemetry.', 'bruges_pbem.spans'))])"
    )
    named = {**os.environ, "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=MANAGE.parent, env=named
    )
    assert done.stdout.strip() == "[]", done.stderr


def test_without_a_collector_nobody_is_asked_to_record() -> None:
    tracing.record_spans()
    with trace.begin(), trace.span(vocabulary.READ):
        assert trace._recorder() is None
        assert handed_over().endswith("-00")


def test_a_collector_without_the_packages_is_told_at_every_start(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TRACES_COLLECTOR = "http://127.0.0.1:4318"
    assert "tournaments.W004" not in {found.id for found in cautions.all_cautions(None)}
    monkeypatch.setattr(trace, "find_spec", lambda name: None)
    assert "tournaments.W004" in {found.id for found in cautions.all_cautions(None)}
