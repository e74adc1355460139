"""Many small files as one zip, written to a file of ours before any of it is sent; whatever they are about."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from threading import Lock
from typing import IO

from django.conf import settings

Maker = Callable[[], Iterable[bytes]]  # gives a file's content in pieces
Moment = tuple[int, int, int, int, int, int]
NO_TIME: Moment = (1980, 1, 1, 0, 0, 0)  # the first that a zip can hold
KIND = "application/zip"
AGAIN_AFTER = "60"  # seconds, while somebody else's file is made


class Busy(Exception):
    """This process is making somebody's file already: ask again in a minute."""


_one = Lock()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Keep the making of files to one in this process, whose other threads stay free for pages. Busy at once."""
    if not _one.acquire(blocking=False):
        raise Busy
    try:
        yield
    finally:
        _one.release()


def zipped(files: Iterable[tuple[str, Maker]], at: Moment = NO_TIME) -> IO[bytes]:
    """The zip as a file without a name, at its beginning; its files in the order given, one in hand at a time.

    at  the time that each file in it has
    To be called within `one_at_a_time`, where others are served beside it.
    Whole before it is sent: nobody who takes long to read it keeps the database waiting. OSError on a full disk.
    """
    file = TemporaryFile(dir=settings.DATA_DIR)  # noqa: SIM115 (closed by whoever sends it)
    try:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, make in files:
                with archive.open(_head(name, at), "w") as packing:
                    for piece in make():
                        packing.write(piece)
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return file


def _head(name: str, at: Moment) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, at)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info
