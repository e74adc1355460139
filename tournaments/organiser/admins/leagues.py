"""Leagues on the desk: prepared here, opened and started by actions that ask once more, then read-only."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.db.models import Count
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from unfold.decorators import display

import engine
from tournaments.actions.league import announcements, checkin, invitations, leagues
from tournaments.actions.league import settings as league_settings
from tournaments.actions.league.permissions import may_act
from tournaments.models import Entry, League, Player
from tournaments.organiser import look
from tournaments.organiser.acts import endings, entries
from tournaments.organiser.acts import leagues as acts
from tournaments.organiser.acts import organisers as acts_on_organisers
from tournaments.organiser.acts.act import urls
from tournaments.organiser.acts.buttons import button
from tournaments.organiser.admins.base import MOST_DIGITS, Rows
from tournaments.organiser.exchange import pages as exchange
from tournaments.organiser.league_form import copies, preview, themes
from tournaments.organiser.league_form import form as league_form
from tournaments.organiser.shown import leagues as leagues_shown
from tournaments.organiser.shown import organisers
from tournaments.organiser.site import site
from tournaments.pages import reader
from tournaments.pages.paper import deck_file, pdf
from tournaments.papers import papers
from tournaments.queries.access.impartiality import left_by
from tournaments.queries.access.player_rights import BEGUN, visible_leagues


def _number(words: str) -> int:
    """The number that an address names; 0, which no row has, for what is none."""
    return int(words) if words.isdecimal() and len(words) <= MOST_DIGITS else 0


@admin.register(League, site=site)
class Leagues(Rows):
    called = look.LEAGUES
    list_display = ("name", "state_shown", "game_shown", "seats", "entered", "started_at")
    list_filter = ("state",)
    search_fields = ("name", "tag")
    ordering = ("-pk",)
    unlisted = ("about", "draw", "secret", "conduct")
    actions_detail = (
        "open_to_join",
        "ask_again",
        "invite",
        "ask_ready",
        "replace_silent",
        "start",
        "move_start",
        "announce",
    )
    change_form_template = "admin/desk/league.html"

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The page's list, with the number of players in each league."""
        listed = super().get_changelist_instance(request)
        listed.result_list = list(listed.result_list)
        inside = Entry.objects.filter(league__in=listed.result_list, state=Entry.State.IN).order_by()
        counted = dict(inside.values_list("league").annotate(Count("pk")))
        for league in listed.result_list:
            league.players_in = counted.get(league.pk, 0)
        return listed

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_module_permission(request) and reader.player(request).prepares

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether settings may change, as in the action: until the league is open and players have read them."""
        if obj is None or not self.has_view_permission(request, obj):
            return self.has_view_permission(request, obj)
        return obj.state == League.State.DRAFT and may_act(obj, reader.player(request))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> type[ModelForm]:
        if obj is not None and not self.has_change_permission(request, obj):
            return super().get_form(request, obj, change, **kwargs)
        actor = reader.player(request)
        kwargs["form"] = league_form.for_actor(actor, partial(self._act, actor, obj))
        return super().get_form(request, obj, change, **kwargs)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        actor, wanted = reader.player(request), request.GET.get("copy", "")
        if not wanted:
            return league_form.blank(actor)
        return league_form.copy_of(get_object_or_404(copies.leagues_of(actor), pk=_number(wanted)), actor)

    def _act(self, actor: Player, league: League | None, seen: str, **settings: Any) -> League:
        if league is None:
            return leagues.create(actor, **settings)
        return league_settings.change(league, actor, seen, **settings)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> list[tuple[str | None, dict[str, Any]]]:
        if obj is not None and not self.has_change_permission(request, obj):
            return []  # all of it is in words above, as players read it
        folded = [name for theme in themes.THEMES for name in theme.fields]
        if obj is None or obj.deck is None:
            folded.remove("own_deck")
        return [(None, {"fields": ("stamp", "earlier", *themes.ASKED, *folded)})]

    def save_model(self, request: HttpRequest, obj: League, form: league_form.LeagueForm, change: bool) -> None:
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
        if league is None or self.has_change_permission(request, league):
            context |= self._asked(request, context["adminform"].form)
        if league is not None:
            page = leagues_shown.page_of(league, reader.player(request), request)
            context |= {
                **page,
                **organisers.of_league(league, reader.player(request), decides=page["decides"]),
                "page": self._page_of_players(request, league),
                "stamp": context["adminform"].form.initial.get("stamp", ""),
            }
        response = super().render_change_form(request, context, *args, **kwargs)
        response.status_code = 422 if context["errors"] else 200
        return response

    def _asked(self, request: HttpRequest, form: Any) -> dict[str, Any]:
        """The form as it is shown: what its choices come to by now."""
        typed = request.POST or {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
        league = league_form.drafted(reader.player(request), typed, form.initial, form.instance)
        folded = themes.shown(form, league)
        earlier = copies.offered(reader.player(request)) if form.instance.pk is None else []
        return {
            "copies": earlier,
            "copied": league.copied_from,
            "form": form,
            "themes": folded,
            "length": preview.length_of(league),
        }

    def response_add(self, request: HttpRequest, obj: League, post_url_continue: str | None = None) -> HttpResponse:
        """Lead to the page that opens the league: it shows all settings, and "Not now" leads to the league's own."""
        return redirect("desk:tournaments_league_open_to_join", obj.pk)

    def response_change(self, request: HttpRequest, obj: League) -> HttpResponse:
        messages.success(request, gettext("The settings of {league} are saved.").format(league=obj))
        return redirect("desk:tournaments_league_change", obj.pk)

    def _page_of_players(self, request: HttpRequest, league: League) -> str:
        """Once a league has begun its page is for those who play in it."""
        seen = visible_leagues(reader.player(request)).filter(pk=league.pk).exists()
        return reverse("player:league", args=[league.pk]) if seen else ""

    def get_urls(self) -> list[URLPattern]:
        paper = self.admin_site.admin_view(self.standings_paper)
        return [
            path("<int:pk>/standings.pdf", paper, name="standings-paper"),
            path("preview/", self.admin_site.admin_view(self.preview), name="league-preview"),
            path("<int:pk>/deck.json", self.admin_site.admin_view(self.deck_file), name="deck"),
            *urls((*entries.ACTS, *endings.ACTS, *acts_on_organisers.ACTS), self.admin_site),
            *exchange.urls(self.admin_site),
            *super().get_urls(),
        ]

    def preview(self, request: HttpRequest) -> HttpResponse:
        return preview.preview(request)

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

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The league, which the buttons of a page that only shows it have read already."""
        if request.method != "GET" or from_field:
            return super().get_object(request, object_id, from_field)
        return self._asked_for(request, object_id)

    def has_open_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self._in_state(request, object_id, League.State.DRAFT)

    def has_start_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self._in_state(request, object_id, League.State.OPEN)

    def has_announce_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        league = self._asked_for(request, object_id)
        return league is not None and league.state in announcements.RUNNING

    def has_again_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        league = self._asked_for(request, object_id)
        if league is None or league.state != League.State.OPEN:
            return False
        return bool(invitations.to_ask_again(league, reader.player(request)))

    def has_replace_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        league = self._asked_for(request, object_id)
        if league is None or league.state != League.State.OPEN or left_by(league, reader.player(request)):
            return False
        return checkin.may_replace(league)

    def _in_state(self, request: HttpRequest, object_id: Any, state: League.State) -> bool:
        league = self._asked_for(request, object_id)
        return league is not None and league.state == state

    open_to_join = button(acts.Open, "Open to join", "open", permission="open", icon="door_open")
    start = button(acts.Start, "Start", "start", permission="start", icon="play_arrow")
    move_start = button(acts.MoveStart, "Move the start", "move-start", permission="start", icon="event")
    ask_again = button(acts.AskAgain, "Ask its people again", "again", permission="again", icon="group_add")
    invite = button(acts.Invite, "Invite", "invite", permission="start", icon="person_add")
    ask_ready = button(acts.AskReady, "Ask who is ready", "ready", permission="start", icon="how_to_reg")
    replace_silent = button(
        acts.ReplaceSilent, "Replace the silent", "silent", permission="replace", icon="group_remove"
    )
    announce = button(acts.AnnounceToLeague, "Announce", "announce", permission="announce", icon="campaign")
