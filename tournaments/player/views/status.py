"""The state of the service, for everybody: the same page for all readers of one language, written once for many."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.language.languages import spoken
from tournaments.player import status_words
from tournaments.running.metrics.kept import Known
from tournaments.running.metrics.standing import STANDING, Standing

KEPT = 5  # seconds in a browser

_written: dict[str, tuple[Known[Standing], str]] = {}


@require_safe
@cache_control(max_age=KEPT)
def status(request: HttpRequest) -> HttpResponse:
    """The page. Asks nobody who is reading, and answers while the database is away."""
    return HttpResponse(_page(STANDING.get(), spoken()))


def _page(known: Known[Standing], language: str) -> str:
    """Written anew once something else is known."""
    seen = _written.get(language)
    if seen is None or seen[0] is not known:
        seen = known, render_to_string("play/status.html", {"page": status_words.page(known)})
        _written[language] = seen
    return seen[1]
