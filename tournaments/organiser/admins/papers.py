"""Papers on the desk: the same as players have, for the leagues that one organises."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from unfold.admin import ModelAdmin

from tournaments.models import League, Print, Table
from tournaments.organiser.site import site
from tournaments.pages import reader
from tournaments.player.views import papers
from tournaments.queries.access.desk_rights import OPENED, own
from tournaments.queries.access.player_rights import BEGUN
from tournaments.queries.prints import Subject


@admin.register(Print, site=site)
class Papers(ModelAdmin):
    """Pages of its own only; the rows are nobody's business."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_add_permission = has_change_permission = has_delete_permission = has_view_permission

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("table/<int:pk>/", view(self.of_table), name="table-papers"),
            path("table/<int:pk>/<slug:kind>.pdf", view(self.of_table), name="table-paper"),
            path("league/<int:pk>/", view(self.of_league), name="league-papers"),
            path("league/<int:pk>/<slug:kind>.pdf", view(self.of_league), name="league-paper"),
        ]

    def of_table(self, request: HttpRequest, pk: int, kind: str = "") -> HttpResponse:
        rows = own(Table.objects.filter(state__in=OPENED), reader.player(request)).select_related("league")
        table = get_object_or_404(rows, pk=pk)
        return self._answer(request, Subject(table.league, table), kind, "desk:table-papers")

    def of_league(self, request: HttpRequest, pk: int, kind: str = "") -> HttpResponse:
        rows = own(League.objects.filter(BEGUN), reader.player(request))
        return self._answer(request, Subject(get_object_or_404(rows, pk=pk)), kind, "desk:league-papers")

    def _answer(self, request: HttpRequest, of: Subject, kind: str, page: str) -> HttpResponse:
        """The file or the page; for a posted form, ask for the paper and lead back to the page."""
        pk = (of.table or of.league).pk
        if request.method == "POST" and not kind:
            papers.asked(request, of)
            return redirect(page, pk)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        if kind:
            return papers.file(kind, of) or redirect(page, pk)
        values = {**self.admin_site.each_context(request), **papers.values(of), "title": "Papers"}
        return TemplateResponse(request, "admin/desk/papers.html", values)
