"""The page behind a letter that offers a seat: what it is, and two buttons, also for people without an account yet."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from engine.language.languages import spoken
from engine.language.wording import listed
from tournaments.actions.seats import offers
from tournaments.language.refusals import LinkExpired, Refused
from tournaments.language.speech import say
from tournaments.models import SeatOffer, Turn
from tournaments.pages.choices import CHOOSE, chosen
from tournaments.player.forms import TakeSeat
from tournaments.queries.leagues.terms import conduct_words, span, themes_of
from tournaments.queries.names import seat_names, table_title

PAGE = "play/seat_offer.html"
TAKE, DECLINE = ANSWERS = "take", "decline"


@require_http_methods(["GET", "HEAD", "POST"])
def seat_offer(request: HttpRequest, key: str) -> HttpResponse:
    """GET shows the seat, POST takes it or says no. The key came to the person's own address: nobody has to sign in."""
    try:
        offer = offers.read(key)
        if offer.state != SeatOffer.State.OPEN:
            return render(request, PAGE, {**_about(offer), offer.state: True, "player": offers.whose(offer)})
        if chosen(request, "answer", ANSWERS) == DECLINE:
            offers.decline(offer)
            return redirect(request.path)
        return _asked(request, offer)
    except LinkExpired as refusal:
        return render(request, PAGE, {"over": str(refusal)}, status=410)


def _asked(request: HttpRequest, offer: SeatOffer) -> HttpResponse:
    player = offers.whose(offer)
    form = TakeSeat(request.POST if request.method == "POST" else None, known=player is not None, name=offer.name)
    if request.method == "POST" and form.is_valid() and not chosen(request, "answer", ANSWERS):
        form.add_error(None, say(CHOOSE))
    elif request.method == "POST" and form.is_valid():
        try:
            offers.accept(offer, form.cleaned_data.get("name", ""), form.cleaned_data.get("zone", ""), spoken())
        except LinkExpired:
            raise
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(request.path)
    values = {**_about(offer), **_shown(offer), "form": form, "player": player}
    return render(request, PAGE, values, status=422 if form.errors else 200)


def _about(offer: SeatOffer) -> dict[str, Any]:
    table = offer.seat.table
    return {"offer": offer, "league": table.league, "title": table_title(table)}


def _shown(offer: SeatOffer) -> dict[str, Any]:
    """The facts of the table that everybody may know."""
    table = offer.seat.table
    others = [name for number, name in enumerate(seat_names(table)) if number != offer.seat.number]
    return {
        "whose": offer.seat.player or say("the stand-in"),
        "others": listed(others),
        "round": table.round,
        "asked": Turn.objects.filter(seat=offer.seat, ended_at=None).exists(),
        "turn_time": span(table.league.turn_time),
        "themes": themes_of(table.league),
        "conduct": conduct_words(table.league),
    }
