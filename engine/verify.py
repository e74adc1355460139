"""Checks an exported match: `python verify.py game.json`. Stands alone: Python's standard library and this file only.

It knows no rules of any game. It checks that nobody changed anything: neither the secret nor the words that
chance follows from, nor an entry of the log, nor a die, nor a card. Exit status 0: everything agrees; 1: not.

How it is made, for those who would rather write their own:

pack(parts)   every part as its length (4 bytes, big-endian) and its UTF-8 bytes
canonical     JSON with sorted keys, no blanks, UTF-8
commitment    SHA-256(secret), published before anybody joined
entry hash    SHA-256(canonical(entry without "hash" and without every "open" and "nonce")); entry 0 follows the
              SHA-256 of the canonical header
receipt       SHA-256(nonce + canonical(payload)), nonce = HMAC-SHA256(secret, pack("nonce", entry, index)); the
              index counts an entry's move, private events and rolls in this order from 0
chance        key = HMAC-SHA256(secret, pack("words", word, ...)); blocks HMAC-SHA256(key, pack("roll", label, kind,
              n, branch, block number)) read as big-endian 32-bit numbers; a number below n is the first one under
              the largest multiple of n, modulo n; a die adds 1; a shuffle swaps place i with one below i + 1,
              i from n - 1 down to 1
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FORMAT = "engine match 1"


class Wrong(Exception):
    """Something that does not agree, in words."""


def pack(*parts: str) -> bytes:
    encoded = [part.encode() for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in encoded)


def canonical(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def numbers(key: bytes, roll: dict[str, Any]) -> Iterator[int]:
    start = pack("roll", roll["label"], roll["kind"], str(roll["n"]), str(roll["branch"]))
    block = 0
    while True:
        data = hmac.digest(key, start + pack(str(block)), "sha256")
        for at in range(0, 32, 4):
            yield int.from_bytes(data[at : at + 4], "big")
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    limit = 2**32 - 2**32 % n
    for number in stream:
        if number < limit:
            return number % n
    raise Wrong("the numbers ran out")


def result(key: bytes, roll: dict[str, Any]) -> int | list[int]:
    """What a roll must have given."""
    stream, n = numbers(key, roll), roll["n"]
    if roll["kind"] == "below":
        return below(stream, n)
    if roll["kind"] == "die":
        return 1 + below(stream, n)
    if roll["kind"] != "shuffle":
        raise Wrong(f"nobody knows a roll of kind {roll['kind']}")
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def public(entry: dict[str, Any]) -> dict[str, Any]:
    """What an entry's hash is made of."""
    closed = {key: value for key, value in entry.items() if key != "hash"}
    closed["events"] = [strip(event) for event in entry["events"]]
    closed["rolls"] = [strip(roll) for roll in entry["rolls"]]
    closed["move"] = strip(entry["move"]) if entry["move"] else entry["move"]
    return closed


def strip(receipt: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in receipt.items() if key not in ("open", "nonce")}


def check_chain(header: dict[str, Any], log: list[dict[str, Any]], head: str) -> None:
    previous = sha(canonical(header))
    for number, entry in enumerate(log):
        if entry["number"] != number:
            raise Wrong(f"entry {number} is missing or out of place: there is entry {entry['number']}")
        if entry["previous"] != previous:
            before = "the header" if number == 0 else f"entry {number - 1}"
            raise Wrong(f"entry {number} does not follow {before}")
        previous = sha(canonical(public(entry)))
        if entry["hash"] != previous:
            raise Wrong(f"entry {number} was changed: its hash is another one")
    if not log:
        raise Wrong("the log is empty")
    if previous != head:
        raise Wrong("the log does not end with the entry that the head names")


def receipts(entry: dict[str, Any]) -> list[dict[str, Any]]:
    move = [entry["move"]] if entry["move"] else []
    return [*move, *(event for event in entry["events"] if "seal" in event), *entry["rolls"]]


def check_receipts(log: list[dict[str, Any]], secret: bytes | None) -> tuple[int, int]:
    """Every opened payload against its receipt; returns how many were opened and how many are still sealed."""
    opened = sealed = 0
    for entry in log:
        for index, receipt in enumerate(receipts(entry)):
            if "open" not in receipt:
                sealed += 1
                continue
            opened += 1
            if secret is None:
                nonce = bytes.fromhex(receipt["nonce"])
            else:
                nonce = hmac.digest(secret, pack("nonce", str(entry["number"]), str(index)), "sha256")
            if sha(nonce + canonical(receipt["open"])) != receipt["seal"]:
                raise Wrong(f"entry {entry['number']}: what was sealed is not what is shown now ({receipt['open']})")
    if secret is not None and sealed:
        raise Wrong(f"the secret is revealed, but {sealed} sealed parts are not")
    return opened, sealed


def check_rolls(header: dict[str, Any], log: list[dict[str, Any]], secret: bytes) -> int:
    """Every die and shuffle made again, none used twice; returns how many."""
    key = hmac.digest(secret, pack("words", *header["words"]), "sha256")
    checked = 0
    for entry in log:
        for receipt in entry["rolls"]:
            roll = receipt["open"]
            if roll["branch"] > entry["branch"]:
                raise Wrong(f"entry {entry['number']}: {roll['label']} is drawn from a branch that is not there yet")
            if result(key, roll) != roll["result"]:
                raise Wrong(f"entry {entry['number']}: {roll['label']} does not follow from the secret and the words")
            checked += 1
    return checked


def verify(match: dict[str, Any]) -> list[str]:
    """What was checked, in plain words. Wrong says what does not agree."""
    if match.get("format") != FORMAT:
        raise Wrong(f"this is no exported match ({FORMAT})")
    header, log = match["header"], match["log"]
    secret = bytes.fromhex(match["secret"]) if match["secret"] else None
    said = []
    if secret is not None:
        if sha(secret) != header["commitment"]:
            raise Wrong("the secret is not the one that was committed to before the start")
        said.append("The secret is the one that was committed to before the start.")
    check_chain(header, log, match["head"])
    said.append(f"The log is whole: {len(log)} entries, none changed, swapped or missing.")
    opened, sealed = check_receipts(log, secret)
    said.append(f"{opened} sealed moves, private events and results of chance are what their receipts promised.")
    if secret is None:
        said.append(f"The match is not over: {sealed} parts are still sealed and the secret is not revealed.")
        return said
    checked = check_rolls(header, log, secret)
    words = ", ".join(f'"{word}"' for word in header["words"] if word) or "none"
    said.append(f"{checked} dice and shuffles follow from the secret and the entrants' words ({words}).")
    return said


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        sys.stderr.write("usage: python verify.py game.json\n")
        return 2
    try:
        said = verify(json.loads(Path(arguments[0]).read_text(encoding="utf-8")))
    except Wrong as wrong:
        sys.stdout.write(f"NOT RIGHT: {wrong}.\n")
        return 1
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        sys.stdout.write(f"NOT RIGHT: the file cannot be read as an exported match ({error!r}).\n")
        return 1
    sys.stdout.write("\n".join([*said, "Everything agrees.", ""]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
