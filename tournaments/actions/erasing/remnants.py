"""The remains of deleted rows outside the tables: in the log beside SQLite's file, in pictures that were kept.

Connections to SQLite overwrite what is deleted (`secure_delete`, see `bruges_pbem.env`), but its write-ahead log keeps
older pages until it is carried over into the file and cut off. On PostgreSQL that is VACUUM's work.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from django.conf import settings
from django.db import connection
from django.utils import timezone

from tournaments.papers import pictures

log = logging.getLogger(__name__)


def clear_all() -> None:
    """After somebody was erased: the log of the database is cut off, and pictures, which show names, go."""
    pictures.purge(settings.DATA_DIR / pictures.FOLDER, timezone.now() + pictures.KEPT + timedelta(days=1))
    if not cut_log():
        log.warning("the log of the database is in use and is cut off by the next purge")


def cut_log() -> bool:
    """Carry SQLite's write-ahead log over into its file and empty it; False when others are reading from it."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return connection.vendor != "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        busy = cursor.fetchone()[0]
    return not busy
