"""Work of web and workers when they start; `manage.py` does it by itself or has no need of it."""

from __future__ import annotations

from threading import Event, Thread

from billiard.process import current_process
from django.conf import settings

BEAT, WEB = "beat", "web"  # as in `tournaments.runtime.heartbeats`


def watch_sweep() -> None:
    """Watch the sweep's sign of life in a thread, in the first of a worker's pool processes and in no other.

    Not in the worker's main process: it forks, and SQLite's files must not be open then.
    """
    from tournaments.running import watchdog  # knows rows, which are there once Django is set up

    if getattr(current_process(), "index", None) == 0:
        Thread(target=watchdog.watch, args=(Event(),), name="watchdog", daemon=True).start()


def say_alive() -> None:
    """Give signs of life of the web part as long as this process lives, where a provider posts letters to it."""
    if settings.MAIL_PROVIDER:
        say_alive_as(WEB)


def say_alive_as(part: str) -> None:
    """Give signs of life of a part in a thread as long as this process lives."""
    from tournaments.runtime import heartbeats  # knows rows, which are there once Django is set up

    Thread(target=heartbeats.keep_beating, args=(part, Event()), daemon=True).start()
