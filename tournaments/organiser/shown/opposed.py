"""The opponents of the organiser who reads a page: looked up once for each request, however many lists need them."""

from __future__ import annotations

from django.http import HttpRequest

from tournaments.pages import reader
from tournaments.queries.access.desk_rights import Opponents, opponents

KEPT = "opponents_of_reader"  # attribute of a request


def against(request: HttpRequest) -> Opponents:
    """The reader's opponents. A page of a list has its rows made anew for each filter that it offers."""
    known = getattr(request, KEPT, None)
    if not isinstance(known, Opponents):
        known = opponents(reader.player(request))
        setattr(request, KEPT, known)
    return known
