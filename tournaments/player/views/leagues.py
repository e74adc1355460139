"""Leagues: the home page, what a league is like before joining, joining and leaving, standings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, TypedDict

from django.contrib import messages
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

import engine
from engine.language import typed
from engine.language.languages import to_say
from tournaments.actions.league import checkin, leagues, permissions, results
from tournaments.actions.player import vacations
from tournaments.actions.practice import practice
from tournaments.language.refusals import Refused
from tournaments.language.speech import say
from tournaments.models import TAKES_ENTRIES, Entry, League, Player, Role, Seat, Vacation
from tournaments.pages import reader
from tournaments.pages.paging import Paged, paged
from tournaments.pages.paper import deck_file, pdf, sheet
from tournaments.papers import papers
from tournaments.player import preview
from tournaments.player.forms import DaysOff, Join
from tournaments.player.views.seats import seat_cards
from tournaments.player.visitors import showcase
from tournaments.queries import matches, proofs, stoppages
from tournaments.queries.access import player_rights
from tournaments.queries.access.offices import role_in
from tournaments.queries.leagues import forecasts
from tournaments.queries.leagues.facts import Facts, facts_of, facts_of_each
from tournaments.queries.leagues.terms import Theme, conduct_words, fairness, themes_of

NOT_BEGUN = (League.State.OPEN, League.State.DRAWING)
# So many on one page.
TO_JOIN, TO_FOLLOW, SOON = 20, 10, 12  # leagues
ENTERED, PRINTS = 100, 100
PLACES, MINE, OTHERS = 100, 12, 50


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """My games and what can be joined; for a visitor what this is, and what can be joined."""
    if not request.user.is_authenticated:
        return start_page(request, lines=request.GET.get("order", "")[:200].partition("\n")[0])
    values: dict[str, Any] = {"to_join": _to_join(request)} | seat_cards(request.user, request)
    waiting = League.objects.filter(pk__in=_joined(request), state__in=NOT_BEGUN).order_by("pk")
    values["waiting"] = paged(request, "soon", waiting, SOON)
    values["to_practise"] = practice.games()
    values["held"] = player_rights.waiting_letters(request.user).count()
    values["never_begun"] = paged(request, "cancelled", player_rights.never_begun(request.user), SOON)
    return render(request, "play/home.html", values)


def start_page(
    request: HttpRequest,
    *,
    lines: str = "",
    check: preview.Check | None = None,
    exhausted: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The page for visitors: a letter of today, the games, the leagues that can be joined or followed.

    lines      that stand in the box below the letter, and what `check` has found them to be
    exhausted  whether the visitor has tried as many as may be tried in an hour
    """
    today = timezone.now().date()
    table = showcase.table_of(today)
    values = {
        "to_join": _to_join(request),
        "to_follow": paged(request, "to-follow", player_rights.leagues_to_follow(), TO_FOLLOW).shown_as(
            partial(_with_facts, request)
        ),
        "shown": table,
        "games": showcase.games(),
        "sample": showcase.sample(table, today) if table else "",
        "picture": showcase.scene(table, today) if table else None,
        "lines": lines,
        "check": check,
        "exhausted": exhausted,
    }
    return render(request, "play/welcome.html", values, status=status)


def _to_join(request: HttpRequest) -> Paged:
    seen = player_rights.visible_leagues(request.user).filter(TAKES_ENTRIES)
    shown = paged(request, "to-join", seen.exclude(pk__in=_joined(request)).order_by("pk"), TO_JOIN)
    return shown.shown_as(partial(_with_facts, request))


def _with_facts(request: HttpRequest, leagues: Sequence[League]) -> list[tuple[League, Facts]]:
    facts = facts_of_each(leagues, player_rights.zone_of(request.user))
    return [(league, facts[league.pk]) for league in leagues]


def _joined(request: HttpRequest) -> QuerySet[Any, Any]:
    """Keys of the reader's leagues."""
    if not request.user.is_authenticated:
        return Entry.objects.none().values("league")
    return request.user.entries.exclude(state__in=Entry.GONE).order_by().values("league")


@require_safe
def league(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything about a league, as it is fixed at the start."""
    league = _readable(request, pk)
    return render(request, "play/league.html", _league_values(request, league, _form(request, league)))


def _readable(request: HttpRequest, pk: int) -> League:
    """A league that the reader sees, or may follow."""
    return player_rights.found_in(pk, player_rights.visible_leagues(request.user), player_rights.public_leagues())


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
    takes_entries: bool
    begun: bool
    standings_there: bool
    follows: bool
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
    begun = player_rights.begun_leagues(request.user).filter(pk=league.pk).exists()
    known, mine = request.user.is_authenticated, _own_entry(request, league)
    follows = player_rights.only_follows(request.user, league)
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
        "organisers": _organisers(league, public=follows and not _has_office(request, league)) if known else (),
        "mine": mine,
        "no_place": permissions.why_no_place(league, mine.player) if mine and mine.state == Entry.State.WAITING else "",
        "asked_until": checkin.asked_until(mine) if mine and league.state == League.State.OPEN else None,
        "away": vacations.in_force(mine) if mine else (),
        "days_left": league.vacation_days - vacations.days_taken(mine) if mine else 0,
        "form": form,
        "is_open": league.state == League.State.OPEN,
        "takes_entries": league.takes_entries,
        "begun": begun,
        "standings_there": begun or (league.public and league.started_at is not None),
        "follows": follows,
        "cancelled": stoppages.why_cancelled(league, public=follows),
    }


def _organisers(league: League, *, public: bool) -> list[str]:
    """The names of those who have an office in the league, organisers first.

    public  as those read them who only follow it: who has initials shown to them wants that in every office
    """

    def named(people: Iterable[Player]) -> list[str]:
        return sorted(player.public_name if public else player.name for player in people)

    words = {Role.REFEREE: to_say("{name}, referee"), Role.HELPER: to_say("{name}, helper")}
    found = named(league.organisers.filter(is_active=True))
    for role, said in words.items():
        found += [say(said, name=name) for name in named(Player.objects.filter(_in_office(league, role)))]
    return found


def _has_office(request: HttpRequest, league: League) -> bool:
    return request.user.is_authenticated and role_in(league, request.user) is not None


def _in_office(league: League, role: Role) -> Q:
    return Q(is_active=True, offices__in=league.officers.filter(role=role).values("pk"))


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
    return deck_file(_readable(request, pk))


@require_safe
def rules(request: HttpRequest, pk: int) -> HttpResponse:
    """The rules of the league's game as a PDF, for whoever may read its settings or sees one of its tables."""
    league = player_rights.found_in(pk, player_rights.explained_leagues(request.user), player_rights.public_leagues())
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
    league = player_rights.found_in(pk, player_rights.begun_leagues(request.user), player_rights.public_leagues())
    follows = player_rights.only_follows(request.user, league)
    tables = player_rights.tables_in(league).defer("position", "header").order_by("number")
    sitting = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    own = player_rights.own_seats(request.user).order_by().filter(table__league=league).values("table")
    mine = tables.filter(pk__in=own).prefetch_related(sitting)
    others = tables.exclude(pk__in=own).prefetch_related(sitting)
    values = {
        "league": league,
        "follows": follows,
        "rows": paged(request, "places", results.shown(league, results.standings(league), public=follows), PLACES),
        "cancelled": stoppages.why_cancelled(league, public=follows),
        "mine": paged(request, "mine", mine, MINE),
        "others": paged(request, "others", others, OTHERS),
    }
    return render(request, "play/standings.html", values)


@require_safe
def standings_paper(request: HttpRequest, pk: int) -> HttpResponse:
    """The same as a PDF."""
    league = _begun(request, pk)
    return pdf(papers.standings_name(league), papers.standings(league))


@require_safe
def standings_sheet(request: HttpRequest, pk: int, what: str, form: str) -> HttpResponse:
    """Results or standings for spreadsheets and programs."""
    return sheet(_begun(request, pk), what, form, player_rights.zone_of(request.user))


def _begun(request: HttpRequest, pk: int) -> League:
    """A league that is played or was, for those who play in it."""
    return get_object_or_404(player_rights.begun_leagues(request.user), pk=pk)
