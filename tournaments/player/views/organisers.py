"""The page behind a letter that asks whether somebody organises a league: what it means, and two buttons."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.actions.league import organisers
from tournaments.language.refusals import LinkExpired, Refused
from tournaments.language.speech import say
from tournaments.models import OrganiserOffer
from tournaments.pages.choices import CHOOSE, chosen
from tournaments.queries.leagues.terms import conduct_words, themes_of

PAGE = "play/organise.html"
ACCEPT, DECLINE = ANSWERS = "accept", "decline"


@require_http_methods(["GET", "HEAD", "POST"])
def organise(request: HttpRequest, key: str) -> HttpResponse:
    """GET shows the league, POST accepts or says no. The key came to the person's own address: nobody signs in."""
    try:
        asked = organisers.read(key)
        if asked.state != OrganiserOffer.State.OPEN:
            return render(request, PAGE, {"asked": asked, "league": asked.league, asked.state: True})
        if request.method == "POST":
            return _answer(request, asked)
        return render(request, PAGE, _shown(asked))
    except LinkExpired as refusal:
        return render(request, PAGE, {"over": str(refusal)}, status=410)


def _answer(request: HttpRequest, asked: OrganiserOffer) -> HttpResponse:
    answer = chosen(request, "answer", ANSWERS)
    try:
        if answer == ACCEPT:
            organisers.accept(asked)
        elif answer == DECLINE:
            organisers.decline(asked)
        else:
            return render(request, PAGE, {**_shown(asked), "refused": say(CHOOSE)}, status=422)
    except LinkExpired:
        raise
    except Refused as refusal:
        return render(request, PAGE, {**_shown(asked), "refused": str(refusal)}, status=422)
    return redirect(request.path)


def _shown(asked: OrganiserOffer) -> dict[str, Any]:
    league = asked.league
    return {
        "asked": asked,
        "league": league,
        "plays": organisers.plays_in(league, asked.player),
        "themes": themes_of(league),
        "conduct": conduct_words(league),
    }
