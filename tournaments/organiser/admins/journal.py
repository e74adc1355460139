"""The journal on the desk: who did what. Read, never changed."""

from __future__ import annotations

from django.contrib import admin
from unfold.decorators import display

from tournaments.models import JournalLine
from tournaments.organiser.admins.base import Rows
from tournaments.organiser.site import site


@admin.register(JournalLine, site=site)
class Journal(Rows):
    list_display = ("at_shown", "who", "what", "where")
    list_filter = ("verb",)
    list_select_related = ("actor", "league", "table__league", "seat__table__league")
    search_fields = ("words",)
    fields = ("at", "who", "verb", "what", "league", "table", "seat")
    readonly_fields = ("who", "what")

    @display(description="When", ordering="at")
    def at_shown(self, line: JournalLine) -> object:
        return line.at

    @display(description="Who", ordering="actor__name")
    def who(self, line: JournalLine) -> str:
        return str(line.actor or "the service")

    @display(description="What")
    def what(self, line: JournalLine) -> str:
        return line.words

    @display(description="Where")
    def where(self, line: JournalLine) -> str:
        return str(line.table or line.league or "–")
