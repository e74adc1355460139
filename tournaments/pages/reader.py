"""The reader of a page: the signed-in player of a request."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from tournaments.models import Player


def player(request: HttpRequest) -> Player:
    """The signed-in player; the site's guard has sent everybody else to the sign-in page before."""
    if not isinstance(request.user, Player):
        raise PermissionDenied
    return request.user
