"""The privacy of the service's files: for its own user alone, whoever starts it and with whatever umask."""

from __future__ import annotations

import os
import pwd
import stat
from pathlib import Path
from typing import Any

from django.db.backends.signals import connection_created

OTHERS = 0o077  # the bits of group and others
BESIDE = ("", "-wal", "-shm", "-journal")  # what SQLite writes for one database


class NotOurs(Exception):
    """A file or folder belongs to another user than this process has. The message says which, and what to do."""


def begin(place: Path) -> None:
    """Make new files of this process private from now on, and what is in `place` already.

    Makes `place` if it is missing. NotOurs when it is another user's, whether or not this process may write there: root
    would leave files that the service cannot open, and nobody else can keep others out.
    """
    os.umask(os.umask(OTHERS) | OTHERS)
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    place = place.resolve()
    _refuse_of_others(place, "the data folder")
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
    """Receiver: SQLite gives the files beside its database the rights of the database. NotOurs for another's file."""
    if connection.vendor == "sqlite" and not connection.is_in_memory_db():
        for ending in BESIDE:
            path = Path(f"{connection.settings_dict['NAME']}{ending}")
            if path.exists():
                _refuse_of_others(path, "the database's file")
            close(path.resolve())


def _refuse_of_others(path: Path, what: str) -> None:
    owner = path.stat().st_uid
    if owner != os.geteuid():
        raise NotOurs(
            f"{what} {path} belongs to {_name(owner)}, and this is {_name(os.geteuid())}. Start every part as the same "
            f"user (`runuser -u {_name(owner)} -- ...`), or give it to that user: "
            f"`chown -R {_name(os.geteuid())} {path}`."
        )


def _name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


def connect() -> None:
    connection_created.connect(close_database, dispatch_uid="tournaments.runtime.private_files")
