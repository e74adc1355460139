"""Files as the answer to a request: a PDF, a deck, a picture, a sheet; their content is made elsewhere."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header

from engine.pictures import palette, svg
from engine.pictures.scene import Scene
from tournaments.formats.sheets import writing
from tournaments.models import League
from tournaments.papers.papers import PDF
from tournaments.queries.exchange.sheets import SHEETS


def pdf(name: str, content: bytes) -> HttpResponse:
    """A file to keep, under that name."""
    return _file(name, content, PDF)


def shown(request: HttpRequest, scene: Scene) -> HttpResponse:
    """A picture for a page; `?dark` draws it for a dark one."""
    drawn = svg.to_svg(palette.dark(scene) if "dark" in request.GET else scene)
    return HttpResponse(drawn, content_type="image/svg+xml")


def deck_file(league: League) -> HttpResponse:
    """The deck that a league is played with, as it was brought."""
    if league.deck is None:
        raise Http404("this league has no deck of its own")
    return _file(league.deck.name or f"{league.game}-deck.json", league.deck.text.encode(), "application/json")


def sheet(league: League, what: str, form: str, zone: str) -> HttpResponse:
    """One of the league's sheets, as "csv" with moments in the reader's zone, or as "json"."""
    made, name = SHEETS[what](league), f"league-{league.pk}-{what}.{form}"
    if form == "json":
        return _file(name, writing.to_json(made), "application/json")
    return _file(name, writing.to_csv(made, ZoneInfo(zone)), "text/csv; charset=utf-8")


def _file(name: str, content: bytes, kind: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response
