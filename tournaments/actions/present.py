"""The check that an actor is still here: a page may write for a person forgotten in another window meanwhile."""

from __future__ import annotations

from tournaments.language.refusals import Forgotten
from tournaments.language.speech import say
from tournaments.models import Player


def hold(player: Player) -> Player:
    """The player's row as it is now, locked until the end of the transaction, so that erasing comes before or after.

    Forgotten for a player erased meanwhile, or barred from signing in. Lock tables, leagues and entries before it.
    """
    row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if not row.is_active:
        raise Forgotten(say("This account has been forgotten in the meantime."))
    return row
