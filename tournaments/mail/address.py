"""Reply addresses and Message-IDs that carry a signed token. Decides who may act no more than a key in a lock does.

A token is a key's name and 32 letters of base32: seat (4 bytes), decision serial (4), epoch of the seat's addresses
(2) and the first 80 bits of an HMAC-SHA-256 over them. Lower case when written, any case when read.
"""

from __future__ import annotations

import hmac
import re
import struct
from base64 import b32decode, b32encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.utils import parseaddr

LOCAL = "play"
LONGEST_LOCAL_PART = 64  # octets, RFC 5321
BODY = struct.Struct(">IIH")
SIGNATURE_BYTES = 10
BODY_LETTERS = 32
KEY_ID = re.compile(r"[a-z0-9]{1,8}")
TOKEN = re.compile(rf"([a-z0-9]{{1,8}})([a-z2-7]{{{BODY_LETTERS}}})")
LONGEST_HEADER = 65_536
MOST_IDS = 200


class Forged(ValueError):
    """Something stands where our token should, but we did not write it."""


class Malformed(Forged):
    """It has not even the form of a token."""


@dataclass(frozen=True, slots=True)
class Token:
    """What an address of ours says: the seat's primary key, the decision it answers, the epoch of its addresses."""

    seat_id: int
    serial: int
    epoch: int
    key_id: str


# --- writing -------------------------------------------------------------------------------------


def token(seat_id: int, serial: int, epoch: int, keys: Mapping[str, bytes]) -> str:
    """The token's text, signed with the first of `keys`. ValueError for a number that does not fit."""
    key_id, key = next(iter(keys.items()))
    if not KEY_ID.fullmatch(key_id):
        raise ValueError("A key's name is up to eight lower-case letters and digits.")
    try:
        body = BODY.pack(seat_id, serial, epoch)
    except struct.error as error:
        raise ValueError(f"seat {seat_id}, serial {serial}, epoch {epoch}: {error}") from None
    return key_id + b32encode(body + _sign(key_id, body, key)).decode().lower()


def make(seat_id: int, serial: int, epoch: int, keys: Mapping[str, bytes], *, local: str = LOCAL) -> str:
    """The local part of a reply address: "play+k1…", at most 64 octets."""
    part = f"{local}+{token(seat_id, serial, epoch, keys)}"
    if len(part.encode()) > LONGEST_LOCAL_PART:
        raise ValueError(f"{local!r} is too long for the local part of a reply address.")
    return part


def message_id(token: str, kind: str, unique: str, domain: str) -> str:
    """A Message-ID that carries the token: "<turn.4711.k1…@mail.example.org>"."""
    return f"<{kind}.{unique}.{token}@{domain}>"


def _sign(key_id: str, body: bytes, key: bytes) -> bytes:
    return hmac.digest(key, b"reply address:" + key_id.encode() + b":" + body, "sha256")[:SIGNATURE_BYTES]


# --- reading -------------------------------------------------------------------------------------


def read(address: str, keys: Mapping[str, bytes], *, local: str = LOCAL) -> Token | None:
    """The token of an address, of a header with one address or of a local part; upper case does not matter.

    None: no token was meant (another mailbox, or ours without a plus part). Forged (Malformed): one was meant.
    """
    part = _local_part(address)
    mailbox, plus, text = part.partition("+")
    if mailbox != local.lower() or not plus:
        return None
    return _open(text, keys)


def _local_part(address: str) -> str:
    bare = address.strip().strip("<>")
    if any(sign in bare for sign in ' <,"'):
        bare = parseaddr(address[:LONGEST_HEADER])[1]
    return bare.rpartition("@")[0].lower() if "@" in bare else bare.lower()


def find_tokens(header: str, keys: Mapping[str, bytes]) -> tuple[Token, ...]:
    """The tokens of ours in References or In-Reply-To, in the order of the header (the newest letter last)."""
    return tuple(found for found in _found(header, keys) if isinstance(found, Token))


def has_forged(header: str, keys: Mapping[str, bytes]) -> bool:
    """Whether a Message-ID in the header has the form of ours but not our signature."""
    return any(isinstance(found, Forged) for found in _found(header, keys))


def _found(header: str, keys: Mapping[str, bytes]) -> Iterator[Token | Forged]:
    for piece in header[-LONGEST_HEADER:].split("<")[-MOST_IDS:]:
        left = "".join(piece.partition(">")[0].split()).partition("@")[0]
        text = left.rpartition(".")[2].lower()
        if left.count(".") < 2 or not TOKEN.fullmatch(text):
            continue
        try:
            yield _open(text, keys)
        except Forged as forged:
            yield forged


def _open(text: str, keys: Mapping[str, bytes]) -> Token:
    match = TOKEN.fullmatch(text)
    if match is None:
        raise Malformed("This is not a reply address of ours.")
    key_id = match[1]
    data = b32decode(match[2].upper())
    body, signature = data[: BODY.size], data[BODY.size :]
    key = keys.get(key_id)
    if key is None or not hmac.compare_digest(signature, _sign(key_id, body, key)):
        raise Forged("This reply address was not written by us.")
    seat_id, serial, epoch = BODY.unpack(body)
    return Token(seat_id, serial, epoch, key_id)
