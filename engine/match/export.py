"""A match as one JSON file for anyone: to archive, to show, and for `verify.py` to check. Writes no files itself.

While the match runs only the public part goes out, and what one seat may know if that seat is named.
Afterwards the secret and everything sealed is in it. The deck is in it too, where a game can have several.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from engine.events import Json
from engine.match.header import BEFORE_THE_LOG, public
from engine.match.log import Entry, canonical, nonce
from engine.match.match import Match
from engine.refusals import BadDeck, BrokenRecord, EngineError
from engine.registry import games

FORMAT = "engine match 1"


def export(match: Match, names: Sequence[str], seat: int | None = None) -> dict[str, Json]:
    """The exported match; `names` are the people in the order of the seats. Needs the whole log.

    seat  whose own moves and private events are opened while the match still runs
    """
    over = match.over
    deck = {"deck": match.game.deck} if "deck" in match.header else {}
    return {
        "format": FORMAT,
        **deck,
        "header": _header(match),
        "names": list(names),
        "over": over,
        "secret": match.secret.hex() if over else None,
        "head": match.head,
        "log": [_entry(match, entry, None if over else seat, everything=over) for entry in match.history],
    }


def replay(exported: Mapping[str, Json]) -> Match:
    """A finished match from its export, played again move by move to its end under the rules.

    BrokenRecord when it is not over yet, is no exported match or anything differs, UnsupportedRules when its rules are
    not played here, BadDeck when the deck in it is none, or not the one that the match was begun with. The names prove
    nothing.
    """
    try:
        match = _replayed(exported)
        again = canonical(export(match, exported["names"]))
        differs = again != canonical(dict(exported))
    except EngineError:
        raise
    except Exception as error:  # of a file that is something else: whatever comes
        raise BrokenRecord(f"this cannot be read as an exported match: {error!r}") from error
    if differs:
        raise BrokenRecord("the log is that of the match, but the file holds something else beside it")
    return match


def _replayed(exported: Mapping[str, Json]) -> Match:
    if exported["format"] != FORMAT:
        raise BrokenRecord(f"this is no exported match ({FORMAT})")
    if not exported["secret"]:
        raise BrokenRecord("the secret of this match is not revealed yet")
    header = exported["header"]
    if "position" in header:
        header = {**header, "position": header["position"]["open"]}
    if header["game"] in games:
        _check_deck(exported, header)
    log = [Entry.from_json(entry) for entry in exported["log"]]
    match = Match.replay(header, log, secret=bytes.fromhex(exported["secret"]))
    if exported["head"] != match.head:
        raise BrokenRecord("the log does not end with the entry that the head names")
    if not (match.over and exported["over"] is True):
        raise BrokenRecord("the log ends before the game is over")
    if len(exported["names"]) != match.seats:
        raise BrokenRecord(f"there are {match.seats} seats and {len(exported['names'])} names")
    return match


def _check_deck(exported: Mapping[str, Json], header: Mapping[str, Json]) -> None:
    if ("deck" in exported) != ("deck" in header):
        raise BadDeck("the record: the deck and its digest go together, one of them is missing")
    if "deck" not in exported:
        return
    game = games[header["game"]].with_deck(json.dumps(exported["deck"]), "the record")
    if game.deck_digest != header["deck"]:
        raise BadDeck("the record: this is not the deck that the match was begun with")


def _header(match: Match) -> dict[str, Json]:
    """The header; of a position that the match began with only the receipt until it is over."""
    header = public(match.header, match.secret)
    if "position" in header and match.over:
        position = match.header["position"]
        opened = {"open": position, "nonce": nonce(match.secret, BEFORE_THE_LOG, 0, None, position).hex()}
        header["position"] = {**header["position"], **opened}
    return header


def _entry(match: Match, entry: Entry, seat: int | None, *, everything: bool) -> dict[str, Json]:
    """An entry's JSON without what is still sealed; what is opened comes with the nonce that proves it."""
    data = entry.to_json()
    receipts: list[tuple[dict[str, Json], bool]] = []
    if data["move"]:
        receipts.append((data["move"], seat is not None and entry.seat == seat))
    receipts += [(event, seat in event["seats"]) for event in data["events"] if "seal" in event]
    receipts += [(roll, False) for roll in data["rolls"]]
    for index, (receipt, own) in enumerate(receipts):
        if everything or own:
            receipt["nonce"] = nonce(match.secret, entry.number, index, entry.seat, receipt["open"]).hex()
        else:
            del receipt["open"]
    return data
