"""In which language somebody is spoken to: that of their profile, in letters, on pages and on papers alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import translation

from engine.languages import ENGLISH, speaking
from tournaments.models import Player
from tournaments.speech import say


def language_of(player: Player | None) -> str:
    """English for whoever has no profile."""
    return player.language if player else ENGLISH


@contextmanager
def spoken_to(player: Player | None) -> Iterator[None]:
    """Say everything in this player's language meanwhile, in Python and in templates."""
    with speaking_everywhere(language_of(player)):
        yield


def said_to(player: Player | None, words: str) -> str:
    """A reason as this player reads it: in their language where it is one of ours, else in its writer's own words."""
    with spoken_to(player):
        return say(words) if words else ""


@contextmanager
def speaking_everywhere(language: str) -> Iterator[None]:
    """Say everything in this language meanwhile, in Python and in templates."""
    with translation.override(language), speaking(language):
        yield
