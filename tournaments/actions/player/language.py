"""The text that a player writes behind the word language: one that is spoken here, or nothing, which asks."""

from __future__ import annotations

from engine.language import languages
from engine.language.languages import LANGUAGES
from tournaments.actions.player import preferences
from tournaments.language.refusals import BadSettings
from tournaments.language.speech import say
from tournaments.language.spoken import language_of, spoken_to
from tournaments.models import Player


def by_words(player: Player, words: str) -> list[str]:
    """Carry out the words; the answer's sentences, in the language then set. BadSettings for one that is not spoken."""
    if not words.strip():
        return [say("You read {language} here.", language=LANGUAGES[language_of(player)]), _known()]
    wanted = languages.named(words)
    if wanted is None:
        raise BadSettings(say("Nothing has changed: this language is not spoken here. {known}", known=_known()))
    preferences.speak(player, wanted)
    with spoken_to(player):
        return [say("From now on you read {language} here, in letters and on pages.", language=LANGUAGES[wanted])]


def _known() -> str:
    """The sentence that names the languages, each in itself, as its readers look for it."""
    words = ", ".join(f"[language {name.lower()}]" for name in LANGUAGES.values())
    return say("There is {words}.", words=words)
