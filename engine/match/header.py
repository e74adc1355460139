"""The facts that are fixed when a match starts: made and checked here. No state, no moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.chance import commitment
from engine.events import Json
from engine.game import Game
from engine.match.log import seal
from engine.refusals import BadOption, BrokenRecord, UnsupportedRules
from engine.registry import games

BEFORE_THE_LOG = -1  # number of the entry that a receipt in the header counts as


def make(
    game: Game[Any],
    seats: int,
    options: Mapping[str, Json],
    secret: bytes,
    words: Sequence[str],
    *,
    public: Mapping[str, Json] | None,
    position: Json,
) -> dict[str, Json]:
    """The header of a new match; it is the beginning of the log's chain. BadOption if the game does not offer it."""
    header: dict[str, Json] = {
        "game": game.slug,
        "rules": game.rules,
        "seats": seats,
        "options": _options(game, seats, options),
        "commitment": commitment(secret),
        "words": list(words),
    }
    if public is not None:
        header["public"] = dict(public)
    if game.deck_digest:
        header["deck"] = game.deck_digest
    return header if position is None else {**header, "position": position}


def public(header: Mapping[str, Json], secret: bytes) -> dict[str, Json]:
    """The part of a header that anybody may see at any time, and that the chain of the log begins with.

    A position file holds what is hidden, so the header has a receipt of it: as that of the move of an entry -1.
    """
    if "position" not in header:
        return dict(header)
    return {**header, "position": {"seal": seal(secret, BEFORE_THE_LOG, 0, None, header["position"])}}


def game_of(header: Mapping[str, Json]) -> Game[Any]:
    """The game of a recorded match, with its deck.

    UnsupportedRules if it is not played here under those rules, BadDeck if its deck is not known in this process.
    """
    slug, rules = header["game"], header["rules"]
    if slug not in games:
        raise UnsupportedRules(f"the game {slug} is not played here")
    game = games[slug]
    return (game.of_deck(header["deck"]) if "deck" in header else game).under(rules)


def check_secret(header: Mapping[str, Json], secret: bytes) -> None:
    """BrokenRecord if the secret is not the one whose commitment the header holds."""
    if commitment(secret) != header["commitment"]:
        raise BrokenRecord("the secret is not the one that was committed to")


def _options(game: Game[Any], seats: int, wanted: Mapping[str, Json]) -> dict[str, Json]:
    fewest, most = game.seats
    if not fewest <= seats <= most:
        raise BadOption(f"{game.name} is for {fewest} to {most} seats, not for {seats}")
    known = {option.name: option for option in game.options}
    for name, value in wanted.items():
        if name not in known:
            raise BadOption(f"{game.name} has no option {name}")
        if value not in known[name].choices:
            raise BadOption(f"option {name} of {game.name} cannot be {value!r}")
    return {name: wanted.get(name, option.default) for name, option in known.items()}
