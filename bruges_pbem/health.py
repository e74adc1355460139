"""Two questions that whoever runs the service asks it: does it live, can it work. No figures of the tournaments."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

from bruges_pbem.readiness import Readiness
from bruges_pbem.this_machine import is_from_this_machine
from tournaments.running.health.finding import State, as_seen_here
from tournaments.running.health.registry import Found

READINESS = Readiness()


@never_cache
def lives(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers."""
    return JsonResponse({"lives": True})


@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """200 when no check fails, else 503, with the state of each check.

    Who asks from this machine itself reads what is wrong and what to do about it, a line each; so does the log. With
    `?here` what lies with other machines is only warned of.
    """
    found = READINESS.found()
    if "here" in request.GET:
        found = [Found(name, as_seen_here(finding)) for name, finding in found]
    states = {name: str(finding.state) for name, finding in sorted(found, key=_weight)}
    fails = any(finding.state == State.FAIL for _, finding in found)
    answer: dict[str, Any] = {"ready": not fails, "checks": states}
    if is_from_this_machine(request):
        answer["lines"] = [f"{name}: {finding}" for name, finding in found if finding.state in (State.WARN, State.FAIL)]
    return JsonResponse(answer, status=503 if fails else 200)


def _weight(found: Found) -> int:
    """The worst of several findings of one check comes last, and stays."""
    return list(State).index(found.finding.state)
