"""The opening words of a letter: which of its reader's fellow players go by another name since the last one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.language.speech import say
from tournaments.letters.parts.names import harmless
from tournaments.models import League, Player
from tournaments.queries import renames
from tournaments.queries.letters import kinds
from tournaments.queries.renames import Untold

OF_ALL_LEAGUES = ("digest", "gathered")  # kinds of letters that are about all that their reader plays


def untold(context: Mapping[str, Any], kind: str) -> Untold:
    """The new names that a letter has to tell, by its values: its reader and its league."""
    reader, league = context.get("reader"), context.get("league")
    if not isinstance(reader, Player) or reader.pk is None or kinds.of(kind).key:
        return Untold()
    if kind in OF_ALL_LEAGUES:
        return renames.untold(reader, None)
    return renames.untold(reader, league) if isinstance(league, League) else Untold()


def in_words(new: Untold) -> list[str]:
    """A sentence for each, in the language that is spoken now."""
    return [say(renames.SAID, before=harmless(one.before), name=harmless(one.name)) for one in new.people]
