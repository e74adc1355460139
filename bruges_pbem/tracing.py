"""Traces: handed from whoever asks for a task to the worker that does it, and recorded where there is a collector."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun

from bruges_pbem import env
from tournaments.runtime import trace

HEADER = "traceparent"  # of a task
COLLECTOR = "OTEL_EXPORTER_OTLP_ENDPOINT"

_open: dict[str, ExitStack] = {}


def trace_tasks() -> None:
    """Hand the trace on with each task."""
    before_task_publish.connect(_send_trace, weak=False, dispatch_uid="trace")
    task_prerun.connect(_enter_trace, weak=False, dispatch_uid="trace")
    task_postrun.connect(_leave_trace, weak=False, dispatch_uid="trace")


def record_spans() -> None:
    """Have spans recorded, if a collector is named and its packages are here; nothing is loaded before the first."""
    if env.text(COLLECTOR, "") and trace.can_be_sent():
        trace.record_with(_recorder)


def _recorder() -> trace.Recorder:
    from bruges_pbem import spans  # needs packages that most installations do without

    return spans.recorder()


def _send_trace(headers: dict[str, Any], **_: Any) -> None:
    if handed_over := trace.traceparent():
        headers.setdefault(HEADER, handed_over)


def _enter_trace(task_id: str, task: Any, **_: Any) -> None:
    stack = _open[task_id] = ExitStack()
    stack.enter_context(trace.begin(task.request.get(HEADER) or ""))


def _leave_trace(task_id: str, **_: Any) -> None:
    if stack := _open.pop(task_id, None):
        stack.close()
