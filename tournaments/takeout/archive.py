"""The zip itself: one small file after the other, handed on as soon as it is packed. Never held as a whole."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.utils import timezone

from engine.export import export
from engine.languages import ENGLISH, speaking
from engine.log import Entry
from tournaments import matches
from tournaments.mail import kinds
from tournaments.mail.letters.frame import seat_names
from tournaments.models import InboundLetter, OutboundLetter, Player, Seat
from tournaments.spoken import spoken_to
from tournaments.takeout import columns, index, rows

Maker = Callable[[], bytes]
AT_ONCE = 100  # letters that are read from the database together


class _Pipe(io.RawIOBase):
    """Takes what the zip writes until somebody takes it away."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self.pieces.append(bytes(piece))
        return len(piece)

    def taken(self) -> bytes:
        pieces, self.pieces = self.pieces, []
        return b"".join(pieces)


def file_name(player: Player) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", settings.SERVICE_NAME.lower()).strip("-")
    return f"{slug}-{player.pk}-{timezone.localdate():%Y-%m-%d}.zip"


def stream(player: Player) -> Iterator[bytes]:
    """The bytes of the zip. What is said in it is in the player's language."""
    pipe = _Pipe()
    now = timezone.localtime()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, make in _files(player):
            with spoken_to(player):  # never across a yield: the next piece may be asked for elsewhere
                content = make()
            packed.writestr(_head(name, now), content)
            yield pipe.taken()
    yield pipe.taken()


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
    """The record of the game: while it runs only what this seat may know is opened in it."""
    entries = seat.table.entries.order_by("number").values_list("entry", flat=True)
    match = matches.load(seat.table, [Entry.from_json(row) for row in entries])
    with speaking(ENGLISH):  # a record is the same for everybody's programs
        return json.dumps(export(match, seat_names(seat.table), seat.number), ensure_ascii=False, indent=1).encode()


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
