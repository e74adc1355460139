"""Work of web and workers when they start; `manage.py` does it by itself or has no need of it."""

from __future__ import annotations

import logging
from threading import Event, Thread

from django.conf import settings
from django.core.checks import run_checks

from tournaments.cautions import TAG

log = logging.getLogger(__name__)


def say_cautions() -> None:
    """One line for each trouble that the service's own checks find, at its level."""
    for found in run_checks(tags=[TAG]):
        if not found.is_silenced():
            log.log(found.level, "%s: %s %s", found.id, found.msg, found.hint or "")


def say_alive() -> None:
    """Give signs of life of the web part as long as this process lives, where a provider posts letters to it."""
    from tournaments import heartbeats  # knows rows, which are there once Django is set up

    if settings.MAIL_PROVIDER:
        saying = Thread(target=heartbeats.keep_beating, args=(heartbeats.WEB, Event()), daemon=True)
        saying.start()
