"""The fields of the league form that only some games have: their options, and the times of sealed choices."""

from __future__ import annotations

from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminSelectWidget

import engine
from tournaments.organiser.league_form import sealed_times


def option_fields() -> dict[str, tuple[str, str, tuple[Any, ...]]]:
    """Form field -> (game, option, choices) for every option of every game."""
    return {
        f"option_{slug}_{option.name}": (slug, option.name, option.choices)
        for slug, game in engine.games.released().items()
        for option in game.options
    }


def games_of() -> dict[str, str]:
    """Form field -> the games that have it, with blanks between them; not of fields that every game has."""
    sealed = " ".join(slug for slug, game in engine.games.released().items() if game.brief)
    options = {field: slug for field, (slug, _, _) in option_fields().items()}
    return options | dict.fromkeys(sealed_times.NAMES, sealed)


def fields() -> dict[str, forms.Field]:
    """All of these fields, in the reader's language."""
    found: dict[str, forms.Field] = sealed_times.fields()
    for name, (slug, option, choices) in option_fields().items():
        entry = next(entry for entry in engine.games[slug].options if entry.name == option)
        found[name] = forms.ChoiceField(
            label=f"{engine.games[slug].name}: {entry.title}",
            choices=[(str(choice), entry.meaning(choice)) for choice in choices],
            widget=UnfoldAdminSelectWidget,
            help_text=entry.help,
            required=False,  # the options of games that are not played here are not asked for
        )
    return found


def chosen(game: str, data: dict[str, Any]) -> dict[str, Any]:
    """The options of the game that was chosen, as its rules know them."""
    found: dict[str, Any] = {}
    for field, (slug, option, choices) in option_fields().items():
        if slug == game and (said := data.get(field)):
            found[option] = next(choice for choice in choices if str(choice) == said)
    return found
