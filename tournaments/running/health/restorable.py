"""Backups: whether one has been restored on trial lately, and what was wrong with it."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from tournaments.running.backups import drills
from tournaments.running.health.finding import Findings, age, fail, ok, warn

OLD = timedelta(days=9)  # a week between two drills, a day between two backups, and one to spare
AGAIN = "bruges backup, then bruges drill; bruges-backup.timer and bruges-drill.timer do it by themselves"


def backup() -> Findings:
    """Whether the newest drill held, and of when the backup was that it restored."""
    last, restored = drills.last_drill(), drills.last_restored()
    if last is None or restored is None:
        trouble = f" ({last.trouble})" if last is not None and last.trouble else ""
        yield warn(f"no backup has ever been restored on trial{trouble}", AGAIN)
    elif last.trouble:
        yield fail(f"the last drill of a backup failed {age(last.at)} ago ({last.trouble})", AGAIN)
    elif timezone.now() - restored > OLD:
        yield warn(f"the newest backup that was restored on trial is {age(restored)} old", AGAIN)
    else:
        yield ok(f"a backup of {age(restored)} ago was restored on trial, {last.checked} games and leagues agree")
