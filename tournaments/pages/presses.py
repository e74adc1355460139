"""The limit on one person's presses: middleware that counts each request that may change something, on both sites."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils import timezone

from tournaments.formats import clocks
from tournaments.models import Player
from tournaments.outbox import limits
from tournaments.pages import places

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")  # methods that change nothing (RFC 9110)
PROVIDERS = "anymail"  # namespace of the pages that a mail provider posts letters to, with a secret
MINUTE, SPAN = timedelta(minutes=1), timedelta(minutes=10)
TOO_MANY_REQUESTS = 429


class LimitedPresses:
    """Answer 429 to a player, or to a place of strangers, above a number of unsafe requests in ten minutes.

    A ceiling behind the limits that single pages have: whatever a press costs, nobody's presses cost more than that
    many times as much. It has to come after the middleware that knows who is signed in, and behind that which refuses
    forged requests: a page of somebody else must not use up what its visitors may press here.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        """Called for what no middleware before this one has refused."""
        if request.method in SAFE or _is_for_provider(request):
            return None
        until = _waits_until(request)
        return None if until is None else _too_many(request, until)


def _waits_until(request: HttpRequest) -> datetime | None:
    """Count the request; when the next span of time begins if it is one too many in this one, else None."""
    player = request.user if isinstance(request.user, Player) else None
    who = f"player {player.pk}" if player is not None else f"place {places.place(request)}"
    allowed = limits.allow("presses", who, settings.PRESSES_IN_TEN_MINUTES, SPAN)
    return None if allowed else limits.end_of(SPAN)


def _too_many(request: HttpRequest, until: datetime) -> HttpResponse:
    now = timezone.now()
    values = {"time": clocks.time_left(now, until + MINUTE)}  # whole minutes, rounded up
    response = render(request, "429.html", values, status=TOO_MANY_REQUESTS)
    response.headers["Retry-After"] = str(int((until - now).total_seconds()) + 1)
    return response


def _is_for_provider(request: HttpRequest) -> bool:
    try:
        return PROVIDERS in resolve(request.path_info).namespaces
    except Resolver404:
        return False
