"""The form itself. What it does is in `tournaments.actions`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from datetime import timedelta
from typing import Any, ClassVar

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminTextInputWidget, UnfoldBooleanWidget

import engine
from tournaments.actions.league import decks
from tournaments.actions.league import settings as league_settings
from tournaments.formats import standings
from tournaments.language.refusals import Refused
from tournaments.models import Deck, League, Player
from tournaments.models.league import MOST_DAYS_OFF, MOST_PLAYERS
from tournaments.organiser.fields import whole_number
from tournaments.organiser.league_form import by_game, choices, copies, names, sealed_times, starts, tie_breaks
from tournaments.organiser.league_form.choices import FEWEST, MOST, PACES
from tournaments.pages.lines import Lines

# Fields of the row that the form takes as they are.
PLAIN = (
    "name", "tag", "about", "access", "conduct", "seats", "max_players", "games", "at_once", "expiry", "after_stand_in",
    "private_press", "public", "vacation_days",
)  # fmt: skip


class LeagueForm(forms.ModelForm):
    """All settings of a league in plain words; times as numbers.

    actor  who fills it in
    act    the action that takes the settings. It belongs to the check: what it refuses, whatever the form has found
           before, is shown on the form with everything that was typed
    saved  the league that it wrote
    """

    actor: ClassVar[Player]
    act: ClassVar[Callable[..., League] | None] = None
    saved: League | None = None

    stamp = forms.CharField(required=False, widget=forms.HiddenInput)  # of the settings that the page shows
    earlier = forms.ModelChoiceField(League.objects.none(), required=False, widget=forms.HiddenInput)
    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=choices.game_choices, widget=choices.Games)
    deck_file = forms.FileField(
        label=gettext_lazy("Deck file"),
        required=False,
        max_length=decks.LONGEST_NAME,
        widget=UnfoldAdminFileFieldWidget,
        help_text=gettext_lazy(
            "For a club that owns the printed game: its cards in a file of the form of “The deck as a file”, which "
            "every league offers. It is checked now, shown to everybody before joining and copied for all tables. "
            "Empty: our own deck."
        ),
    )
    own_deck = forms.BooleanField(
        label=gettext_lazy("Go back to our own deck"),
        required=False,
        widget=UnfoldBooleanWidget,
        help_text=gettext_lazy("Forgets the deck file."),
    )
    seats = forms.TypedChoiceField(
        label=gettext_lazy("Seats at a table"),
        coerce=int,
        choices=[(str(seats), str(seats)) for seats in range(FEWEST, MOST + 1)],
        widget=choices.Radios,
        initial=3,
    )
    max_players = whole_number(
        gettext_lazy("Players at most"),
        least=2,
        most=MOST_PLAYERS,
        initial=20,
        help_text=format_lazy(
            gettext_lazy("Up to {most}. Who comes later is on the waiting list."), most=str(MOST_PLAYERS)
        ),
    )
    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"), choices=choices.pace_choices, widget=choices.Radios, required=False
    )
    hours = whole_number(
        gettext_lazy("Hours for an answer"),
        least=1,
        most=24 * 30,
        initial=48,
        help_text=gettext_lazy("The time that a player has for each question."),
    )
    access = forms.ChoiceField(
        label=gettext_lazy("Who may join"), choices=choices.access_choices, widget=choices.Radios
    )
    tag = forms.CharField(
        label=gettext_lazy("Short name"),
        required=False,
        max_length=names.LONGEST_TAG,
        widget=UnfoldAdminTextInputWidget,
        help_text=gettext_lazy("In the subject of every letter: [Autumn]. Empty: made from the name."),
    )
    at_once = whole_number(
        gettext_lazy("Tables at the same time"),
        least=0,
        most=MOST,
        initial=0,
        help_text=gettext_lazy(
            "So many tables a player plays at together; the next one opens when one has ended. 0: all."
        ),
    )
    vacation_days = whole_number(
        gettext_lazy("Days off for each player"),
        least=0,
        most=MOST_DAYS_OFF,
        initial=14,
        help_text=gettext_lazy(
            "A player may book so many, from the next question on: deadlines that fall into them move behind them, "
            "and the table is told without a reason. 0: none."
        ),
    )
    grace_hours = whole_number(
        gettext_lazy("Hours of grace"),
        least=0,
        most=24 * 14,
        initial=24,
        help_text=gettext_lazy("Added once for each seat, quietly, before the stand-in moves for it the first time."),
    )
    delay_minutes = whole_number(
        gettext_lazy("Minutes for second thoughts"),
        least=0,
        most=24 * 60,
        initial=5,
        help_text=gettext_lazy("How long the next player's kept orders wait, so that “undo” has its moment."),
    )
    provisional_days = whole_number(
        gettext_lazy("Days for objections"),
        least=0,
        most=30,
        initial=3,
        help_text=gettext_lazy(
            "After the last game; then the results are final. You may confirm them before. 0: final at once."
        ),
    )
    points_text = forms.CharField(
        label=gettext_lazy("League points by place"),
        required=False,
        max_length=80,
        widget=UnfoldAdminTextInputWidget,
        help_text=gettext_lazy(
            "The winner's first: 6/3/1. Empty: 10/6/3/1 for four seats, 6/3/1 for three, 5/2 for two. "
            "Players who share a place share its points."
        ),
    )

    class Meta:
        model = League
        fields = PLAIN
        field_classes: ClassVar[dict[str, type[forms.Field]]] = {"about": Lines, "conduct": Lines}
        labels: ClassVar[dict[str, Any]] = {
            "name": gettext_lazy("Name"),
            "about": gettext_lazy("Description"),
            "conduct": gettext_lazy("Rules of conduct"),
            "games": gettext_lazy("Games of each player"),
            "expiry": gettext_lazy("When time is up"),
            "after_stand_in": gettext_lazy("If the stand-in finishes a game"),
            "private_press": gettext_lazy("Players may write to one another privately"),
            "public": gettext_lazy("Everybody may follow it"),
        }
        help_texts: ClassVar[dict[str, Any]] = {
            "about": gettext_lazy("Shown to everybody before joining."),
            "conduct": gettext_lazy("Shown before joining and accepted by joining."),
            "games": gettext_lazy(
                "One for each: whole tables only, drawn by lot when you start. Otherwise everybody sits once in each "
                "seat, and meets the others as evenly as the numbers allow."
            ),
            "expiry": gettext_lazy(
                "When a deadline (and the grace) has passed. The stand-in is a program; it plays the seat's kept and "
                "standing orders first and keeps the seat after three expiries on three different days, until its "
                "player writes again."
            ),
            "public": gettext_lazy(
                "From the start on anybody may read names and standings, and games up to their last whole round "
                "without what is hidden. Off: they are for those who play in it."
            ),
            "private_press": gettext_lazy(
                "With TELL and a name by mail. Off: what players write goes to the whole table. What is for one alone "
                "you may read with a reason that the journal keeps."
            ),
            "after_stand_in": gettext_lazy("How a game counts that the stand-in has finished for a seat."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["earlier"].queryset = copies.leagues_of(self.actor)  # type: ignore[attr-defined]
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
            raise forms.ValidationError(gettext("Write whole numbers with strokes between them: 6/3/1."))
        return [int(part) for part in parts]

    def clean(self) -> dict[str, Any]:
        """Say here, next to the form, what the action would refuse."""
        data = super().clean() or {}
        if name := tie_breaks.twice(data):
            self.add_error(name, gettext("This one decides already, further up. Choose each once."))
        if not self.errors:
            data["tag"] = data["tag"] or names.short(self.actor, data["name"])
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
        game = data["game"]
        chosen = {field: data[field] for field in PLAIN}
        return {
            **chosen,
            "game": game,
            "options": by_game.chosen(game, data),
            "deck": data["deck_file"] or (None if data["own_deck"] else self._deck_before(game)),
            **({} if self.instance.pk else {"copied_from": data["earlier"]}),
            "turn_time": timedelta(hours=PACES.get(data["pace"], data["hours"])),
            "grace": timedelta(hours=data["grace_hours"]),
            "delay": timedelta(minutes=data["delay_minutes"]),
            "provisional": timedelta(days=data["provisional_days"]),
            **starts.settings(data),
            **sealed_times.settings(data, sealed=bool(engine.games[game].brief)),
            "points": data["points_text"],
            "tie_breaks": tie_breaks.settings(data),
        }

    def _deck_before(self, game: str) -> Deck | None:
        """The deck that the league has, or the one that was brought for the league it is copied from."""
        copied = self.cleaned_data["earlier"]
        if copied is None:
            return self.instance.deck
        return copied.deck if copied.game == game and copied.deck is not None and copied.deck.name else None


def copy_of(league: League, actor: Player) -> dict[str, Any]:
    """A new form with the settings of an earlier league, but a name and a start of its own."""
    taken = {field: getattr(league, field) for field in PLAIN} | as_initial(league) | starts.initial(League())
    return {**taken, "stamp": "", "tag": "", "name": names.proposed(actor, league.game), "earlier": league.pk}


def for_actor(actor: Player, act: Callable[..., League] | None = None) -> type[LeagueForm]:
    """The form with the fields of each game.

    act  what is done with the settings; Refused where that cannot be
    """
    fields: dict[str, Any] = by_game.fields() | tie_breaks.fields() | starts.fields()
    return type("FullLeagueForm", (LeagueForm,), {**fields, "actor": actor, "act": act and staticmethod(act)})


def drafted(actor: Player, data: Mapping[str, Any], initial: Mapping[str, Any], instance: League) -> League:
    """The league that the fields make by now, unsaved; those that do not fit count as they were at first."""
    kind = type("Draft", (for_actor(actor),), {"clean": lambda self: self.cleaned_data})
    first = next(iter(engine.games.released()))
    initial = {"game": first, "name": "–", "access": League.Access.OPEN, **initial}
    typed = dict(data.items())
    draft = kind(typed, instance=copy(instance), initial=initial)
    draft.full_clean()
    if draft.errors:
        typed |= {name: draft.get_initial_for_field(draft.fields[name], name) for name in draft.errors}
        draft = kind(typed, instance=copy(instance), initial=initial)
        draft.full_clean()
    league = League(**draft.settings())
    league_settings.complete(league)
    return league


def as_initial(league: League) -> dict[str, Any]:
    """The form's own fields, filled from a league."""
    options = {
        field: str(league.options[option])
        for field, (slug, option, _) in by_game.option_fields().items()
        if slug == league.game and option in league.options
    }
    hours, usual_points = int(league.turn_time.total_seconds() // 3600), standings.usual_points(league.seats)
    return {
        "stamp": league_settings.stamp(league),
        "game": league.game,
        "pace": choices.pace_of(hours),
        "hours": hours,
        "grace_hours": int(league.grace.total_seconds() // 3600),
        "provisional_days": league.provisional.days,
        "delay_minutes": int(league.delay.total_seconds() // 60),
        **starts.initial(league),
        **sealed_times.initial(league),
        "points_text": "" if league.points == usual_points else "/".join(str(points) for points in league.points),
        **tie_breaks.initial(league.tie_breaks),
        **options,
    }


def blank(actor: Player) -> dict[str, Any]:
    """The form as it is filled in beforehand for a new league."""
    game = next(iter(engine.games.released()))
    return {"game": game, "pace": "steady", "name": names.proposed(actor, game), "access": League.Access.OPEN}
