"""Games drawn at random, played again from their logs and compared with what the database holds."""

from __future__ import annotations

import random
from time import monotonic

from tournaments.models import Table
from tournaments.queries import verifying
from tournaments.running.health.finding import Findings, fail, ok

SAMPLE = 100
SECONDS = 20.0  # for all of them together


def replayed() -> Findings:
    """Whether logs and positions agree. A line for each game that is broken, one for all others."""
    keys = list(Table.objects.filter(header__isnull=False).values_list("pk", flat=True))
    end, summary = monotonic() + SECONDS, verifying.Summary()
    for pk in random.sample(keys, min(SAMPLE, len(keys))):
        if monotonic() > end:
            break
        found = verifying.table(pk)
        summary.add(found)
        if found.wrong:
            yield fail(
                f"{found.what} is broken: {found.wrong}",
                "pause its league, keep the database as it is, and restore the newest backup in which it agrees",
            )
    if not summary.broken:
        yield ok(f"games played again from their logs: {summary}")
