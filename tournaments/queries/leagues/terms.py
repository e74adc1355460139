"""A league's settings in plain words, as they are shown before joining and on the organisers' desk."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import engine
from engine.language.languages import to_say
from tournaments.formats import pairings
from tournaments.language.speech import say
from tournaments.models import League
from tournaments.models.league import CONDUCT
from tournaments.queries import matches

DISQUALIFIED = to_say(
    "the organiser says what becomes of that player's games: the stand-in plays on and they count for the others, or "
    "they count for nobody; then the points and places of who has lost games by it are multiplied, as if all games "
    "drawn for them counted"
)
TIE_BREAKS = {
    "wins": to_say("games won"),
    "seconds": to_say("second places"),
    "share": to_say("share of the winners' scores"),
    "lot": to_say("a lot that anybody can draw again"),
}


@dataclass(frozen=True, slots=True)
class Theme:
    """Settings that belong together: (what, how it is) in reading order."""

    key: str
    title: str
    rows: tuple[tuple[str, str], ...]


def settings_of(league: League, *, conduct: bool = True) -> list[tuple[str, str]]:
    """(what, how it is) for every setting, in reading order; the organiser's own words on conduct only if wanted."""
    rows = [row for theme in themes_of(league) for row in theme.rows]
    return [*rows, *([(say("Rules of conduct"), conduct_words(league))] if conduct else [])]


def themes_of(league: League) -> list[Theme]:
    """Every setting but the rules of conduct, by theme."""
    game = matches.under_rules(league)
    return [
        Theme("game", say("The game"), tuple(_of_the_game(league, game))),
        Theme("time", say("Time"), tuple(_of_time(league, game))),
        Theme("results", say("Points and results"), tuple(_of_results(league))),
    ]


def _of_the_game(league: League, game: engine.Game[Any]) -> list[tuple[str, str]]:
    return [
        (say("Game"), game.name),
        *_options(league, game),
        *_deck(league, game),
        (say("Table"), say("{n} seats", n=league.seats)),
        (say("Players"), say("at most {most}; {access}", most=league.max_players, access=access_words(league))),
        (say("Games of a player"), _games_words(league)),
        (say("What players write"), _press_words(league)),
        (say("Who sees it"), public_words(league)),
        (say("Rules"), say("version {version}, kept for the whole league", version=game.rules)),
    ]


def _of_time(league: League, game: engine.Game[Any]) -> list[tuple[str, str]]:
    return [
        (say("Time for an answer"), span(league.turn_time)),
        (say("Grace"), _grace_words(league)),
        (say("Days off"), _vacation_words(league)),
        (
            say("Quiet hours"),
            say("a deadline that falls into a player's own quiet hours moves to the end of them"),
        ),
        (say("When time is up"), expiry_words(league)),
        (say("Second thoughts"), _delay_words(league)),
        *_sealed(league, game),
    ]


def _of_results(league: League) -> list[tuple[str, str]]:
    return [
        (say("League points by place"), " / ".join(str(points) for points in league.points)),
        (say("Equal points are decided by"), _tie_breaks_words(league)),
        (say("Results"), _results_words(league)),
        (say("If the stand-in finishes a game"), str(league.get_after_stand_in_display())),
        (say("If somebody is disqualified"), say(DISQUALIFIED)),
    ]


def conduct_words(league: League) -> str:
    """The organiser's own rules of conduct, or ours, which can be said in every language."""
    return say(CONDUCT) if league.conduct == CONDUCT else league.conduct


def _grace_words(league: League) -> str:
    if not league.grace:
        return say("none")
    return say("{length} more, once for each seat; nobody else at the table hears of it", length=span(league.grace))


def _delay_words(league: League) -> str:
    if not league.delay:
        return say("orders kept for later run at once")
    return say("orders kept for later run {length} after the move before", length=span(league.delay))


def _tie_breaks_words(league: League) -> str:
    then = say(", then ")
    return then.join(say(TIE_BREAKS[name]) for name in league.tie_breaks if name != "points")


def access_words(league: League) -> str:
    words = {
        League.Access.OPEN: to_say("everybody may join"),
        League.Access.LINK: to_say("who has the league's link may join"),
        League.Access.INVITATION: to_say("who is invited may join"),
    }
    return say(words[League.Access(league.access)])


def public_words(league: League) -> str:
    """The people who may read names, standings and games."""
    if not league.public:
        return say("names, standings and games are for those who play in it and its organisers")
    return say(
        "everybody may read names and standings and follow the games, up to the last whole round and without what is "
        "hidden; your profile can show your initials instead of your name"
    )


def _games_words(league: League) -> str:
    words = str(League.Games(league.games).label)
    if league.games == League.Games.ONE or not 0 < league.at_once < league.seats:
        return words
    return say("{words}; at {n:table|tables} at the same time, the others follow", words=words, n=league.at_once)


def _results_words(league: League) -> str:
    if not league.provisional:
        return say("final as soon as the last game is over")
    days = league.provisional // timedelta(days=1)
    whole = timedelta(days=days) == league.provisional
    return say(
        "provisional for {length} after the last game, unless the organiser confirms them before",
        length=say("{n:day|days}", n=days) if whole else span(league.provisional),
    )


def _options(league: League, game: engine.Game[Any]) -> list[tuple[str, str]]:
    """Every option of the game with what was chosen, also where that is the default."""
    return [(option.title, option.meaning(league.options.get(option.name, option.default))) for option in game.options]


def _sealed(league: League, game: engine.Game[Any]) -> list[tuple[str, str]]:
    """The times of choices that all make at once, where the game has them."""
    if not game.brief:
        return []
    if league.reveal_delay:
        length = span(league.reveal_delay)
        shown = say("shown {length} after all have chosen; until then each may be changed", length=length)
    else:
        shown = say("shown as soon as all have chosen; until then each may be changed")
    return [
        (say("Choices that all make at once"), shown),
        (say("Time to carry them out"), act_time(league, game)),
    ]


def act_time(league: League, game: engine.Game[Any]) -> str:
    """The time for what only carries out a choice that all have made; "" where the game asks nothing of the kind."""
    return span(league.act_time or league.turn_time / 3) if game.brief else ""


def _deck(league: League, game: engine.Game[Any]) -> list[tuple[str, str]]:
    """Tell which deck is used, where there can be several."""
    if not game.deck_digest:
        return []
    deck = league.deck
    if deck is None:
        return [(say("Deck"), say("our own; the league gets a copy of it when it opens"))]
    whose = say("the file {name} that the organiser brought", name=deck.name) if deck.name else say("our own")
    words = say(
        "{whose}, {cards} {holds}, fingerprint {digest}",
        whose=whose,
        cards=deck.cards,
        holds=game.deck_holds,
        digest=deck.digest[:12],
    )
    return [(say("Deck"), words)]


def _vacation_words(league: League) -> str:
    if not league.vacation_days:
        return say("none; the deadlines are the same for everybody")
    return say(
        "{days} for each player, booked beforehand: deadlines that fall into them move behind them. "
        "A question that is open already keeps its deadline",
        days=league.vacation_days,
    )


def _press_words(league: League) -> str:
    if league.private_press:
        return say(
            "goes to the whole table, or to one player alone; organisers may read it, with a reason that the journal "
            "keeps"
        )
    return say("goes to the whole table; there are no private letters")


def expiry_words(league: League) -> str:
    words = {
        League.Expiry.STAND_IN: to_say(
            "the stand-in, a program, moves for the seat: your kept and standing orders first. "
            "After three expiries on three different days it keeps the seat until you write"
        ),
        League.Expiry.WAIT: to_say("the table waits"),
        League.Expiry.ASK: to_say("the organiser is asked whether the stand-in moves"),
    }
    return say(words[League.Expiry(league.expiry)])


def span(length: timedelta) -> str:
    """A length of time as people say it: "48 hours", "5 minutes", "90 seconds"."""
    seconds = int(length.total_seconds())
    for size, name in ((3600, to_say("{n:hour|hours}")), (60, to_say("{n:minute|minutes}"))):
        if seconds >= size and seconds % size == 0:
            return say(name, n=seconds // size)
    return say("{n} seconds", n=seconds)


def days(length: timedelta) -> str:
    """A length of whole days as days, any other as `span` says it."""
    whole = not length % timedelta(days=1)
    return say("{n:# day|# days}", n=length // timedelta(days=1)) if whole else span(length)


def fairness(league: League, entered: int) -> str:
    """One sentence: how often the entrants meet and sit where, if it began with those who are in now."""
    if entered < league.seats:
        return say("{n:# more player is|# more players are} needed to begin.", n=league.seats - entered)
    if league.games == League.Games.ONE:
        return say("Everybody plays one game; who meets whom, and who sits where, is drawn by lot.")
    sentence = pairings.fairness(pairings.cyclic(entered, league.seats), entered).sentence
    if league.started_at is not None:
        return sentence
    within = sentence[0].lower() + sentence[1:]
    return say("With the {entered} players who are in now: {sentence}", entered=entered, sentence=within)
