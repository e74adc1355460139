"""The letters to observers: after each whole round and at the end of the game, of what everybody may know.

Written by a sweep and not with the move: players do not wait for letters to others.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from tournaments.actions.observing import asking, ending
from tournaments.actions.table import session
from tournaments.letters import observing as letters
from tournaments.models import Observer, Table
from tournaments.outbox import outbox
from tournaments.queries import replays
from tournaments.queries.access import observing

BATCH = 200
LATER = timedelta(minutes=5)


def due(now: datetime) -> Iterable[int]:
    """Observed tables that are in another round than when they were looked at, or are over, or not public any more."""
    changed = ~Q(table__round=F("round")) | ~Q(table__state=Table.State.RUNNING) | Q(table__league__public=False)
    rows = Observer.objects.filter(changed, Q(look_at=None) | Q(look_at__lte=now)).order_by()
    return sorted(set(rows.values_list("table", flat=True)[:BATCH]))


def put_off(table_id: int) -> None:
    """Move a table of which no letter could be written out of the way of the others."""
    Observer.objects.filter(table=table_id).update(look_at=timezone.now() + LATER)


@transaction.atomic
def tell(table_id: int) -> None:
    """Write what is new to each observer of a table; behind the letter about its end nobody observes it any more."""
    table = session.lock(pk=table_id)
    rows = Observer.objects.select_for_update(of=("self",), no_key=True).filter(table=table)
    if not observing.is_public(table):
        ending.end(Observer.objects.filter(table=table))
        return
    ending.end(Observer.objects.filter(Q(player__seats__table=table) | Q(player__is_active=False), table=table))
    running = table.state == Table.State.RUNNING
    until = replays.whole_rounds(table) if running else table.entries.count() - 1
    for row in rows.select_related("player").order_by("pk"):
        if not running or until > row.told:
            _write(row, table, until)
            row.told = until
        row.round, row.look_at = table.round, None
        row.save(update_fields=("told", "round", "look_at"))
    if not running:
        Observer.objects.filter(table=table).delete()


def _write(row: Observer, table: Table, until: int) -> None:
    reader = row.player or asking.reader(row.email, row.language)
    draft = letters.observed(reader, row, table, until)
    last = "" if table.state == Table.State.RUNNING else "end"
    dedupe = f"{observing.LETTER}:{row.pk}:{until}:{last}"
    outbox.write(draft, player=row.player, to="" if row.player else row.email, dedupe=dedupe)
