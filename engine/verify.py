"""Checks an exported match: `python verify.py game.json`. Needs nothing but Python's standard library and this file.

It knows no rules of any game. It checks that nobody changed anything: not the secret, the words and the public value
that chance follows from, nor the deck, an entry of the log or a result of chance; that none was drawn twice; and that
the dice shown to all are those that were drawn, throw by throw. Exit status 0: everything agrees; 1: not.

What it cannot know it says. Compare the commitment with the one that you were shown before you joined, the head with
your newest letter, the public value with its source. It plays nothing: `replay` in engine/match/export.py does.
How it is made, for those who would rather write their own:
pack(parts)   every part as its length (4 bytes, big-endian) and its UTF-8 bytes
canonical     JSON with sorted keys, no blanks, UTF-8
commitment    SHA-256(secret), published before anybody joined
entry hash    SHA-256(canonical(entry without "hash" and without every "open" and "nonce")); entry 0 follows the
              SHA-256 of the canonical header, whose position, if it has one, is a receipt as the move of an entry -1
deck          SHA-256(canonical(deck)), in the header where a game can be played with several
receipt       SHA-256(nonce + canonical(payload)), nonce = HMAC-SHA256(secret, pack("nonce", entry, index, seat or "",
              canonical(payload))); the index counts an entry's move, private events and rolls in this order from 0
chance        key = HMAC-SHA256(secret, pack("words", word, ...)), then with a public value HMAC-SHA256(key,
              pack("public value", source, round, randomness)); blocks HMAC-SHA256(key, pack("roll", label, kind,
              n, branch, block number)) read as big-endian 32-bit numbers; a number below n is the first one under
              the largest multiple of n, modulo n; a die adds 1; a shuffle swaps place i with one below i + 1,
              i from n - 1 down to 1
public value  of a drand chain: randomness = SHA-256(signature); round r comes out at genesis + (r - 1) * period
"""

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Iterator
from email.utils import formatdate as at
from itertools import count
from operator import itemgetter
from pathlib import Path
from typing import Any

FORMAT, LOTS = "engine match 1", "lots"  # the draw of a league's lots is recorded as a game of that name
identity = itemgetter("branch", "label", "kind", "n")  # of a roll
NOT_CHECKED = "Not checked here: the names, which no entry holds, and the rules, by which the engine can play it again."
NOT_PROVED = "who could read the secret and the words before the last one was given could choose that one by trying."


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
    # ":d" takes whole numbers alone: 6.0 is equal to 6 and would give other dice, so that one could choose.
    start = pack("roll", roll["label"], roll["kind"], f"{roll['n']:d}", f"{roll['branch']:d}")
    for block in count():
        data = hmac.digest(key, start + pack(str(block)), "sha256")
        yield from (int.from_bytes(data[place : place + 4], "big") for place in range(0, 32, 4))


def below(stream: Iterator[int], n: int) -> int:
    limit = 2**32 - 2**32 % n
    return next(number for number in stream if number < limit) % n


def result(key: bytes, roll: dict[str, Any]) -> int | list[int]:
    """The result that a roll must have given."""
    stream, n = numbers(key, roll), roll["n"]
    if not 0 < n <= 2**32 or (roll["kind"] == "shuffle" and n != len(roll["result"])):
        raise Wrong(f"{roll['label']}: {n} is no number of results")
    if roll["kind"] in ("below", "die"):
        return below(stream, n) + int(roll["kind"] == "die")
    if roll["kind"] != "shuffle":
        raise Wrong(f"nobody knows a roll of kind {roll['kind']}")
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def public(entry: dict[str, Any]) -> dict[str, Any]:
    """The part of an entry that its hash is made of."""
    closed = {key: value for key, value in entry.items() if key != "hash"}
    closed["events"] = [strip(event) for event in entry["events"]]
    closed["rolls"] = [strip(roll) for roll in entry["rolls"]]
    closed["move"] = strip(entry["move"]) if entry["move"] else entry["move"]
    return closed


def strip(receipt: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in receipt.items() if key not in ("open", "nonce")}


def check_chain(header: dict[str, Any], log: list[dict[str, Any]], head: str) -> None:
    position = {"position": strip(header["position"])} if "position" in header else {}
    previous = sha(canonical({**header, **position}))
    for number, entry in enumerate(log):
        if entry["number"] != number:
            raise Wrong(f"entry {number} is missing or out of place: there is entry {entry['number']}")
        if entry["previous"] != previous:
            raise Wrong(f"entry {number} does not follow {f'entry {number - 1}' if number else 'the header'}")
        previous = sha(canonical(public(entry)))
        if entry["hash"] != previous:
            raise Wrong(f"entry {number} was changed: its hash is another one")
    if not log:
        raise Wrong("the log is empty")
    if previous != head:
        raise Wrong("the log does not end with the entry that the head names")


def check_deck(match: dict[str, Any]) -> list[str]:
    """That the deck in the file is the one that the header names; what was checked, in plain words."""
    named = match["header"].get("deck")
    if named is not None and sha(canonical(match.get("deck"))) != named:
        raise Wrong("the deck in the file is not the one that the game was begun with")
    return [] if named is None else ["The deck in the file is the one that the game was begun with."]


def check_public(header: dict[str, Any]) -> list[str]:
    """That the public value is of the round that was fixed when entries closed; what was checked, in plain words."""
    value = header.get("public")
    if value is None:
        return [f"No public value is mixed in: {NOT_PROVED}"]
    if header["game"] == LOTS and sha(canonical(header["words"])) != value["words"]:
        raise Wrong("the words are not those whose fingerprint was taken when entries closed")
    closed = f"Entries closed at {at(value['closed'], usegmt=True)}"
    if "randomness" not in value:
        tried = f"{value['source']} was not reached until {at(value['given_up'], usegmt=True)}"
        return [f"{closed}, and {tried}. So no public value is mixed in: {NOT_PROVED}"]
    number, period = value["round"], value["period"]
    out = value["genesis"] + (number - 1) * period
    if not value["closed"] < value["after"] <= out < value["after"] + period:
        raise Wrong(f"round {number} is not the first one that came out after {at(value['after'], usegmt=True)}")
    if sha(bytes.fromhex(value["signature"])) != value["randomness"]:
        raise Wrong("the public value is not the SHA-256 of its signature")
    return [
        f"{closed}; the fingerprint of everybody's words was {value['words']}.",
        f"The public value is that of round {number}, which came out at {at(out, usegmt=True)}: {value['randomness']}.",
        f"Compare it with {value['source']}/public/{number}; this program cannot, nor does it check the signature.",
        f"{value['source']}/info has to name the genesis_time {value['genesis']} and the period {period}.",
    ]


def receipts(entry: dict[str, Any]) -> list[dict[str, Any]]:
    move = [entry["move"]] if entry["move"] else []
    return [*move, *(event for event in entry["events"] if "seal" in event), *entry["rolls"]]


def check_receipts(header: dict[str, Any], log: list[dict[str, Any]], secret: bytes | None) -> tuple[int, int]:
    """Every opened payload against its receipt; returns how many were opened and how many are still sealed."""
    opened = sealed = 0
    begun: dict[str, Any] = {"number": -1, "seat": None, "move": header.get("position"), "events": [], "rolls": []}
    for entry in [begun, *log]:
        for index, receipt in enumerate(receipts(entry)):
            if "open" not in receipt:
                sealed += 1
                continue
            opened += 1
            seat = "" if entry["seat"] is None else str(entry["seat"])
            place = pack("nonce", str(entry["number"]), str(index), seat, canonical(receipt["open"]).decode())
            nonce = bytes.fromhex(receipt["nonce"]) if secret is None else hmac.digest(secret, place, "sha256")
            if receipt.get("nonce") != nonce.hex() or sha(nonce + canonical(receipt["open"])) != receipt["seal"]:
                raise Wrong(f"entry {entry['number']}: what was sealed is not what is shown now ({receipt['open']})")
    if secret is not None and sealed:
        raise Wrong(f"the secret is revealed, but {sealed} sealed parts are not")
    return opened, sealed


def in_force(log: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Every entry with those in force before it, the newest first: without what an undo or a roll back took back.

    A roll back brings again what was in force right after the entry it goes back to, and what it draws itself.
    """
    line: list[dict[str, Any]] = []
    after: dict[int, list[dict[str, Any]]] = {}
    for entry in log:
        yield entry, line
        to = entry["to"]
        if to is None:
            line = [entry, *line]
        elif entry["kind"] == "roll back" and to in after:
            line = [entry, *after[to]]
        else:
            line = [earlier for earlier in line if earlier["number"] <= to]
        after[entry["number"]] = line


def drawn(entry: dict[str, Any]) -> list[dict[str, Any]]:
    return [receipt["open"] for receipt in entry["rolls"]]


def mixed(header: dict[str, Any], secret: bytes) -> tuple[bytes, str]:
    """The key of all chance, and what it is made of in plain words."""
    key, value = hmac.digest(secret, pack("words", *header["words"]), "sha256"), header.get("public", {})
    if "randomness" not in value:
        return key, "the secret and the words"
    value = pack("public value", value["source"], f"{value['round']:d}", value["randomness"])
    return hmac.digest(key, value, "sha256"), "the secret, the words and the public value"


def check_rolls(header: dict[str, Any], log: list[dict[str, Any]], secret: bytes) -> int:
    """Every result of chance made again, none drawn twice in what is in force; returns how many."""
    (key, made_of), checked = mixed(header, secret), 0
    for entry, before in in_force(log):
        used = {identity(roll) for earlier in before for roll in drawn(earlier)} if entry["rolls"] else set()
        for roll in drawn(entry):
            if roll["branch"] != entry["branch"]:
                raise Wrong(f"entry {entry['number']}: {roll['label']} is drawn from a branch that is not the entry's")
            if result(key, roll) != roll["result"]:
                raise Wrong(f"entry {entry['number']}: {roll['label']} does not follow from {made_of}")
            if identity(roll) in used:
                raise Wrong(f"entry {entry['number']}: {roll['label']} was drawn before")
            used.add(identity(roll))
            checked += 1
    return checked


def check_branches(log: list[dict[str, Any]]) -> int:
    """Only a roll back changes the branch: to that of its entry, or to the next new one. Returns how many are new."""
    branch = anew = 0
    for entry in log:
        allowed = {log[entry["to"]]["branch"], anew + 1} if entry["kind"] == "roll back" else {branch}
        if entry["branch"] not in allowed:
            raise Wrong(f"entry {entry['number']}: chance is drawn anew without a roll back")
        branch = entry["branch"]
        anew = max(anew, branch)
    return anew


def dice_told(entry: dict[str, Any]) -> list[Any]:
    """The values that public events show as "dice": numbers by name, or a list of numbers where dice have no names."""
    return [event["data"]["dice"] for event in entry["events"] if "seal" not in event and event["data"].get("dice")]


def check_dice(header: dict[str, Any], log: list[dict[str, Any]]) -> int:
    """The dice that events show are those of the same entry, drawn throw by throw; returns how many.

    The label of a die names it, and the number in it counts the throws by one: from 1, or in a game that begins with a
    given position from anywhere. Dice without names are shown in the order in which they were drawn.
    """
    checked = 0
    for entry, before in in_force(log):
        nameless = [number for dice in dice_told(entry) if isinstance(dice, list) for number in dice]
        if nameless and nameless != [roll["result"] for roll in drawn(entry) if roll["kind"] == "die"]:
            raise Wrong(f"entry {entry['number']}: the dice that were shown are not those that were drawn")
        checked += len(nameless)
        shown = dice_shown(entry)
        if not shown:
            continue
        labels = throw(entry, shown)
        last = next((earlier for earlier in before if dice_shown(earlier)), None)
        before_it = throw(last, dice_shown(last)) if last else {}
        expected = {die: re.sub(r"\d+", lambda n: str(int(n[0]) + 1), label) for die, label in before_it.items()}
        for die, label in labels.items():
            first_ok = "position" in header or re.findall(r"\d+", label) == ["1"]
            if label != expected[die] if die in expected else not first_ok:
                raise Wrong(f"entry {entry['number']}: {label} is not the next throw of that die")
        checked += len(shown)
    return checked


def dice_shown(entry: dict[str, Any]) -> dict[str, int]:
    return {die: number for dice in dice_told(entry) if isinstance(dice, dict) for die, number in dice.items()}


def throw(entry: dict[str, Any], shown: dict[str, int]) -> dict[str, str]:
    """The label of each die that the entry shows; Wrong if another number or another die was drawn."""
    dice = {roll["label"]: roll["result"] for roll in drawn(entry) if roll["kind"] == "die"}
    labels = {die: label for die in shown for label in dice if die in label.split()}
    if len(dice) != len(shown) or {die: dice[label] for die, label in labels.items()} != shown:
        raise Wrong(f"entry {entry['number']}: the dice that were shown are not those that were drawn")
    return labels


def check_lots(header: dict[str, Any], log: list[dict[str, Any]]) -> None:
    """Of the draw of a league: the lots that are told were drawn, once, for as many as have given words."""
    wanted = [(0, "order of the entrants", "shuffle", len(header["words"])), (0, "lots of equals", "below", 2**32)]
    rolls = [roll for entry in log for roll in drawn(entry)]
    told = [event.get("data", {}) for entry in log for event in entry["events"]]
    agrees = [[data.get("order"), data.get("equals")] for data in told] == [[roll["result"] for roll in rolls]]
    if header["game"] == LOTS and not (agrees and list(map(identity, rolls)) == wanted):
        raise Wrong("the lots that are told are not the one draw of lots that a league has")


def check_chance(header: dict[str, Any], log: list[dict[str, Any]], secret: bytes) -> list[str]:
    """Check chance and tell what was checked, in plain words."""
    check_lots(header, log)
    checked, anew, dice = check_rolls(header, log, secret), check_branches(log), check_dice(header, log)
    words = ", ".join(f'"{word}"' for word in header["words"] if word) or "none"
    others = sorted({roll["label"] for entry in log if not dice_told(entry) for roll in drawn(entry)})
    thrown = sorted({re.sub(r"\d+", "N", roll["label"]) for entry in log if dice_told(entry) for roll in drawn(entry)})
    return [
        f"{checked} dice and shuffles follow from {mixed(header, secret)[1]} ({words}); none was drawn twice.",
        f"{dice} of them are dice that were shown to all, as they were drawn, one throw after the other.",
        f"They were drawn under the names: {', '.join(thrown) or 'none'}. Under other names they would be others.",
        f"The others were drawn for: {', '.join(others) or 'nothing'}.",
        f"Roll backs after which chance was drawn anew: {anew}. Who could read the secret knew what they would give.",
    ]


def verify(match: dict[str, Any]) -> list[str]:
    """Verify a match and tell what was checked, in plain words. Wrong says what does not agree."""
    if match.get("format") != FORMAT:
        raise Wrong(f"this is no exported match ({FORMAT})")
    header, log = match["header"], match["log"]
    secret = bytes.fromhex(match["secret"]) if match["secret"] else None
    said = [f"The commitment of this game, to compare with the one you saw before: {header['commitment']}"]
    if secret is not None:
        if sha(secret) != header["commitment"]:
            raise Wrong("the secret is not the one that the commitment was made to")
        said.append("The secret is the one that this commitment was made to.")
    said += [*check_deck(match), *check_public(header)]
    check_chain(header, log, match["head"])
    said.append(f"The log holds together: {len(log)} entries up to {match['head']}, none changed, swapped or missing.")
    said.append("Its end may be missing: compare this head's first ten digits with those in your newest letter.")
    opened, sealed = check_receipts(header, log, secret)
    said.append(f"{opened} sealed moves, private events and results of chance are what their receipts promised.")
    if match["over"] != (secret is not None):
        raise Wrong("the secret is revealed when the game is over, and not before")
    if secret is None:
        return [*said, f"The match is not over: {sealed} parts are still sealed and the secret is not revealed."]
    said += check_chance(header, log, secret)
    return [*said, NOT_CHECKED]


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        sys.stderr.write("usage: python verify.py game.json\n")
        return 2
    try:
        said = verify(json.loads(Path(arguments[0]).read_text(encoding="utf-8")))
    except Exception as error:  # of a file that is something else: whatever comes
        why = error if isinstance(error, Wrong) else f"the file cannot be read as an exported match ({error!r})"
        sys.stdout.write(f"NOT RIGHT: {why}.\n")
        return 1
    sys.stdout.write("\n".join([*said, "Everything agrees.", ""]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
