"""Work of web and workers when they start; `manage.py` does it by itself or has no need of it."""

from __future__ import annotations

from threading import Event, Thread

from django.conf import settings


def say_alive() -> None:
    """Give signs of life of the web part as long as this process lives, where a provider posts letters to it."""
    from tournaments import heartbeats  # knows rows, which are there once Django is set up

    if settings.MAIL_PROVIDER:
        saying = Thread(target=heartbeats.keep_beating, args=(heartbeats.WEB, Event()), daemon=True)
        saying.start()
