"""The door of the interface for programs: whose key it is, how often they may ask, errors, what has not changed.

Cookies open nothing here, and a key opens nothing else. Every answer is JSON; an error says what to do next.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.csrf import csrf_exempt

from tournaments.actions.exchange import keys
from tournaments.language.speech import say
from tournaments.models import Player
from tournaments.outbox import limits

REQUESTS, SPAN = 300, timedelta(minutes=10)  # of one organiser, whichever key it was
READING = ("GET", "HEAD")
MOST_ON_A_PAGE, ON_A_PAGE = 100, 50
MOST_DIGITS = 9
Json = dict[str, Any]


@dataclass
class ApiError(Exception):
    """An answer that is an error: a word for programs, a sentence on what is wrong, one on what to do."""

    status: HTTPStatus
    code: str
    what: str
    do: str
    headers: Mapping[str, str] = field(default_factory=dict)


def keyed(view: Callable[..., Json]) -> Callable[..., HttpResponseBase]:
    """A view that is called with the organiser whose key came along, and whose value is the answer."""

    @csrf_exempt
    @wraps(view)
    def inner(request: HttpRequest, **place: Any) -> HttpResponseBase:
        try:
            organiser = _organiser(request)
            return _answer(request, view(request, organiser, **place))
        except ApiError as error:
            return _error(error)
        except Http404:
            return _error(nothing_there())

    return inner


def nothing_there() -> ApiError:
    return ApiError(
        HTTPStatus.NOT_FOUND,
        "not_found",
        say("Nothing is here, or nothing that this key may read."),
        say("Follow the addresses of the answers, from /api/v1/ on. A key reads the leagues that you organise."),
    )


def unreadable() -> HttpResponse:
    """The answer to a request that no view may read: NUL in it, or an address that is too long."""
    return _error(
        ApiError(
            HTTPStatus.BAD_REQUEST,
            "unreadable",
            say("This request cannot be read: its address is too long, or holds a sign that is none."),
            say("Follow the addresses of the answers, from /api/v1/ on."),
        )
    )


def _organiser(request: HttpRequest) -> Player:
    """The owner of the key. ApiError for none, a dead one, too many requests, and whatever is no reading."""
    if request.method not in READING:
        allow = ", ".join(READING)
        raise ApiError(
            HTTPStatus.METHOD_NOT_ALLOWED,
            "only_reading",
            say("Here can only be read."),
            say("Use GET. What is to be changed is changed on the desk."),
            {"Allow": allow},
        )
    match request.headers.get("Authorization", "").split():
        case [scheme, key] if scheme.lower() == "bearer":
            organiser = keys.reader_with(key)
        case _:
            organiser = None
    if organiser is None:
        raise ApiError(
            HTTPStatus.UNAUTHORIZED,
            "no_key",
            say("No key that is in force came with this request."),
            say("Make one on the desk, under “Key for programs”, and send it as “Authorization: Bearer <key>”."),
            {"WWW-Authenticate": "Bearer"},
        )
    if not limits.allow("api", str(organiser.pk), REQUESTS, SPAN):
        wait = int((limits.end_of(SPAN) - timezone.now()).total_seconds()) + 1
        raise ApiError(
            HTTPStatus.TOO_MANY_REQUESTS,
            "too_many",
            say("More than {most} requests came in ten minutes.", most=REQUESTS),
            say("Wait {seconds} seconds. Ask less often, and with If-None-Match.", seconds=wait),
            {"Retry-After": str(wait)},
        )
    keys.note_used(organiser, timezone.now())
    return organiser


def _answer(request: HttpRequest, value: Json) -> HttpResponseBase:
    """The value, or 304 where the program has it already."""
    body = json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8", "replace")
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    response = _json(body, HTTPStatus.OK)
    response.headers["ETag"] = etag
    found = get_conditional_response(request, etag=etag, response=response)
    assert found is not None
    return found


def _error(error: ApiError) -> HttpResponse:
    about = {"code": error.code, "what": error.what, "do": error.do}
    response = _json(json.dumps({"error": about}, ensure_ascii=False, indent=1).encode(), error.status)
    for name, value in error.headers.items():
        response.headers[name] = value
    return response


def _json(body: bytes, status: HTTPStatus) -> HttpResponse:
    response = HttpResponse(body, content_type="application/json", status=status)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization"
    return response


def number_in(request: HttpRequest, name: str, usual: int, least: int, most: int) -> int:
    """A whole number of the query. ApiError for another value."""
    value = request.GET.get(name, str(usual))
    if not (value.isascii() and value.isdecimal() and len(value) <= MOST_DIGITS and least <= int(value) <= most):
        raise ApiError(
            HTTPStatus.BAD_REQUEST,
            "bad_query",
            say("“{name}” is no number from {least} to {most}.", name=name, least=least, most=most),
            say("Correct it, or leave it out. The address of the next page is in “next” of each answer."),
        )
    return int(value)
