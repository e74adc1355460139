"""The page where a league's data go in and out, and its files. Whatever an organiser brings is looked at first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_safe

from engine.language.languages import to_say
from tournaments.language.speech import say
from tournaments.models import League
from tournaments.pages import paper, reader
from tournaments.queries.access.desk_rights import own
from tournaments.queries.exchange.sheets import FORMS, SHEETS

View = Callable[..., HttpResponseBase]
ABOUT = {
    "roster": (to_say("Roster"), to_say("everybody who has entered, with address, state and time of joining")),
    "line-ups": (to_say("Line-ups"), to_say("who sits where at each table, and who moves there")),
    "results": (to_say("Results"), to_say("scores, places and league points of each finished table")),
    "standings": (to_say("Standings"), to_say("the places of the league, with the reason for each")),
}


def urls(site: AdminSite) -> list[URLPattern]:
    """The addresses below the list of leagues."""

    def at(route: str, view: View, name: str, **more: str) -> URLPattern:
        return path(f"<int:pk>/exchange/{route}", site.admin_view(view), {"site": site, **more}, name=name)

    files = [at(f"{what}.{form}", sheet, f"{what}-{form}", what=what, form=form) for what in SHEETS for form in FORMS]
    return [at("", overview, "exchange"), *files]


def league_of(request: HttpRequest, pk: int) -> League:
    """A league whose data the reader may take: one that they organise, or any for the owner of the service."""
    return get_object_or_404(own(League.objects.all(), reader.player(request)), pk=pk)


@require_safe
def overview(request: HttpRequest, pk: int, site: AdminSite) -> HttpResponse:
    return shown(request, league_of(request, pk), site)


def shown(request: HttpRequest, league: League, site: AdminSite, **more: Any) -> TemplateResponse:
    """The page. `more`: values beside the usual ones."""
    files = [
        (say(title), say(about), [(form.upper(), reverse(f"desk:{what}-{form}", args=[league.pk])) for form in FORMS])
        for what, (title, about) in ABOUT.items()
    ]
    values = {
        **site.each_context(request),
        "title": say("{league}: in and out", league=league),
        "league": league,
        "files": files,
        "takes_people": league.state == League.State.OPEN,
        **more,
    }
    return TemplateResponse(request, "admin/desk/exchange.html", values, status=422 if more.get("refused") else 200)


@require_safe
def sheet(request: HttpRequest, pk: int, what: str, form: str, site: AdminSite) -> HttpResponse:
    """A list of the league as a file."""
    return paper.sheet(league_of(request, pk), what, form, reader.player(request).zone)
