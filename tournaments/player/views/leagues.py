"""Leagues: the home page, what a league is like before joining, joining and leaving, standings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

import engine
from engine import notation, rulebook
from tournaments import forecasts, papers, proofs, standstill
from tournaments.actions import leagues, practice, results, vacations
from tournaments.actions.refusals import Refused
from tournaments.models import Entry, League
from tournaments.player import reader, sight
from tournaments.player.forms import Join
from tournaments.player.paper import deck_file, pdf
from tournaments.player.views.seats import seat_cards
from tournaments.speech import say
from tournaments.terms import fairness, settings_of


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """My games and what can be joined; for a visitor what this is and what can be joined."""
    joined = _joined(request)
    not_begun = (League.State.OPEN, League.State.DRAWING)
    seen = list(sight.visible_leagues(request.user).filter(state__in=not_begun).order_by("pk"))
    open_leagues = [league for league in seen if league.state == League.State.OPEN]
    values: dict[str, Any] = {
        "to_join": [league for league in open_leagues if league.pk not in joined],
        "waiting": [league for league in seen if league.pk in joined],
    }
    if not request.user.is_authenticated:
        return render(request, "play/welcome.html", values | {"sample": _sample(open_leagues)})
    values |= seat_cards(request.user)
    values["to_practise"] = practice.games()
    values["never_begun"] = sight.never_begun(request.user)
    return render(request, "play/home.html", values)


def _sample(leagues: Sequence[League]) -> str:
    """An order as one types it, of a game that can be joined."""
    game = engine.games[leagues[0].game] if leagues else next(iter(engine.games.values()))
    return rulebook.of(game).samples[-1]


def _joined(request: HttpRequest) -> set[int]:
    if not request.user.is_authenticated:
        return set()
    return set(request.user.entries.exclude(state__in=Entry.GONE).values_list("league", flat=True))


@require_safe
def league(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything about a league, as it is fixed at the start."""
    league = get_object_or_404(sight.visible_leagues(request.user), pk=pk)
    return render(request, "play/league.html", _league_values(request, league, _form(request, league)))


def _form(request: HttpRequest, league: League, data: Any = None) -> Join:
    if not request.user.is_authenticated:
        return Join(data)
    return Join(data, before=league.entries.filter(state__in=Entry.GONE, player=request.user).first())


def _league_values(request: HttpRequest, league: League, form: Join) -> dict[str, Any]:
    entries = list(league.entries.exclude(state__in=Entry.GONE).select_related("player"))
    words = proofs.words_of(league)
    known, mine = request.user.is_authenticated, _own_entry(request, league)
    return {
        "league": league,
        "game": engine.games[league.game].name,
        "settings": settings_of(league),
        "forecast": forecasts.forecast(league),
        "fairness": fairness(league, sum(entry.state == Entry.State.IN for entry in entries)),
        "proof": proofs.of_league(league, sight.zone_of(request.user)),
        "tables": league.tables.defer("position", "header").order_by("number"),
        "entered": len(entries),
        "entries": [(entry, words.get(entry.player_id, "")) for entry in entries] if known else (),
        "mine": mine,
        "away": vacations.booked(mine) if mine else (),
        "days_left": league.vacation_days - len(vacations.days_taken(mine)) if mine else 0,
        "form": form,
        "is_open": league.state == League.State.OPEN,
        "begun": sight.begun_leagues(request.user).filter(pk=league.pk).exists(),
        "cancelled": standstill.why_cancelled(league),
    }


@require_safe
def lots(request: HttpRequest, pk: int) -> HttpResponse:
    """The record of the lots, for `verify.py` and for keeping."""
    league = get_object_or_404(sight.begun_leagues(request.user).filter(draw__isnull=False), pk=pk)
    response = JsonResponse(proofs.record_of(league), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="lots-{league.pk}.json"'
    return response


@require_safe
def deck(request: HttpRequest, pk: int) -> HttpResponse:
    """The deck of a league as a file, for whoever may read its settings."""
    return deck_file(get_object_or_404(sight.visible_leagues(request.user), pk=pk))


@require_safe
def rules(request: HttpRequest, pk: int) -> HttpResponse:
    """The rules of the league's game as a PDF, for whoever may read its settings."""
    league = get_object_or_404(sight.visible_leagues(request.user), pk=pk)
    return pdf(papers.rules_name(league.game), papers.rules(league.game))


def _own_entry(request: HttpRequest, league: League) -> Entry | None:
    if not request.user.is_authenticated:
        return None
    return league.entries.exclude(state__in=Entry.GONE).filter(player=request.user).first()


@require_POST
def join(request: HttpRequest, pk: int) -> HttpResponse:
    league = get_object_or_404(sight.visible_leagues(request.user), pk=pk)
    form = _form(request, league, request.POST)
    if not form.is_valid():
        return render(request, "play/league.html", _league_values(request, league, form), status=422)
    try:
        entry = leagues.enrol(league, reader.player(request), form.cleaned_data.get("word", ""))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("player:league", pk)
    if entry.state == Entry.State.WAITING:
        messages.success(request, say("{league} is full: you are on the waiting list.", league=league))
    else:
        messages.success(request, say("You are in {league}. The first letter comes when it starts.", league=league))
    return redirect("player:league", pk)


@require_POST
def practise(request: HttpRequest, game: str) -> HttpResponse:
    """Sit down with the stand-in at once."""
    try:
        table = practice.begin(reader.player(request), game)
    except Refused as refusal:
        messages.error(request, str(refusal).replace("[", "“").replace("]", "”"))
        return redirect("player:home")
    return redirect("player:table", table.pk)


@require_POST
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    league = get_object_or_404(sight.visible_leagues(request.user), pk=pk)
    try:
        leagues.leave(league, reader.player(request))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, say("You have left {league}.", league=league))
    return redirect("player:league", pk)


@require_POST
def away(request: HttpRequest, pk: int) -> HttpResponse:
    """The words that would stand behind VACATION in a letter; they hold for all leagues of the player."""
    league = get_object_or_404(sight.visible_leagues(request.user), pk=pk)
    words = " ".join(request.POST.get("days", "")[:80].split()) or vacations.CANCEL[0]
    try:
        for sentence in vacations.by_words(reader.player(request), notation.normalise(words)):
            messages.success(request, sentence.removeprefix("* "))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("player:league", league.pk)


@require_safe
def standings(request: HttpRequest, pk: int) -> HttpResponse:
    """Places, and the tables with the scoresheets of those that have finished; the reader's own ones first."""
    league = _begun(request, pk)
    tables = (
        sight.visible_tables(request.user)
        .filter(league=league)
        .defer("position", "header")
        .order_by("number")
        .prefetch_related("seats__player")
    )
    mine = [table for table in tables if any(seat.player_id == request.user.pk for seat in table.seats.all())]
    values = {
        "league": league,
        "rows": results.shown(league, results.standings(league)),
        "cancelled": standstill.why_cancelled(league),
        "mine": mine,
        "others": [table for table in tables if table not in mine],
    }
    return render(request, "play/standings.html", values)


@require_safe
def standings_paper(request: HttpRequest, pk: int) -> HttpResponse:
    """The same as a PDF."""
    league = _begun(request, pk)
    return pdf(papers.standings_name(league), papers.standings(league))


def _begun(request: HttpRequest, pk: int) -> League:
    """A league that is played or was, for those who play in it."""
    return get_object_or_404(sight.begun_leagues(request.user), pk=pk)
