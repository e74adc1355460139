"""Bruges in words: what happened, what is asked, what may be played, how things stand. Plays nothing."""

from engine.bruges.words.doing import headline, say
from engine.bruges.words.letter import sections
from engine.bruges.words.offers import menu
from engine.bruges.words.story import recount
from engine.bruges.words.telling import tell

__all__ = ["headline", "menu", "recount", "say", "sections", "tell"]
