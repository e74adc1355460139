"""The fields beyond the questions, folded by theme; each theme tells in words how it is now. Writes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django import forms
from django.forms.boundfield import BoundField

import engine
from engine.language.languages import to_say
from tournaments.language.speech import say
from tournaments.models import League
from tournaments.models.league import CONDUCT
from tournaments.organiser.league_form import by_game, sealed_times, starts, tie_breaks
from tournaments.queries.leagues import terms

ASKED = ("game", "seats", "max_players", "pace", "hours", "access", "name")  # the questions above the themes


@dataclass(frozen=True, slots=True)
class Theme:
    """Fields that belong together, and how they are set, in words."""

    key: str
    title: str
    told: Callable[[League], str]
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A field on the page. `games`: those that have it, with blanks between them; "" for every game."""

    field: BoundField
    games: str


@dataclass(frozen=True, slots=True)
class Folded:
    """A theme on the page; `open` where it says what is wrong."""

    key: str
    title: str
    told: str
    fields: tuple[Asked, ...]
    open: bool


def shown(form: forms.ModelForm, league: League) -> list[Folded]:
    """The themes of a form whose settings are those of the league."""
    games, found = by_game.games_of(), []
    for theme in THEMES:
        names = [name for name in theme.fields if name != "own_deck" or form.instance.deck_id is not None]
        asked = tuple(Asked(form[name], games.get(name, "")) for name in names)
        wrong = any(one.field.errors for one in asked)
        found.append(Folded(theme.key, say(theme.title), theme.told(league), asked, wrong))
    return found


def told(league: League) -> dict[str, str]:
    """The words of each theme by its key."""
    return {theme.key: theme.told(league) for theme in THEMES}


# --- words ---------------------------------------------------------------------------------------


def _variants(league: League) -> str:
    game = engine.games[league.game]
    chosen = [
        f"{option.title}: {option.meaning(value).partition(':')[0]}"
        for option in game.options
        if (value := league.options.get(option.name, option.default)) != option.default
    ]
    deck = say("our own deck") if league.deck is None else say("a deck of your own")
    return "; ".join([*(chosen or [say("the usual rules")]), *([deck] if game.deck_digest else [])])


def _games(league: League) -> str:
    if league.games == League.Games.ONE:
        return say("one for each, at a table drawn by lot")
    if 0 < league.at_once < league.seats:
        return say("{n} for each, at {k:table|tables} at a time", n=league.seats, k=league.at_once)
    return say("{n} for each, all at the same time", n=league.seats)


def _absence(league: League) -> str:
    grace = terms.span(league.grace) if league.grace else say("no time")
    days = say("{n:# day off|# days off}", n=league.vacation_days) if league.vacation_days else say("no days off")
    return say("{grace} of grace once, {days}; then {what}", grace=grace, days=days, what=league.get_expiry_display())


def _second_thoughts(league: League) -> str:
    kept = say("kept orders wait {length}", length=terms.span(league.delay)) if league.delay else say("none")
    if not engine.games[league.game].brief:
        return kept
    return say("{kept}; sealed choices {length}", kept=kept, length=terms.span(league.reveal_delay))


def _results(league: League) -> str:
    points = "/".join(str(points) for points in league.points)
    first = next((name for name in league.tie_breaks if name != tie_breaks.FIRST), "")
    ties = say(terms.TIE_BREAKS[first]) if first else say("nothing more")
    days = league.provisional // timedelta(days=1)
    final = say("final after {n:# day|# days}", n=days) if days else say("final at once")
    return say("points {points}, ties by {ties} first, {final}", points=points, ties=ties, final=final)


def _words(league: League) -> str:
    conduct = say("our rules of conduct") if league.conduct == CONDUCT else say("your own rules of conduct")
    about = say("a description") if league.about.strip() else say("no description")
    return f"{about}, {conduct}"


def _press(league: League) -> str:
    return say("to the table or to one alone") if league.private_press else say("to the whole table")


def _public(league: League) -> str:
    return say("everybody may follow it") if league.public else say("those who play in it")


THEMES = (
    Theme("start", to_say("Start"), starts.told, starts.NAMES),
    Theme("variants", to_say("Variants and deck"), _variants, (*by_game.option_fields(), "deck_file", "own_deck")),
    Theme("games", to_say("Games of each player"), _games, ("games", "at_once")),
    Theme("absence", to_say("Absence"), _absence, ("grace_hours", "vacation_days", "expiry", "after_stand_in")),
    Theme("thoughts", to_say("Second thoughts"), _second_thoughts, ("delay_minutes", *sealed_times.NAMES)),
    Theme("results", to_say("Points and results"), _results, ("points_text", *tie_breaks.NAMES, "provisional_days")),
    Theme("words", to_say("Description and conduct"), _words, ("tag", "about", "conduct")),
    Theme("public", to_say("Who sees it"), _public, ("public",)),
    Theme("press", to_say("What players write"), _press, ("private_press",)),
)
