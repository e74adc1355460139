"""Pictures for letters: scenes as PNG, kept by content in a directory until nobody has asked for them for a while.

They are kept for second copies of a letter and for further attempts to post it, and each can be drawn again from the
log. So the directory is bounded by age and by size, and what goes first is what was asked for longest ago.

Values in, bytes out: no rows are read here.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

import PIL

from engine.pictures.scene import Scene
from tournaments.papers.reports import bitmap

FOLDER = "pictures"  # of the data directory
ZOOM = 1.75  # device pixels per pixel of the scene: sharp enough on a telephone, at three quarters of the cost of 2
EDITION = "3"  # raise it when the same scene is to be drawn differently
KEPT = timedelta(days=14)  # since it was last asked for; it can be drawn anew at any time
AGAIN = timedelta(days=1)  # how often being asked for is noted
UNLIMITED = 1 << 60  # bytes
LOOK_AFTER = 16  # the size is measured each time that this process has written one part in so many of what is allowed

_written: dict[Path, int] = {}  # bytes by directory since it was measured here


def png(scene: Scene, directory: Path, *, zoom: float = ZOOM, most: int = UNLIMITED) -> bytes:
    """The picture of a scene, drawn only if `directory` does not hold it yet.

    most  bytes that the directory may take; exceeded by no more than a sixteenth of it for each process that writes
    """
    kept = directory / f"{content_name(scene, zoom)}.png"
    try:
        picture = kept.read_bytes()
    except FileNotFoundError:
        picture = bitmap.png(scene, zoom)
        _keep(kept, picture)
        _written[directory] = _written.get(directory, most) + len(picture)
        if _written[directory] > most // LOOK_AFTER:
            shrink(directory, most)
            _written[directory] = 0
    else:
        _note_use(kept)
    return picture


def content_name(scene: Scene, zoom: float) -> str:
    """The name under which a picture is kept: the same content, the same name."""
    return hashlib.sha256(f"{EDITION} {PIL.__version__} {zoom:g}\n{scene!r}".encode()).hexdigest()


def purge(directory: Path, now: datetime, most: int = UNLIMITED) -> int:
    """Remove what nobody has asked for since `KEPT`, what a writer left unfinished, and what is above `most` bytes.

    How many files went.
    """
    before = (now - KEPT).timestamp()
    gone = 0
    for file in directory.glob("*.p*") if directory.is_dir() else ():
        with suppress(FileNotFoundError):  # another purge may be at work
            if file.stat().st_mtime < before:
                file.unlink()
                gone += 1
    return gone + (shrink(directory, most) if directory.is_dir() else 0)


def shrink(directory: Path, most: int) -> int:
    """Remove the pictures that were asked for longest ago until all take `most` bytes at most; how many files went."""
    pictures = sorted(_measured(directory), reverse=True)  # the newest first
    taken = gone = 0
    for _, name, size in pictures:
        taken += size
        if taken > most:
            (directory / name).unlink(missing_ok=True)
            gone += 1
    return gone


def _measured(directory: Path) -> Iterator[tuple[float, str, int]]:
    """The time when each picture was last asked for, its file and size. Unfinished ones are left to their writers."""
    with os.scandir(directory) as files:
        for file in files:
            with suppress(FileNotFoundError):
                if file.name.endswith(".png"):
                    state = file.stat()
                    yield state.st_mtime, file.name, state.st_size


def _note_use(kept: Path) -> None:
    """The time of a file is when its picture was last asked for, to the day: reading need not mean writing."""
    with suppress(FileNotFoundError):
        if datetime.now().astimezone().timestamp() - kept.stat().st_mtime > AGAIN.total_seconds():
            os.utime(kept)


def _keep(path: Path, picture: bytes) -> None:
    """Write under another name first: a reader never sees half a picture, two writers do not disturb each other."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, unfinished = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(picture)
        Path(unfinished).replace(path)
    except OSError:  # a full disk is not made fuller
        Path(unfinished).unlink(missing_ok=True)
        raise
