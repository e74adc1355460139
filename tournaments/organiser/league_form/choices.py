"""Lists of choices of the league form, and the widgets that show them. Writes nothing."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

import engine
from tournaments.models import League

Choices = list[tuple[str, "str | Promise"]]
# Hours for an answer, by pace.
PACES = {"brisk": 24, "steady": 48, "easy": 96}
OTHER = "other"
# Seats at a table of any game.
FEWEST = min(game.seats[0] for game in engine.games.released().values())
MOST = max(game.seats[1] for game in engine.games.released().values())


def game_choices() -> Choices:
    """Every game; a draft says why it cannot be chosen."""
    reason = gettext(" (a draft: only to practise)")
    return [(slug, f"{game.name}{reason if game.draft else ''}") for slug, game in engine.games.items()]


def pace_choices() -> Choices:
    return [
        ("brisk", gettext_lazy("Brisk: a day for each answer")),
        ("steady", gettext_lazy("Steady: two days, for people with a life")),
        ("easy", gettext_lazy("Easy: four days")),
        (OTHER, gettext_lazy("Other")),
    ]


def access_choices() -> Choices:
    return [
        (League.Access.OPEN, gettext_lazy("Everybody: it stands on the start page")),
        (League.Access.LINK, gettext_lazy("Who has its link: you get one to hand on")),
        (League.Access.INVITATION, gettext_lazy("Who is invited: you paste addresses, we write to them")),
    ]


def pace_of(hours: int) -> str:
    return next((pace for pace, known in PACES.items() if known == hours), OTHER)


class Radios(forms.RadioSelect):
    """Buttons of which one is pressed, each as large as a thumb (`ask.css`)."""


class Games(Radios):
    """The games, with drafts among them, which cannot be chosen."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        game = engine.games.get(str(value))
        if game is not None and game.draft:
            option["attrs"]["disabled"] = True
        return option
