"""Players of the organiser's leagues: whether their mail works. Changed by themselves alone; forgotten on request."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.decorators import display

from tournaments.actions.erasing import erasure
from tournaments.models import Player
from tournaments.organiser import look
from tournaments.organiser.acts import people as acts
from tournaments.organiser.acts.buttons import button
from tournaments.organiser.admins.base import Rows
from tournaments.organiser.long_lists import newest_found
from tournaments.organiser.site import site
from tournaments.pages import reader


@admin.register(Player, site=site)
class Players(Rows):
    called = look.PLAYERS
    list_display = ("name", "email", "zone", "mail", "verified_at")
    search_fields = ("name", "email")
    ordering = ("name", "pk")
    fields = ("name", "email", "zone", "mail", "created_at", "verified_at", "dead_at", "awaited_until")
    readonly_fields = ("mail",)
    actions_detail = ("erase",)

    def found_by_index(self, rows: QuerySet[Any], words: str) -> list[int]:
        return newest_found(rows, self.newest_by, {"email__same": words})

    @display(
        description="Mail",
        label={"works": "success", "comes back": "danger", "forgotten": "warning"},
    )
    def mail(self, player: Player) -> str:
        if player.erased_at:
            return "forgotten"
        if player.dead_at:
            return "comes back"
        return "works"

    def has_erase_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        player = self.row(request, object_id).filter(erased_at=None).first()
        return player is not None and erasure.may(player, reader.player(request))

    erase = button(acts.Erase, "Forget this person", "erase", permission="erase", icon="person_remove")
