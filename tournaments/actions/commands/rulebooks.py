"""The rules of the games, asked for by the word rules: which game is meant, and what is said about them. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import engine
from engine.language import typed
from engine.language.wording import listed
from tournaments.actions.commands.command import Told
from tournaments.language.speech import say
from tournaments.letters.parts.draft import rules_paper
from tournaments.models import Entry, League, Player
from tournaments.queries import matches


def named(words: str, usual: Sequence[engine.Game[Any]]) -> list[engine.Game[Any]]:
    """The games that are meant, under their versions of the rules: the one that the words name, without words `usual`.

    A game that is named and not among the usual ones is under the newest version.
    """
    if not words:
        return list(usual)
    found = typed.complete(typed.normalise(words), engine.games)
    if len(found) != 1:
        return []
    return [game for game in usual if game.slug == found[0]] or [engine.games[found[0]]]


def played_by(player: Player) -> list[engine.Game[Any]]:
    """The games of the leagues that a player is in; all games, for a player in none."""
    entries = Entry.objects.filter(player=player).exclude(state__in=Entry.GONE).exclude(league__state__in=League.OVER)
    played = entries.order_by("league__game", "league__rules").values_list("league__game", "league__rules").distinct()
    return [matches.under_version(*of) for of in played] or list(engine.games.values())


def told(games: Sequence[engine.Game[Any]], *, attached: bool) -> Told:
    """The words of the answer about the rules. attached: it is a letter, which has them with it."""
    if not games:
        known = listed([game.name for game in engine.games.values()], say("or"))
        return Told([say("Which game do you mean? There is {games}.", games=known)])
    names = listed(list(dict.fromkeys(game.name for game in games)))
    if attached:
        papers = tuple(map(rules_paper, games))
        return Told([say("The rules of {games} are attached as a PDF.", games=names)], papers=papers)
    return Told([say("The rules of {games} can be read on the page of the league.", games=names)])
