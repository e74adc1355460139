"""Bruges in words: what happened, what is asked, what may be played, how things stand. Plays nothing."""

from engine.bruges.words.doing import course, headline, say
from engine.bruges.words.letter import sections
from engine.bruges.words.offers import menu
from engine.bruges.words.story import recount
from engine.bruges.words.telling import tell

__all__ = ["course", "headline", "menu", "recount", "say", "sections", "tell"]
