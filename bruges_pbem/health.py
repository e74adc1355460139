"""Two questions that whoever runs the service asks it: does it live, can it work. No figures of the tournaments."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.views.decorators.cache import never_cache

from bruges_pbem.readiness import Readiness

READINESS = Readiness()
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@never_cache
def lives(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers."""
    return JsonResponse({"lives": True})


@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """200 when database, migrations and broker are there, else 503. Says which, never why: the log does."""
    parts = READINESS.parts()
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)


class OnThisMachine:
    """Middleware: the two pages are there under the names of this machine too, whatever ALLOWED_HOSTS has.

    That opens no other page. It stands before everything that asks for the host's name or for who is signed in.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        page = {"/healthz": lives, "/readyz": ready}.get(request.path_info)
        return self.get_response(request) if page is None or not names_loopback(request) else page(request)


def names_loopback(request: HttpRequest) -> bool:
    """Whether the request names this machine as its host, with whatever port."""
    return split_domain_port(request.META.get("HTTP_HOST", ""))[0] in LOOPBACK
