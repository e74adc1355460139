"""What the service writes is for its own user alone, whoever starts it and with whatever umask."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

from django.db.backends.signals import connection_created

OTHERS = 0o077  # the bits of group and others
BESIDE = ("", "-wal", "-shm", "-journal")  # what SQLite writes for one database


def begin(place: Path) -> None:
    """For a process that begins: new files are private from now on, and so is what lies in `place` already."""
    os.umask(os.umask(OTHERS) | OTHERS)
    for folder, _, files in os.walk(place):
        for path in (Path(folder), *(Path(folder, name) for name in files)):
            close(path)


def close(path: Path) -> None:
    """Take from a file or folder what group and others may do, if it is there and ours."""
    try:
        state = path.lstat()
    except FileNotFoundError:
        return
    if stat.S_IMODE(state.st_mode) & OTHERS and state.st_uid == os.geteuid() and not stat.S_ISLNK(state.st_mode):
        path.chmod(stat.S_IMODE(state.st_mode) & ~OTHERS)


def close_database(connection: Any, **_: Any) -> None:
    """Receiver: SQLite gives the files beside its database the rights of the database."""
    if connection.vendor == "sqlite" and not connection.is_in_memory_db():
        for ending in BESIDE:
            close(Path(f"{connection.settings_dict['NAME']}{ending}"))


def connect() -> None:
    connection_created.connect(close_database, dispatch_uid="tournaments.private_files")
