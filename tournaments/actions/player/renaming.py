"""A player's new name, written down where others read it. Part of `people.change_profile`."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from tournaments.actions import journal
from tournaments.models import League, Player
from tournaments.queries.renames import RENAMED


def note(player: Player, before: str, leagues: Iterable[League]) -> None:
    """Write a line for the player, and one for each league that goes on and reads the name; these must be locked.

    From then on letters tell it (`tournaments.queries.renames`).
    """
    words = f"{before} is called {player.name} now"
    line = journal.note(RENAMED, words, actor=player, before=before)
    going_on = [league for league in leagues if league.state not in League.OVER]
    journal.note_in(going_on, RENAMED, words, player, before=before, of=line.pk)
    League.objects.filter(pk__in=[league.pk for league in going_on]).update(renamed_at=timezone.now())
