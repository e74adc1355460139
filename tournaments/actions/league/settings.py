"""The settings of a league that is still being prepared: checked against its game, changed until it opens."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Field
from django.utils import timezone

import engine
from engine import rulebook
from engine.chance import SECRET_BYTES
from engine.language.languages import LANGUAGES, speaking, to_say
from engine.refusals import BadRulebook
from tournaments.actions import journal
from tournaments.actions.league import decks
from tournaments.actions.league import names as league_names
from tournaments.actions.league.permissions import check_organiser
from tournaments.actions.player import names
from tournaments.formats import standings
from tournaments.formats.tiebreaks import CHAIN
from tournaments.language.refusals import BadSettings, MovedOn, NotOpen
from tournaments.language.speech import say
from tournaments.models import League, Player
from tournaments.queries import matches

LONGEST_TEXT = 4_000  # letters of what is shown before joining: it is on pages of everybody
FARTHEST = timedelta(days=366)  # that a start may be away
MOST_POINTS = 1_000_000  # league points of a place
FIXED = (
    "state", "practice", "opened_at", "ready_by", "started_at", "final_by", "finished_at", "created_at",
    "rules", "secret", "commitment", "draw", "draw_at", "begin_at", "copied_from",
)  # fmt: skip
KEPT = ("id", *FIXED)


@transaction.atomic
def change(league: League, actor: Player, seen: str | None = None, **settings: Any) -> League:
    """Change fields of a league that nobody can join yet. BadSettings names the first that does not fit.

    seen  the `stamp` of the settings that the organiser looked at: MovedOn if they are others by now; None for any
    """
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    check_organiser(league, actor)
    if league.state != League.State.DRAFT:
        raise NotOpen(f"The settings of {league} are fixed: players have read them.")
    if seen not in (None, stamp(league)):
        raise MovedOn(
            f"Somebody has changed the settings of {league} since you looked. Open its page once more: this one shows "
            "them as they were, with what you have typed."
        )
    if any(name in FIXED for name in settings):
        raise BadSettings("This is not a setting.")
    before = league.deck
    for name, value in settings.items():
        setattr(league, name, value)
    check(league, actor)
    decks.keep(league)
    league.save(update_fields=[column.name for column in _columns()])
    decks.drop_unused(before)
    journal.note("league changed", f"{actor} changed the settings of {league}", actor=actor, league=league)
    return league


def stamp(league: League) -> str:
    """A text that changes with any of the settings."""
    values = [(column.attname, getattr(league, column.attname)) for column in _columns()]
    return hashlib.sha256(repr(values).encode()).hexdigest()


def _columns() -> list[Field[Any, Any]]:
    return [column for column in League._meta.concrete_fields if column.name not in KEPT]


def check(league: League, actor: Player | None = None) -> None:
    """BadSettings when the game does not know the seats or options, the numbers do not fit each other, or another
    league that `actor` or everybody knows is called like it. Points and tie-breaks that are not set get their usual
    values.
    """
    _check_fields(league)
    game = engine.games.get(league.game)
    if game is None:
        raise BadSettings(f"There is no game {league.game!r}.")
    if game.draft and not league.practice:
        raise BadSettings(f"{game.name} is a draft: it is played at tables to practise at, and by no league.")
    fewest, most = game.seats
    if not fewest <= league.seats <= most:
        raise BadSettings(f"{game.name} has {fewest} to {most} seats.")
    complete(league)  # no sooner: as many points as there are seats
    _check_players(league)
    _check_games(league)
    _check_counting(league)
    _check_options(league, game)
    check_beginning(league)
    _check_start(league)
    for name in (league.name, league.tag):
        names.refuse_order(league, name)
    if not league.practice:
        league_names.refuse_alike(league, actor)


def complete(league: League) -> None:
    """Give points and tie-breaks that are not set their usual values."""
    league.points = league.points or standings.usual_points(league.seats)
    league.tie_breaks = league.tie_breaks or list(CHAIN)


def _check_fields(league: League) -> None:
    try:
        league.clean_fields(exclude=["points", "tie_breaks", "options"])
    except ValidationError as error:
        raise BadSettings(" ".join(error.messages)) from error
    for name, what in (("about", "What the league is about"), ("conduct", "The rules of conduct")):
        if len(getattr(league, name)) > LONGEST_TEXT:
            raise BadSettings(f"{what}: at most {LONGEST_TEXT} characters.")
    league.name = names.title(league.name, to_say("The name of a league"))
    league.tag = names.title(league.tag, to_say("The short name"))
    least = min(league.delay, league.reveal_delay, league.grace)
    if league.turn_time <= timedelta(0) or least < timedelta(0):
        raise BadSettings("Times must be positive.")
    if league.act_time is not None and league.act_time <= timedelta(0):
        raise BadSettings("Whoever carries out a choice needs some time for it.")


def _check_players(league: League) -> None:
    if league.max_players < league.seats:
        raise BadSettings(f"A table needs {league.seats} players, the league takes {league.max_players}.")


def _check_games(league: League) -> None:
    if league.at_once > league.seats:
        raise BadSettings(f"Nobody plays at more than {league.seats} tables of this league.")
    if not league.conduct.strip():
        raise BadSettings("The rules of conduct need words: whoever joins accepts them.")
    if league.provisional < timedelta(0):
        raise BadSettings("Times must be positive.")


def _check_counting(league: League) -> None:
    if len(league.points) != league.seats:
        raise BadSettings(f"Give league points for each of the {league.seats} places.")
    if any(not isinstance(points, int) or not 0 <= points <= MOST_POINTS for points in league.points):
        raise BadSettings(f"League points are whole numbers from 0 to {MOST_POINTS}.")
    if set(league.tie_breaks) - set(CHAIN) or len(set(league.tie_breaks)) != len(league.tie_breaks):
        raise BadSettings(f"Tie-breaks are {', '.join(CHAIN)}, each once.")


def _check_options(league: League, game: engine.Game[Any]) -> None:
    known = {option.name: option.choices for option in game.options}
    for name, value in league.options.items():
        if value not in known.get(name, ()):
            raise BadSettings(f"{game.name} has no option {name} = {value}.")


def check_beginning(league: League) -> None:
    """BadSettings for a start on a date without one, or with one that is over or far away."""
    if league.start == League.Start.DATE and league.start_at is None:
        raise BadSettings(say("Give the date on which the league starts."))
    now = timezone.now()
    if league.start_at is not None and not now < league.start_at <= now + FARTHEST:
        raise BadSettings(
            say("Choose a date for the start that is still to come, within {n} days.", n=FARTHEST // timedelta(days=1))
        )


def _check_start(league: League) -> None:
    """Begin a game as the league's tables will: options and deck must fit.

    Its rules go out with the first letter, to each in the own language.
    """
    try:
        game = matches.game_of(league)
        engine.Match.start(game, league.seats, league.options, secret=bytes(SECRET_BYTES))
        for language in LANGUAGES:
            with speaking(language):
                rulebook.of(game)
    except (engine.BadDeck, engine.BadOption, BadRulebook) as error:
        raise BadSettings(f"The game cannot be played so: {error}.") from error
