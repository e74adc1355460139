"""Pictures for letters: scenes as PNG, kept by content in a directory until nobody has asked for them for a while.

Values in, bytes out: no rows are read here.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

import PIL

from engine.scene import Scene
from tournaments.reports import bitmap

FOLDER = "pictures"  # of the data directory
ZOOM = 1.5  # device pixels per pixel of the scene: sharp enough on a telephone, at two thirds of the cost of 2
EDITION = "2"  # raise it when the same scene is to be drawn differently
KEPT = timedelta(days=14)  # since it was last asked for; it can be drawn anew at any time
AGAIN = timedelta(days=1)  # how often being asked for is noted


def png(scene: Scene, directory: Path, *, zoom: float = ZOOM) -> bytes:
    """The picture of a scene, drawn only if `directory` does not hold it yet."""
    kept = directory / f"{content_name(scene, zoom)}.png"
    try:
        picture = kept.read_bytes()
    except FileNotFoundError:
        picture = bitmap.png(scene, zoom)
        _keep(kept, picture)
    else:
        _note_use(kept)
    return picture


def content_name(scene: Scene, zoom: float) -> str:
    """The name under which a picture is kept: the same content, the same name."""
    return hashlib.sha256(f"{EDITION} {PIL.__version__} {zoom:g}\n{scene!r}".encode()).hexdigest()


def purge(directory: Path, now: datetime) -> int:
    """Remove what nobody has asked for since `KEPT`, and what a writer left unfinished; how many files went."""
    before = (now - KEPT).timestamp()
    gone = 0
    for file in directory.glob("*.p*") if directory.is_dir() else ():
        with suppress(FileNotFoundError):  # another purge may be at work
            if file.stat().st_mtime < before:
                file.unlink()
                gone += 1
    return gone


def _note_use(kept: Path) -> None:
    """The time of a file is when its picture was last asked for, to the day: reading need not mean writing."""
    with suppress(FileNotFoundError):
        if datetime.now().astimezone().timestamp() - kept.stat().st_mtime > AGAIN.total_seconds():
            os.utime(kept)


def _keep(path: Path, picture: bytes) -> None:
    """Write under another name first: a reader never sees half a picture, two writers do not disturb each other."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, unfinished = tempfile.mkstemp(dir=path.parent, suffix=".part")
    with os.fdopen(handle, "wb") as file:
        file.write(picture)
    Path(unfinished).replace(path)
