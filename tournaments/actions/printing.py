"""Printing: a paper is asked for once, made by a worker step by step, kept, and forgotten when nobody wants it.

Nothing of a league changes by it, so it has no line in the journal. The state is in the row alone: a worker that dies
is missed, and the sweep has another begin again.

In the whole service one paper is made at a time: all other workers stay free for letters and deadlines. Whoever has
made one hints at the next.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from engine.language.languages import speaking, spoken
from tournaments.formats import clocks
from tournaments.language.refusals import TooOften
from tournaments.language.speech import say
from tournaments.language.spoken import language_of, speaking_everywhere
from tournaments.models import Player, Print
from tournaments.outbox import limits
from tournaments.papers import papers
from tournaments.queries import prints
from tournaments.queries.prints import Subject
from tournaments.runtime import afterwards, hints, outages, portions
from tournaments.runtime.literal import Literal, literals

log = logging.getLogger(__name__)

SILENT = timedelta(seconds=60)  # a maker of whom nothing is heard for so long is gone
MOST_TRIES = 3
TRIES = 3  # to begin a paper that is taken away at the same moment: once before an erasure is committed, once after it
AGAIN = timedelta(seconds=30)  # after a failure
AN_HOUR = 12  # new papers that one player may have made; those that are kept are free
ERASING_TAKES = timedelta(hours=1)  # at most, from the moment that a person's row tells
KEPT = timedelta(days=30)  # since it was last wanted
IN_THE_MAKING = literals((Print.State.WAITING, Print.State.MAKING))


class Overtaken(Exception):
    """Another worker has begun this print anew; what this one makes is not wanted."""


def ask(kind: str, of: Subject, player: Player | None = None) -> Print:
    """Have a paper made in the language that is spoken, unless it is made, or being made, from what is stored now.

    After a failure it is tried anew. It takes the place of what was printed of the same before things changed.

    player  who asks, for the limit; None when the service does by itself
    TooOften for a player who has had too many made.
    """
    key = prints.key(kind, of)
    row = Print.objects.defer("content").filter(key=key).first()
    if row is not None and row.state != Print.State.FAILED:
        return row
    if player is not None:
        _count(player)
    for _ in range(TRIES):
        wanted = _want(key, kind, of)
        if row := Print.objects.defer("content").filter(pk=wanted.pk).first():
            break  # else somebody whom it names was forgotten at this moment, and it with them
    return row or wanted


def _want(key: str, kind: str, of: Subject) -> Print:
    """The row of a paper, new or tried anew."""
    now, language = timezone.now(), spoken()
    values = {"kind": kind, "language": language, "league": of.league, "table": of.table, "beat_at": now}
    row, new = Print.objects.defer("content").get_or_create(key=key, defaults={**values, "used_at": now})
    again = Print.objects.filter(pk=row.pk, state=Print.State.FAILED)
    if again.update(state=Print.State.WAITING, tries=0, done=0, beat_at=now) or new:
        hints.make_print(row.pk)
    same = Print.objects.filter(kind=kind, language=language, league=of.league, table=of.table)
    same.filter(pk__lt=row.pk).delete()
    return row


def _count(player: Player) -> None:
    if not limits.allow("papers", str(player.pk), AN_HOUR, limits.HOUR):
        until = clocks.short(limits.end_of(limits.HOUR), player.zone, timezone.now())
        raise TooOften(
            say(
                "You have had {most} papers made in this hour. Ask for this one after {moment}.",
                most=AN_HOUR,
                moment=until,
            )
        )


def ask_for(readers: Iterable[Player], kind: str, of: Subject) -> None:
    """Have a paper made once for all these readers who share a language."""
    for language in sorted({language_of(reader) for reader in readers}):
        with speaking(language):
            ask(kind, of)


def make(pk: int) -> bool:
    """Make a print if nobody else is at any. True when it is made now."""
    row = _begin(pk)
    if row is None:
        return False
    made = _make(row)
    for waiting in to_make(timezone.now(), timedelta(0)):
        hints.make_print(waiting)
    return made


def _make(row: Print) -> bool:
    mine = Print.objects.filter(pk=row.pk, tries=row.tries, state=Print.State.MAKING)

    def step(done: int, of: int) -> None:
        if not mine.update(done=done, steps=of, beat_at=timezone.now()):
            raise Overtaken

    try:
        with speaking_everywhere(row.language):
            content = _made(row, step)
        outages.works(outages.DISK)
        now = timezone.now()
        made = mine.update(state=Print.State.MADE, content=content, done=F("steps"), made_at=now, used_at=now)
        return bool(made)
    except Overtaken:
        return False
    except Exception as error:  # whatever is wrong with one paper must not stop the worker
        if outages.is_ours(error):
            if not outages.tell(error):
                log.warning("%s is made again", row, exc_info=True)
            again = {"state": Print.State.WAITING, "tries": row.tries - 1, "beat_at": timezone.now() + AGAIN}
            afterwards.write(lambda: mine.update(**again))
        else:
            log.exception("could not make %s", row)
            _failed(row)
        return False


def take(row: Print) -> bytes:
    """The bytes of a made print, which are kept longer for being wanted."""
    Print.objects.filter(pk=row.pk).update(used_at=timezone.now())
    return bytes(row.content)


def to_make(now: datetime, lost: timedelta) -> list[int]:
    """The print to be made next, if none is being made: its hint was lost some time ago, or its maker is silent.

    At most one: whoever makes it hints at the next.
    """
    if _one_is_made(now):
        return []
    waiting = Q(state=Print.State.WAITING, beat_at__lte=now - lost)
    silent = Q(state=Print.State.MAKING, beat_at__lt=now - SILENT)
    found = Print.objects.filter(waiting | silent, state__in=IN_THE_MAKING).order_by("beat_at", "pk")
    return list(found.values_list("pk", flat=True)[:1])


def _one_is_made(now: datetime) -> bool:
    """Whether a worker that may be alive is making a print, whichever."""
    return Print.objects.filter(state=Literal(Print.State.MAKING), beat_at__gte=now - SILENT).exists()


def forget(now: datetime) -> int:
    """Remove prints that nobody has wanted in a while, and such as may name who is erased; they can be made again."""
    old = portions.delete(Print.objects.filter(used_at__lt=now - KEPT))
    return old + portions.delete(Print.objects.filter(pk__in=_made_meanwhile().values("pk")))


def _made_meanwhile() -> QuerySet[Print]:
    """Prints from before somebody was erased or from soon after: their maker may have read names from before."""
    since = F("made_at") - ERASING_TAKES
    persons = ("league__entries__player", "league__organisers", "table__seats__player")
    return Print.objects.filter(reduce(or_, (Q(**{f"{person}__erased_at__gt": since}) for person in persons)))


def forget_about(player: Player) -> None:
    """Remove the prints in which a player is named.

    Once when they are erased, and once more when that is committed: until then others ask for papers with the old name.
    A print that is in the making has a row from before its first reading, so that its maker finds none in the end.
    """
    named = Q(league__entries__player=player) | Q(league__organisers=player) | Q(table__seats__player=player)
    Print.objects.filter(pk__in=Print.objects.filter(named).values("pk")).delete()


def _begin(pk: int) -> Print | None:
    """The print as ours to make; None if it does not wait, or if another worker is making one."""
    with transaction.atomic():
        limits.hold("printing", "")
        return _taken(pk, timezone.now())


def _taken(pk: int, now: datetime) -> Print | None:
    if _one_is_made(now):
        return None
    free = Q(state=Print.State.WAITING, beat_at__lte=now) | Q(state=Print.State.MAKING, beat_at__lt=now - SILENT)
    begun = Print.objects.filter(free, pk=pk, tries__lt=MOST_TRIES)
    if begun.update(state=Print.State.MAKING, tries=F("tries") + 1, done=0, beat_at=now):
        return Print.objects.select_related("league", "table__league").defer("content").get(pk=pk)
    Print.objects.filter(free, pk=pk, tries__gte=MOST_TRIES).update(state=Print.State.FAILED)
    return None


def _made(row: Print, step: papers.Step) -> bytes:
    if row.table is not None:
        return papers.record(row.table, step)
    if row.kind == Print.Kind.BOOK:
        return papers.book(row.league, step)
    return papers.certificates(row.league)


def _failed(row: Print) -> None:
    """Have a print that failed tried a little later, or give it up until somebody asks again."""
    state = Print.State.FAILED if row.tries >= MOST_TRIES else Print.State.WAITING
    mine = Print.objects.filter(pk=row.pk, tries=row.tries)
    mine.update(state=state, beat_at=timezone.now() + AGAIN)
