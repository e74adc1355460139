"""The organisers' desk: who may come in, and its start page."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import SimpleTemplateResponse, TemplateResponse
from django.urls import URLPattern, URLResolver, path, re_path, reverse
from django.utils import timezone
from unfold.sites import UnfoldAdminSite

from tournaments.organiser.acts.typed_words import typed
from tournaments.organiser.shown import needs, organisers
from tournaments.organiser.shown.glances import leagues_at_a_glance
from tournaments.outbox import mail_health
from tournaments.pages import reader
from tournaments.player.site import View
from tournaments.running.checks import cautions


class DeskSite(UnfoldAdminSite):
    """For those who have an office in a league, or prepare leagues: rows are limited in `admins` to what it opens."""

    index_template = "admin/desk/index.html"
    enable_nav_sidebar = True

    def has_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_staff)

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Django's own guard, with all times in the organiser's zone; nothing that was typed is lost."""
        guarded = super().admin_view(view, cacheable)

        @wraps(guarded)
        def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            with timezone.override(getattr(request.user, "zone", "UTC")):
                try:
                    response = guarded(request, *args, **kwargs)
                except (Http404, PermissionDenied) as refusal:
                    if not (words := typed(request)):
                        raise
                    response = self._kept(request, words, 404 if isinstance(refusal, Http404) else 403)
                # Templates are filled after the view has returned: here, while the zone still holds.
                return response.render() if isinstance(response, SimpleTemplateResponse) else response

        return inner

    def _kept(self, request: HttpRequest, words: list[str], status: int) -> HttpResponse:
        """The page of a form that cannot be posted any more: the words that somebody has typed into it."""
        values = {**self.each_context(request), "title": "This is not possible any more", "typed": words}
        return TemplateResponse(request, "admin/desk/kept.html", values, status=status)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """The rows, the start page, the way in and out: of Django's and the theme's own pages nothing else."""
        rows = [url for url in super().get_urls() if isinstance(url, URLResolver)]
        return [*self._own_pages(), *rows]

    def _own_pages(self) -> list[URLPattern]:
        return [
            path("", self.admin_view(self.index), name="index"),
            path("login/", self.login, name="login"),
            path("logout/", self.admin_view(self.logout), name="logout"),
            # The heads of lists lead here.
            re_path(r"^(?P<app_label>tournaments)/$", self.admin_view(self.app_index), name="app_list"),
        ]

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict[str, Any]]:
        """None: the sidebar names the lists (`look`), and there is no page of all of them."""
        return []

    def app_index(self, request: HttpRequest, app_label: str, extra_context: Any = None) -> HttpResponse:
        """Lead to the start page, which has everything."""
        return redirect("desk:index")

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """There are no passwords: organisers sign in by a mailed link like everybody else."""
        if self.has_permission(request):
            return redirect("desk:index")
        if request.user.is_authenticated:
            return redirect("player:home")
        target = request.GET.get("next") or reverse("desk:index")
        return redirect_to_login(target, reverse("player:sign-in"))

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        super().logout(request, extra_context)
        return redirect("player:home")

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        leagues, more = leagues_at_a_glance(reader.player(request))
        values = {
            "title": "What needs me",
            "needs": needs.most_urgent(reader.player(request)),
            "leagues": leagues,
            "more_leagues": more,
            "offices": organisers.own_offices(reader.player(request)),
            "works": mail_health.look(),
            "forged_senders_pass": cautions.forged_senders_pass(),
        }
        return super().index(request, {**values, **(extra_context or {})})


site = DeskSite(name="desk")
