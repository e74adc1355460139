"""A match with a deck of one's own: another process plays on and plays again what it has never seen."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import BadDeck, Match, verify
from engine.bruges import GAME
from engine.match.export import export, replay
from engine.match.remembered import KEPT
from engine.positions.files import words
from engine.verify import Wrong
from tests.engine.bruges.table import club_file

SECRET = b"a deck that others do not know.."
LOAD = """
import json, sys
import engine
deck, dumped = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:3])
secret = bytes.fromhex(sys.argv[3])
try:
    engine.Match.load(dumped, secret=secret)
except engine.BadDeck as refusal:
    print(refusal)
engine.games["bruges"].with_deck(json.dumps(deck), "club.json")
match = engine.Match.load(dumped, secret=secret)
print(match.round, match.game.reads("house queenus"), match.game.reads("house prince"))
"""
REPLAY = """
import json, sys
from engine.match.export import replay
match = replay(json.load(open(sys.argv[1], encoding="utf-8")))
print(match.over, *match.scoresheet().totals)
"""


def play(match: Match, moves: int = 10_000) -> Match:
    rng = Random(5)
    while match.decisions and match.count < moves:
        decision = rng.choice(match.decisions)
        match.play(decision.seat, rng.choice(decision.moves))
    return match


def club_match(**options: str) -> Match:
    return Match.start(GAME.with_deck(club_file(), "club.json"), 2, options, secret=SECRET)


@pytest.fixture(scope="module")
def finished() -> dict[str, Any]:
    match = play(club_match(persons="friendly", piles="five"))
    return json.loads(json.dumps(export(match, ["Anna", "Bea"])))


def run(program: str, *arguments: str) -> str:
    """A Python of its own, in the folder of the engine."""
    root = Path(verify.__file__).parent.parent
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=root, check=False)
    assert done.stderr == ""
    return done.stdout


def test_another_process_loads_the_match_once_it_has_the_deck(tmp_path: Path):
    match = play(club_match(), 60)
    (tmp_path / "deck.json").write_text(club_file(), encoding="utf-8")
    (tmp_path / "match.json").write_text(json.dumps(match.dump()), encoding="utf-8")
    said = run(LOAD, str(tmp_path / "deck.json"), str(tmp_path / "match.json"), SECRET.hex()).splitlines()
    assert said == [f"the deck {match.header['deck'][:12]} is not known here", f"{match.round} True False"]


def test_what_is_kept_of_every_move_holds_no_card_of_the_deck():
    match = club_match()
    assert "effect" in json.dumps(match.game.deck)
    assert "effect" not in json.dumps(match.dump())


def test_another_process_plays_an_exported_match_again(finished: dict[str, Any], tmp_path: Path):
    (tmp_path / "game.json").write_text(json.dumps(finished), encoding="utf-8")
    totals = " ".join(map(str, replay(finished).scoresheet().totals))
    assert run(REPLAY, str(tmp_path / "game.json")) == f"True {totals}\n"


def test_the_verifier_alone_holds_the_deck_against_the_header(finished: dict[str, Any], tmp_path: Path):
    (tmp_path / "verify.py").write_text(Path(verify.__file__).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "game.json").write_text(json.dumps(finished), encoding="utf-8")
    command = [sys.executable, "-I", "verify.py", "game.json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stdout
    assert "The deck in the file is the one that the game was begun with." in done.stdout


def test_another_deck_in_an_export_is_caught_by_both(finished: dict[str, Any]):
    cheaper = json.loads(json.dumps(finished))
    cheaper["deck"]["persons"][0]["price"] = 12 - cheaper["deck"]["persons"][0]["price"]
    with pytest.raises(Wrong, match="is not the one that the game was begun with"):
        verify.verify(cheaper)
    known = club_file(**{json.loads(club_file())["persons"][0]["id"].removesuffix("us"): {"price": 12}})
    unknown = {**cheaper, "header": {**cheaper["header"], "deck": "f" * 64}, "deck": json.loads(known)}
    with pytest.raises(BadDeck, match="not the deck that the match was begun with"):
        replay(unknown)


def test_an_export_without_its_deck_is_not_right(finished: dict[str, Any]):
    bare = {key: value for key, value in finished.items() if key != "deck"}
    with pytest.raises(Wrong, match="the deck in the file is not the one that the game was begun with"):
        verify.verify(bare)


def test_an_export_whose_deck_is_none_names_the_card(finished: dict[str, Any]):
    broken = json.loads(json.dumps(finished))
    del broken["deck"]["persons"][2]["price"]
    with pytest.raises(BadDeck, match=r"the record, .*card 3 .*, field price: is missing"):
        replay(broken)


# --- decks that are kept -----------------------------------------------------------------------------------


def ask_for_others(number: int) -> list[str]:
    """Prepare decks that differ in a price; their digests, the first asked for first."""
    names = [card["id"].removesuffix("us") for card in json.loads(club_file())["persons"]]
    prices = {card["id"]: card["price"] for card in GAME.deck["persons"]}
    files = (club_file(**{name: {"price": 12 - prices[name]}}) for name in names if prices[name] != 6)
    return [GAME.with_deck(text, "other.json").deck_digest for _, text in zip(range(number), files, strict=False)]


def test_a_deck_that_nobody_plays_with_is_forgotten_once_many_others_were_asked_for():
    digest = GAME.with_deck(club_file(queen={"id": "zorro"}), "club.json").deck_digest
    ask_for_others(KEPT - 1)
    assert GAME.of_deck(digest).deck_digest == digest  # asked for once more, so it is the newest now
    ask_for_others(KEPT - 1)
    assert GAME.of_deck(digest).deck_digest == digest
    others = ask_for_others(3 * KEPT)
    gc.collect()
    for old in (digest, *others[:-KEPT]):
        with pytest.raises(BadDeck, match="is not known here"):
            GAME.of_deck(old)
    assert [GAME.of_deck(new).deck_digest for new in others[-KEPT:]] == others[-KEPT:]


def test_our_own_deck_is_never_forgotten():
    match = play(Match.start(GAME, 2, {"persons": "friendly"}, secret=SECRET), 20)
    dumped = match.dump()
    del match
    ask_for_others(2 * KEPT)
    gc.collect()
    assert GAME.of_deck(GAME.deck_digest) is GAME
    assert play(Match.load(dumped, secret=SECRET)).over


@pytest.mark.parametrize("persons", ["all", "friendly"])
def test_a_match_holds_on_to_its_deck_whatever_others_are_asked_for(persons: str):
    match = play(club_match(persons=persons), 20)
    ask_for_others(2 * KEPT)
    gc.collect()
    loaded = play(Match.load(match.dump(), secret=SECRET))
    assert loaded.over
    assert play(match).dump() == loaded.dump()
    assert words(loaded.game, loaded.game.load(loaded.dump()["state"]), 0)


# --- files of strangers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "club.json, line 1: no JSON"),
        ("[" * 100_000, "club.json: no JSON that a deck is written in"),
        ('{"persons": [%s]}' % ("9" * 5000), "club.json: no JSON that a deck is written in"),
        ('{"persons": [], "note": NaN}', "club.json: no JSON that a deck is written in"),
        ('{"persons": [], "note": 1e999}', "club.json: no JSON that a deck is written in"),
        ("[1, 2]", "club.json, line 1: no object with a list 'persons'"),
        (
            '{"persons": [' + ", ".join(['{"id": "king"}'] * 20_000) + "]}",
            "club.json: the number of cards is 20000, must be 165",
        ),
        (
            club_file().replace('"queenus"', '"please"').replace('"Queenus"', '"Please"'),
            "is an everyday word",
        ),
        (club_file().replace('"price"', '"\\ud800"', 1), r"line 2, card 1 (miniaturistus), a field: is '\ud800'"),
        (club_file().replace('"Miniaturistus"', '"\\ud800"', 1), "line 2, card 1 (miniaturistus), name: is"),
        (club_file().replace('"miniaturistus"', '"\\ud800"', 1), r"line 2, card 1 (\ud800), id: is '\ud800'"),
    ],
    ids=[
        *("nothing", "too deep", "too long", "not a number", "too large", "a list", "too many", "an everyday word"),
        *("half a sign", "half a sign in a name", "half a sign in an id"),
    ],
)
def test_a_file_that_is_no_deck_is_refused_by_name(text: str, fault: str):
    with pytest.raises(BadDeck) as refused:
        GAME.with_deck(text, "club.json")
    assert fault in str(refused.value).encode().decode()  # half a sign has no encoding
