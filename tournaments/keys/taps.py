"""The keys of buttons in letters: each opens a page on which one move of one seat can be pressed, and signs nobody in.

A key is the name of one of the MAIL_KEYS and letters of base32: how long its move is, the seat, the decision, the epoch
of the seat's addresses, how often the table was taken back, whom the letter was to, how much had been played, the last
day on which it holds, the move's canonical text, and the first 80 bits of an HMAC-SHA-256 over all of it. Lower case
when written, any case when read: it has no sign that a mail program or a scanner encodes.
"""

from __future__ import annotations

import hmac
import re
import struct
from base64 import b32decode, b32encode
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta

from tournaments.keys.address import KEY_ID, Forged

PURPOSE = b"button of a letter:"
HEAD = struct.Struct(">BIIHHIIH")  # its first byte tells the length of the move
SIGNATURE_BYTES = 10
LONGEST_ORDER = 200  # bytes
FIRST_DAY = date(2020, 1, 1)
KEPT = timedelta(days=60)
FEWEST_LETTERS, MOST_LETTERS = 55, 380
FORM = re.compile(rf"([a-z0-9]{{1,8}}?)([a-z2-7]{{{FEWEST_LETTERS},{MOST_LETTERS}}})")
BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
# The first byte of a key by its first two letters: a text of a megabyte may have a key begin at each of its letters.
LENGTHS = {one + other: BASE32.index(one) << 3 | BASE32.index(other) >> 2 for one in BASE32 for other in BASE32}
IN_PATH = re.compile(rf"(?<=/m/){FORM.pattern}(?![A-Za-z0-9])")


@dataclass(frozen=True, slots=True)
class Tap:
    """The content of a key: one move of one seat, as a letter has offered it.

    serial  of the decision that the letter asked
    epoch   of the seat's addresses; backs  how often the organiser had taken the table back
    holder  the primary key of the player whose letter it was
    played  how many entries the log had when the letter was written
    ends    the last day on which the key holds
    order   the canonical text of the move
    """

    seat_id: int
    serial: int
    epoch: int
    backs: int
    holder: int
    played: int
    ends: date
    order: str


def fits(order: str) -> bool:
    """Whether the text of a move goes into a key."""
    return 0 < len(order.encode()) <= LONGEST_ORDER


def key(tap: Tap, keys: Mapping[str, bytes]) -> str:
    """The key's text, signed with the first of `keys`. ValueError for what does not fit."""
    key_id, secret = next(iter(keys.items()))
    if not fits(tap.order) or not KEY_ID.fullmatch(key_id):
        raise ValueError(f"no key for {tap.order!r} under {key_id!r}")
    order, days = tap.order.encode(), (tap.ends - FIRST_DAY).days
    try:
        head = HEAD.pack(len(order), tap.seat_id, tap.serial, tap.epoch, tap.backs, tap.holder, tap.played, days)
    except struct.error as error:
        raise ValueError(f"{tap}: {error}") from None
    body = head + order
    return key_id + _letters(body + _sign(key_id, body, secret, PURPOSE))


def read(text: str, keys: Mapping[str, bytes]) -> Tap:
    """The content of a key that we have signed, however long ago. Forged for all others."""
    text = text.lower()
    for key_id, secret in keys.items():
        if text.startswith(key_id):
            with suppress(Forged):
                return _opened(key_id, text.removeprefix(key_id), secret)
    raise Forged("This is no key of a button of ours.")


def is_key(text: str, keys: Mapping[str, bytes]) -> bool:
    """Whether we have signed this text as the key of a button."""
    with suppress(Forged):
        return bool(read(text, keys))
    return False


def candidates(small: str, key_id: str) -> Iterator[tuple[int, int]]:
    """Find where keys of that name may begin and end in small letters: each tells its length in its first letters."""
    for found in re.finditer(rf"(?={key_id}([a-z2-7]{{{FEWEST_LETTERS}}}))", small):
        start = found.start(1)
        length = LENGTHS[small[start : start + 2]]
        yield found.start(), start + _count(HEAD.size + length + SIGNATURE_BYTES)


def signed_anew(text: str, epochs: Mapping[int, int], keys: Mapping[str, bytes]) -> str:
    """The text with each button for one of these seats (key -> epoch now) signed for that epoch."""

    def anew(found: re.Match[str]) -> str:
        try:
            old = read(found[0], keys)
        except Forged:
            return found[0]
        epoch = epochs.get(old.seat_id, old.epoch)
        return found[0] if epoch == old.epoch else key(replace(old, epoch=epoch), keys)

    return IN_PATH.sub(anew, text)


def _opened(key_id: str, letters: str, secret: bytes) -> Tap:
    try:
        data = b32decode(letters.upper() + "=" * (-len(letters) % 8))
    except ValueError as error:
        raise Forged("These are no letters of a key.") from error
    body, signature = data[:-SIGNATURE_BYTES], data[-SIGNATURE_BYTES:]
    genuine = hmac.compare_digest(signature, _sign(key_id, body, secret, PURPOSE))
    if not genuine or len(body) <= HEAD.size or _letters(data) != letters:
        raise Forged("This key was not written by us.")
    length, seat, serial, epoch, backs, holder, played, days = HEAD.unpack(body[: HEAD.size])
    order = body[HEAD.size :]
    if len(order) != length:
        raise Forged("This key is of another version of the service.")
    return Tap(seat, serial, epoch, backs, holder, played, FIRST_DAY + timedelta(days=days), order.decode())


def _sign(key_id: str, body: bytes, key: bytes, purpose: bytes) -> bytes:
    return hmac.digest(key, purpose + key_id.encode() + b":" + body, "sha256")[:SIGNATURE_BYTES]


def _letters(data: bytes) -> str:
    return b32encode(data).decode().rstrip("=").lower()


def _count(size: int) -> int:
    """The number of letters of base32 for so many bytes."""
    return (8 * size + 4) // 5
