"""The marks on what is due, set before it is tried, so that a thing which ends its worker holds up nothing else.

The mark is committed first and taken away when the thing is done. Who finds a mark leaves that thing alone: somebody is
at it, or has died at it. Once no worker can be at it any more it counts as failed and is put off like one that raised.
A fault of ours (`outages.is_ours`) only takes the mark away: the next sweep tries again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Model, QuerySet
from django.utils import timezone

from tournaments.models import League, Table, Trial, Turn
from tournaments.runtime import afterwards, outages, portions

log = logging.getLogger(__name__)

MARGIN = timedelta(seconds=10)  # above the workers' hard time limit
KEPT = timedelta(days=1)  # by then it has been tried again, or is not due any more
ENDED = "its worker was ended"
# How what is tried leads to its table and league.
OF_TABLES: dict[str, tuple[type[Model], str, str]] = {
    "run": (Table, "pk", "league"),
    "reveal": (Table, "pk", "league"),
    "remind": (Turn, "seat__table", "seat__table__league"),
    "expire": (Turn, "seat__table", "seat__table__league"),
    "tell of the outage at": (Table, "pk", "league"),
    "open tables of": (League, "", "pk"),
    "end": (League, "", "pk"),
    "start": (League, "", "pk"),
}


def each(what: str, row: int, act: Callable[[int], object], put_off: Callable[[int], None]) -> bool:
    """Do it unless somebody is at it; put it off if it fails, or if whoever tried it last must have died.

    False when a fault of ours was in the way: it is to be tried again.
    """
    begun_at = None
    try:
        begun_at = _begin(what, row, put_off)
        if begun_at is not None:
            act(row)
            _trials(what, row).delete()
    except Exception as error:  # whatever is wrong with one table must not stop the others
        if outages.is_ours(error):
            if begun_at is None:
                raise
            if not outages.tell(error):
                log.warning("could not %s %s now", what, row, exc_info=True)
            mark = _trials(what, row).filter(busy=True, begun_at=begun_at)
            afterwards.write(lambda: _unmark(mark))
            return False
        log.exception("could not %s %s", what, row)
        put_off(row)
        _failed(_trials(what, row), type(error).__name__)
    return True


def _trials(what: str, row: int) -> QuerySet[Trial]:
    return Trial.objects.filter(what=what, row=row)


def _unmark(mark: QuerySet[Trial]) -> None:
    """Nobody is at it any more; how often it has failed before stays."""
    mark.filter(failures=0).delete()
    mark.update(busy=False)


def _begin(what: str, row: int, put_off: Callable[[int], None]) -> datetime | None:
    """Mark it; when, None if it is to be left alone."""
    now, trials = timezone.now(), _trials(what, row)
    if trials.filter(busy=False).update(busy=True, begun_at=now):
        return now
    trial = trials.first()
    if trial is None:
        try:
            with transaction.atomic():
                Trial.objects.create(what=what, row=row, begun_at=now)
        except IntegrityError:  # another sweep at this moment
            return None
        return now
    dead = trials.filter(busy=True, begun_at__lt=now - timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT) - MARGIN)
    if dead.exists():
        log.error("could not %s %s: %s", what, row, ENDED)
        put_off(row)
        _failed(dead, ENDED)
    return None


def _failed(trials: QuerySet[Trial], why: str) -> None:
    trial = trials.first()
    if trial is None:
        return
    changes: dict[str, Any] = {"busy": False, "failures": F("failures") + 1, "why": why[:100]}
    if where := OF_TABLES.get(trial.what):
        model, *ways = where
        names = ("table", "league")
        found = model._default_manager.filter(pk=trial.row)
        for name, way in zip(names, ways, strict=True):
            if way:
                changes[f"{name}_id"] = found.values_list(way, flat=True).first()
    trials.update(**changes)


def failing(now: datetime) -> QuerySet[Trial]:
    """The trials that have failed when they were tried last, and will be repeated."""
    return Trial.objects.filter(failures__gt=0, begun_at__gt=now - KEPT)


def forget(now: datetime) -> int:
    """Drop what has not been tried for long; how much there was."""
    return portions.delete(Trial.objects.filter(begun_at__lt=now - KEPT))
