"""The letters to observers: after each whole round and at the end of the game, of what everybody may know.

Written by a sweep and not with the move, each in a transaction of its own: players do not wait for letters to others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from engine.match.log import Entry
from tournaments.actions.observing import asking, ending
from tournaments.actions.table import session
from tournaments.letters import observing as letters
from tournaments.models import Observer, OutboundLetter, Table
from tournaments.outbox import outbox
from tournaments.queries import replays
from tournaments.queries.access import observing

BATCH = 200
LATER = timedelta(minutes=5)


def due(now: datetime) -> Iterable[int]:
    """Observed tables that are in another round than when they were looked at, or are over, or not public any more.

    And those that are to be looked at once more: after a fault, or since a letter was kept back.
    """
    changed = ~Q(table__round=F("round")) | ~Q(table__state=Table.State.RUNNING) | Q(table__league__public=False)
    rows = Observer.objects.filter(Q(changed, look_at=None) | Q(look_at__lte=now)).order_by()
    return sorted(set(rows.values_list("table", flat=True)[:BATCH]))


def put_off(table_id: int) -> None:
    """Move a table of which no letter could be written out of the way of the others."""
    Observer.objects.filter(table=table_id).update(look_at=timezone.now() + LATER)


@dataclass(frozen=True, slots=True)
class _News:
    """A table as everybody may know it at one moment.

    until  the entry up to which letters tell
    last   the newest entry of the log then
    rows   keys of its observers
    """

    table: Table
    until: int
    last: int
    rows: tuple[int, ...]

    @property
    def over(self) -> bool:
        return self.table.state != Table.State.RUNNING


def tell(table_id: int) -> None:
    """Write what is new to each observer of a table; behind the letter about its end nobody observes it any more.

    The table is locked only to look at it. Once something is taken back, what remains is for the next time.
    """
    news = _news(table_id)
    for pk in news.rows:
        if not _tell(pk, news):
            return


@transaction.atomic
def _news(table_id: int) -> _News:
    table = session.lock(pk=table_id)
    if not observing.is_public(table):
        ending.end(Observer.objects.filter(table=table))
    for rows in observing.wrong(table):
        ending.end(rows)
    last = table.entries.count() - 1
    until = replays.whole_rounds(table) if table.state == Table.State.RUNNING else last
    left = Observer.objects.filter(table=table).order_by("pk").values_list("pk", flat=True)
    return _News(table, until, last, tuple(left))


@transaction.atomic
def _tell(pk: int, news: _News) -> bool:
    """Write what is new to one observer; False, and nothing is written, if something was taken back meanwhile."""
    rows = Observer.objects.select_for_update(of=("self",), no_key=True).select_related("player")
    row = rows.filter(pk=pk).first()
    if row is None:
        return True
    if news.over or news.until > row.told:
        if not _write(row, news):
            return False
        row.told = news.until
    if news.over:
        row.delete()
        return True
    row.round, row.look_at = news.table.round, None
    row.save(update_fields=("told", "round", "look_at"))
    return True


def _write(row: Observer, news: _News) -> bool:
    reader = row.player or asking.reader(row.email, row.language)
    draft = letters.observed(reader, row, news.table, news.until)
    if _taken_back_since(news):  # asked behind all that the letter was made of
        return False
    outbox.write(draft, player=row.player, to="" if row.player else row.email, dedupe=_dedupe(row, news))
    return True


def _taken_back_since(news: _News) -> bool:
    since = news.table.entries.filter(number__gt=news.last).values_list("entry", flat=True)
    return any(Entry.from_json(entry).to is not None for entry in since)


def _dedupe(row: Observer, news: _News) -> str:
    """The name of a letter; that of one written in the place of another, which was kept back, holds its number."""
    name = f"{observing.letters_to(row.pk)}{news.until}:{observing.END if news.over else ''}"
    before = OutboundLetter.objects.filter(dedupe__startswith=name).order_by("-pk").values_list("pk", flat=True).first()
    return name if before is None else f"{name}:{before}"
