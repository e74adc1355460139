"""The page of the key with which an organiser's programs read: made, shown once, renewed, revoked."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.views.decorators.http import require_http_methods

from tournaments.actions.exchange import keys
from tournaments.language.refusals import Refused
from tournaments.language.speech import say
from tournaments.organiser.api.door import REQUESTS
from tournaments.organiser.site import site
from tournaments.pages import reader
from tournaments.pages.choices import CHOOSE, chosen
from tournaments.pages.once import repeatable
from tournaments.queries.names import page

MAKE, REVOKE = ANSWERS = "make", "revoke"


@repeatable
@require_http_methods(["GET", "HEAD", "POST"])
def key(request: HttpRequest) -> HttpResponse:
    """GET tells whether there is one, POST makes one, which is shown in the answer alone, or ends it."""
    if request.method != "POST":
        return _page(request)
    player, answer = reader.player(request), chosen(request, "answer", ANSWERS)
    try:
        if answer == MAKE:
            return _page(request, keys.make(player))
        if answer == REVOKE and keys.revoke(player):
            messages.success(request, say("The key is dead. Programs that use it are refused from now on."))
        elif not answer:
            messages.error(request, say(CHOOSE))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("desk:key")


def _page(request: HttpRequest, made: str = "") -> HttpResponse:
    values = {
        **site.each_context(request),
        "title": say("Key for programs"),
        "known": keys.of(reader.player(request)),
        "made": made,
        "most": REQUESTS,
        "address": f"{page('home')}api/v1/",
    }
    return TemplateResponse(request, "admin/desk/key.html", values)
