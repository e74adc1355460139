"""What a process says of its settings when it starts: `manage.py` does so by itself, web and workers do not."""

from __future__ import annotations

import logging

from django.core.checks import run_checks

from tournaments.cautions import TAG

log = logging.getLogger(__name__)


def say_cautions() -> None:
    """One line for each trouble that the service's own checks find, at its level."""
    for found in run_checks(tags=[TAG]):
        if not found.is_silenced():
            log.log(found.level, "%s: %s %s", found.id, found.msg, found.hint or "")
