"""The letter of the day for whoever has not signed up: as a mail program shows it, its picture, and a move tried."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Table
from tournaments.outbox import limits
from tournaments.pages.paper import shown
from tournaments.pages.places import place
from tournaments.player.views import leagues
from tournaments.player.visitors import showcase

TRIES_AN_HOUR = 10  # of one place
LONGEST = 500  # characters that are tried
# The letter has its own style sheet; nothing of it runs, and only our own pages show it.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; "
POLICY += "frame-ancestors 'self'"


def _today() -> date:
    return timezone.now().date()


def _table() -> Table:
    table = showcase.table_of(_today())
    if table is None:
        raise Http404("no game has been played yet to be looked at")
    return table


@xframe_options_sameorigin
@require_safe
def letter(request: HttpRequest) -> HttpResponse:
    draft = showcase.letter(_table(), _today())
    response = HttpResponse(showcase.html(draft, reverse("player:shown-picture")))
    response["Content-Security-Policy"] = POLICY
    response["X-Robots-Tag"] = "noindex"
    return response


@require_safe
def picture(request: HttpRequest) -> HttpResponse:
    """The position of that letter, as its seat sees it."""
    return shown(request, showcase.scene(_table(), _today()))


@require_POST
def attempt(request: HttpRequest) -> HttpResponse:
    """Show on the start page what the service would answer to a line."""
    table = _table()
    added = request.POST.get("add", "")[:LONGEST]
    lines = added or request.POST.get("lines", "")[:LONGEST]
    if not limits.allow("tries of", place(request), TRIES_AN_HOUR, limits.HOUR):
        return leagues.start_page(request, lines=lines, exhausted=True, status=429)
    return leagues.start_page(request, lines=lines, check=showcase.tried(table, _today(), lines.splitlines()))
