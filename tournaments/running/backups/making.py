"""Making a backup: database and files of one moment, in one file, the oldest ones forgotten."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.files.storage import default_storage

from tournaments.running.backups import archive, databases
from tournaments.running.backups.manifest import manifest
from tournaments.running.backups.refusals import NoBackup, NotWritten


def make(folder: Path, keep: int, now: datetime) -> tuple[Path, list[Path]]:
    """Write a backup into the folder and remove all but the `keep` newest: the new one and those that went.

    A NoBackup says what is in the way; then nothing is written and nothing goes.
    """
    with _alone(folder):
        with archive.writing(folder, now) as (backup, path):
            told = manifest(now)
            with backup.entry(archive.DATABASE, compressed=not databases.is_compressed()) as into:
                databases.dump(into, folder)
            for name, file in uploads():
                with backup.entry(name, compressed=True) as into, file.open("rb") as stream:
                    shutil.copyfileobj(stream, into)
            backup.close_with(told)
        databases.drop_left(settings.DATA_DIR)  # every night: nobody who was forgotten stays in it for long
        return path, archive.forget(folder, keep, now)


def uploads() -> Iterator[tuple[str, Path]]:
    """Files of the data folder that cannot be made again, by their name in a backup: what Django's storage keeps.

    Not the pictures of letters, and nothing of the demonstration.
    """
    place = uploaded_to()
    for path in sorted(place.rglob("*")) if place.is_dir() else ():
        if path.is_file() and not path.is_symlink():
            yield f"{archive.FILES}{path.relative_to(place).as_posix()}", path


def uploaded_to() -> Path:
    """The folder where Django's storage keeps uploaded files."""
    return Path(default_storage.path(""))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One writer at a time; NotWritten if the folder cannot be used, NoBackup if another one is at work."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise archive.not_written(folder, error) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise NoBackup(f"Another backup is being written to {folder}. Wait until it is done.") from None
    finally:
        os.close(handle)


def folder_named(given: str) -> Path:
    """The folder that was named, or that of the settings. NotWritten if there is neither."""
    if not (given or settings.BACKUP_DIR):
        raise NotWritten("Name a folder for backups: --to FOLDER, or BACKUP_DIR in the settings.")
    return Path(given or settings.BACKUP_DIR)
