"""Two questions that whoever runs the service asks it: does it live, can it work. No figures of the tournaments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.views.decorators.cache import never_cache

from bruges_pbem.readiness import Readiness
from tournaments.health.finding import State
from tournaments.health.registry import Found

READINESS = Readiness()
# Of a request that a proxy has handed on.
HANDED_ON = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP")
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@never_cache
def lives(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers."""
    return JsonResponse({"lives": True})


@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """200 when no check fails, else 503, with the state of each check.

    Who asks from this machine itself reads what is wrong and what to do about it, a line each; so does the log.
    """
    found = READINESS.found()
    states = {name: str(finding.state) for name, finding in sorted(found, key=_weight)}
    fails = any(finding.state == State.FAIL for _, finding in found)
    answer: dict[str, Any] = {"ready": not fails, "checks": states}
    if is_from_this_machine(request):
        answer["lines"] = [f"{name}: {finding}" for name, finding in found if finding.state != State.OK]
    return JsonResponse(answer, status=503 if fails else 200)


def _weight(found: Found) -> int:
    """The worst of several findings of one check comes last, and stays."""
    return list(State).index(found.finding.state)


class OnThisMachine:
    """Middleware: the two pages are there under the names of this machine too, whatever ALLOWED_HOSTS has.

    That opens no other page. It stands before everything that asks for the host's name or for who is signed in.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        page = {"/healthz": lives, "/readyz": ready}.get(request.path_info)
        return self.get_response(request) if page is None or not names_loopback(request) else page(request)


def is_from_this_machine(request: HttpRequest) -> bool:
    """Tell whether somebody on this machine asks, not a proxy on it for somebody else."""
    handed_on = any(name in request.META for name in HANDED_ON)
    return request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1") and names_loopback(request) and not handed_on


def names_loopback(request: HttpRequest) -> bool:
    """Whether the request names this machine as its host, with whatever port."""
    return split_domain_port(request.META.get("HTTP_HOST", ""))[0] in LOOPBACK
