"""Public random values of a drand chain: which round a draw waits for, what an answer of the source must be. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeGuard

LONGEST_PERIOD = 600  # seconds
MOST = 2**53  # what JSON numbers hold everywhere
HEX = re.compile(r"(?:[0-9a-f]{2}){32,512}")


class BadAnswer(ValueError):
    """The source has sent something that is no answer to what it was asked."""


@dataclass(frozen=True, slots=True)
class Chain:
    """genesis: seconds since 1970 when round 1 came out; period: seconds between two rounds."""

    genesis: int
    period: int

    def round_from(self, moment: int) -> int:
        """The first round that comes out at that moment or later."""
        return max(1, -((self.genesis - moment) // self.period) + 1)

    def out_at(self, number: int) -> int:
        """The time when a round comes out."""
        return self.genesis + (number - 1) * self.period


def read_chain(info: Any) -> Chain:
    """The chain that `/info` describes."""
    if not isinstance(info, Mapping):
        raise BadAnswer("the description of the chain is no object")
    genesis, period = info.get("genesis_time"), info.get("period")
    if not (_whole(genesis, MOST) and _whole(period, LONGEST_PERIOD)):
        raise BadAnswer("the description of the chain names no genesis_time and period that fit")
    return Chain(genesis, period)


def read_value(answer: Any, number: int) -> dict[str, str]:
    """Randomness and signature of the round that `/public/<round>` was asked for. The signature is not checked."""
    if not isinstance(answer, Mapping) or answer.get("round") != number or isinstance(answer.get("round"), bool):
        raise BadAnswer(f"the answer is not of round {number}")
    value = {name: str(answer.get(name, "")).lower() for name in ("randomness", "signature")}
    if not all(HEX.fullmatch(digits) for digits in value.values()):
        raise BadAnswer("randomness or signature is no hexadecimal number")
    if sha256(bytes.fromhex(value["signature"])).hexdigest() != value["randomness"]:
        raise BadAnswer("the randomness is not the SHA-256 of the signature")
    return value


def _whole(number: Any, most: int) -> TypeGuard[int]:
    return isinstance(number, int) and not isinstance(number, bool) and 0 < number <= most
