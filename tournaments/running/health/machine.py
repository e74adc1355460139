"""This machine: the data folder, room on its disks, and the versions of what is installed."""

from __future__ import annotations

import errno
import os
import re
import sys
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryFile

from django.conf import settings

from tournaments.keys.redaction import why
from tournaments.running.health import database, postfix
from tournaments.running.health.finding import Findings, fail, ok, warn
from tournaments.runtime import outages

TRIAL = 64 * 1024  # bytes
MEBIBYTE = 1024 * 1024
ROOM_WARNED, ROOM_LEAST = 1024 * MEBIBYTE, 100 * MEBIBYTE
INODES_WARNED, INODES_LEAST = 10_000, 1_000
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==(\S+?)(?: *;.*)? *\\?$", re.MULTILINE)
FULL = (errno.ENOSPC, errno.EDQUOT)


def data_folder() -> Findings:
    """Whether a file can be written into the data folder. It has no name, so none is left behind."""
    try:
        with TemporaryFile(dir=settings.DATA_DIR, buffering=0) as file:
            file.write(os.urandom(TRIAL))
    except OSError as error:
        outages.tell(error)
        place = f"the data folder {settings.DATA_DIR} takes no files"
        if error.errno in FULL:
            yield fail(f"{place}, its disk is full", "make room on it (df -h, df -i); what waits goes on by itself")
        elif error.errno == errno.EROFS:
            yield fail(f"{place}, it is read-only", "mount its disk for writing: mount -o remount,rw <disk>; see dmesg")
        else:
            yield fail(f"{place} ({why(error)})", "give it to the service: chown -R bruges: <folder>")
        return
    yield ok("a file was written into the data folder")


def room() -> Findings:
    """Room and inodes on the disks of data folder, database and mail queue, as far as they are on this machine."""
    places = dict.fromkeys(filter(None, (settings.DATA_DIR, database.folder(), *postfix.queue())))
    seen: set[int] = set()
    for place in places:
        try:
            disk, device = os.statvfs(place), Path(place).stat().st_dev
        except OSError as error:
            yield fail(f"{place} cannot be looked at ({why(error)})", "mount it, or make it as deploy/README.md says")
            continue
        if device not in seen:
            seen.add(device)
            yield from _of_disk(place, disk)


def _of_disk(place: Path, disk: os.statvfs_result) -> Findings:
    free, inodes = disk.f_bavail * disk.f_frsize, disk.f_favail if disk.f_files else INODES_WARNED
    words = f"{free // MEBIBYTE} MB and {disk.f_favail} inodes are free on the disk of {place}"
    mend = "make room on it: df -h and df -i; old backups and logs first"
    if free < ROOM_LEAST or inodes < INODES_LEAST:
        yield fail(words, mend)
    elif free < ROOM_WARNED or inodes < INODES_WARNED:
        yield warn(words, mend)
    else:
        yield ok(words)


def packages() -> Findings:
    """Whether what is installed is what this release was tested with."""
    wanted: dict[str, set[str]] = {}
    for name, version in PINNED.findall((settings.BASE_DIR / "requirements" / "base.txt").read_text()):
        wanted.setdefault(name, set()).add(version)  # of some there is one for each of several versions of Python
    others = [f"{name} {found}" for name, known in wanted.items() if (found := _installed(name)) not in ("", *known)]
    python = ".".join(map(str, sys.version_info[:3]))
    if others:
        words = f"{len(others)} packages are of another version than this release's: {', '.join(sorted(others)[:5])}"
        yield warn(words, "finish the update: python3 deploy/bootstrap.py base, then restart the service")
    else:
        yield ok(f"Python {python}, the packages are those of this release")


def _installed(name: str) -> str:
    """The version of a package, "" for one that this platform does without."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
