"""Position files of any game, and the command that prints them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import BadPosition
from engine.positions import __main__ as command
from engine.positions import files
from engine.registry import FOLDERS, Games, games
from tests.engine.toy import GAME, Pebbles, at_turn


def test_a_position_comes_back_as_it_was_written():
    match = at_turn()
    data = json.loads(json.dumps(match.position()))
    game, state = files.read(data)
    assert game is GAME
    assert files.write(game, state) == data


@pytest.mark.parametrize(
    ("data", "said"),
    [([], "JSON object"), ({}, "one of"), ({"game": "whist"}, "not 'whist'")],
)
def test_a_position_of_no_game_is_refused(data: object, said: str):
    with pytest.raises(BadPosition, match=said):
        files.read(data)


def test_the_command_prints_a_position_and_writes_its_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file, picture = tmp_path / "position.json", tmp_path / "picture.svg"
    file.write_text(json.dumps(at_turn().position()), encoding="utf-8")
    assert command.main([str(file), "--seat", "1", "--svg", str(picture)]) == 0
    assert capsys.readouterr().out == "== Table ==\nSeat 1: 0 points\nSeat 2: 0 points\nSeat 3: 1 points\n"
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_the_command_names_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    data = at_turn().position()
    data["state"]["seats"][1]["stones"] = -1
    file = tmp_path / "position.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert command.main([str(file)]) == 1
    assert "position.json: a seat has fewer than no stones" in capsys.readouterr().err
    file.write_text("{", encoding="utf-8")
    assert command.main([str(file)]) == 1
    file.write_text(json.dumps(at_turn().position()), encoding="utf-8")
    assert command.main([str(file), "--seat", "9"]) == 1
    assert "there is no seat 9" in capsys.readouterr().err


def test_a_picture_never_takes_the_place_of_its_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "position.svg"
    written = json.dumps(at_turn().position())
    file.write_text(written, encoding="utf-8")
    (tmp_path / "link.svg").symlink_to(file)
    for arguments in ([], ["--svg", str(file)], ["--svg", str(tmp_path / "link.svg")]):
        assert command.main([str(file), *arguments]) == 1
        assert "is the position; name another file for its picture with --svg" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == written


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000 + "]" * 100_000, "nested too deep"),
        ('{"game": "bruges", "seats": [{}, {}], "round": %s}' % ("[" * 900 + "]" * 900), "round: is [["),
        ('{"game": "bruges", "seats": [{}, {"points": 1, "points": 2}]}', "the field 'points' stands twice"),
        ('{"game": "bruges", "seats": [{}, {"points": NaN}]}', "seat 1, points: is nan"),
    ],
    ids=["too deep", "deep", "twice", "no number"],
)
def test_a_file_that_json_would_take_is_refused_in_words(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "position.json"
    file.write_text(text, encoding="utf-8")
    assert command.main([str(file)]) == 1
    assert said in capsys.readouterr().err


def test_every_game_in_the_registry_can_be_had_by_its_slug():
    for slug in FOLDERS:
        assert games[slug].slug == slug


def test_two_games_cannot_share_a_slug():
    ours = Games({"pebbles": "nowhere"})
    with pytest.raises(ValueError, match="pebbles already"):
        ours.add(GAME)
    theirs = Games({})
    theirs.add(GAME)
    theirs.add(GAME)
    with pytest.raises(ValueError, match="pebbles already"):
        theirs.add(Pebbles())
    assert list(theirs) == ["pebbles"]
    assert len(theirs) == 1
