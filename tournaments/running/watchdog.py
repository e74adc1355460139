"""Watchdog of the sweep: a worker that finds the last sweep too old asks for one, so that beat may be away for good.

One thread in each worker reads one row about once in a sweep's rhythm. Several workers wait for different times, so
that usually one of them asks and the others find its sweep done; two sweeps at once do no harm (`trials`).
"""

from __future__ import annotations

import logging
from datetime import timedelta
from random import uniform
from threading import Event

from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from tournaments.models import Heartbeat
from tournaments.runtime import heartbeats, hints, outages

log = logging.getLogger(__name__)

LATE = (1.5, 2.0)  # rhythms without a sweep after which one is asked for, drawn by lot for each look


def watch(stop: Event) -> None:
    """Look again and again until `stop` is set; whatever fails is tried again one rhythm later."""
    wait = settings.SWEEP_EVERY
    while not stop.wait(wait.total_seconds()):
        close_old_connections()
        try:
            wait = look()
        except Exception as error:
            wait = settings.SWEEP_EVERY
            if not outages.tell(error):
                log.exception("the worker could not look whether somebody sweeps")


def look() -> timedelta:
    """Ask for a sweep if the last one is too old; how long to wait before the next look."""
    every, late = settings.SWEEP_EVERY, settings.SWEEP_EVERY * uniform(*LATE)
    last = Heartbeat.objects.filter(name=heartbeats.SWEEP).values_list("at", flat=True).first()
    age = timezone.now() - last if last is not None else late
    if age < late:
        return min(late - age, late)  # the clock of the process that swept may be ahead
    hints.sweep()
    return every
