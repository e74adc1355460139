"""A variant of a game that an organiser may choose, and how people read of it. Knows no game.

A game writes its options in English (`to_say`) and gives each its own `say`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.events import Json
from engine.language.speech import say


@dataclass(frozen=True, slots=True)
class Option:
    """A variant that an organiser may choose. `choices` are JSON scalars, the first is the default.

    words   what each choice means to those who play, in the order of `choices`; () where the choices say it themselves
    say     of the game: says name, choices, help and words, which are in English here (`to_say`)
    """

    name: str
    choices: tuple[Json, ...]
    help: str
    words: tuple[str, ...] = ()
    say: Callable[[str], str] = field(default=str, compare=False)

    @property
    def default(self) -> Json:
        return self.choices[0]

    @property
    def title(self) -> str:
        """Its name as people read it: "Round cap"."""
        words = self.say(self.name).replace("_", " ")
        return words[:1].upper() + words[1:]

    @property
    def explanation(self) -> str:
        """The explanation of the option, as people read it."""
        return self.say(self.help)

    def meaning(self, choice: Json) -> str:
        """A choice as people read it: "five: one draw pile of each colour"."""
        plain = self._plain(choice)
        return f"{plain}: {self.say(self.words[self.choices.index(choice)])}" if self.words else plain

    def _plain(self, choice: Json) -> str:
        if isinstance(choice, bool):
            return say("yes") if choice else say("no")
        return self.say(choice) if isinstance(choice, str) else str(choice)
