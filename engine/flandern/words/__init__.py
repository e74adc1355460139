"""Flandern in words: what happened, what is asked, how things stand. Plays nothing."""

from engine.flandern.words.asking import course, headline, menu, say
from engine.flandern.words.letter import sections
from engine.flandern.words.telling import tell

__all__ = ["course", "headline", "menu", "say", "sections", "tell"]
