"""The figures for Prometheus, for this machine itself and for who has METRICS_TOKEN; not there for anybody else."""

from __future__ import annotations

from hmac import compare_digest

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bruges_pbem.this_machine import is_from_this_machine
from tournaments.running.metrics import exposition
from tournaments.running.metrics.counting import FIGURES


@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """The figures; Http404 for a stranger, whatever the method."""
    if not (is_from_this_machine(request) or _has_token(request)):
        raise Http404("There is no such page.")
    return _figures(request)


@require_safe
def _figures(request: HttpRequest) -> HttpResponse:
    known = FIGURES.get()
    figures = known.value if known.error is None else None
    return HttpResponse(exposition.text(figures), content_type=exposition.CONTENT_TYPE)


def _has_token(request: HttpRequest) -> bool:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    given, wanted = token.strip().encode(), settings.METRICS_TOKEN.encode()
    return bool(wanted) and scheme.lower() == "bearer" and compare_digest(given, wanted)
