"""Middleware that refuses a POST body that is too large, or coded oddly, before anything reads it."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from threading import BoundedSemaphore

from django.conf import settings
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.urls import Resolver404, resolve

from bruges_pbem.bodies import length_of

DOOR = "anymail"  # namespace of the mail provider's pages
PROVIDERS_AT_ONCE = 4  # of the 8 threads of a process: its letters are larger than any form, and others wait for pages


class BoundedPosts:
    """Answer 413 to a body that is larger than its page takes: a letter for the provider's pages, a form for others.
    Answer 415 to a form that is not in UTF-8: Python has codecs that fail, or take very long.

    Django bounds the fields of a form alone, not the files beside them, and has one bound for all pages. A body
    without a length is no body here: WSGI servers hand on as much as the length says.

    Answer 503 to the provider while PROVIDERS_AT_ONCE of its posts are being read, and 400 where one breaks off: it
    sends them again. A form that breaks off is refused by `readable`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._free = BoundedSemaphore(PROVIDERS_AT_ONCE)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        provider = is_for_provider(request)
        most = settings.LARGEST_POST if provider else settings.LARGEST_FORM
        length = length_of(request.META)
        if length is None or length > most:
            return HttpResponse("This is more than fits here.", content_type="text/plain", status=413)
        if not provider and request.encoding and codecs.lookup(request.encoding).name != "utf-8":
            return HttpResponse("Forms are read in UTF-8.", content_type="text/plain", status=415)
        return self._from_provider(request) if provider else self.get_response(request)

    def _from_provider(self, request: HttpRequest) -> HttpResponse:
        if not self._free.acquire(blocking=False):
            return HttpResponse("Too many at once.", content_type="text/plain", status=503, headers={"Retry-After": 60})
        try:
            return self.get_response(request)
        finally:
            self._free.release()

    def process_exception(self, _: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, UnreadablePostError):
            return HttpResponse("The request broke off.", content_type="text/plain", status=400)
        return None


def is_for_provider(request: HttpRequest) -> bool:
    """Whether a page is asked for that a mail provider posts to, and that lets nobody else in."""
    try:
        return DOOR in resolve(request.path_info).namespaces
    except Resolver404:
        return False
