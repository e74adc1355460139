"""Requests that no view could read are answered with 400 and a plain page, before anything looks at them.

Django passes on what it was sent: NUL, which PostgreSQL does not take, and numbers of any length. Here is what every
view may rely on; how large a post may be, and in which encoding, is the matter of `posts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.urls import reverse
from django.utils.datastructures import MultiValueDictKeyError
from django.utils.translation import get_language_from_request
from django.views.defaults import bad_request

from bruges_pbem.handlers import UNREADABLE
from tournaments.language.spoken import speaking_everywhere
from tournaments.organiser.api import door

LONGEST_PATH = 2_000  # characters; the longest of ours ends in a signed key


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
    """In the language that the browser asks for: nobody knows yet who is signed in. Programs get JSON."""
    with speaking_everywhere(get_language_from_request(request).lower()):
        if request.path_info.startswith(reverse("api:index")):
            return door.unreadable()
        return bad_request(request, BadRequest())


def _is_unreadable(request: HttpRequest) -> bool:
    return (
        request.content_type == UNREADABLE
        or len(request.path_info) > LONGEST_PATH
        or "\0" in request.path_info
        or _has_nul(request.GET)
        or any("\0" in text for cookie in request.COOKIES.items() for text in cookie)
    )


def _has_nul(values: QueryDict) -> bool:
    return any("\0" in text for text in _texts(values))


def _texts(values: QueryDict) -> Iterator[str]:
    for name, several in values.lists():
        yield name
        yield from map(str, several)
