"""What may be posted: middleware that refuses what is too large, or coded oddly, before anything reads it."""

from __future__ import annotations

import codecs
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

DOOR = "anymail"  # namespace of the mail provider's pages
DIGITS = 15  # of a length that is read as a number


class BoundedPosts:
    """Answer 413 to a body that is larger than its page takes: a letter for the provider's pages, a form for others.
    Answer 415 to a form that is not in UTF-8: Python has codecs that fail, or take very long.

    Django bounds the fields of a form alone, not the files beside them, and has one bound for all pages. A body
    without a length is no body here: WSGI servers hand on as much as the length says.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        provider = is_for_provider(request)
        most = settings.LARGEST_POST if provider else settings.LARGEST_FORM
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or len(length) > DIGITS or int(length) > most:
            return HttpResponse("This is more than fits here.", content_type="text/plain", status=413)
        if not provider and request.encoding and codecs.lookup(request.encoding).name != "utf-8":
            return HttpResponse("Forms are read in UTF-8.", content_type="text/plain", status=415)
        return self.get_response(request)


def is_for_provider(request: HttpRequest) -> bool:
    """Whether a page is asked for that a mail provider posts to, and that lets nobody else in."""
    try:
        return DOOR in resolve(request.path_info).namespaces
    except Resolver404:
        return False
