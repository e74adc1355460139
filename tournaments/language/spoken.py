"""The language in which somebody is spoken to: that of their profile, in letters, on pages and on papers alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from django.utils import translation

from engine.language.languages import ENGLISH, LANGUAGES, speaking


class Reader(Protocol):
    """Somebody with a language of their own: a player."""

    language: str


def language_of(player: Reader | None) -> str:
    """English for whoever has no profile, or one in a language that is not spoken here any more."""
    return player.language if player and player.language in LANGUAGES else ENGLISH


@contextmanager
def spoken_to(player: Reader | None) -> Iterator[None]:
    """Say everything in this player's language meanwhile, in Python and in templates."""
    with speaking_everywhere(language_of(player)):
        yield


@contextmanager
def speaking_everywhere(language: str) -> Iterator[None]:
    """Say everything in this language meanwhile, in Python and in templates."""
    with translation.override(language), speaking(language):
        yield
