"""Logs: one JSON object a line, with a trace id and without addresses or tokens. Does not choose what is logged."""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun
from django.http import HttpRequest, HttpResponse

from tournaments import trace

ADDRESS = re.compile(r"[\w.+%=/'-]+@[\w-]+(?:\.[\w-]+)+")
# Of signing in, in an address's query; of links in letters; of reply addresses, which may stand without their domain.
TOKEN = re.compile(r"((?:sesame|token|key)=|/letters/[a-z]+/)[^&\s\"']+|\b[a-z0-9]{1,8}[a-z2-7]{32}\b", re.IGNORECASE)
log = logging.getLogger(__name__)


def redact(text: str) -> str:
    """The text without mail addresses and tokens."""
    return TOKEN.sub(lambda found: f"{found[1] or ''}<token>", ADDRESS.sub("<address>", text))


class PlainLines(logging.Formatter):
    """Lines for a terminal."""

    def __init__(self) -> None:
        super().__init__("%(levelname).1s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, trace, and the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redact(record.getMessage()),
            "trace": getattr(record, "trace", ""),
        }
        if record.exc_info:
            line["traceback"] = redact(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


class AddTrace(logging.Filter):
    """Gives each record the trace id of what is being done."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.trace = trace.current()
        return True


def logging_config(*, json: bool, level: str) -> dict[str, Any]:
    """The settings for `logging.config.dictConfig`: everything to standard error."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"trace": {"()": AddTrace}},
        "formatters": {"line": {"()": JsonLines if json else PlainLines}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["trace"]}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            # Both tell of every single task or mail; what the tasks do is logged by themselves.
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.worker.consumer.connection": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "mail.log": {"level": "WARNING"},
            # Tells of a name that a template does not find by showing everything that is there: the whole letter.
            "django.template": {"level": "INFO"},
        },
    }


class TraceRequests:
    """Middleware: a trace id for each request and one line on it, without the query."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with trace.begin():
            start = time.monotonic()
            response = self.get_response(request)
            match = request.resolver_match
            # The route, not the path: a path may hold a token.
            route = match.route if match else "?"
            took = (time.monotonic() - start) * 1000
            log.debug("%s /%s %s %.0f ms", request.method, route, response.status_code, took)
            return response


_open: dict[str, ExitStack] = {}


def trace_tasks() -> None:
    """Hand the trace id from whoever asks for a task to the worker that does it."""
    before_task_publish.connect(_send_trace, weak=False, dispatch_uid="trace")
    task_prerun.connect(_enter_trace, weak=False, dispatch_uid="trace")
    task_postrun.connect(_leave_trace, weak=False, dispatch_uid="trace")


def _send_trace(headers: dict[str, Any], **_: Any) -> None:
    headers.setdefault("trace", trace.current() or trace.new())


def _enter_trace(task_id: str, task: Any, **_: Any) -> None:
    stack = _open[task_id] = ExitStack()
    stack.enter_context(trace.begin(task.request.get("trace") or ""))


def _leave_trace(task_id: str, **_: Any) -> None:
    if stack := _open.pop(task_id, None):
        stack.close()
