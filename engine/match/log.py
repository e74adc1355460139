"""The log of a match: entries chained by hash, whose private parts enter the chain only as sealed receipts.

An entry's hash is the SHA-256 of its public form as canonical JSON (sorted keys, no blanks, UTF-8). In
that form the words of the move, every private event and every result of chance are
`{"seal": SHA-256(nonce + payload)}`; the nonce is HMAC-SHA256(secret, pack("nonce", number, index, seat, payload)), so
the receipts can be shown to anyone and be opened when the secret is. Whoever has been shown a nonce knows none of
another seat or payload: after a restore of the service the same number may be another entry's. The chain begins with
the SHA-256 of the match's header. Entries are never changed and never removed: taking back is an entry as well.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.chance import Roll, pack
from engine.events import Event, Json

START, MOVE, CLOSE, UNDO, ROLL_BACK = "start", "move", "close", "undo", "roll back"


_encoded = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def canonical(data: Json) -> bytes:
    """The one way in which a JSON value is written for hashing."""
    return _encoded(data).encode()


def digest(data: Json) -> str:
    return hashlib.sha256(canonical(data)).hexdigest()


def nonce(secret: bytes, number: int, index: int, seat: int | None, payload: Json) -> bytes:
    """The bytes that hide the payload with that index in the entry with that number, which is the seat's."""
    return _nonce(secret, number, index, seat, _encoded(payload))


def _nonce(secret: bytes, number: int, index: int, seat: int | None, payload: str) -> bytes:
    whose = "" if seat is None else str(seat)
    return hmac.digest(secret, pack("nonce", str(number), str(index), whose, payload), "sha256")


def seal(secret: bytes, number: int, index: int, seat: int | None, payload: Json) -> str:
    """The receipt of a payload."""
    written = _encoded(payload)
    return hashlib.sha256(_nonce(secret, number, index, seat, written) + written.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened.

    number    counted from 0, the entry of the start
    kind      "start", "move", "close", "undo" or "roll back"
    seat      who moved or took back; None for start, close and roll back
    by        on whose word: "order", "kept", "rule", "default", "automatic", "stand-in" or "organiser"
    serial    of the decision answered or closed
    to        of an undo or roll back: the number of the last entry that stays in force
    branch    of chance, after this entry
    move      canonical words, private to their seat
    seals     receipts of the move (if any), then of the private events, then of the rolls
    previous  hash of the entry before, of the first entry that of the header
    """

    number: int
    kind: str
    seat: int | None
    by: str
    serial: int | None
    to: int | None
    branch: int
    move: str | None
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]
    previous: str
    seals: tuple[str, ...] = ()
    hash: str = ""

    def sealed(self, secret: bytes) -> Entry:
        """This entry with its receipts and its hash."""
        payloads = enumerate(self._payloads())
        seals = tuple(seal(secret, self.number, index, self.seat, payload) for index, payload in payloads)
        return replace(self, seals=seals, hash=digest(self._json(seals, opened=False)))

    def public_json(self) -> dict[str, Json]:
        """The part of the entry that anybody may see at any time, and that the hash is made of."""
        return self._json(self.seals, opened=False)

    def to_json(self) -> dict[str, Json]:
        """The whole entry, private parts under "open", and its hash."""
        return {**self._json(self.seals, opened=True), "hash": self.hash}

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> Entry:
        """The entry that `to_json` wrote. Nothing is checked here; `Match.replay` does."""
        move = data["move"]
        private = [event["seal"] for event in data["events"] if "seal" in event]
        return cls(
            **{
                key: data[key] for key in ("number", "kind", "seat", "by", "serial", "to", "branch", "previous", "hash")
            },
            move=move["open"] if move else None,
            events=tuple(_event(event) for event in data["events"]),
            rolls=tuple(Roll.from_json(roll["open"]) for roll in data["rolls"]),
            seals=(*([move["seal"]] if move else []), *private, *(roll["seal"] for roll in data["rolls"])),
        )

    def _payloads(self) -> list[Json]:
        private = [_payload(event) for event in self.events if event.seats is not None]
        move = [] if self.move is None else [self.move]
        return [*move, *private, *(roll.to_json() for roll in self.rolls)]

    def _json(self, seals: Sequence[str], *, opened: bool) -> dict[str, Json]:
        left = iter(seals)

        def closed(payload: Json) -> dict[str, Json]:
            receipt: dict[str, Json] = {"seal": next(left)}
            return {**receipt, "open": payload} if opened else receipt

        return {
            "number": self.number,
            "kind": self.kind,
            "seat": self.seat,
            "by": self.by,
            "serial": self.serial,
            "to": self.to,
            "branch": self.branch,
            "move": None if self.move is None else closed(self.move),
            "events": [
                _payload(event) if event.seats is None else {"seats": list(event.seats), **closed(_payload(event))}
                for event in self.events
            ],
            "rolls": [closed(roll.to_json()) for roll in self.rolls],
            "previous": self.previous,
        }


_Line = tuple[Entry, Any] | None  # the newest entry and the line before it


def live(entries: Iterable[Entry]) -> list[Entry]:
    """The entries in force: without those taken back, and without the takings back themselves.

    A roll back brings again what was in force right after entry `to`, even if it had been taken back since.
    """
    newest: _Line = None
    after: dict[int, _Line] = {}  # what was in force after the entry with that number
    for entry in entries:
        if entry.to is None:
            newest = (entry, newest)
        elif entry.kind == ROLL_BACK and entry.to in after:
            newest = after[entry.to]
        else:
            while newest and newest[0].number > entry.to:
                newest = newest[1]
        after[entry.number] = newest
    line = []
    while newest:
        line.append(newest[0])
        newest = newest[1]
    return line[::-1]


def told(entries: Sequence[Entry], seat: int | None) -> list[Event]:
    """Every event of these entries that the seat (None: the public) may know, in order."""
    return [event for entry in entries for event in entry.events if event.visible_to(seat)]


def _payload(event: Event) -> dict[str, Json]:
    return {"kind": event.kind, "data": event.data}


def _event(data: dict[str, Json]) -> Event:
    if "seal" not in data:
        return Event(data["kind"], data["data"])
    return Event(data["open"]["kind"], data["open"]["data"], tuple(data["seats"]))
