"""Players of the organiser's leagues: whether their mail works. Changed by themselves alone."""

from __future__ import annotations

from django.contrib import admin
from unfold.decorators import display

from tournaments.models import Player
from tournaments.organiser.admins.base import Rows
from tournaments.organiser.site import site


@admin.register(Player, site=site)
class Players(Rows):
    list_display = ("name", "email", "zone", "mail", "verified_at")
    search_fields = ("name", "email")
    ordering = ("name",)
    fields = ("name", "email", "zone", "language", "mail", "created_at", "verified_at", "dead_at", "is_robot")
    readonly_fields = ("mail",)

    @display(description="Mail", label={"works": "success", "comes back": "danger", "not tried": "info"})
    def mail(self, player: Player) -> str:
        if player.dead_at:
            return "comes back"
        return "works" if player.verified_at else "not tried"
