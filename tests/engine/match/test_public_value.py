"""A public value in the chance of a match: mixed into everything, kept in the record, every change of it seen."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import Match, games
from engine.chance import Chance
from engine.match.export import export, replay
from tests.engine.match.test_verify import forge, run
from tests.engine.toy import play_out, secret

Record = dict[str, Any]
SIGNATURE = "8d61d9100567de44682506aea1a7a6fa6e5491cd27a0a0ed349ef6910ac5ac20"
SOURCE = "https://beacon.example/52db9ba7"
CLOSED = 1_760_000_000
VALUE: Record = {
    "source": SOURCE,
    "address": f"{SOURCE}/public/5485635",
    "genesis": 1_595_431_050,
    "period": 30,
    "closed": CLOSED,
    "after": CLOSED + 60,
    "round": 5_485_635,
    "words": hashlib.sha256(b'["tulip","rain"]').hexdigest(),
    "signature": SIGNATURE,
    "randomness": hashlib.sha256(bytes.fromhex(SIGNATURE)).hexdigest(),
}
UNREACHED = {name: VALUE[name] for name in ("source", "address", "round", "closed", "after", "words")} | {
    "given_up": CLOSED + 3660
}


def begun(public: Record | None, words: tuple[str, ...] = ("tulip", "rain")) -> Match:
    return Match.start(games["bruges"], 2, {}, secret=secret(), words=words, public=public)


def record(public: Record | None) -> Record:
    return json.loads(json.dumps(export(play_out(begun(public), 1), ("Anna", "Bea"))))


@pytest.fixture(scope="module")
def finished() -> Record:
    return record(VALUE)


def test_every_part_of_the_public_value_changes_every_result() -> None:
    plain = Chance(secret(), ("tulip",))
    mixed = Chance(secret(), ("tulip",), public=VALUE)
    others = [
        Chance(secret(), ("tulip",), public=VALUE | change)
        for change in ({"round": 1}, {"source": "https://other.example"}, {"randomness": "00" * 32})
    ]
    shuffles = [tuple(chance.shuffle("deck", 100)) for chance in (plain, mixed, *others)]
    assert len(set(shuffles)) == 5


def test_a_source_that_was_not_reached_changes_nothing() -> None:
    assert Chance(secret(), ("tulip",), public=UNREACHED).shuffle("deck", 50) == Chance(secret(), ("tulip",)).shuffle(
        "deck", 50
    )


def test_a_match_with_a_public_value_is_kept_taken_back_and_played_again() -> None:
    match = play_out(begun(VALUE), 1, 40)
    again = Match.load(json.loads(json.dumps(match.dump())), secret=secret(), log=match.log)
    again.roll_back(10)
    over = play_out(again, 2)
    assert over.header["public"] == VALUE
    assert replay(json.loads(json.dumps(export(over, ("Anna", "Bea"))))).head == over.head


def test_the_verifier_shows_round_value_and_address_and_asks_to_compare(finished: Record, tmp_path: Path) -> None:
    status, said = run(finished, tmp_path)
    assert status == 0, said
    assert "Entries closed at Thu, 09 Oct 2025 08:53:20 GMT" in said
    assert f"that of round 5485635, which came out at Thu, 09 Oct 2025 08:54:30 GMT: {VALUE['randomness']}." in said
    assert f"Compare it with {VALUE['address']}; this program cannot, nor does it check the signature" in said
    assert 'follow from the secret, the words and the public value ("tulip", "rain")' in said
    assert "No public value" not in said


def test_without_a_public_value_the_verifier_says_what_is_not_proved(tmp_path: Path) -> None:
    status, said = run(record(None), tmp_path)
    assert status == 0, said
    assert "No public value is mixed in: who could read the secret and the words before" in said
    assert "Compare it with the source" not in said


def test_a_source_that_was_not_reached_is_said(tmp_path: Path) -> None:
    status, said = run(record(UNREACHED), tmp_path)
    assert status == 0, said
    assert f"{SOURCE} was not reached until Thu, 09 Oct 2025 09:54:20 GMT. So no public value is mixed in" in said
    assert 'follow from the secret and the words ("tulip", "rain")' in said


def set_value(**changes: Any) -> Callable[[Record], None]:
    def tamper(game: Record) -> None:
        game["header"]["public"].update(changes)

    tamper.__name__ = " and ".join(changes)
    return tamper


def forged(tamper: Callable[[Record], None]) -> Callable[[Record], None]:
    def both(game: Record) -> None:
        tamper(game)
        forge(game)

    both.__name__ = f"{tamper.__name__} forged"
    return both


def drop_value(game: Record) -> None:
    del game["header"]["public"]


def swap_words(game: Record) -> None:
    game["header"]["words"].reverse()


def pretend_unreached(game: Record) -> None:
    game["header"]["public"] = dict(UNREACHED)


ANOTHER = {"signature": "ab" * 32, "randomness": hashlib.sha256(bytes.fromhex("ab" * 32)).hexdigest()}
LATER = {"round": VALUE["round"] + 1}
EVERY = [
    (set_value(round=VALUE["round"] + 1), "round 5485636 is not the first one that came out after"),
    (set_value(round=VALUE["round"] - 1), "round 5485634 is not the first one that came out after"),
    (set_value(after=CLOSED - 1), "is not the first one that came out after"),
    (set_value(randomness="00" * 32), "the public value is not the SHA-256 of its signature"),
    (set_value(signature="ab" * 48), "the public value is not the SHA-256 of its signature"),
    (set_value(**ANOTHER), "entry 0 does not follow the header"),
    (set_value(source="https://mine.example"), "entry 0 does not follow the header"),
    (set_value(words="00" * 32), "entry 0 does not follow the header"),
    (drop_value, "entry 0 does not follow the header"),
    (pretend_unreached, "entry 0 does not follow the header"),
    (swap_words, "entry 0 does not follow the header"),
    (forged(set_value(**ANOTHER)), "does not follow from the secret, the words and the public value"),
    (forged(set_value(source="https://mine.example")), "does not follow from the secret, the words and the public"),
    (forged(set_value(after=CLOSED + 61 + 30, **LATER)), "does not follow from the secret, the words and the public"),
    (forged(drop_value), "does not follow from the secret and the words"),
    (forged(pretend_unreached), "does not follow from the secret and the words"),
    (forged(swap_words), "does not follow from the secret, the words and the public value"),
]


@pytest.mark.parametrize(("tamper", "said"), EVERY, ids=[tamper.__name__ for tamper, _ in EVERY])
def test_a_changed_public_value_round_word_or_order_is_caught(
    finished: Record, tmp_path: Path, tamper: Callable[[Record], None], said: str
) -> None:
    game = copy.deepcopy(finished)
    tamper(game)
    status, words = run(game, tmp_path)
    assert status == 1
    assert words.startswith("NOT RIGHT: ")
    assert said in words


@pytest.mark.parametrize("part", ["source", "address", "genesis", "period", "closed", "after", "round", "signature"])
def test_a_value_that_lacks_a_part_is_no_record(finished: Record, tmp_path: Path, part: str) -> None:
    game = copy.deepcopy(finished)
    del game["header"]["public"][part]
    assert run(game, tmp_path)[0] == 1


def test_a_robot_draws_alike_however_often_a_move_was_taken_back_and_made_again() -> None:
    match = begun(None)
    while len({decision.seat for decision in match.decisions}) == 1 and match.round == 0:
        match.play(match.decisions[0].seat, match.decisions[0].moves[0])
    decision = match.decisions[0]
    drawn = match.random_for(decision).random()
    match.play(decision.seat, decision.moves[0])
    match.roll_back(match.count - 2)
    back = match.decision(decision.seat)
    assert back is not None
    assert back.moves == decision.moves
    assert match.random_for(back).random() == drawn
    match.roll_back(match.count - 1, anew=True)
    anew = match.decision(decision.seat)
    assert anew is not None
    assert match.random_for(anew).random() != drawn
