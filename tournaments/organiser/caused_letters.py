"""Counts the letters that a press on the desk sends to others: middleware, behind that which says who is signed in."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from tournaments.models import Player
from tournaments.outbox import caused

DESK = "desk"  # namespace of the organisers' pages
SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")  # methods that change nothing (RFC 9110)


class CountedLetters:
    """Bounds by `caused` what is written while an organiser's press is answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in SAFE or not isinstance(request.user, Player) or not _is_for_desk(request):
            return self.get_response(request)
        with caused.by(request.user):
            return self.get_response(request)


def _is_for_desk(request: HttpRequest) -> bool:
    try:
        return DESK in resolve(request.path_info).namespaces
    except Resolver404:
        return False
