"""Logs: one JSON object a line, with a trace id and without addresses or tokens. Does not choose what is logged."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.keys.redaction import redacted
from tournaments.runtime import outages, trace, vocabulary

COME_AGAIN = 503
REFUSED = (400, 403)  # anybody can be answered so as often as they like
SILENT = ("healthz", "readyz", "metrics")  # routes that are asked for all day long
CONNECTED = "celery.worker.consumer.connection"  # the logger that says nothing but "Connected to ..."
log = logging.getLogger(__name__)


def route_of(request: HttpRequest) -> str:
    """The route of a page, not its path: a path may end in a key. Of what is no page the first part alone."""
    match = request.resolver_match
    if match is not None:
        return f"/{match.route}"
    first, slash, _ = request.path_info.lstrip("/").partition("/")
    return f"/{first}{'/…' if slash else ''}"


class PlainLines(logging.Formatter):
    """Lines for a terminal."""

    def __init__(self) -> None:
        super().__init__("%(levelname).1s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, trace, and the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redacted(record.getMessage()),
            "trace": getattr(record, "trace", ""),
        }
        if record.exc_info:
            line["traceback"] = redacted(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


class AddTrace(logging.Filter):
    """Gives each record the trace id of what is being done."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.trace = trace.current()
        return True


class Routes(logging.Filter):
    """Puts the route in the place of the path in what Django tells of a request."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            route = route_of(request)
            paths = (request.get_full_path(), request.path)
            record.args = tuple(_instead(arg, paths, route) for arg in record.args)
        return True


class Workers(logging.Filter):
    """Takes the sign out of the name of a worker (celery@host) that makes it look like a mail address."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("celery.apps") and isinstance(record.args, tuple):
            record.args = tuple(arg.replace("@", " at ") if isinstance(arg, str) else arg for arg in record.args)
        return True


class Refusals(logging.Filter):
    """Takes the traceback of a request that was refused: unreadable (400), or somebody else's (403).

    Django calls some of them errors, as one under a name that is not ours; but no fault of the service is.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security") or getattr(record, "status_code", None) in REFUSED:
            record.exc_info = record.exc_text = None
            if record.levelno > logging.WARNING:
                record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        return True


class Outages(logging.Filter):
    """Takes what tells of a part that is away, whoever says it, and has it told of once a minute (`outages`).

    Celery says itself when it has lost the broker, with every attempt to find it again, and when it is back; Django
    calls each answer an error by which a request is asked to come again.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == CONNECTED:
            outages.works(outages.BROKER)
            return False
        away = any([outages.tell(error) for error in _errors(record)])  # noqa: C419 each is counted
        return not away and getattr(record, "status_code", None) != COME_AGAIN


def _errors(record: logging.LogRecord) -> Iterator[BaseException]:
    if record.exc_info and record.exc_info[1] is not None:
        yield record.exc_info[1]
    if record.name.startswith("celery") and isinstance(record.args, tuple):
        yield from (arg for arg in record.args if isinstance(arg, BaseException))


def _instead(arg: object, paths: tuple[str, ...], route: str) -> object:
    if not isinstance(arg, str):
        return arg
    for path in paths:
        if len(path) > 1:
            arg = arg.replace(path, route)
    return arg


def logging_config(*, json: bool, level: str) -> dict[str, Any]:
    """The settings for `logging.config.dictConfig`: everything to standard error."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "outages": {"()": Outages},
            "refusals": {"()": Refusals},
            "trace": {"()": AddTrace},
            "routes": {"()": Routes},
            "workers": {"()": Workers},
        },
        "formatters": {"line": {"()": JsonLines if json else PlainLines}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["outages", "refusals", "trace", "routes", "workers"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            # gunicorn brings a handler of its own, and lets nothing through to ours.
            "gunicorn.error": {"handlers": [], "level": level, "propagate": True},
            "gunicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
            # Both tell of every single task or mail; what the tasks do is logged by themselves.
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.worker.request": {"level": "WARNING"},  # of each task that was due before the broker came back
            CONNECTED: {"level": "INFO"},  # for `Outages`, which writes none of it
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "mail.log": {"level": "WARNING"},
            # With a traceback for each try; `spans` tells of a collector that is away.
            "opentelemetry": {"level": "CRITICAL"},
            # Tells of a name that a template does not find by showing everything that is there: the whole letter.
            "django.template": {"level": "INFO"},
        },
    }


class TraceRequests:
    """Middleware: a trace id for each request and one line on it, without the query."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with trace.begin():  # whatever `traceparent` the request brings
            start = time.monotonic()
            response = self._answer(request)
            match, took = request.resolver_match, (time.monotonic() - start) * 1000
            # Files, and what somebody looks for in vain, are of no interest day by day.
            told = match is not None and match.route not in SILENT and not settings.DEMO
            level = logging.INFO if told else logging.DEBUG
            log.log(level, "%s %s %s %.0f ms", request.method, route_of(request), response.status_code, took)
            return response

    def _answer(self, request: HttpRequest) -> HttpResponse:
        """A span for what can change something: a form, or what a provider posts."""
        if request.method != "POST":
            return self.get_response(request)
        with trace.span(vocabulary.REQUEST) as span:
            response = self.get_response(request)
            span.about(status=response.status_code)
            return response
