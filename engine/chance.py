"""Sealed, provable chance: every die and shuffle follows from a secret, words and a label. Not a source of secrets.

The secret is committed to (SHA-256) before anybody joins and revealed at the end, so that anyone can
recompute every result. Results do not depend on the order in which they are asked for, only on labels.
Who knows the secret and the other words could still choose the last word by trying; a public value that
does not exist before the words are fixed prevents that.

    key        = HMAC-SHA256(secret, pack("words", word, word, ...))
    key        = HMAC-SHA256(key, pack("public value", source, round, randomness)), where there is one
    block(i)   = HMAC-SHA256(key, pack("roll", label, kind, n, branch, i)), i = 0, 1, ...
    stream     = the blocks one after the other, read as big-endian 32-bit numbers
    below n    = the first number under the largest multiple of n, modulo n
    die        = below + 1
    shuffle    = Fisher-Yates from the top: for i = n-1 … 1 swap places i and below(i + 1)

`pack` writes every part as its length (4 bytes, big-endian) and its UTF-8 bytes, so that no two lists of
parts give the same bytes. `branch` counts the roll backs after which chance is drawn anew; what
no seat has seen by then is shuffled again from the new branch (`Game.redraw`), and that goes into the log as well.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.events import Json

SECRET_BYTES = 32
_SPAN = 1 << 32
_EIGHT = struct.Struct(">8I")  # a block as numbers


def pack(*parts: str) -> bytes:
    """The parts as bytes that no other list of parts gives."""
    encoded = [part.encode() for part in parts]
    return b"".join([len(part).to_bytes(4, "big") + part for part in encoded])


def commitment(secret: bytes) -> str:
    """The commitment that is published before the secret may be: its SHA-256 in hex."""
    return hashlib.sha256(secret).hexdigest()


@dataclass(frozen=True, slots=True)
class Roll:
    """One result of chance.

    kind    "below", "die" or "shuffle"
    n       how many results were possible; of a shuffle, how many things
    result  a number, or the tuple of places of a shuffle
    """

    label: str
    kind: str
    n: int
    result: int | tuple[int, ...]
    branch: int = 0

    def to_json(self) -> dict[str, Json]:
        result = list(self.result) if isinstance(self.result, tuple) else self.result
        return {"label": self.label, "kind": self.kind, "n": self.n, "result": result, "branch": self.branch}

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> Roll:
        result = tuple(data["result"]) if isinstance(data["result"], list) else data["result"]
        return cls(data["label"], data["kind"], data["n"], result, data["branch"])


class Chance:
    """The chance of one match. A label is used at most once per branch; that is the game's duty.

    >>> dice = Chance(bytes(32), ("tulip",))
    >>> dice.die("round 1 red") == Chance(bytes(32), ("tulip",)).die("round 1 red")
    True
    """

    __slots__ = ("_key", "_taken", "branch")

    def __init__(
        self, secret: bytes, words: Sequence[str] = (), branch: int = 0, public: Mapping[str, Json] | None = None
    ) -> None:
        """`public`: the public value as a header has it; without "randomness" it could not be had and mixes nothing."""
        self._key = hmac.digest(secret, pack("words", *words), "sha256")
        if public is not None and "randomness" in public:
            value = pack("public value", public["source"], str(public["round"]), public["randomness"])
            self._key = hmac.digest(self._key, value, "sha256")
        self._taken: list[Roll] = []
        self.branch = branch

    @classmethod
    def under(cls, header: Mapping[str, Json], secret: bytes) -> Chance:
        """The chance of the match with that header."""
        return cls(secret, header["words"], public=header.get("public"))

    def fork(self) -> Chance:
        """The same chance with a record of its own."""
        twin = Chance.__new__(Chance)
        twin._key, twin._taken, twin.branch = self._key, [], self.branch
        return twin

    def below(self, label: str, n: int) -> int:
        """A number from 0 to n - 1, all equally likely."""
        result = _below(self._numbers(label, "below", n), n)
        self._taken.append(Roll(label, "below", n, result, self.branch))
        return result

    def die(self, label: str, faces: int = 6) -> int:
        """A number from 1 to `faces`."""
        result = 1 + _below(self._numbers(label, "die", faces), faces)
        self._taken.append(Roll(label, "die", faces, result, self.branch))
        return result

    def shuffle(self, label: str, n: int) -> list[int]:
        """The numbers 0 to n - 1 in a random order. Of none nothing is drawn."""
        if n == 0:
            return []
        numbers = self._numbers(label, "shuffle", n)
        order = list(range(n))
        for i in range(n - 1, 0, -1):
            j = _below(numbers, i + 1)
            order[i], order[j] = order[j], order[i]
        self._taken.append(Roll(label, "shuffle", n, tuple(order), self.branch))
        return order

    def private(self, *parts: str) -> Random:
        """A generator that follows from the secret and `parts`: for choices of robots, which no record proves."""
        return Random(hmac.digest(self._key, pack("private", str(self.branch), *parts), "sha256"))

    def number(self, label: str) -> str:
        """A number of 256 bits as hex, which follows from the label alone."""
        return hmac.digest(self._key, pack("number", label), "sha256").hex()

    def taken(self) -> list[Roll]:
        """The results given since this was last asked."""
        taken, self._taken = self._taken, []
        return taken

    def _numbers(self, label: str, kind: str, n: int) -> Iterator[int]:
        start = pack("roll", label, kind, str(n), str(self.branch))
        block = 0
        while True:
            yield from _EIGHT.unpack(hmac.digest(self._key, start + pack(str(block)), "sha256"))
            block += 1


def _below(numbers: Iterator[int], n: int) -> int:
    if not 0 < n <= _SPAN:
        raise ValueError(f"no number below {n}")
    limit = _SPAN - _SPAN % n  # numbers from here on would make small results likelier
    while (number := next(numbers)) >= limit:
        pass
    return number % n
