"""The rules of the games, asked for by the word rules: which game is meant, and what is said about them. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import engine
from engine import notation
from engine.wording import listed
from tournaments.models import Entry, League, Player
from tournaments.speech import say


def named(words: str, usual: Iterable[str]) -> list[str]:
    """The slugs of the games that are meant: the one that the words name, without words the usual ones."""
    if not words:
        return list(usual)
    found = notation.complete(notation.normalise(words), engine.games)
    return list(found) if len(found) == 1 else []


def played_by(player: Player) -> list[str]:
    """The games of the leagues that a player is in; all that there are, for who is in none."""
    entries = Entry.objects.filter(player=player).exclude(state__in=Entry.GONE).exclude(league__state__in=League.OVER)
    played = sorted(set(entries.values_list("league__game", flat=True)))
    return played or list(engine.games)


def words(slugs: Sequence[str], *, attached: bool) -> list[str]:
    """What the answer says of the rules. attached: it is a letter, which has them with it."""
    if not slugs:
        known = listed([game.name for game in engine.games.values()], say("or"))
        return [say("Which game do you mean? There is {games}.", games=known)]
    names = listed([engine.games[slug].name for slug in slugs])
    if attached:
        return [say("The rules of {games} are attached as a PDF.", games=names)]
    return [say("The rules of {games} can be read on the page of the league.", games=names)]
