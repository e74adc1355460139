"""Players of the organiser's leagues: whether their mail works. Changed by themselves alone; forgotten on request."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from unfold.decorators import action, display

from tournaments.actions.erasing import erasure
from tournaments.formats.amounts import amount
from tournaments.models import Player, Seat, Table
from tournaments.organiser.acts import verbs
from tournaments.organiser.acts.asking import ask
from tournaments.organiser.acts.forms import Erase
from tournaments.organiser.admins.base import Rows
from tournaments.organiser.long_lists import newest_found
from tournaments.organiser.site import site
from tournaments.pages import reader


@admin.register(Player, site=site)
class Players(Rows):
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

    @action(description="Forget this person", url_path="erase", permissions=["erase"], icon="person_remove")
    def erase(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """GET says what goes and what stays and asks for a reason, POST does it."""
        player = get_object_or_404(self.get_queryset(request), pk=object_id)
        back = reverse("desk:tournaments_player_change", args=[player.pk])
        return ask(
            request, Erase, f"Forget {player}?", back,
            lambda form: verbs.erase(player, form, reader.player(request)),
            _what_happens(player, reader.player(request)),
        )  # fmt: skip


def _what_happens(player: Player, actor: Player) -> list[str]:
    if (refusal := erasure.why_not(player, actor)) is not None:
        return [str(refusal)]
    seats = Seat.objects.filter(player=player, table__state=Table.State.RUNNING).exclude(mover=Seat.Mover.BOT).count()
    plays = f" A bot plays on at {amount(seats, 'running table')}, for good." if seats else ""
    return [
        "An organiser of every league that a player has ever joined can do this, and the owner of the service. Do it "
        "only at the player's own wish: the player is not asked again.",
        "Name, mail addresses and letters go, here and in the journal. Nobody can bring them back.",
        f"The games stay, with the name “former player”.{plays}",
        "The name also stays in letters that other players have been sent and in our copies of them, in what others "
        "have written, and in backups until newer ones replace them; the player's own word for the chance stays in "
        "every league whose entries have closed.",
    ]
