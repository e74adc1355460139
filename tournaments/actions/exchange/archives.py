"""The limit on archives of a league, and a line in its journal. The file itself is made by the desk."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from tournaments.actions import journal
from tournaments.actions.league.permissions import check_organiser
from tournaments.language.refusals import TooOften
from tournaments.language.speech import say
from tournaments.models import League, Player
from tournaments.outbox import limits

MOST = 5
WITHIN = timedelta(days=1)


@transaction.atomic
def begin(league: League, actor: Player) -> None:
    """Count one archive. TooOften for more than MOST a day of one league, NotYours for who does not organise it."""
    check_organiser(league, actor)
    if not limits.allow("archive", str(league.pk), MOST, WITHIN):
        raise TooOften(say("This has been done {most} times today. Try again tomorrow.", most=MOST))
    journal.note("archive taken", f"{actor} downloaded the archive of {league}", actor=actor, league=league)
