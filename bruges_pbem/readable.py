"""Requests that no view could read are answered with 400 and a plain page, before anything looks at them.

Django passes on what it was sent: NUL, which PostgreSQL does not take, forms in encodings that do not decode text,
numbers of any length. Here is what every view may rely on; what a form makes of the values is its own matter.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from typing import Any

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.datastructures import MultiValueDictKeyError
from django.utils.translation import get_language_from_request
from django.views.defaults import bad_request

from tournaments.spoken import speaking_everywhere

LONGEST_PATH = 2_000  # characters; the longest of ours ends in a signed key
ENCODINGS = {codecs.lookup(name).name for name in ("utf-8", "ascii", "latin-1", "cp1252")}  # of forms: HTML knows UTF-8
UNREADABLE = "unreadable"  # a type that nobody takes


class _Typed:
    """A request whose content type may be anything: Django's fails before there is something that could answer."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            super()._set_content_type_params(meta)  # type: ignore[misc]
        except (LookupError, ValueError):
            self.content_type = UNREADABLE
            self.content_params: dict[str, str] = {}


class _WSGIRequest(_Typed, WSGIRequest):
    pass


class _ASGIRequest(_Typed, ASGIRequest):
    pass


class WSGI(WSGIHandler):
    """The application for WSGI servers, after `django.setup`."""

    request_class = _WSGIRequest


class ASGI(ASGIHandler):
    """The application for ASGI servers, after `django.setup`."""

    request_class = _ASGIRequest


class RefuseUnreadable:
    """Middleware: path, query, cookies and form of every request that goes on are text without NUL."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return _refusal(request) if _is_unreadable(request) else self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: object, kwargs: object) -> HttpResponse | None:
        """The form, once it is known who reads it: what needs no forgery token checks first who sends it."""
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return None
        try:
            odd = _has_nul(request.POST)  # names of files come without what cannot be printed
        except (SuspiciousOperation, BadRequest, MultiPartParserError, UnreadablePostError, MultiValueDictKeyError):
            odd = True
        return _refusal(request) if odd else None


def _refusal(request: HttpRequest) -> HttpResponse:
    """In the language that the browser asks for: nobody knows yet who is signed in."""
    with speaking_everywhere(get_language_from_request(request).lower()):
        return bad_request(request, BadRequest())


def _is_unreadable(request: HttpRequest) -> bool:
    length = request.META.get("CONTENT_LENGTH") or "0"
    return (
        request.content_type == UNREADABLE
        or not _is_known(request.content_params.get("charset", "utf-8"))
        or not (length.isascii() and length.isdecimal() and len(length) < 16)
        or len(request.path_info) > LONGEST_PATH
        or "\0" in request.path_info
        or _has_nul(request.GET)
        or any("\0" in text for cookie in request.COOKIES.items() for text in cookie)
    )


def _is_known(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name in ENCODINGS
    except (LookupError, ValueError):
        return False


def _has_nul(values: QueryDict) -> bool:
    return any("\0" in text for text in _texts(values))


def _texts(values: QueryDict) -> Iterator[str]:
    for name, several in values.lists():
        yield name
        yield from map(str, several)
