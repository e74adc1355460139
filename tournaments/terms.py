"""A league's settings in plain words, as they are shown before joining and on the organisers' desk."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import engine
from tournaments.formats import schedules
from tournaments.models import League

TIE_BREAKS = {
    "wins": "games won",
    "seconds": "second places",
    "share": "share of the winners' scores",
    "lot": "a lot that anybody can draw again",
}


def settings_of(league: League) -> list[tuple[str, str]]:
    """(what, how it is) for every setting, in reading order."""
    game = engine.games[league.game]
    return [
        ("Game", game.name),
        *_options(league, game),
        *_deck(league, game),
        ("Table", f"{league.seats} seats"),
        ("Players", f"at most {league.max_players}; {_access_words(league)}"),
        ("Games of a player", _games_words(league)),
        ("Time for an answer", span(league.turn_time)),
        ("Grace", f"{span(league.grace)} more, once for each seat, told to nobody else" if league.grace else "none"),
        ("Days off", _vacation_words(league)),
        ("Quiet hours", "a deadline that falls into a player's own quiet hours moves to the end of them"),
        ("When time is up", expiry_words(league)),
        ("If the stand-in finishes a game", league.get_after_stand_in_display()),
        (
            "Second thoughts",
            f"orders kept for later run {span(league.delay)} after the move before"
            if league.delay
            else "orders kept for later run at once",
        ),
        *_sealed(league, game),
        ("What players write", _press_words(league)),
        ("League points by place", " / ".join(str(points) for points in league.points)),
        (
            "Equal points are decided by",
            ", then ".join(TIE_BREAKS.get(name, name) for name in league.tie_breaks if name != "points"),
        ),
        ("Results", _results_words(league)),
        ("Rules of conduct", league.conduct),
        ("Rules", f"version {game.rules}, kept for the whole league"),
    ]


def _access_words(league: League) -> str:
    words = {
        League.Access.OPEN: "everybody may join",
        League.Access.LINK: "who has the league's link may join",
        League.Access.INVITATION: "who is invited may join",
    }
    return words[League.Access(league.access)]


def _games_words(league: League) -> str:
    words = League.Games(league.games).label
    if league.games == League.Games.ONE or not 0 < league.at_once < league.seats:
        return words
    number = f"{league.at_once} {'table' if league.at_once == 1 else 'tables'}"
    return f"{words}; at {number} at the same time, the others follow"


def _results_words(league: League) -> str:
    if not league.provisional:
        return "final as soon as the last game is over"
    days = league.provisional // timedelta(days=1)
    whole = timedelta(days=days) == league.provisional
    length = f"{days} day{'s' if days > 1 else ''}" if whole else span(league.provisional)
    return f"provisional for {length} after the last game, unless the organiser confirms them before"


def _options(league: League, game: engine.Game[Any]) -> list[tuple[str, str]]:
    """Every option of the game with what was chosen, also where that is the usual."""
    return [(option.title, option.meaning(league.options.get(option.name, option.default))) for option in game.options]


def _sealed(league: League, game: engine.Game[Any]) -> list[tuple[str, str]]:
    """The times of choices that all make at once, where the game has them."""
    if not game.brief:
        return []
    shown = f"{span(league.reveal_delay)} after the last of them" if league.reveal_delay else "with the last of them"
    return [
        ("Choices that all make at once", f"shown {shown}; until then each may be changed"),
        ("Time to carry them out", span(league.act_time or league.turn_time / 3)),
    ]


def _deck(league: League, game: engine.Game[Any]) -> list[tuple[str, str]]:
    """Which deck is used, where there can be several."""
    if not game.deck_digest:
        return []
    deck = league.deck
    if deck is None:
        return [("Deck", "our own; the league gets a copy of it when it opens")]
    whose = f"the file {deck.name} that the organiser brought" if deck.name else "our own"
    return [("Deck", f"{whose}, {deck.cards} {game.deck_holds}, fingerprint {deck.digest[:12]}")]


def _vacation_words(league: League) -> str:
    if not league.vacation_days:
        return "none; the deadlines are the same for everybody"
    return (
        f"{league.vacation_days} for each player, booked beforehand: deadlines that fall into them move behind them. "
        "A question that is open already keeps its deadline"
    )


def _press_words(league: League) -> str:
    if league.private_press:
        return "goes to the whole table, or to one player alone; the organiser may read it in a dispute"
    return "goes to the whole table; there are no private letters"


def expiry_words(league: League) -> str:
    words = {
        League.Expiry.STAND_IN: "the stand-in, a robot, moves for the seat: your kept and standing orders first. "
        "After three expiries on three different days it keeps the seat until you write",
        League.Expiry.WAIT: "the table waits",
        League.Expiry.ASK: "the organiser is asked whether the stand-in moves",
    }
    return words[League.Expiry(league.expiry)]


def span(length: timedelta) -> str:
    """A length of time as people say it: "48 hours", "5 minutes", "90 seconds"."""
    seconds = int(length.total_seconds())
    for size, name in ((3600, "hour"), (60, "minute")):
        if seconds >= size and seconds % size == 0:
            count = seconds // size
            return f"{count} {name}" if count == 1 else f"{count} {name}s"
    return f"{seconds} seconds"


def fairness(league: League, entered: int) -> str:
    """One sentence: how often the entrants meet and sit where, if it began with those who are in now."""
    if entered < league.seats:
        missing = league.seats - entered
        return f"{missing} more {'player is' if missing == 1 else 'players are'} needed to begin."
    if league.games == League.Games.ONE:
        return "Everybody plays one game; who meets whom, and who sits where, is drawn by lot."
    sentence = schedules.fairness(schedules.cyclic(entered, league.seats), entered).sentence
    if league.started_at is not None:
        return sentence
    return f"With the {entered} players who are in now: {sentence[0].lower()}{sentence[1:]}"
