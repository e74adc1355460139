"""Leagues: the home page, what a league is like before joining, joining and leaving, standings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, TypedDict

from django.contrib import messages
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

import engine
from engine import rulebook
from engine.language import typed
from tournaments.actions.league import checkin, leagues, permissions, practice, results
from tournaments.actions.player import vacations
from tournaments.language.refusals import Refused
from tournaments.language.speech import say
from tournaments.models import Entry, League, Seat, Vacation
from tournaments.pages import reader
from tournaments.pages.paging import Paged, paged
from tournaments.pages.paper import deck_file, pdf
from tournaments.papers import papers
from tournaments.player.forms import DaysOff, Join
from tournaments.player.views.seats import seat_cards
from tournaments.queries import matches, proofs, stoppages
from tournaments.queries.access import player_rights
from tournaments.queries.leagues import forecasts
from tournaments.queries.leagues.facts import Facts, facts_of, facts_of_each
from tournaments.queries.leagues.terms import Theme, conduct_words, fairness, themes_of

NOT_BEGUN = (League.State.OPEN, League.State.DRAWING)
# So many on one page.
TO_JOIN, SOON = 20, 12  # leagues
ENTERED, PRINTS = 100, 100
PLACES, MINE, OTHERS = 100, 12, 50


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """My games and what can be joined; for a visitor what this is and what can be joined."""
    seen, joined = player_rights.visible_leagues(request.user), _joined(request)
    to_join = seen.filter(state=League.State.OPEN).exclude(pk__in=joined).order_by("pk")
    shown = paged(request, "to-join", to_join, TO_JOIN)
    values: dict[str, Any] = {"to_join": shown.shown_as(partial(_with_facts, request))}
    if not request.user.is_authenticated:
        return render(request, "play/welcome.html", values | {"sample": _sample(to_join)})
    waiting = League.objects.filter(pk__in=joined, state__in=NOT_BEGUN).order_by("pk")
    values |= seat_cards(request.user, request)
    values["waiting"] = paged(request, "soon", waiting, SOON)
    values["to_practise"] = practice.games()
    values["held"] = player_rights.waiting_letters(request.user).count()
    values["never_begun"] = paged(request, "cancelled", player_rights.never_begun(request.user), SOON)
    return render(request, "play/home.html", values)


def _with_facts(request: HttpRequest, leagues: Sequence[League]) -> list[tuple[League, Facts]]:
    facts = facts_of_each(leagues, player_rights.zone_of(request.user))
    return [(league, facts[league.pk]) for league in leagues]


def _sample(leagues: QuerySet[League]) -> str:
    """An order as one types it, of a game that can be joined."""
    first = leagues.first()
    game = matches.under_rules(first) if first else next(iter(engine.games.released().values()))
    return rulebook.of(game).samples[-1]


def _joined(request: HttpRequest) -> QuerySet[Any, Any]:
    """Keys of the reader's leagues."""
    if not request.user.is_authenticated:
        return Entry.objects.none().values("league")
    return request.user.entries.exclude(state__in=Entry.GONE).order_by().values("league")


@require_safe
def league(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything about a league, as it is fixed at the start."""
    league = get_object_or_404(player_rights.visible_leagues(request.user), pk=pk)
    return render(request, "play/league.html", _league_values(request, league, _form(request, league)))


def _form(request: HttpRequest, league: League, data: Any = None) -> Join:
    if not request.user.is_authenticated:
        return Join(data)
    return Join(data, before=league.entries.filter(state__in=Entry.GONE, player=request.user).first())


class LeaguePage(TypedDict):
    """The values of a league's page. `mine`: the reader's entry; what comes below it is about that one."""

    league: League
    game: str
    facts: Facts
    themes: list[Theme]
    conduct: str
    forecast: str
    fairness: str
    proof: list[str]
    tables: Paged
    entered: int
    entries: Paged | tuple[()]
    organisers: Sequence[str]
    form: Join
    is_open: bool
    begun: bool
    cancelled: stoppages.Why | None
    mine: Entry | None
    no_place: str
    asked_until: datetime | None
    away: Sequence[Vacation]
    days_left: int


def _league_values(request: HttpRequest, league: League, form: Join) -> LeaguePage:
    entries = league.entries.exclude(state__in=Entry.GONE).select_related("player")
    entered = paged(request, "entered", entries, ENTERED)
    tables = league.tables.only("league", "number", "commitment").order_by("number")
    words = proofs.words_of(league)
    zone, have_place = player_rights.zone_of(request.user), league.entries.filter(state=Entry.State.IN).count()
    known, mine = request.user.is_authenticated, _own_entry(request, league)
    return {
        "league": league,
        "game": engine.games[league.game].name,
        "facts": facts_of(league, zone),
        "themes": themes_of(league),
        "conduct": conduct_words(league),
        "forecast": forecasts.forecast(league),
        "fairness": fairness(league, have_place),
        "proof": proofs.of_league(league, zone),
        "tables": paged(request, "prints", tables, PRINTS),
        "entered": entered.count,
        "entries": entered.shown_as(lambda rows: [(entry, words.get(entry.player_id, "")) for entry in rows])
        if known
        else (),
        "organisers": _organisers(league) if known else (),
        "mine": mine,
        "no_place": permissions.why_no_place(league, mine.player) if mine and mine.state == Entry.State.WAITING else "",
        "asked_until": checkin.asked_until(mine) if mine and league.state == League.State.OPEN else None,
        "away": vacations.in_force(mine) if mine else (),
        "days_left": league.vacation_days - vacations.days_taken(mine) if mine else 0,
        "form": form,
        "is_open": league.state == League.State.OPEN,
        "begun": player_rights.begun_leagues(request.user).filter(pk=league.pk).exists(),
        "cancelled": stoppages.why_cancelled(league),
    }


def _organisers(league: League) -> list[str]:
    return list(league.organisers.filter(is_active=True).order_by("name", "pk").values_list("name", flat=True))


@require_safe
def lots(request: HttpRequest, pk: int) -> HttpResponse:
    """The record of the lots, for `verify.py` and for keeping."""
    league = get_object_or_404(player_rights.begun_leagues(request.user).filter(draw__isnull=False), pk=pk)
    response = JsonResponse(proofs.record_of(league), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="lots-{league.pk}.json"'
    return response


@require_safe
def deck(request: HttpRequest, pk: int) -> HttpResponse:
    """The deck of a league as a file, for whoever may read its settings."""
    return deck_file(get_object_or_404(player_rights.visible_leagues(request.user), pk=pk))


@require_safe
def rules(request: HttpRequest, pk: int) -> HttpResponse:
    """The rules of the league's game as a PDF, for whoever may read its settings or sees one of its tables."""
    league = get_object_or_404(player_rights.explained_leagues(request.user), pk=pk)
    game = matches.under_rules(league)
    return pdf(papers.rules_name(game), papers.rules(game))


def _own_entry(request: HttpRequest, league: League) -> Entry | None:
    if not request.user.is_authenticated:
        return None
    return league.entries.exclude(state__in=Entry.GONE).filter(player=request.user).first()


@require_POST
def join(request: HttpRequest, pk: int) -> HttpResponse:
    league = get_object_or_404(player_rights.visible_leagues(request.user), pk=pk)
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
    league = get_object_or_404(player_rights.visible_leagues(request.user), pk=pk)
    try:
        leagues.leave(league, reader.player(request))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, say("You have left {league}.", league=league))
    return redirect("player:league", pk)


@require_POST
def away(request: HttpRequest, pk: int) -> HttpResponse:
    """The words that would follow VACATION in a letter; they hold for all leagues of the player."""
    league = get_object_or_404(player_rights.visible_leagues(request.user), pk=pk)
    form = DaysOff(request.POST)
    said = form.cleaned_data["days"] if form.is_valid() else ""  # nobody needs so many letters to say when
    # Behind its word, as in a letter: at the beginning of a line "3." is the number of a list.
    _, _, words = typed.normalise(f"vacation {said}").partition(" ")
    if not words:
        messages.error(request, say("Nothing has changed: say from when to when you are away."))
        return redirect("player:league", league.pk)
    try:
        for sentence in vacations.by_words(reader.player(request), words):
            messages.success(request, sentence.removeprefix("* "))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("player:league", league.pk)


@require_safe
def standings(request: HttpRequest, pk: int) -> HttpResponse:
    """Places, and the tables with the scoresheets of those that have finished; the reader's own ones first."""
    league = _begun(request, pk)
    tables = (
        player_rights.visible_tables(request.user).filter(league=league).defer("position", "header").order_by("number")
    )
    sitting = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    own = Seat.objects.filter(player=reader.player(request), table__league=league).values("table")
    mine = tables.filter(pk__in=own).prefetch_related(sitting)
    others = tables.exclude(pk__in=own).prefetch_related(sitting)
    values = {
        "league": league,
        "rows": paged(request, "places", results.shown(league, results.standings(league)), PLACES),
        "cancelled": stoppages.why_cancelled(league),
        "mine": paged(request, "mine", mine, MINE),
        "others": paged(request, "others", others, OTHERS),
    }
    return render(request, "play/standings.html", values)


@require_safe
def standings_paper(request: HttpRequest, pk: int) -> HttpResponse:
    """The same as a PDF."""
    league = _begun(request, pk)
    return pdf(papers.standings_name(league), papers.standings(league))


def _begun(request: HttpRequest, pk: int) -> League:
    """A league that is played or was, for those who play in it."""
    return get_object_or_404(player_rights.begun_leagues(request.user), pk=pk)
