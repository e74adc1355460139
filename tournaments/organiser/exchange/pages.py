"""The page where a league's data go in and out, and its files. Whatever an organiser brings is looked at first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_http_methods, require_safe

from engine.language.languages import to_say
from tournaments.actions.exchange import archives, rosters
from tournaments.actions.exchange.rosters import Fate, Judged
from tournaments.actions.league.invitations import MOST_AT_ONCE
from tournaments.formats.sheets import reading
from tournaments.language.refusals import Refused
from tournaments.language.speech import say
from tournaments.models import League
from tournaments.organiser.acts.leagues import Invite
from tournaments.organiser.exchange import archive
from tournaments.pages import paper, reader
from tournaments.pages.once import repeatable
from tournaments.queries.access.desk_rights import own
from tournaments.queries.exchange import zips
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
    return [at("", overview, "exchange"), at("roster/", bring, "bring-roster"), at("archive/", take, "archive"), *files]


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
        "takes_people": league.takes_entries,
        "most": {"rows": reading.MOST_ROWS, "size": reading.MOST_BYTES >> 20, "letters": MOST_AT_ONCE},
        **more,
    }
    return TemplateResponse(request, "admin/desk/exchange.html", values, status=422 if more.get("refused") else 200)


@repeatable
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest, pk: int, site: AdminSite) -> HttpResponse:
    """Show what would become of each row of a roster. The letters are written by the act `Invite`, at a press there."""
    league = league_of(request, pk)
    if request.method != "POST" or not league.takes_entries:
        return redirect("desk:exchange", pk)
    file = request.FILES.get("file")
    if file is None:
        return shown(request, league, site, refused=say("Choose a file first, then press the button."))
    try:
        found = reading.people(file.read())
    except reading.Unreadable as refusal:
        return shown(request, league, site, refused=str(refusal))
    judged = rosters.look(league, found.rows)
    values = {
        **site.each_context(request),
        "title": say("Invite to {league} by a list", league=league),
        "league": league,
        "guessed": found.guessed,
        "groups": _groups(judged),
        "to_invite": ",".join(one.address for one in judged if one.fate == Fate.INVITED),
        **_form(request, league),
    }
    return TemplateResponse(request, "admin/desk/roster.html", values)


def _form(request: HttpRequest, league: League) -> dict[str, str]:
    """The address and stamp with which the page of invitations takes addresses."""
    act, address = Invite(request, league.pk), reverse("desk:tournaments_league_invite", args=[league.pk])
    act.row = league
    return {"invite": address, "stamp": act.stamp(address), "button": act.button}


def _groups(judged: Sequence[Judged]) -> list[tuple[str, list[Judged]]]:
    """The rows by their fate, what needs a look first. No empty groups."""
    titles = {
        Fate.REFUSED: say("Not invited"),
        Fate.INVITED: say("Invited with the press below"),
        Fate.LATER: say("Not with this press: bring the same file again afterwards"),
        Fate.IN: say("In already"),
    }
    found = {fate: [one for one in judged if one.fate == fate] for fate in titles}
    return [(title, found[fate]) for fate, title in titles.items() if found[fate]]


@repeatable
@require_http_methods(["GET", "HEAD", "POST"])
def take(request: HttpRequest, pk: int, site: AdminSite) -> HttpResponseBase:
    """The archive of a league; 503 while somebody else's file is made."""
    league, actor = league_of(request, pk), reader.player(request)
    if request.method != "POST":
        return redirect("desk:exchange", pk)
    try:
        with zips.one_at_a_time():
            archives.begin(league, actor)
            file = zips.zipped(archive.files(league, actor))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("desk:exchange", pk)
    except zips.Busy:
        words = say("Somebody else’s file is being made just now. Press the button again in a minute.")
        busy = shown(request, league, site, busy=words)
        busy.status_code, busy.headers["Retry-After"] = 503, zips.AGAIN_AFTER
        return busy
    return FileResponse(file, as_attachment=True, filename=f"league-{pk}.zip", content_type=zips.KIND)


@require_safe
def sheet(request: HttpRequest, pk: int, what: str, form: str, site: AdminSite) -> HttpResponse:
    """A list of the league as a file."""
    return paper.sheet(league_of(request, pk), what, form, reader.player(request).zone)
