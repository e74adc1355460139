"""The journal on the desk: who did what. Read, never changed."""

from __future__ import annotations

from django.contrib import admin

from tournaments.models import JournalLine
from tournaments.organiser.admins.base import Rows
from tournaments.organiser.site import site


@admin.register(JournalLine, site=site)
class Journal(Rows):
    list_display = ("at", "actor", "verb", "words", "league", "table")
    list_filter = ("verb",)
    list_select_related = ("actor", "league", "table__league", "seat__table__league")
    search_fields = ("words",)
    fields = ("at", "actor", "verb", "words", "league", "table", "seat")
