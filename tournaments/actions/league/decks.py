"""Decks of leagues: a file that was brought is read and checked, our own is copied. Saved with their league."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError

import engine
from engine.language.languages import to_say
from tournaments.actions.player import names
from tournaments.language.refusals import BadSettings
from tournaments.models import Deck, League
from tournaments.models.fields import one_line

MOST_BYTES = 256 * 1024  # eight times our own deck
LONGEST_NAME = 100
LONGEST_REASON = 300
REMARKS = ("note", "about")  # what a file says of itself: no letter shows it


def read(game: str, name: str, data: bytes) -> Deck:
    """A deck from the file that a club has brought, not saved yet. BadSettings names file, line, card and field."""
    _check_name(name)
    if len(data) > MOST_BYTES:
        raise BadSettings(f"{name} is larger than {MOST_BYTES // 1024} kB; a deck file is a tenth of that.")
    text = _text(name, data)
    try:
        played = engine.games[game].with_deck(text, name)
    except engine.BadDeck as error:
        raise BadSettings(_in_words(str(error))) from error
    if found := next(filter(names.holds_link, _texts(played.deck)), ""):
        raise BadSettings(_in_words(f"{name}: {found!r} would be a link in letters: no dot between words, no @"))
    return Deck(game=game, name=name, text=text, digest=played.deck_digest, cards=_size(played))


def _texts(value: Any) -> Iterator[str]:
    """The texts of a deck, remarks on the file left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from () if key in REMARKS else _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def keep(league: League) -> None:
    """Save the deck that a league that is not open yet is to have."""
    if league.deck is not None and league.deck.pk is None:
        league.deck.save(force_insert=True)
        league.deck = league.deck


def pin(league: League) -> None:
    """Fix what a league that opens is played with, since later rules and a later deck of ours are not for its tables.

    The version of the rules, and a copy of our own deck if it has brought none.
    """
    game = engine.games[league.game]
    league.rules = game.rules
    if league.deck is None and game.deck_digest:
        text = json.dumps(game.deck, ensure_ascii=False)
        fields = {"text": text, "cards": _size(game)}
        league.deck, _ = Deck.objects.get_or_create(game=game.slug, digest=game.deck_digest, name="", defaults=fields)


def drop_unused(deck: Deck | None) -> None:
    """Forget a copy that another has replaced before anybody could read it."""
    if deck is not None and deck.name and not deck.leagues.exists():
        deck.delete()


def _check_name(name: str) -> None:
    try:
        one_line(name)
    except ValidationError as error:
        raise BadSettings("The name of the file is one line without invisible characters.") from error
    names.refuse_key(name, to_say("The name of the file"))
    if not name.strip() or len(name) > LONGEST_NAME:
        raise BadSettings(f"The name of the file has at most {LONGEST_NAME} characters.")


def _text(name: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadSettings(f"{name}, line {line}: is not written in UTF-8. Save the file with that encoding.") from error


def _in_words(reason: str) -> str:
    """A reason that quotes a file, made safe to be shown on a page."""
    shown = reason.encode("utf-8", "backslashreplace").decode()
    return f"{shown[:LONGEST_REASON]}…" if len(shown) > LONGEST_REASON else f"{shown.rstrip('.')}."


def _size(game: engine.Game[Any]) -> int:
    """The number of cards, or of what else its lists hold, in a deck."""
    return sum(len(cards) for cards in game.deck.values() if isinstance(cards, list))
