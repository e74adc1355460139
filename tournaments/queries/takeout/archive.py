"""The zip itself: one small file after the other, written to a file of ours before any of it is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
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
from tournaments.queries.exchange.zips import Maker, zipped
from tournaments.queries.letters import kinds
from tournaments.queries.names import seat_names
from tournaments.queries.takeout import columns, index, rows

GAMES = 5  # tables, each with some hundred kilobytes of position, that are in hand together
LETTERS = 10  # raw letters, each of up to some megabytes, that are in hand together


def file_name(player: Player) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", settings.SERVICE_NAME.lower()).strip("-")
    return f"{slug}-{player.pk}-{timezone.localdate():%Y-%m-%d}.zip"


def packed(player: Player) -> IO[bytes]:
    """The zip, as `zipped` gives it. What is said in it is in the player's language."""
    with spoken_to(player):
        return zipped(_files(player), timezone.localtime().timetuple()[:6])


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
