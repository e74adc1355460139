"""The answer to a request that met a part of ours which is away: 503, a page, and when to come again.

For every page, form and webhook alike: a browser shows it, a provider posts again. Asks no database.
"""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language_from_request
from django.views.decorators.cache import never_cache
from django.views.defaults import server_error

from tournaments.language.spoken import speaking_everywhere
from tournaments.player.views import status
from tournaments.runtime import outages

AGAIN_AFTER = 30  # seconds


@never_cache
def answer(request: HttpRequest) -> HttpResponse:
    """Django's handler of errors: 503 for an outage, 500 for what nobody expects. In the browser's language."""
    error = sys.exception()
    language = get_language_from_request(request).lower()
    with speaking_everywhere(language):
        if error is None or not outages.part_of(error):
            return server_error(request)
        # Without the request: what templates are given with it asks who is signed in.
        page = render(None, "503.html", status=503) if not _asks_how_it_is(request) else status.status(request)
    page.headers["Retry-After"] = str(AGAIN_AFTER)
    page.headers["Content-Language"] = language
    return page


def _asks_how_it_is(request: HttpRequest) -> bool:
    """True for the page that tells of outages, where nothing but the visitor's session could not be read."""
    return request.path_info == reverse("player:status")
