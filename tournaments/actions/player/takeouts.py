"""The limit on files with everything of a player's, and a line in the journal. The file itself is `takeout`'s."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from tournaments.actions import journal, present
from tournaments.language.refusals import TooOften
from tournaments.language.speech import say
from tournaments.models import Player
from tournaments.outbox import limits

MOST = 5
WITHIN = timedelta(days=1)


@transaction.atomic
def begin(player: Player) -> None:
    """Count one file. TooOften for more than MOST a day."""
    present.hold(player)
    if not limits.allow("takeout", str(player.pk), MOST, WITHIN):
        raise TooOften(say("You have done this {most} times today. Try again tomorrow.", most=MOST))
    journal.note("data taken", f"{player} downloaded their data", actor=player)
