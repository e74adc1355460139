"""Leagues on the desk: prepared here, opened and started by actions that ask once more, then read-only."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.db.models import Count
from django.forms import Form, ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from unfold.decorators import action, display

import engine
from tournaments.actions.league import announcements, checkin, leagues
from tournaments.actions.league import settings as league_settings
from tournaments.actions.league.permissions import may_act
from tournaments.models import Entry, League, Player
from tournaments.organiser import sealed_times
from tournaments.organiser.acts import leagues as acts_on_leagues
from tournaments.organiser.acts import organisers as acts_on_organisers
from tournaments.organiser.acts import verbs
from tournaments.organiser.acts.asking import ask, held
from tournaments.organiser.acts.forms import Announce, AskReady, Invite, Open, ReplaceSilent, Start
from tournaments.organiser.admins.base import Rows
from tournaments.organiser.forms import LeagueForm, option_fields, shown_if, with_options
from tournaments.organiser.shown import leagues as leagues_shown
from tournaments.organiser.shown import organisers
from tournaments.organiser.site import site
from tournaments.pages import reader
from tournaments.pages.once import lasting
from tournaments.pages.paper import deck_file, pdf
from tournaments.pages.sight import BEGUN, visible_leagues
from tournaments.papers import papers
from tournaments.queries import forecasts
from tournaments.queries.access.impartiality import left_by
from tournaments.queries.league_terms import fairness, settings_of


@admin.register(League, site=site)
class Leagues(Rows):
    list_display = ("name", "state_shown", "game_shown", "seats", "entered", "started_at")
    list_filter = ("state",)
    search_fields = ("name", "tag")
    ordering = ("-pk",)
    unlisted = ("about", "draw", "secret", "conduct")
    actions_detail = ("open_to_join", "invite", "ask_ready", "replace_silent", "start", "announce")
    change_form_template = "admin/desk/league.html"
    conditional_fields = shown_if()

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """With how many players are in each league of the page."""
        listed = super().get_changelist_instance(request)
        listed.result_list = list(listed.result_list)
        inside = Entry.objects.filter(league__in=listed.result_list, state=Entry.State.IN).order_by()
        counted = dict(inside.values_list("league").annotate(Count("pk")))
        for league in listed.result_list:
            league.players_in = counted.get(league.pk, 0)
        return listed

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_module_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """As the action has it: until the league is open and players have read its settings."""
        if obj is None or not self.has_view_permission(request, obj):
            return self.has_view_permission(request, obj)
        return obj.state == League.State.DRAFT and may_act(obj, reader.player(request))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> type[ModelForm]:
        if obj is not None and not self.has_change_permission(request, obj):
            return super().get_form(request, obj, change, **kwargs)
        kwargs["form"] = with_options(partial(self._act, reader.player(request), obj))
        return super().get_form(request, obj, change, **kwargs)

    def _act(self, actor: Player, league: League | None, seen: str, **settings: Any) -> League:
        if league is None:
            return leagues.create(actor, **settings)
        return league_settings.change(league, actor, seen, **settings)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> list[tuple[str | None, dict[str, Any]]]:
        if obj is not None and not self.has_change_permission(request, obj):
            return []  # all of it stands in words above, as players read it
        deck = ("deck_file", "own_deck") if obj is not None and obj.deck is not None else ("deck_file",)
        play = ("game", *option_fields(), *deck, "seats", "max_players", "games", "at_once")
        time = (
            "hours",
            "grace_hours",
            "delay_minutes",
            *sealed_times.NAMES,
            "vacation_days",
            "expiry",
            "after_stand_in",
        )
        return [
            (None, {"fields": ("name", "tag", "about", "access", "conduct")}),
            ("What is played", {"fields": play}),
            ("Time", {"fields": time}),
            ("How it counts", {"fields": ("points_text", "tie_breaks_text", "provisional_days")}),
            ("Letters", {"fields": ("private_press",)}),
        ]

    def save_model(self, request: HttpRequest, obj: League, form: LeagueForm, change: bool) -> None:
        """Nothing but have Django show the row that the action wrote when the form was checked."""
        assert form.saved is not None  # the form is valid
        obj.pk = form.saved.pk
        obj.refresh_from_db()
        obj._state.adding = False

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Nothing: entries and tables are not edited here, and the action has named the organiser."""

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        league = context.get("original")
        context["acts"] = context.pop("actions_detail", ())  # on the page itself: on a phone the theme hides them
        if league is None:
            context["forecasts"] = forecasts.for_each_size()
        else:
            context |= {
                **leagues_shown.page_of(league, reader.player(request), request),
                **organisers.of_league(league, reader.player(request)),
                "page": self._page_of_players(request, league),
                "stamp": context["adminform"].form.initial.get("stamp", ""),
            }
        response = super().render_change_form(request, context, *args, **kwargs)
        response.status_code = 422 if context["errors"] else 200
        return response

    def _page_of_players(self, request: HttpRequest, league: League) -> str:
        """Once a league has begun its page is for those who play in it."""
        seen = visible_leagues(reader.player(request)).filter(pk=league.pk).exists()
        return reverse("player:league", args=[league.pk]) if seen else ""

    def get_urls(self) -> list[URLPattern]:
        paper = self.admin_site.admin_view(self.standings_paper)
        return [
            path("<int:pk>/standings.pdf", paper, name="standings-paper"),
            path("<int:pk>/deck.json", self.admin_site.admin_view(self.deck_file), name="deck"),
            *acts_on_leagues.urls,
            *acts_on_organisers.urls,
            *super().get_urls(),
        ]

    def deck_file(self, request: HttpRequest, pk: int) -> HttpResponse:
        return deck_file(get_object_or_404(self.get_queryset(request), pk=pk))

    def standings_paper(self, request: HttpRequest, pk: int) -> HttpResponse:
        league = get_object_or_404(self.get_queryset(request).filter(BEGUN), pk=pk)
        return pdf(papers.standings_name(league), papers.standings(league))

    @display(description="State", ordering="state", label=True)
    def state_shown(self, league: League) -> str:
        return league.get_state_display()

    @display(description="Game", ordering="game")
    def game_shown(self, league: League) -> str:
        return engine.games[league.game].name

    @display(description="Players")
    def entered(self, league: Any) -> str:
        return f"{league.players_in} of {league.max_players}"

    # --- actions: GET shows what will happen, POST does it ----------------------------------------

    def _asked_for(self, request: HttpRequest, object_id: Any) -> League | None:
        """The league that a page is about: every button of it asks."""
        known = vars(request).setdefault("desk_leagues", {})
        if object_id not in known:
            known[object_id] = self.row(request, object_id).first()
        return known[object_id]

    def has_open_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self._in_state(request, object_id, League.State.DRAFT)

    def has_start_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self._in_state(request, object_id, League.State.OPEN)

    def has_announce_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        league = self._asked_for(request, object_id)
        return league is not None and league.state in announcements.RUNNING

    def has_replace_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        league = self._asked_for(request, object_id)
        if league is None or league.state != League.State.OPEN or left_by(league, reader.player(request)):
            return False
        return checkin.may_replace(league)

    def _in_state(self, request: HttpRequest, object_id: Any, state: League.State) -> bool:
        league = self._asked_for(request, object_id)
        return league is not None and league.state == state

    @action(description="Open to join", url_path="open", permissions=["open"], icon="door_open")
    def open_to_join(self, request: HttpRequest, object_id: int) -> HttpResponse:
        with held(request, leagues=League.objects.filter(pk=object_id)):
            league = get_object_or_404(self.get_queryset(request), pk=object_id)
            return self._ask(request, league, Open, f"Open {league} to join?", verbs.open_league)

    @action(description="Start", url_path="start", permissions=["start"], icon="play_arrow")
    def start(self, request: HttpRequest, object_id: int) -> HttpResponse:
        with held(request, leagues=League.objects.filter(pk=object_id)):
            league = get_object_or_404(self.get_queryset(request), pk=object_id)
            entries = league.entries.exclude(state__in=Entry.GONE).select_related("player")
            shown = {"entries": entries, "waits_for": settings.CHANCE_SOURCE}
            return self._ask(request, league, Start, f"Start {league}?", verbs.start, **shown)

    @lasting
    @action(description="Invite", url_path="invite", permissions=["start"], icon="person_add")
    def invite(self, request: HttpRequest, object_id: int) -> HttpResponse:
        return self._fill(request, object_id, Invite, "Invite to {}", verbs.invite)

    @action(description="Ask who is ready", url_path="ready", permissions=["start"], icon="how_to_reg")
    def ask_ready(self, request: HttpRequest, object_id: int) -> HttpResponse:
        return self._fill(request, object_id, AskReady, "Ask who is ready for {}?", verbs.ask_ready)

    @action(description="Replace the silent", url_path="silent", permissions=["replace"], icon="group_remove")
    def replace_silent(self, request: HttpRequest, object_id: int) -> HttpResponse:
        with held(request, leagues=League.objects.filter(pk=object_id)):
            league, actor = get_object_or_404(self.get_queryset(request), pk=object_id), reader.player(request)
            if request.method == "POST":
                leagues.hold_entries(league)
            places = checkin.places(league, actor)
            told = [f"{new.player} gets the place of {old.player}, who waits from then on." for old, new in places]
            return ask(
                request, ReplaceSilent, f"Replace the silent of {league}?", acts_on_leagues.page_of(league),
                lambda form: verbs.replace_silent(league, form, actor), told or [checkin.NOBODY],
                about=[league.state, league.ready_by, [(old.pk, new.pk) for old, new in places]],
            )  # fmt: skip

    @lasting
    @action(description="Announce", url_path="announce", permissions=["announce"], icon="campaign")
    def announce(self, request: HttpRequest, object_id: int) -> HttpResponse:
        return self._fill(request, object_id, Announce, "Write to everybody in {}", verbs.announce)

    def _fill(
        self, request: HttpRequest, object_id: int, kind: type[Form], question: str, verb: Callable[..., verbs.Said]
    ) -> HttpResponse:
        with held(request, leagues=League.objects.filter(pk=object_id)):
            league, actor = get_object_or_404(self.get_queryset(request), pk=object_id), reader.player(request)
            return ask(
                request, kind, question.format(league), acts_on_leagues.page_of(league),
                lambda form: verb(league, form, actor), about=[league.state, league.ready_by],
            )  # fmt: skip

    def _ask(
        self, request: HttpRequest, league: League, kind: type[Form], question: str, verb: Callable[..., verbs.Said],
        entries: Iterable[Entry] = (), **shown: Any,
    ) -> HttpResponse:  # fmt: skip
        """The page of an act that takes a league as it is set, with who has joined."""
        actor, facts = reader.player(request), settings_of(league)
        joined = [(one.player.name, one.state, bool(one.player.dead_at), bool(one.ready_at)) for one in entries]
        entered = league.entries.filter(state=Entry.State.IN).count()
        return ask(
            request, kind, question, acts_on_leagues.page_of(league), lambda form: verb(league, form, actor),
            about=[facts, joined], template="admin/desk/ask_league.html", opts=self.model._meta, original=league,
            settings_shown=facts, fairness=fairness(league, entered), forecast=forecasts.forecast(league),
            entries=entries, **shown,
        )  # fmt: skip
