"""The journal on the desk: who did what. Read, never changed."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import display

from tournaments.models import JournalLine
from tournaments.organiser import look
from tournaments.organiser.admins.base import Rows
from tournaments.organiser.long_lists import newest_found, players_called
from tournaments.organiser.shown.opposed import against
from tournaments.organiser.site import site
from tournaments.pages import reader
from tournaments.queries.access.desk_rights import lines_shown


@admin.register(JournalLine, site=site)
class Journal(Rows):
    called = look.JOURNAL
    list_display = ("at_shown", "who", "kind", "what", "where")
    linked = ("verb",)
    list_select_related = ("actor", "league", "table__league", "seat__table__league")
    search_fields = ("words", "verb", "actor__name")
    newest_by = "at"
    indexed = MappingProxyType({"verb": None})
    unlisted = (
        "data", "seat__plan",
        *(f"{table}__{column}" for table in ("table", "seat__table") for column in ("position", "header", "secret")),
    )  # fmt: skip
    fields = ("at", "who", "verb", "what", "league", "table", "seat")
    readonly_fields = ("who", "what")

    def get_queryset(self, request: HttpRequest) -> QuerySet[JournalLine]:
        own = super().get_queryset(request)
        return lines_shown(own, reader.player(request), mine=lambda rows, _: rows, against=against(request))

    def found_by_index(self, rows: QuerySet[Any], words: str) -> list[int]:
        """Lines of that kind, and what people of that name did."""
        return newest_found(rows, self.newest_by, {"verb": words}, {"actor__in": players_called(words)})

    @display(description="When", ordering="at")
    def at_shown(self, line: JournalLine) -> object:
        return line.at

    @display(description="Who", ordering="actor__name")
    def who(self, line: JournalLine) -> str:
        return str(line.actor or "the service")

    @display(description="Kind")
    def kind(self, line: JournalLine) -> SafeString:
        """A way to all lines of this kind."""
        return format_html('<a href="?{}">{}</a>', urlencode({"verb": line.verb}), line.verb)

    @display(description="What")
    def what(self, line: JournalLine) -> str:
        return line.words

    @display(description="Where")
    def where(self, line: JournalLine) -> str:
        return str(line.table or line.league or "–")
