"""Flandern in words: what happened, what is asked, how things stand. Plays nothing."""

from engine.flandern.words.asking import clause, course, headline, menu
from engine.flandern.words.letter import sections
from engine.flandern.words.telling import tell

__all__ = ["clause", "course", "headline", "menu", "sections", "tell"]
