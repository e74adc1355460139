"""Acts that the theme offers as buttons of a row, at an address that it makes."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from unfold.admin import ModelAdmin
from unfold.decorators import action

from tournaments.organiser.acts.act import Act, View
from tournaments.pages.once import lasting


def button(act: type[Act[Any]], label: str, url_path: str, *, permission: str, icon: str) -> View:
    """The method of a `ModelAdmin` that answers for an act, by which the theme knows the button.

    permission  names the method `has_<permission>_permission` that says whether it is offered and may be pressed
    """

    def pressed(rows: ModelAdmin, request: HttpRequest, object_id: int) -> HttpResponse:
        return act(request, object_id).answer(rows.admin_site)

    pressed.__name__ = act.name  # by which the theme finds it among the buttons of a row
    offered = action(description=label, url_path=url_path, permissions=[permission], icon=icon)(pressed)
    return lasting(offered) if act.lasting else offered
