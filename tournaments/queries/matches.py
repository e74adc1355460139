"""The matches of tables, and the games of leagues, with their decks and versions of the rules. Reads only.

A process knows the shipped deck; others are made known here, from the copy that their league keeps, when first needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import engine
from engine.match.log import Entry
from tournaments.models import Deck, League, Table


def game_of(league: League) -> engine.Game[Any]:
    """The game as this league plays it; before it opens under the newest version of its rules."""
    game = under_rules(league)
    return game if league.deck is None else _with_deck(game, league.deck)


def under_rules(league: League) -> engine.Game[Any]:
    """The game of a league under its version of the rules, with our own deck. Reads no other row."""
    return under_version(league.game, league.rules)


def under_version(slug: str, rules: int | None) -> engine.Game[Any]:
    """A game under a version of its rules; None: the newest."""
    return engine.games[slug] if rules is None else engine.games[slug].under(rules)


def game_at(table: Table) -> engine.Game[Any]:
    """The game as it is played at a table."""
    return _known(table.header) if table.header else game_of(table.league)


def load(table: Table, log: Sequence[Entry] = ()) -> engine.Match:
    """The match of an opened table as it is now; with its whole log it can take back. NotThere before."""
    position = table.opened_position
    _known(position["header"])
    return engine.Match.load(position, secret=bytes(table.secret), log=log)


def load_whole(table: Table) -> engine.Match:
    """The match of a table that is not locked, with its log, which may have grown since the row was read."""
    return load(table, log_of(table)[: table.opened_position["count"]])


def log_of(table: Table, after: int = -1) -> list[Entry]:
    """The entries of a table's log in order, those after the one with that number."""
    rows = table.entries.filter(number__gt=after).order_by("number").values_list("entry", flat=True)
    return [Entry.from_json(entry) for entry in rows]


def _known(header: Mapping[str, Any]) -> engine.Game[Any]:
    """The game of a match's header, its deck made known in this process."""
    game = engine.games[header["game"]].under(header["rules"])
    digest = header.get("deck")
    if digest is None:
        return game
    try:
        return game.of_deck(digest)
    except engine.BadDeck:
        copy = Deck.objects.filter(game=header["game"], digest=digest).first()
        if copy is None:
            raise
        return _with_deck(game, copy)


def _with_deck(game: engine.Game[Any], deck: Deck) -> engine.Game[Any]:
    try:
        return game.of_deck(deck.digest)
    except engine.BadDeck:
        return game.with_deck(deck.text, str(deck))
