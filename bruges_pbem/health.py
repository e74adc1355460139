"""Two questions that whoever runs the service asks it: does it live, can it work. No figures of the tournaments."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

from bruges_pbem.readiness import Readiness

READINESS = Readiness()


@never_cache
def lives(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers."""
    return JsonResponse({"lives": True})


@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """200 when database, migrations and broker are there, else 503. Says which, never why: the log does."""
    parts = READINESS.parts()
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)
