"""The form of a league that is being prepared. What it does is in `tournaments.actions`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, ClassVar

from django import forms
from unfold.widgets import (
    UnfoldAdminFileFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanWidget,
)

import engine
from tournaments.actions.league import decks
from tournaments.actions.league import settings as league_settings
from tournaments.formats.tiebreaks import CHAIN
from tournaments.language.refusals import Refused
from tournaments.models import Deck, League
from tournaments.models.league import MOST_DAYS_OFF, MOST_PLAYERS
from tournaments.organiser import sealed_times
from tournaments.organiser.fields import whole_number
from tournaments.pages.lines import Lines

# Fields of the row that the form takes as they are.
PLAIN = (
    "name", "tag", "about", "access", "conduct", "seats", "max_players", "games", "at_once", "expiry", "after_stand_in",
    "private_press", "public", "vacation_days",
)  # fmt: skip
# Seats at a table of any game.
FEWEST = min(game.seats[0] for game in engine.games.released().values())
MOST = max(game.seats[1] for game in engine.games.released().values())


def game_choices() -> list[tuple[str, str]]:
    """Every game; a draft says why it cannot be chosen."""
    reason = " (a draft: only to practise)"
    return [(slug, f"{game.name}{reason if game.draft else ''}") for slug, game in engine.games.items()]


class GamesWidget(UnfoldAdminSelectWidget):
    """A list of games that shows drafts, which cannot be chosen."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        option["attrs"]["disabled"] = value in engine.games and engine.games[value].draft
        return option


def option_fields() -> dict[str, tuple[str, str, tuple[Any, ...]]]:
    """Form field -> (game, option, choices) for every option of every game."""
    return {
        f"option_{slug}_{option.name}": (slug, option.name, option.choices)
        for slug, game in engine.games.released().items()
        for option in game.options
    }


class LeagueForm(forms.ModelForm):
    """All settings of a league in plain words; times as numbers, lists as text.

    act    the action that takes the settings. It belongs to the check: what it refuses, whatever the form has found
           before, is shown on the form with everything that was typed
    saved  the league that it wrote
    """

    act: ClassVar[Callable[..., League] | None] = None
    saved: League | None = None

    stamp = forms.CharField(required=False, widget=forms.HiddenInput)  # of the settings that the page shows
    game = forms.ChoiceField(choices=game_choices, widget=GamesWidget, help_text="Which game is played.")
    deck_file = forms.FileField(
        label="Deck file",
        required=False,
        max_length=decks.LONGEST_NAME,
        widget=UnfoldAdminFileFieldWidget,
        help_text="For a club that owns the printed game: its cards in a file of the form of “The deck as a file”, "
        "which every league offers. It is checked now, shown to everybody before joining and copied for all tables. "
        "Empty: our own deck.",
    )
    own_deck = forms.BooleanField(
        label="Go back to our own deck", required=False, widget=UnfoldBooleanWidget, help_text="Forgets the deck file."
    )
    seats = whole_number("Seats per table", least=FEWEST, most=MOST, initial=3, help_text="How many play at one table.")
    max_players = whole_number(
        "Players at most",
        least=2,
        most=MOST_PLAYERS,
        initial=20,
        help_text=f"From one table's seats up to {MOST_PLAYERS}. Who comes later is on the waiting list.",
    )
    at_once = whole_number(
        "Tables at the same time",
        least=0,
        most=MOST,
        initial=0,
        help_text="So many tables a player plays at together; the next one opens when one has ended. 0: all.",
    )
    vacation_days = whole_number(
        "Days off for each player",
        least=0,
        most=MOST_DAYS_OFF,
        initial=14,
        help_text="A player may book so many, from the next question on: deadlines that fall into them move behind "
        "them, and the table is told without a reason. 0: none.",
    )
    hours = whole_number(
        "Hours for an answer",
        least=1,
        most=24 * 30,
        initial=48,
        help_text="The time a player has for each question. 48 suits people with a life; 24 is brisk.",
    )
    grace_hours = whole_number(
        "Hours of grace",
        least=0,
        most=24 * 14,
        initial=24,
        help_text="Added once for each seat, quietly, before the stand-in moves for it the first time.",
    )
    delay_minutes = whole_number(
        "Minutes for second thoughts",
        least=0,
        most=24 * 60,
        initial=5,
        help_text="How long the next player's kept orders wait, so that “undo” has its moment.",
    )
    provisional_days = whole_number(
        "Days for objections",
        least=0,
        most=30,
        initial=3,
        help_text="After the last game; then the results are final. You may confirm them before. 0: final at once.",
    )
    points_text = forms.CharField(
        label="League points by place",
        required=False,
        max_length=80,
        widget=UnfoldAdminTextInputWidget,
        help_text="The winner's first: 6/3/1. Empty: 10/6/3/1 for four seats, 6/3/1 for three, 5/2 for two. "
        "Players who share a place share its points.",
    )
    tie_breaks_text = forms.CharField(
        label="Tie-breaks",
        required=False,
        max_length=80,
        initial=", ".join(CHAIN),
        widget=UnfoldAdminTextInputWidget,
        help_text="Who stands higher with equal points, the first that decides: points, wins, seconds (second "
        "places), share (of the winners' scores), lot (one that anybody can draw again).",
    )

    class Meta:
        model = League
        fields = PLAIN
        field_classes: ClassVar[dict[str, type[forms.Field]]] = {"about": Lines, "conduct": Lines}
        labels: ClassVar[dict[str, str]] = {
            "access": "Who may join",
            "games": "Games of each player",
            "expiry": "When time is up",
            "after_stand_in": "If the stand-in finishes a game",
            "private_press": "Players may write to one another privately",
            "public": "Everybody may follow it",
        }
        help_texts: ClassVar[dict[str, str]] = {
            "name": "As players read it.",
            "access": "Everybody finds a league that is for all on the start page. A link is shown to you once the "
            "league is open; invitations go out by letter. Both also work for a league that is for everybody.",
            "conduct": "Shown before joining and accepted by joining.",
            "games": "One for each: whole tables only, drawn by lot when you start. Otherwise everybody sits once in "
            "each seat, and meets the others as evenly as the numbers allow.",
            "expiry": "When a deadline (and the grace) has passed. The stand-in is a program; it plays the seat's kept "
            "and standing orders first and keeps the seat after three expiries on three different days, until its "
            "player writes again.",
            "private_press": "With TELL and a name by mail. Off: what players write goes to the whole table. What is "
            "for one alone you may read with a reason that the journal keeps.",
            "public": "From the start on anybody may read names and standings, and games up to their last whole round "
            "without what is hidden. Off: they are for those who play in it.",
            "after_stand_in": "How a game counts that the stand-in has finished for a seat.",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("about", "conduct"):
            self.fields[name].widget.attrs |= {"rows": 4, "maxlength": league_settings.LONGEST_TEXT}
        if self.instance.pk:
            self.initial.update(as_initial(self.instance))

    def clean_deck_file(self) -> Deck | None:
        upload, game = self.cleaned_data["deck_file"], self.cleaned_data.get("game")
        if not upload or not game:
            return None
        try:
            return decks.read(game, upload.name, upload.read(decks.MOST_BYTES + 1))
        except Refused as refusal:
            raise forms.ValidationError(str(refusal)) from refusal

    def clean_points_text(self) -> list[int]:
        text = self.cleaned_data["points_text"].replace(",", "/")
        parts = [part.strip() for part in text.split("/") if part.strip()]
        if not all(part.isdecimal() for part in parts):
            raise forms.ValidationError("Write whole numbers with strokes between them: 6/3/1.")
        return [int(part) for part in parts]

    def clean_tie_breaks_text(self) -> list[str]:
        names = [name.strip().lower() for name in self.cleaned_data["tie_breaks_text"].split(",") if name.strip()]
        if set(names) - set(CHAIN) or len(set(names)) != len(names):
            raise forms.ValidationError(f"Choose among {', '.join(CHAIN)}, each once.")
        return names

    def clean(self) -> dict[str, Any]:
        """Say here, next to the form, what the action would refuse."""
        data = super().clean() or {}
        if not self.errors:
            league = League(**self.settings())
            try:
                league_settings.check(league)
            except Refused as refusal:
                raise forms.ValidationError(str(refusal)) from refusal
        return data

    def is_valid(self) -> bool:
        """Whether the settings fit and the action, which is tried once, has taken them."""
        act = type(self).act
        if super().is_valid() and self.saved is None and act is not None:
            try:
                self.saved = act(self.cleaned_data["stamp"], **self.settings())
            except Refused as refusal:
                self.add_error(None, str(refusal))
        return not self.errors

    def settings(self) -> dict[str, Any]:
        """The fields of `League` that `leagues.create` and `leagues.change` take."""
        data = self.cleaned_data
        chosen = {field: data[field] for field in PLAIN}
        return {
            **chosen,
            "game": data["game"],
            "options": self._options(data["game"]),
            "deck": data["deck_file"] or (None if data["own_deck"] else self.instance.deck),
            "turn_time": timedelta(hours=data["hours"]),
            "grace": timedelta(hours=data["grace_hours"]),
            "delay": timedelta(minutes=data["delay_minutes"]),
            "provisional": timedelta(days=data["provisional_days"]),
            **sealed_times.settings(data),
            "points": data["points_text"],
            "tie_breaks": data["tie_breaks_text"],
        }

    def _options(self, game: str) -> dict[str, Any]:
        chosen: dict[str, Any] = {}
        for field, (slug, option, choices) in option_fields().items():
            if slug == game and (said := self.cleaned_data.get(field)):
                chosen[option] = next(choice for choice in choices if str(choice) == said)
        return chosen


def shown_if() -> dict[str, str]:
    """Form field -> the theme's condition under which it is shown: the options of the chosen game alone."""
    return {field: f"game == '{slug}'" for field, (slug, _, _) in option_fields().items()}


def with_options(act: Callable[..., League]) -> type[LeagueForm]:
    """The league form with one field for each option of each game, and those of sealed choices.

    act  what is done with the settings; Refused where that cannot be
    """
    fields: dict[str, Any] = sealed_times.fields()
    for name, (slug, option, choices) in option_fields().items():
        entry = next(entry for entry in engine.games[slug].options if entry.name == option)
        fields[name] = forms.ChoiceField(
            label=f"{engine.games[slug].name}: {option.replace('_', ' ')}",
            choices=[(str(choice), entry.meaning(choice)) for choice in choices],
            widget=UnfoldAdminSelectWidget,
            help_text=entry.help,
            required=False,  # the options of games that are not played here are not asked for
        )
    return type("LeagueFormWithOptions", (LeagueForm,), {**fields, "act": staticmethod(act)})


def as_initial(league: League) -> dict[str, Any]:
    """The form's own fields, filled from a league."""
    options = {
        field: str(league.options[option])
        for field, (slug, option, _) in option_fields().items()
        if slug == league.game and option in league.options
    }
    return {
        "stamp": league_settings.stamp(league),
        "game": league.game,
        "hours": int(league.turn_time.total_seconds() // 3600),
        "grace_hours": int(league.grace.total_seconds() // 3600),
        "provisional_days": league.provisional.days,
        "delay_minutes": int(league.delay.total_seconds() // 60),
        **sealed_times.initial(league),
        "points_text": "/".join(str(points) for points in league.points),
        "tie_breaks_text": ", ".join(league.tie_breaks),
        **options,
    }
