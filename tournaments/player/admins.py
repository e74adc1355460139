"""The models registered on the players' site: three, read-only, each with the pages that show it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, path
from django.views.i18n import set_language

from tournaments.models import InboundLetter, League, Player, Print, Table
from tournaments.pages import reader
from tournaments.player.site import View, site
from tournaments.player.views import (
    invitations,
    leagues,
    letters,
    observing,
    offers,
    ordering,
    organisers,
    papers,
    people,
    profile,
    replay,
    safety,
    status,
    steps,
    tables,
    taps,
)
from tournaments.player.visitors import helping, letter
from tournaments.queries.access import player_rights
from tournaments.queries.exchange.sheets import FORMS

__all__ = ["site"]


class ReadOnly(admin.ModelAdmin):
    """Rows are looked at here and changed by actions alone."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is None or self.get_queryset(request).filter(pk=obj.pk).exists()

    def mine(self, route: str, view: View, name: str) -> URLPattern:
        """A page for signed-in players."""
        return path(route, self.admin_site.admin_view(view), name=name)

    def followed(self, route: str, view: View, name: str) -> URLPattern:
        """A page for signed-in players, and for everybody where the league is public."""
        return path(route, site.followed_view(view), name=name)

    def open(self, route: str, view: View, name: str, *, listed: bool = False) -> URLPattern:
        """A page that anybody may open. `listed`: search engines may list it."""
        return path(route, site.open_view(view, listed=listed), name=name)


@admin.register(Player, site=site)
class Players(ReadOnly):
    """A player sees one player: oneself."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        return Player.objects.filter(pk=reader.player(request).pk)

    def get_urls(self) -> list[URLPattern]:
        return [
            self.open("sign-up/", people.sign_up, "sign-up", listed=True),
            self.open("sign-up/<str:key>/", people.sign_up_link, "sign-up-link"),
            self.open("sign-in/", people.sign_in, "sign-in"),
            self.open("sign-in/sent/", people.link_sent, "link-sent"),
            self.open("sign-in/link/", people.sign_in_link, "sign-in-link"),
            self.open("language/", set_language, "language"),
            path("status/", status.status, name="status"),
            self.mine("sign-out/", people.sign_out, "sign-out"),
            self.mine("profile/", profile.profile, "profile"),
            self.mine("profile/address/", profile.add_address, "add-address"),
            self.mine("profile/address/<int:pk>/remove/", profile.remove_address, "remove-address"),
            self.mine("profile/address/<int:pk>/copies/", profile.copy_letters, "copy-letters"),
            self.mine("profile/letters/", profile.letters, "letters"),
            self.mine("profile/quiet-hours/", profile.quiet_hours, "quiet-hours"),
            self.mine("profile/calendar/", profile.renew_calendar, "renew-calendar"),
            self.mine("profile/sign-ins/", safety.safety, "safety"),
            self.mine("profile/sign-ins/end/", safety.end, "end-sign-in"),
            self.mine("profile/sign-ins/end-all/", safety.end_all, "end-sign-ins"),
            self.mine("profile/data/", safety.take_out, "takeout"),
            self.mine("profile/renew/", safety.renew, "renew"),
            self.mine("profile/forget/", profile.forget, "forget"),
        ]


@admin.register(League, site=site)
class Leagues(ReadOnly):
    def get_queryset(self, request: HttpRequest) -> QuerySet[League]:
        return player_rights.visible_leagues(request.user)

    def get_urls(self) -> list[URLPattern]:
        return [
            self.open("", leagues.home, "home", listed=True),
            self.open("help/", helping.in_full, "help", listed=True),
            self.open("shown/letter/", letter.letter, "shown-letter"),
            self.open("shown/picture.svg", letter.picture, "shown-picture"),
            self.open("shown/try/", letter.attempt, "try"),
            self.open("invitation/<str:key>/", invitations.invitation, "invitation"),
            self.open("offer/<str:key>/", offers.seat_offer, "seat-offer"),
            self.open("organise/<str:key>/", organisers.organise, "organise"),
            self.open("come/<str:key>/", invitations.link, "league-link"),
            self.open("league/<int:pk>/", leagues.league, "league", listed=True),
            self.open("league/<int:pk>/deck.json", leagues.deck, "deck"),
            self.open("league/<int:pk>/rules.pdf", leagues.rules, "rules"),
            self.open("league/<int:pk>/lots.json", leagues.lots, "lots"),
            self.mine("league/<int:pk>/join/", leagues.join, "join"),
            self.mine("practice/<slug:game>/", leagues.practise, "practise"),
            self.mine("league/<int:pk>/leave/", leagues.leave, "leave"),
            self.mine("league/<int:pk>/away/", leagues.away, "away"),
            self.mine("league/<int:pk>/letters/", profile.league_letters, "league-letters"),
            self.followed("league/<int:pk>/standings/", leagues.standings, "standings"),
            self.mine("league/<int:pk>/standings.pdf", leagues.standings_paper, "standings-paper"),
            *(self._sheet(what, form) for what in ("results", "standings") for form in FORMS),
        ]

    def _sheet(self, what: str, form: str) -> URLPattern:
        view = self.admin_site.admin_view(leagues.standings_sheet)
        return path(f"league/<int:pk>/{what}.{form}", view, {"what": what, "form": form}, name=f"{what}-{form}")


@admin.register(Table, site=site)
class Tables(ReadOnly):
    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return player_rights.visible_tables(request.user)

    def get_urls(self) -> list[URLPattern]:
        return [
            self.followed("table/<int:pk>/", tables.table, "table"),
            self.followed("table/<int:pk>/picture.svg", tables.picture, "picture"),
            self.mine("table/<int:pk>/orders/", ordering.take_orders, "orders"),
            self.mine("table/<int:pk>/check/", ordering.check, "check"),
            self.mine("table/<int:pk>/say/", ordering.say, "say"),
            self.mine("table/<int:pk>/note/", ordering.note, "note"),
            self.mine("table/<int:pk>/standing-order/", ordering.standing_order, "standing-order"),
            self.mine("table/<int:pk>/steps/", steps.choose, "steps"),
            self.followed("table/<int:pk>/log/", tables.log, "log"),
            self.followed("table/<int:pk>/replay/", replay.go_to, "replay-to"),
            self.followed("table/<int:pk>/replay/<int:step>/", replay.step, "replay"),
            self.followed("table/<int:pk>/replay/<int:step>/picture.svg", replay.picture, "replay-picture"),
            self.followed("table/<int:pk>/move/<int:step>/", replay.move, "move"),
            self.followed("table/<int:pk>/observe/", observing.observe, "observe"),
            self.followed("table/<int:pk>/scoresheet.pdf", tables.scoresheet, "scoresheet"),
            self.open("m/<str:key>/", taps.tap, "tap"),
            self.open("verify.py", tables.verifier, "verifier"),
            self.followed("table/<int:pk>/record.json", tables.record, "record"),
        ]


@admin.register(Print, site=site)
class Papers(ReadOnly):
    """The papers, which take a while to print; the rows are found by what they are about."""

    def get_urls(self) -> list[URLPattern]:
        return [
            self.mine("table/<int:pk>/papers/", papers.of_table, "table-papers"),
            self.mine("table/<int:pk>/papers/ask/", papers.ask_of_table, "ask-table-paper"),
            self.mine("table/<int:pk>/papers/<slug:kind>.pdf", papers.file_of_table, "table-paper"),
            self.mine("league/<int:pk>/papers/", papers.of_league, "league-papers"),
            self.mine("league/<int:pk>/papers/ask/", papers.ask_of_league, "ask-league-paper"),
            self.mine("league/<int:pk>/papers/<slug:kind>.pdf", papers.file_of_league, "league-paper"),
        ]


@admin.register(InboundLetter, site=site)
class Letters(ReadOnly):
    """Letters that wait for their seat's player to say "that was me"."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[InboundLetter]:
        return player_rights.questioned_letters(request.user)

    def get_urls(self) -> list[URLPattern]:
        return [
            self.mine("letter/", letters.waiting, "waiting-letters"),
            self.mine("letter/<int:pk>/", letters.was_this_you, "was-this-you"),
        ]
