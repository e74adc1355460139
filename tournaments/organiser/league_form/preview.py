"""The outcome of choices while they are made: the forecast, the words of each theme, a name. Writes nothing."""

from __future__ import annotations

from typing import TypedDict

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_POST

import engine
from tournaments.language.speech import say
from tournaments.models import League
from tournaments.organiser.league_form import form, names, themes
from tournaments.pages import reader
from tournaments.queries.leagues import forecasts
from tournaments.queries.leagues.terms import span


class Length(TypedDict):
    """The time that a league takes. `of`: the choices that it is about, so that it is never read for others."""

    of: str
    forecast: str


def length_of(league: League) -> Length:
    of = say(
        "{game} at tables of {n}, {time} for an answer",
        game=engine.games[league.game].name, n=league.seats, time=span(league.turn_time),
    )  # fmt: skip
    return {"of": of, "forecast": forecasts.forecast(league)}


@require_POST
def preview(request: HttpRequest) -> JsonResponse:
    """The answer to the script of the form, by the same functions by which the server shows it at first."""
    actor = reader.player(request)
    league = form.drafted(actor, request.POST, {}, League())
    return JsonResponse({
        **length_of(league), "told": themes.told(league), "name": names.proposed(actor, league.game),
    })  # fmt: skip
