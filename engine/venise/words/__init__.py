"""La Venise du Nord in words: what happened, what is asked, what may be done, how things stand. Plays nothing."""

from engine.venise.words.doing import course, headline, meaning
from engine.venise.words.letter import sections
from engine.venise.words.offers import menu
from engine.venise.words.standing import explained
from engine.venise.words.story import recount
from engine.venise.words.telling import tell

__all__ = ["course", "explained", "headline", "meaning", "menu", "recount", "sections", "tell"]
