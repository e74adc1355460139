"""The language of a letter: its reader's. Every letter passes here; it says nothing itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from engine.language.languages import ENGLISH
from tournaments.language.spoken import language_of, speaking_everywhere
from tournaments.letters.parts.draft import Draft
from tournaments.models import Entry, Player, Seat

Others = ParamSpec("Others")
Reader = TypeVar("Reader", Seat, Player, Entry)


def in_its_readers_language(
    letter: Callable[Concatenate[Reader, Others], Draft],
) -> Callable[Concatenate[Reader, Others], Draft]:
    """A letter to its first argument, written in that player's language whatever is spoken around it.

    Several readers of one table get their letters in one go, so nothing that is said may outlive its letter.
    """

    @wraps(letter)
    def written(reader: Reader, /, *args: Others.args, **kwargs: Others.kwargs) -> Draft:
        with speaking_everywhere(language_of(player_of(reader))):
            return letter(reader, *args, **kwargs)

    return written


def in_the_desks_language(letter: Callable[Others, Draft]) -> Callable[Others, Draft]:
    """A letter to organisers about the desk, which speaks English: it quotes the desk and leads to it."""

    @wraps(letter)
    def written(*args: Others.args, **kwargs: Others.kwargs) -> Draft:
        with speaking_everywhere(ENGLISH):
            return letter(*args, **kwargs)

    return written


def player_of(reader: Seat | Player | Entry) -> Player | None:
    """The player that reads what goes to a seat or to an entrant; None at a seat that no person has."""
    return reader if isinstance(reader, Player) else reader.player
