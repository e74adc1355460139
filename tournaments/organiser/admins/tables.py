"""Tables on the desk: whose turn, how late, the public position and log, letters. What is done to them is in `acts`."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils.timesince import timesince
from unfold.decorators import display

from tournaments.models import Table
from tournaments.organiser import look, replay
from tournaments.organiser.acts import clocks
from tournaments.organiser.acts import seats as acts_on_seats
from tournaments.organiser.acts import tables as acts_on_tables
from tournaments.organiser.acts.act import urls
from tournaments.organiser.admins.base import Rows
from tournaments.organiser.shown import tables, tables_listed
from tournaments.organiser.shown.opposed import against
from tournaments.organiser.site import site
from tournaments.pages import reader
from tournaments.pages.paper import pdf, shown
from tournaments.papers import papers
from tournaments.queries.access.desk_rights import OPENED


@admin.register(Table, site=site)
class Tables(Rows):
    called = look.TABLES
    list_display = ("table_shown", "state_shown", "round", "whose_turn", "deadline", "lateness", "letters_waiting")
    list_display_links = ("table_shown",)
    list_filter = ("state",)
    linked = ("league",)
    list_select_related = ("league",)
    search_fields = ("league__name", "league__tag")
    indexed = MappingProxyType({"league": None})
    unlisted = ("position", "header", "secret")
    ordering = ("-league_id", "number")
    change_form_template = "admin/desk/table.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """Tables that are played or were; those of leagues that have not begun have nothing to show."""
        return super().get_queryset(request).filter(state__in=OPENED)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The page's list, with all that the columns ask for of each row."""
        listed = super().get_changelist_instance(request)
        counted = tables_listed.with_letters(listed.result_list, reader.player(request), against(request))
        listed.result_list = list(tables_listed.with_seats(counted))
        for table in listed.result_list:
            table.glance = tables_listed.glance(table, lambda: against(request))
        return listed

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("<int:pk>/picture.svg", self.admin_site.admin_view(self.picture), name="table-picture"),
            path("<int:pk>/scoresheet.pdf", self.admin_site.admin_view(self.scoresheet), name="scoresheet"),
        ]
        return [
            *own,
            *urls((*acts_on_tables.ACTS, *acts_on_seats.ACTS, *clocks.ACTS), self.admin_site),
            *replay.urls,
            *super().get_urls(),
        ]

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return []  # everything is in the page's own panels

    # --- the list ---------------------------------------------------------------------------------

    @display(description="Table", ordering="league")
    def table_shown(self, table: Table) -> str:
        return str(table)

    @display(description="State", ordering="state", label=True)
    def state_shown(self, table: Table) -> str:
        return table.get_state_display()

    @display(description="Whose turn")
    def whose_turn(self, table: Any) -> str:
        return table.glance.asked or "–"

    @display(description="Deadline")
    def deadline(self, table: Any) -> Any:
        return table.glance.turn.due_by if table.glance.turn else None

    @display(description="Late", label={"in time": "success", "late": "danger"})
    def lateness(self, table: Any) -> Any:
        glance = table.glance
        if glance.turn is None:
            return None
        if table.paused_at is not None:
            return ("in time", "clocks stopped")
        return ("late", timesince(glance.turn.due_by)) if glance.late else ("in time", "in time")

    @display(description="Letters held or laid aside")
    def letters_waiting(self, table: Any) -> int:
        return int(table.letters_waiting)

    # --- one table --------------------------------------------------------------------------------

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        context.update(tables.page_of(context["original"], reader.player(request), request))
        return super().render_change_form(request, context, *args, **kwargs)

    def picture(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The position as onlookers see it: organisers may play at the table themselves."""
        table = get_object_or_404(self.get_queryset(request), pk=pk)
        return shown(request, tables.public_scene(table))

    def scoresheet(self, request: HttpRequest, pk: int) -> HttpResponse:
        table = get_object_or_404(self.get_queryset(request).filter(state=Table.State.FINISHED), pk=pk)
        return pdf(papers.file_name(table), papers.scoresheet(table))
