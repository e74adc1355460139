"""Many rows in portions, each in a short transaction of its own, until the time that there is for them is over.

What was done to a portion stays. Whoever begins anew goes on with what is left, for what is done matches no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

SIZE = 500  # rows


@dataclass(slots=True)
class Limit:
    """The moment until which portions are begun, on the clock of `monotonic`; `over` once one was left."""

    ends: float
    over: bool = False


_limit: ContextVar[Limit | None] = ContextVar("limit", default=None)


@contextmanager
def within(seconds: float) -> Iterator[Limit]:
    """Begin no portion after that many seconds."""
    limit = Limit(monotonic() + seconds)
    token = _limit.set(limit)
    try:
        yield limit
    finally:
        _limit.reset(token)


def update(rows: QuerySet[Any], **values: object) -> int:
    """Give the rows these values, after which they must not match any more; how many there were."""
    return sum(portion.update(**values) for portion in each(rows))


def delete(rows: QuerySet[Any]) -> int:
    """Delete the rows; how many there were."""
    model = rows.model._meta.label
    return sum(portion.delete()[1].get(model, 0) for portion in each(rows))


def each(rows: QuerySet[Any]) -> Iterator[QuerySet[Any]]:
    """Portions by the primary key, so that no row is looked at twice.

    A row that matches no more by the time of its portion is not in it.
    """
    limit, rest = _limit.get(), rows.order_by("pk")
    while numbers := list(rest.values_list("pk", flat=True)[:SIZE]):
        if limit is not None and monotonic() >= limit.ends:
            limit.over = True
            return
        with transaction.atomic():
            yield rows.order_by().filter(pk__in=numbers)
        rest = rest.filter(pk__gt=numbers[-1])
