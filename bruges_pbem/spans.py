"""Spans sent to a collector by OpenTelemetry's SDK, where the host has named one and installed the packages.

Loaded with the first span. The SDK reads all variables of its own (OTEL_EXPORTER_OTLP_..., OTEL_TRACES_SAMPLER, ...).
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import (
    NonRecordingSpan,
    SpanContext,
    Status,
    StatusCode,
    TraceFlags,
    set_span_in_context,
)
from opentelemetry.trace import Span as AnySpan

from bruges_pbem import __version__
from tournaments.runtime import outages, trace, vocabulary
from tournaments.runtime.trace import Place

COLLECTOR = "the collector of traces"
SERVICE = "bruges"


class Unsent(Exception):
    """The collector did not take spans; they are lost, and letters are not held up by that."""


class Ids(RandomIdGenerator):
    """A trace has one id in the logs and at the collector."""

    def generate_trace_id(self) -> int:
        return int(trace.current() or trace.new(), 16)


class Exporter(SpanExporter):
    """Sends spans, and tells of a collector that is away once a minute, as of every part."""

    def __init__(self, inner: SpanExporter) -> None:
        self.inner = inner

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        result = self.inner.export(spans)
        if result is SpanExportResult.SUCCESS:
            outages.works(COLLECTOR)
        else:
            outages.failed(COLLECTOR, Unsent(f"{len(spans)} spans were not taken"))
        return result

    def shutdown(self) -> None:
        self.inner.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self.inner.force_flush(timeout_millis)


class Recording:
    """One span of the SDK."""

    def __init__(self, span: AnySpan) -> None:
        self.span, context = span, span.get_span_context()
        self.place = Place(f"{context.trace_id:032x}", f"{context.span_id:016x}", context.trace_flags.sampled)

    def note(self, name: str, value: int | str) -> None:
        self.span.set_attribute(vocabulary.ATTRIBUTES[name], value)

    def end(self, failed_by: str) -> None:
        if failed_by:
            self.span.set_status(Status(StatusCode.ERROR, failed_by))
        self.span.end()


class Recorder:
    """Begins spans at a provider of the SDK. The SDK's own notion of the current span is not used."""

    def __init__(self, provider: TracerProvider) -> None:
        self.provider = provider
        self.tracer = provider.get_tracer(SERVICE, __version__)

    def begin(self, name: str, around: Place) -> Recording:
        inside = Context()
        if around.span:
            flags = TraceFlags(TraceFlags.SAMPLED if around.recorded else TraceFlags.DEFAULT)
            parent = SpanContext(int(around.trace, 16), int(around.span, 16), is_remote=True, trace_flags=flags)
            inside = set_span_in_context(NonRecordingSpan(parent), inside)
        return Recording(self.tracer.start_span(name, inside))


def provider() -> TracerProvider:
    """A provider whose traces have our ids, without anything that it sends to."""
    named = os.environ.get("OTEL_SERVICE_NAME") or SERVICE
    about = Resource.create({SERVICE_NAME: named, SERVICE_VERSION: __version__})
    return TracerProvider(resource=about, id_generator=Ids())


def recorder() -> Recorder:
    """The provider that records spans in this process and sends them in the background."""
    made = provider()
    made.add_span_processor(BatchSpanProcessor(Exporter(OTLPSpanExporter())))
    return Recorder(made)
