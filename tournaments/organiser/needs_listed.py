"""All that needs an organiser of one sort, in pages: the start page has the most urgent alone."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from tournaments.needs import SORTS, Look
from tournaments.organiser.needs_shown import all_shown
from tournaments.organiser.site import site
from tournaments.paging import paged
from tournaments.player import reader
from tournaments.rights import own

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
