"""Reply addresses and Message-IDs that carry a signed token. Decides who may act no more than a key in a lock does.

A token is a key's name and 40 letters of base32: seat (4 bytes), decision serial (4), epoch of the seat's addresses
(2), what numbers meant when it was written (4, and 1 to spare) and the first 80 bits of an HMAC-SHA-256 over them.
Lower case when written, any case when read.

The return address of a probe, a letter that tries whether an address works, is of the same length: a mark, a key's
name, and the probe's number (15 bytes) with its signature. So is the address of a letter by which the service tries its
own ways. No token can be read as one of another kind.
"""

from __future__ import annotations

import hmac
import re
import struct
from base64 import b32decode, b32encode
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from tournaments.keys.rfc5322 import canonical_domain, mailbox

LOCAL = "play"
LONGEST_LOCAL_PART = 64  # octets, RFC 5321
BODY = struct.Struct(">IIHIx")
NUMBER = struct.Struct(">7xQ")  # as long as BODY
PROBE_MARK, TRIP_MARK = "p-", "t-"  # no key has a hyphen in its name
SIGNATURE_BYTES = 10
REPLY, RETURN, TRIP = b"reply address:", b"return address of a probe:", b"round trip:"  # what a signature is for
BODY_LETTERS = 40
KEY_ID = re.compile(r"[a-z0-9]{1,8}")
TOKEN = re.compile(rf"([a-z0-9]{{1,8}})([a-z2-7]{{{BODY_LETTERS}}})")
TOKEN_IN_TEXT = re.compile(rf"(?<![A-Za-z0-9]){TOKEN.pattern}(?![A-Za-z0-9])", re.IGNORECASE)
LONGEST_HEADER = 65_536
MOST_IDS = 200
NEXT = 1 << 30  # above every serial of a decision; with it the rest is the newest that was over then


class Forged(ValueError):
    """Something is in the place of our token, but we did not write it."""


class Malformed(Forged):
    """It has not even the form of a token."""


@dataclass(frozen=True, slots=True)
class Token:
    """The content of an address of ours: the seat's primary key, the decision it answers, the epoch of its addresses.

    numbers  the stamp of what numbers meant in its letter (`engine.orders.numbers`), 0: not known
    """

    seat_id: int
    serial: int
    epoch: int
    key_id: str
    numbers: int = 0

    def is_newer(self, other: Token) -> bool:
        """Whether it is of a later decision, or of the time behind one, than another of the same addresses."""
        same = (self.seat_id, self.epoch) == (other.seat_id, other.epoch)
        return same and (self.serial & ~NEXT, self.serial) > (other.serial & ~NEXT, other.serial)


# --- writing -------------------------------------------------------------------------------------


def token(seat_id: int, serial: int, epoch: int, keys: Mapping[str, bytes], *, numbers: int = 0) -> str:
    """The token's text, signed with the first of `keys`. ValueError for a number that does not fit."""
    try:
        body = BODY.pack(seat_id, serial, epoch, numbers)
    except struct.error as error:
        raise ValueError(f"seat {seat_id}, serial {serial}, epoch {epoch}, numbers {numbers}: {error}") from None
    return _signed(body, keys, REPLY)


def make(
    seat_id: int, serial: int, epoch: int, keys: Mapping[str, bytes], *, numbers: int = 0, local: str = LOCAL
) -> str:
    """The local part of a reply address: "play+k1…", at most 64 octets."""
    return _fitting(local, token(seat_id, serial, epoch, keys, numbers=numbers))


def make_probe(number: int, keys: Mapping[str, bytes], *, local: str = LOCAL) -> str:
    """The local part of the address that a probe comes back to: "play+p-k1…", at most 64 octets."""
    return _fitting(local, PROBE_MARK + _signed(NUMBER.pack(number), keys, RETURN))


def make_round_trip(number: int, keys: Mapping[str, bytes], *, local: str = LOCAL) -> str:
    """The local part of the address that a letter of the service to itself goes to: "play+t-k1…", at most 64 octets."""
    return _fitting(local, TRIP_MARK + _signed(NUMBER.pack(number), keys, TRIP))


def _signed(body: bytes, keys: Mapping[str, bytes], purpose: bytes) -> str:
    key_id, key = next(iter(keys.items()))
    if not KEY_ID.fullmatch(key_id):
        raise ValueError("A key's name is up to eight lower-case letters and digits.")
    return key_id + b32encode(body + _sign(key_id, body, key, purpose)).decode().lower()


def _fitting(local: str, text: str) -> str:
    part = f"{local}+{text}"
    if len(part.encode()) > LONGEST_LOCAL_PART:
        raise ValueError(f"{local!r} is too long for the local part of a reply address.")
    return part


def message_id(token: str, kind: str, unique: str, domain: str) -> str:
    """A Message-ID that carries the token: "<turn.4711.k1…@mail.example.org>"."""
    return f"<{kind}.{unique}.{token}@{domain}>"


def _sign(key_id: str, body: bytes, key: bytes, purpose: bytes) -> bytes:
    return hmac.digest(key, purpose + key_id.encode() + b":" + body, "sha256")[:SIGNATURE_BYTES]


def signed_anew(text: str, epochs: Mapping[int, int], keys: Mapping[str, bytes]) -> str:
    """The text with every token of ours for one of these seats (key -> epoch now) replaced by one of that epoch."""

    def anew(found: re.Match[str]) -> str:
        try:
            old = _open(found[0].lower(), keys)
        except Forged:
            return found[0]
        epoch = epochs.get(old.seat_id, old.epoch)
        return found[0] if epoch == old.epoch else token(old.seat_id, old.serial, epoch, keys, numbers=old.numbers)

    return TOKEN_IN_TEXT.sub(anew, text)


# --- reading -------------------------------------------------------------------------------------


def read(address: str, keys: Mapping[str, bytes], *, local: str = LOCAL) -> Token | None:
    """The token of an address, of a header with one address or of a local part; upper case does not matter.

    None: no token was meant (another mailbox, or ours without a plus part). Forged (Malformed): one was meant.
    """
    text = _behind_the_plus(address, local)
    return _open(text, keys) if text is not None else None


def read_probe(address: str, keys: Mapping[str, bytes], *, local: str = LOCAL) -> int | None:
    """The number of the probe that comes back to this address. None: it is no such address, signed by us."""
    return _number(address, keys, local, PROBE_MARK, RETURN)


def read_round_trip(address: str, keys: Mapping[str, bytes], *, local: str = LOCAL) -> int | None:
    """The number of the letter of the service to itself that goes to this address. None: it is no such address."""
    return _number(address, keys, local, TRIP_MARK, TRIP)


def box(address: str) -> tuple[str, str]:
    """The mailbox, without what follows its plus, and the domain of an address, in lower case and A-labels."""
    return _local_part(address).partition("+")[0], _domain(address)


def comparable(address: str) -> str:
    """An address of ours in the one form in which two of them are compared."""
    return f"{_local_part(address)}@{_domain(address)}"


def _domain(address: str) -> str:
    domain = address.rpartition("@")[2].strip("<> .")
    return domain.lower() if domain.isascii() else canonical_domain(domain) or domain.lower()


def is_signed(address: str, keys: Mapping[str, bytes]) -> bool:
    """Whether we have written this address, under whatever mailbox and domain."""
    local = box(address)[0]
    if any(one(address, keys, local=local) is not None for one in (read_probe, read_round_trip)):
        return True
    with suppress(Forged):
        return read(address, keys, local=local) is not None
    return False


def is_token(text: str, keys: Mapping[str, bytes]) -> bool:
    """Whether we have signed this text, for whatever purpose."""
    for purpose in (REPLY, RETURN, TRIP):
        with suppress(Forged):
            return bool(_body(text, keys, purpose))
    return False


def _number(address: str, keys: Mapping[str, bytes], local: str, mark: str, purpose: bytes) -> int | None:
    text = _behind_the_plus(address, local) or ""
    if not text.startswith(mark):
        return None
    try:
        return int(NUMBER.unpack(_body(text.removeprefix(mark), keys, purpose)[1])[0])
    except Forged:
        return None


def _behind_the_plus(address: str, local: str) -> str | None:
    """The text behind the plus of our mailbox; None for another mailbox, or ours alone."""
    mailbox, plus, text = _local_part(address).partition("+")
    return text if mailbox == local.lower() and plus else None


def _local_part(address: str) -> str:
    bare = address.strip().strip("<>")
    if any(sign in bare for sign in ' <,"'):
        found = mailbox(address)
        bare = found.address if found else ""
    return bare.rpartition("@")[0].lower() if "@" in bare else bare.lower()


def find_tokens(header: str, keys: Mapping[str, bytes]) -> tuple[Token, ...]:
    """The tokens of ours in References or In-Reply-To, in the order of the header (the newest letter last)."""
    return tuple(_found(header, keys))


def _found(header: str, keys: Mapping[str, bytes]) -> Iterator[Token]:
    for piece in header[-LONGEST_HEADER:].split("<")[-MOST_IDS:]:
        left = "".join(piece.partition(">")[0].split()).partition("@")[0]
        text = left.rpartition(".")[2].lower()
        if left.count(".") < 2 or not TOKEN.fullmatch(text):
            continue
        with suppress(Forged):
            yield _open(text, keys)


def _open(text: str, keys: Mapping[str, bytes]) -> Token:
    key_id, body = _body(text, keys, REPLY)
    seat_id, serial, epoch, numbers = BODY.unpack(body)
    return Token(seat_id, serial, epoch, key_id, numbers)


def _body(text: str, keys: Mapping[str, bytes], purpose: bytes) -> tuple[str, bytes]:
    """(name of the key, what it has signed for that purpose)"""
    match = TOKEN.fullmatch(text)
    if match is None:
        raise Malformed("This is not a reply address of ours.")
    key_id = match[1]
    data = b32decode(match[2].upper())
    body, signature = data[: BODY.size], data[BODY.size :]
    key = keys.get(key_id)
    if key is None or not hmac.compare_digest(signature, _sign(key_id, body, key, purpose)):
        raise Forged("This reply address was not written by us.")
    return key_id, body
