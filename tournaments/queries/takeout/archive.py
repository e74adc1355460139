"""The zip itself: one small file after the other, written to a file of ours before any of it is sent."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, Any

from django.conf import settings
from django.utils import timezone

from engine.language.languages import ENGLISH, speaking
from engine.match.export import export
from engine.match.log import Entry
from tournaments.language.spoken import spoken_to
from tournaments.models import Player, Seat, Table
from tournaments.models.mail import OF_ANOTHER
from tournaments.queries import matches
from tournaments.queries.access.listeners import listeners
from tournaments.queries.letters import kinds
from tournaments.queries.names import seat_names
from tournaments.queries.takeout import columns, index, rows

Maker = Callable[[], Iterable[bytes]]  # gives a file's content in pieces
GAMES = 5  # tables, each with some hundred kilobytes of position, that are in hand together
LETTERS = 10  # raw letters, each of up to some megabytes, that are in hand together


def file_name(player: Player) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", settings.SERVICE_NAME.lower()).strip("-")
    return f"{slug}-{player.pk}-{timezone.localdate():%Y-%m-%d}.zip"


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


def packed(player: Player) -> IO[bytes]:
    """The zip as a file without a name, at its beginning. What is said in it is in the player's language.

    To be called within `one_at_a_time`, where others are served beside it.
    Whole before it is sent: nobody who takes long to read it keeps the database waiting. OSError on a full disk.
    """
    file, now = TemporaryFile(dir=settings.DATA_DIR), timezone.localtime()  # noqa: SIM115 (closed by whoever sends it)
    try:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, spoken_to(player):
            for name, make in _files(player):
                with archive.open(_head(name, now), "w") as packing:
                    for piece in make():
                        packing.write(piece)
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return file


def _head(name: str, now: datetime) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, now.timetuple()[:6])
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info


def _files(player: Player) -> Iterator[tuple[str, Maker]]:
    yield "index.html", lambda: [index.html(player)]
    yield index.STYLE_FILE, lambda: [index.STYLE]
    names: columns.Names = {}
    yield from rows.files(player, names)
    for seat in rows.seats(player).select_related("table__league__deck", "player").iterator(chunk_size=GAMES):
        yield index.game_file(seat), partial(_record, seat)
    for letter in columns.read(rows.written(player), "pk", "raw", names=names, portion=LETTERS):
        yield from _letter_in(*letter)
    sent = player.letters_out.order_by("created_at", "pk")
    for known, (pk, text) in columns.read(sent, "pk", "text", names=names):
        yield f"{index.TO_YOU}/{pk}.txt", partial(_letter_out, known, text)


def _record(seat: Seat) -> list[bytes]:
    """The record of the game: while it runs only what this seat may know is opened in it.

    Nothing is for who has lost the seat to the stand-in: what it draws belongs to nobody who was put out.
    """
    over = seat.table.state == Table.State.FINISHED  # then everything is opened, whoever asks
    own = seat.number if over or seat.number in listeners(seat.table) else None
    entries = seat.table.entries.order_by("number").values_list("entry", flat=True)
    match = matches.load(seat.table, [Entry.from_json(row) for row in entries])
    with speaking(ENGLISH):  # a record is the same for everybody's programs
        record = export(match, seat_names(seat.table), own)
    return [json.dumps(record, ensure_ascii=False, indent=1).encode()]


def _letter_in(known: dict[str, Any], of: tuple[Any, ...]) -> Iterator[tuple[str, Maker]]:
    pk, raw = of
    if raw:
        yield f"{index.FROM_YOU}/{pk}.eml", lambda: [bytes(raw)]
    if known["account"].get(OF_ANOTHER):  # for whose seat it was: it may contain kept orders and what a hand holds
        known["account"] = {}
    yield f"{index.FROM_YOU}/{pk}.json", lambda: [rows.as_json(known)]


def _letter_out(known: dict[str, Any], text: str) -> list[bytes]:
    """The head and text of a letter, without the text if it holds a key, which is for its mailbox alone."""
    head = "\n".join(f"{name}: {value}" for name, value in known.items() if value not in (None, ""))
    return [f"{head}\n\n{'' if kinds.of(known['kind']).key else text}".encode()]
