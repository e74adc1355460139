"""The zip itself: one small file after the other, written to a file of ours before any of it is sent."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from tempfile import TemporaryFile
from typing import IO

from django.conf import settings
from django.utils import timezone

from engine.export import export
from engine.languages import ENGLISH, speaking
from engine.log import Entry
from tournaments import matches
from tournaments.listeners import listeners
from tournaments.mail import kinds
from tournaments.mail.letters.frame import seat_names
from tournaments.models import InboundLetter, OutboundLetter, Player, Seat
from tournaments.spoken import spoken_to
from tournaments.takeout import columns, index, rows

Maker = Callable[[], bytes]
AT_ONCE = 100  # letters that are read from the database together


def file_name(player: Player) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", settings.SERVICE_NAME.lower()).strip("-")
    return f"{slug}-{player.pk}-{timezone.localdate():%Y-%m-%d}.zip"


def packed(player: Player) -> IO[bytes]:
    """The zip as a file without a name, at its beginning. What is said in it is in the player's language.

    Whole before it is sent: nobody who takes long to read it keeps the database waiting. OSError on a full disk.
    """
    file, now = TemporaryFile(dir=settings.DATA_DIR), timezone.localtime()  # noqa: SIM115 (closed by whoever sends it)
    try:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, spoken_to(player):
            for name, make in _files(player):
                archive.writestr(_head(name, now), make())
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
    yield "index.html", partial(index.html, player)
    yield index.STYLE_FILE, lambda: index.STYLE
    yield from rows.files(player)
    for seat in rows.seats(player).iterator(chunk_size=AT_ONCE):
        yield index.game_file(seat), partial(_game, seat)
    for letter in rows.written(player).iterator(chunk_size=AT_ONCE):
        yield from _letter_in(letter)
    sent = player.letters_out.select_related("league", "seat__table__league", "copy_of").order_by("created_at", "pk")
    for row in sent.iterator(chunk_size=AT_ONCE):
        yield f"{index.TO_YOU}/{row.pk}.txt", partial(_letter_out, row)


def _game(seat: Seat) -> bytes:
    """The record of the game: while it runs only what this seat may know is opened in it.

    Nothing is for who has lost the seat to a bot: what it draws belongs to nobody who was put out.
    """
    own = seat.number if seat.number in listeners(seat.table) else None
    entries = seat.table.entries.order_by("number").values_list("entry", flat=True)
    match = matches.load(seat.table, [Entry.from_json(row) for row in entries])
    with speaking(ENGLISH):  # a record is the same for everybody's programs
        return json.dumps(export(match, seat_names(seat.table), own), ensure_ascii=False, indent=1).encode()


def _letter_in(letter: InboundLetter) -> Iterator[tuple[str, Maker]]:
    raw = bytes(letter.raw)
    if raw:
        yield f"{index.FROM_YOU}/{letter.pk}.eml", lambda: raw
    known = columns.values(letter)
    if letter.tells_another:  # for whose seat it was: kept orders and what a hand holds may stand there
        known["account"] = {}
    yield f"{index.FROM_YOU}/{letter.pk}.json", lambda: rows.as_json(known)


def _letter_out(letter: OutboundLetter) -> bytes:
    """Head and text. A letter that holds a key is for the mailbox that it was sent to."""
    head = "\n".join(f"{name}: {value}" for name, value in columns.values(letter).items() if value not in (None, ""))
    text = "" if kinds.of(letter.kind).key else letter.text
    return f"{head}\n\n{text}".encode()
