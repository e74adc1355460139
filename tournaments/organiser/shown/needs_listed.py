"""All that needs an organiser of one sort, in pages: the start page has the most urgent alone."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from tournaments.organiser.shown.needs import all_shown
from tournaments.organiser.site import site
from tournaments.pages import reader
from tournaments.pages.paging import paged
from tournaments.queries.access.desk_rights import own
from tournaments.queries.needs import SORTS, Look

PER_PAGE = 50
BY_SLUG = {sort.slug: sort for sort in SORTS}


def of_sort(request: HttpRequest, sort: str) -> HttpResponse:
    """The page that the address asks for."""
    wanted = BY_SLUG.get(sort)
    if wanted is None:
        raise Http404("There are no such things.")
    look = Look(reader.player(request), own, str)
    found = paged(request, "page", wanted.rows(look), PER_PAGE).shown_as(lambda rows: all_shown(wanted, rows, look))
    values = {**site.each_context(request), "title": wanted.title.capitalize(), "label": wanted.title, "found": found}
    return TemplateResponse(request, "admin/desk/needs.html", values)
