"""The pages behind an invitation: a league's settings and one button, also for people without an account yet."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from engine.language.languages import spoken
from tournaments.actions.league import invitations
from tournaments.language.refusals import AlreadyEntered, LinkExpired, Refused
from tournaments.models import Entry, League
from tournaments.pages import reader
from tournaments.player.forms import AcceptInvitation
from tournaments.queries import proofs
from tournaments.queries.access import player_rights
from tournaments.queries.leagues.facts import facts_of
from tournaments.queries.leagues.terms import conduct_words, fairness, themes_of

METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(METHODS)
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """GET shows the league, POST joins it. The key came to the player's own address, so nobody has to sign in."""
    try:
        asked = invitations.read(key)
    except LinkExpired as refusal:
        return _over(request, refusal)
    player, league = asked.player, asked.league
    if (joined := invitations.entry_of(asked)) is not None:
        return render(request, "play/invitation.html", {"league": league, "joined": joined})
    before = league.entries.filter(state__in=Entry.GONE, player=player).first() if player is not None else None
    form = AcceptInvitation(request.POST or None, known=player is not None, before=before)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            invitations.accept(asked, data.get("name", ""), data.get("zone", ""), data.get("word", ""), spoken())
        except AlreadyEntered:  # by another press at this moment
            return redirect(request.path)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(request.path)
    values = {**_about(request, league), "form": form, "player": player}
    return render(request, "play/invitation.html", values, status=422 if form.errors else 200)


@require_http_methods(METHODS)
def link(request: HttpRequest, key: str) -> HttpResponse:
    """A handed-out link: who is signed in comes to the league by one press, everybody else signs in first."""
    try:
        league = invitations.league_of(key)
    except LinkExpired as refusal:
        return _over(request, refusal)
    if request.method == "POST" and request.user.is_authenticated:
        try:
            invitations.come_by_link(league, reader.player(request))
        except LinkExpired as refusal:
            return _over(request, refusal)
        return redirect("player:league", league.pk)
    values = {**_about(request, league), "by_link": True, "sign_in": f"{reverse('player:sign-in')}?next={request.path}"}
    return render(request, "play/invitation.html", values)


def _about(request: HttpRequest, league: League) -> dict[str, Any]:
    entered, zone = league.entries.filter(state=Entry.State.IN).count(), player_rights.zone_of(request.user)
    return {
        "league": league,
        "facts": facts_of(league, zone),
        "themes": themes_of(league),
        "conduct": conduct_words(league),
        "fairness": fairness(league, entered),
        "full": entered >= league.max_players,
        "proof": proofs.of_league(league, zone),
    }


def _over(request: HttpRequest, refusal: LinkExpired) -> HttpResponse:
    return render(request, "play/invitation.html", {"over": str(refusal)}, status=410)
