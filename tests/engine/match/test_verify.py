"""The verifier on its own: it needs no engine, and every kind of tampering is caught."""

from __future__ import annotations

import ast
import copy
import hashlib
import hmac
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import Match, games, verify
from engine.match.export import export, replay
from engine.match.log import digest, nonce, seal
from engine.refusals import BrokenRecord, EngineError
from tests.engine.toy import GAME, at_turn, new_match, play_out, secret

NAMES = ("Łódź", "Ελένη", "布魯日")
Exported = dict[str, Any]


@pytest.fixture(scope="module")
def finished() -> Exported:
    match = new_match()
    play_out(match, 4, 9)
    match.roll_back(5, anew=True)
    return json.loads(json.dumps(export(play_out(match, 4), NAMES)))


def run(exported: Exported, folder: Path) -> tuple[int, str]:
    """Run the verifier as anybody would: a copy of the file, no engine near."""
    script = folder / "verify.py"
    script.write_text(Path(verify.__file__).read_text(encoding="utf-8"), encoding="utf-8")
    game = folder / "game.json"
    game.write_text(json.dumps(exported), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", str(script), str(game)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=folder,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_a_record_of_a_running_match_shows_nothing_hidden_of_the_position_it_began_with(tmp_path: Path):
    position = at_turn().position()
    match = play_out(Match.start(GAME, 3, secret=secret(), position=position), 2, 10)
    running = json.loads(json.dumps(export(match, NAMES)))
    assert set(running["header"]["position"]) == {"seal"}
    assert run(running, tmp_path)[0] == 0
    over = json.loads(json.dumps(export(play_out(match, 4), NAMES)))
    assert over["header"]["position"]["open"] == position
    assert run(over, tmp_path)[0] == 0
    assert replay(over).head == match.head
    over["header"]["position"]["open"]["state"]["heap"] += 1
    status, said = run(over, tmp_path)
    assert (status, "what was sealed is not what is shown" in said) == (1, True)
    with pytest.raises(BrokenRecord):
        replay(over)


def cut(game: Exported) -> None:
    game["log"].pop()
    game["head"] = game["log"][-1]["hash"]


def another_head(game: Exported) -> None:
    game["head"] = game["log"][-2]["hash"]


def not_over(game: Exported) -> None:
    game["over"] = False


def one_name_more(game: Exported) -> None:
    game["names"].append("Dora")


def a_deck_of_another_game(game: Exported) -> None:
    game["deck"] = {"persons": []}


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (cut, "ends before the game is over"),
        (another_head, "does not end with the entry that the head names"),
        (not_over, "ends before the game is over"),
        (one_name_more, "3 seats and 4 names"),
        (a_deck_of_another_game, "go together"),
        (lambda game: game.update(format="engine match 2"), "no exported match"),
    ],
)
def test_the_engine_takes_only_a_whole_record(finished: Exported, tamper: Callable[[Exported], None], said: str):
    assert replay(finished).over
    game = copy.deepcopy(finished)
    tamper(game)
    with pytest.raises(EngineError, match=said):
        replay(game)


def test_the_verifier_needs_the_standard_library_only():
    tree = ast.parse(Path(verify.__file__).read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


def test_a_finished_match_agrees_and_says_what_was_checked(finished: Exported, tmp_path: Path):
    status, said = run(finished, tmp_path)
    assert status == 0, said
    assert f"{len(finished['log'])} entries" in said
    assert finished["header"]["commitment"] in said
    assert "you saw before" in said
    assert finished["head"] in said
    assert '"tulip", "rain"' in said
    assert said.endswith("Everything agrees.\n")


def test_a_running_match_shows_nothing_hidden_and_verifies_as_far_as_it_can(tmp_path: Path):
    match = play_out(at_turn(), 2, 10)
    exported = export(match, NAMES)
    text = json.dumps(exported)
    assert exported["secret"] is None
    assert '"open"' not in text
    assert '"nonce"' not in text
    assert secret().hex() not in text
    status, said = run(json.loads(text), tmp_path)
    assert status == 0
    assert "still sealed" in said


def test_a_seat_can_prove_its_own_moves_while_the_match_runs(tmp_path: Path):
    match = play_out(at_turn(), 2, 10)
    exported = json.loads(json.dumps(export(match, NAMES, seat=1)))
    opened = [entry["move"]["open"] for entry in exported["log"] if entry["move"] and "open" in entry["move"]]
    assert opened == [entry.move for entry in match.log if entry.seat == 1]
    hands = [event["open"]["data"] for entry in exported["log"] for event in entry["events"] if "open" in event]
    assert [hand["seat"] for hand in hands if "cards" in hand] == [1] * len(hands)
    assert run(exported, tmp_path)[0] == 0
    shown = next(entry["move"] for entry in exported["log"] if entry["move"] and "open" in entry["move"])
    shown["open"] = "bid 1" if shown["open"] != "bid 1" else "bid 2"
    assert run(exported, tmp_path)[0] == 1


def entry_with(exported: Exported, part: str) -> dict[str, Any]:
    return next(entry for entry in exported["log"] if entry[part])


def change_move(game: Exported) -> None:
    move = entry_with(game, "move")["move"]
    move["open"] = "bid 1" if move["open"] != "bid 1" else "bid 2"


def change_public_event(game: Exported) -> None:
    next(e for entry in game["log"] for e in entry["events"] if "seal" not in e)["data"]["heap"] = 99


def change_private_event(game: Exported) -> None:
    next(e for entry in game["log"] for e in entry["events"] if "seal" in e)["open"]["data"]["cards"][0] = "owl!"


def change_die(game: Exported) -> None:
    roll = next(r["open"] for entry in game["log"] for r in entry["rolls"] if r["open"]["kind"] == "below")
    roll["result"] = (roll["result"] + 1) % roll["n"]


def change_shuffle(game: Exported) -> None:
    roll = next(r["open"] for entry in game["log"] for r in entry["rolls"] if r["open"]["kind"] == "shuffle")
    roll["result"][0], roll["result"][1] = roll["result"][1], roll["result"][0]


def swap_entries(game: Exported) -> None:
    game["log"][3], game["log"][4] = game["log"][4], game["log"][3]


def swap_and_renumber(game: Exported) -> None:
    swap_entries(game)
    game["log"][3]["number"], game["log"][4]["number"] = 3, 4


def drop_entry(game: Exported) -> None:
    del game["log"][4]


def drop_last_entry(game: Exported) -> None:
    del game["log"][-1]


def add_entry(game: Exported) -> None:
    game["log"].append(copy.deepcopy(game["log"][-1]))


def change_word(game: Exported) -> None:
    game["header"]["words"][0] = "rose"


def change_option(game: Exported) -> None:
    game["header"]["options"]["rounds"] = 2


def change_secret(game: Exported) -> None:
    game["secret"] = secret(2).hex()


def change_secret_and_commitment(game: Exported) -> None:
    change_secret(game)
    game["header"]["commitment"] = hashlib.sha256(secret(2)).hexdigest()


def change_seat(game: Exported) -> None:
    entry_with(game, "move")["seat"] = 1 - entry_with(game, "move")["seat"]


def change_word_giver(game: Exported) -> None:
    entry_with(game, "move")["by"] = "stand-in"


def hide_roll(game: Exported) -> None:
    del entry_with(game, "rolls")["rolls"][0]["open"]


def remove_roll(game: Exported) -> None:
    del entry_with(game, "rolls")["rolls"][0]


def forge(game: Exported) -> None:
    """Make every receipt and hash of the log anew, as one who holds the secret could."""
    key = bytes.fromhex(game["secret"])
    previous = digest(game["header"])
    for entry in game["log"]:
        receipts = verify.receipts(entry)
        for index, receipt in enumerate(receipts):
            receipt["seal"] = seal(key, entry["number"], index, entry["seat"], receipt["open"])
            receipt["nonce"] = nonce(key, entry["number"], index, entry["seat"], receipt["open"]).hex()
        entry["previous"] = previous
        entry["hash"] = previous = digest(verify.public(entry))
    game["head"] = previous


def change_die_and_forge(game: Exported) -> None:
    change_die(game)
    forge(game)


def change_shuffle_and_forge(game: Exported) -> None:
    change_shuffle(game)
    forge(game)


def change_word_and_forge(game: Exported) -> None:
    change_word(game)
    forge(game)


def draw_from_a_later_branch_and_forge(game: Exported) -> None:
    roll = entry_with(game, "rolls")["rolls"][0]["open"]
    roll["branch"] = 1
    key = hmac.digest(secret(), verify.pack("words", *game["header"]["words"]), "sha256")
    roll["result"] = verify.result(key, roll)
    forge(game)


def draw_twice_and_forge(game: Exported) -> None:
    first, *_, last = (entry["rolls"] for entry in game["log"] if entry["rolls"] and entry["branch"])
    last[0]["open"] = copy.deepcopy(first[0]["open"])
    forge(game)


def draw_by_an_unknown_kind_and_forge(game: Exported) -> None:
    """A second kind of shuffle would draw a label again, and its maker could take the order that suits."""
    roll = next(r["open"] for entry in game["log"] for r in entry["rolls"] if r["open"]["kind"] == "shuffle")
    key = hmac.digest(secret(), verify.pack("words", *game["header"]["words"]), "sha256")
    roll["kind"] = "mix"
    stream, order = verify.numbers(key, roll), list(range(roll["n"]))
    for i in range(roll["n"] - 1, 0, -1):
        j = verify.below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    roll["result"] = order
    forge(game)


def draw_anew_without_a_roll_back_and_forge(game: Exported) -> None:
    for entry in game["log"][-3:]:
        entry["branch"] += 1
        assert not entry["rolls"]
    forge(game)


def choose_by_form(name: str, value: object) -> Callable[[Exported], None]:
    """Draw anew with an equal number in another form, which would give another result."""

    def tamper(game: Exported) -> None:
        game["log"][0]["branch"] = value if name == "branch" else game["log"][0]["branch"]
        for receipt in entry_with(game, "rolls")["rolls"]:
            receipt["open"][name] = value if name == "branch" else float(receipt["open"][name])
        forge(game)

    return tamper


def ask_for_too_much(number: int) -> Callable[[Exported], None]:
    def tamper(game: Exported) -> None:
        entry_with(game, "rolls")["rolls"][0]["open"]["n"] = number
        forge(game)

    return tamper


def ask_for_one_of(number: int) -> Callable[[Exported], None]:
    def tamper(game: Exported) -> None:
        next(r["open"] for entry in game["log"] for r in entry["rolls"] if r["open"]["kind"] == "below")["n"] = number
        forge(game)

    return tamper


def another_format(game: Exported) -> None:
    game["format"] = "engine match 2"


def no_log(game: Exported) -> None:
    game["log"] = []


def no_number(game: Exported) -> None:
    del game["log"][2]["number"]


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (change_move, "what was sealed is not what is shown"),
        (change_public_event, "entry 0 was changed"),
        (change_private_event, "what was sealed is not what is shown"),
        (change_die, "what was sealed is not what is shown"),
        (change_shuffle, "what was sealed is not what is shown"),
        (swap_entries, "entry 3 is missing or out of place"),
        (swap_and_renumber, "entry 3 does not follow entry 2"),
        (drop_entry, "entry 4 is missing"),
        (drop_last_entry, "does not end with"),
        (add_entry, "out of place"),
        (change_word, "entry 0 does not follow the header"),
        (change_option, "entry 0 does not follow the header"),
        (change_secret, "not the one that the commitment was made to"),
        (change_secret_and_commitment, "entry 0 does not follow the header"),
        (change_seat, "was changed"),
        (change_word_giver, "was changed"),
        (hide_roll, "1 sealed parts are not"),
        (remove_roll, "was changed"),
        (change_die_and_forge, "does not follow from the secret and the words"),
        (change_shuffle_and_forge, "does not follow from the secret and the words"),
        (change_word_and_forge, "does not follow from the secret and the words"),
        (draw_from_a_later_branch_and_forge, "a branch that is not the entry's"),
        (draw_twice_and_forge, "was drawn before"),
        (draw_by_an_unknown_kind_and_forge, "nobody knows a roll of kind mix"),
        (draw_anew_without_a_roll_back_and_forge, "drawn anew without a roll back"),
        (choose_by_form("n", None), "cannot be read"),
        (choose_by_form("branch", 0.0), "cannot be read"),
        (choose_by_form("branch", -0.0), "cannot be read"),
        (ask_for_too_much(2**33), "is no number of results"),
        (ask_for_too_much(0), "is no number of results"),
        (ask_for_too_much(-1), "is no number of results"),
        (ask_for_too_much(10**7), "is no number of results"),
        (ask_for_one_of(0), "is no number of results"),
        (ask_for_one_of(2**32 + 1), "is no number of results"),
        (another_format, "no exported match"),
        (no_log, "the log is empty"),
        (no_number, "cannot be read"),
    ],
)
def test_tampering_is_caught(finished: Exported, tmp_path: Path, tamper: Callable[[Exported], None], said: str):
    game = copy.deepcopy(finished)
    tamper(game)
    status, words = run(game, tmp_path)
    assert status == 1
    assert words.startswith("NOT RIGHT: ")
    assert said in words


# --- dice that everybody sees --------------------------------------------------------------------


@pytest.fixture(scope="module")
def bruges() -> Exported:
    match = Match.start(games["bruges"], 2, {}, secret=secret(), words=("tulip", "rain"))
    match = play_out(match, 1, 120)
    match.roll_back(60)
    match = play_out(match, 2, 60)
    match.roll_back(100, anew=True)
    return json.loads(json.dumps(export(play_out(match, 3), ("Anna", "Bea"))))


def throws(game: Exported) -> list[dict[str, Any]]:
    return [entry for entry in game["log"] if len(entry["rolls"]) == 5]


def redraw(game: Exported, roll: dict[str, Any], label: str) -> None:
    key = hmac.digest(bytes.fromhex(game["secret"]), verify.pack("words", *game["header"]["words"]), "sha256")
    roll["label"] = label
    roll["result"] = verify.result(key, roll)


def shown(entry: dict[str, Any]) -> dict[str, int]:
    return next(event["data"]["dice"] for event in entry["events"] if event.get("kind") == "dice")


def show_another_die(game: Exported) -> None:
    dice = shown(throws(game)[-1])
    dice["red"] = dice["red"] % 6 + 1
    forge(game)


def throw_until_it_pleases(game: Exported) -> None:
    entry = throws(game)[-1]
    roll = next(roll["open"] for roll in entry["rolls"] if "red" in roll["open"]["label"])
    redraw(game, roll, "round 77 red die")
    shown(entry)["red"] = roll["result"]
    forge(game)


def name_the_first_throw_freely(game: Exported) -> None:
    entry = throws(game)[0]
    roll = next(roll["open"] for roll in entry["rolls"] if "red" in roll["open"]["label"])
    redraw(game, roll, "round 33 red die")
    shown(entry)["red"] = roll["result"]
    forge(game)


def throw_one_more(game: Exported) -> None:
    rolls = throws(game)[1]["rolls"]
    rolls.append(copy.deepcopy(rolls[0]))
    redraw(game, rolls[-1]["open"], "round 2 sixth die")
    forge(game)


def test_the_dice_of_a_game_with_roll_backs_agree(bruges: Exported, tmp_path: Path):
    status, said = run(bruges, tmp_path)
    assert status == 0, said
    assert f"{5 * len(throws(bruges))} of them are dice that were shown to all" in said
    assert "under the names: round N blue die, round N brown die," in said
    assert "drawn for: cards, guard houses, piles, start player, unseen, unseen blue, unseen brown," in said
    assert "Roll backs after which chance was drawn anew: 1." in said
    assert "Not checked here: the names" in said


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (show_another_die, "the dice that were shown are not those that were drawn"),
        (throw_until_it_pleases, "round 77 red die is not the next throw of that die"),
        (name_the_first_throw_freely, "round 33 red die is not the next throw of that die"),
        (throw_one_more, "the dice that were shown are not those that were drawn"),
    ],
)
def test_dice_that_were_chosen_are_caught(
    bruges: Exported, tmp_path: Path, tamper: Callable[[Exported], None], said: str
):
    game = copy.deepcopy(bruges)
    tamper(game)
    status, words = run(game, tmp_path)
    assert status == 1
    assert said in words


def test_dice_without_names_are_those_that_were_drawn_too(tmp_path: Path):
    match = play_out(Match.start(games["venise"], 2, {}, secret=secret()), 3)
    game: Exported = json.loads(json.dumps(export(match, ("Anna", "Bea"))))
    status, said = run(game, tmp_path)
    assert status == 0, said
    rolled = next(event for entry in game["log"] for event in entry["events"] if event.get("kind") == "rolled")
    assert " 0 of them are dice" not in said
    rolled["data"]["dice"][0] = rolled["data"]["dice"][0] % 6 + 1
    forge(game)
    status, said = run(game, tmp_path)
    assert status == 1
    assert "the dice that were shown are not those that were drawn" in said


def test_a_game_that_begins_in_the_middle_may_throw_its_first_dice_in_any_round(tmp_path: Path):
    begun = play_out(Match.start(games["bruges"], 2, {}, secret=secret()), 5, 150)
    match = Match.start(games["bruges"], 2, {}, secret=secret(3), position=begun.position())
    exported = json.loads(json.dumps(export(play_out(match, 6), ("Anna", "Bea"))))
    status, said = run(exported, tmp_path)
    assert status == 0, said


def test_an_export_is_played_again_under_the_rules(bruges: Exported):
    match = replay(bruges)
    assert match.over
    assert match.head == bruges["head"]
    forged = copy.deepcopy(bruges)
    throw_until_it_pleases(forged)
    with pytest.raises(BrokenRecord, match=r"cannot be played again|not what playing it again gives"):
        replay(forged)


def test_a_match_that_is_not_over_cannot_be_replayed_from_its_export():
    with pytest.raises(BrokenRecord, match="not revealed"):
        replay(export(at_turn(), NAMES))


def test_forging_alone_is_no_tampering(finished: Exported, tmp_path: Path):
    game = copy.deepcopy(finished)
    forge(game)
    assert game == finished


def test_a_file_that_is_not_there_is_said(tmp_path: Path):
    assert verify.main([str(tmp_path / "none.json")]) == 1
    assert verify.main([]) == 2


def test_what_the_engine_writes_to_hash_is_what_the_verifier_reads():
    strange = {"z": ["Łódź", "🎲", None, True, -3], "a": {"b": " "}}
    assert verify.sha(verify.canonical(strange)) == digest(strange)


def wrong_nonce(game: Exported) -> None:
    game["log"][0]["rolls"][0]["nonce"] = "00" * 32


def no_nonce(game: Exported) -> None:
    del game["log"][0]["rolls"][0]["nonce"]


@pytest.mark.parametrize("tamper", [wrong_nonce, no_nonce])
def test_a_nonce_that_does_not_follow_from_the_secret_is_caught(finished: Exported, tamper: Any) -> None:
    game = copy.deepcopy(finished)
    tamper(game)
    with pytest.raises(verify.Wrong):
        verify.verify(game)
    with pytest.raises(BrokenRecord):
        replay(game)


@pytest.mark.parametrize("value", [None, True, 7, 1.5, "zz", "\ud800", [], [[]], {}])
def test_a_file_that_is_something_else_is_a_broken_record(finished: Exported, value: Any) -> None:
    inside = [("header", name) for name in finished["header"]] + [("log", 1, name) for name in finished["log"][1]]
    for path in [*((name,) for name in finished), *inside]:
        broken(finished, path, value)


def broken(game: Exported, path: tuple[str | int, ...], value: Any) -> None:
    """The game with another value at that place, and without any, is refused in the way that is promised."""
    *before, last = path
    for drop in (False, True):
        changed: Any = copy.deepcopy(game)
        inner = changed
        for step in before:
            inner = inner[step]
        if inner[last] == value and type(inner[last]) is type(value):
            continue
        inner[last] = value
        if drop:
            del inner[last]
        with pytest.raises(EngineError):
            replay(changed)
