"""The page about position files: its tables name every field, its examples are read, played, printed and drawn."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import Match
from engine.agenda import shape
from engine.bruges import GAME
from engine.bruges.data.cards import shipped
from engine.bruges.positions.cards import Stock
from engine.bruges.positions.layout import Houses, seat_layout, table_layout
from engine.bruges.rules.tasks import KINDS
from engine.positions import __main__ as command
from engine.positions import files
from tests.engine.bruges.table import SECRET

ROOT = Path(__file__).resolve().parents[4]
STOCK = Stock(shipped())
FIELDS = table_layout(STOCK, 2).fields
PAGE = (ROOT / "docs/positions/bruges.md").read_text(encoding="utf-8")
EXAMPLES: list[dict[str, Any]] = [json.loads(text) for text in re.findall(r"```json\n(.+?)```", PAGE, re.DOTALL)]


def fields_of(title: str) -> set[str]:
    """The names in the first column of the tables of a chapter."""
    chapter = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in chapter.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def begun(example: dict[str, Any]) -> Match:
    return Match.start(GAME, len(example["seats"]), secret=SECRET, position=example)


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "engine.positions", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def test_every_field_stands_on_the_page_and_no_other():
    assert fields_of("The table") == set(FIELDS)
    assert fields_of("A seat") == {*seat_layout(STOCK).fields, *Houses(STOCK).layout.fields}


def test_every_task_of_the_agenda_stands_on_the_page_with_its_length():
    tasks = [task for row in fields_of("The agenda") if (task := re.findall(r'[\w"]+', row))]
    assert {task[0].strip('"'): len(task) - 1 for task in tasks} == {
        name: len(shape(kind)) for name, kind in KINDS.items()
    }


def test_what_may_be_left_out_is_as_the_page_says():
    for example in EXAMPLES:
        assert set(example) <= set(FIELDS)
    state = GAME.read_position(
        {"seats": [{}, {}], "dice": dict.fromkeys(("blue", "brown", "purple", "red", "yellow"), 3)}
    )
    assert [(seat.points, seat.guilders, seat.workers) for seat in state.seats] == [(5, 5, [1] * 5)] * 2


def test_the_first_example_is_played():
    match = begun(EXAMPLES[0])
    assert [move.text for move in match.decisions[0].moves] == ["lose blue empty", "lose prince"]
    match.play(0, "lose prince")
    seat = match.view(0).seats[0]
    assert (seat.guilders, seat.threats, len(seat.houses)) == (0, [0] * 5, 1)
    assert "recruit prince in blue" not in [move.text for move in match.decision(0).moves]
    match.play(0, "guilders mayor")
    assert match.decision(1) is not None


def test_the_second_example_is_played_to_its_end():
    match = begun(EXAMPLES[1])
    assert match.decisions[0].seat == 1
    assert match.decisions[0].prompt == "card 3 of 4"
    match.play(1, "guilders queen")
    assert "use prince" in [move.text for move in match.decision(0).moves]
    match.play(0, "use prince")
    match.play(0, "guilders mathematician")
    match.play(1, "guilders king")
    match.play(0, "guilders bishop")
    assert match.over
    assert match.scoresheet().totals == (31, 29)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_written_and_read_as_the_same_position(example: dict[str, Any]):
    match = begun(example)
    written = json.loads(json.dumps(match.position()))
    game, state = files.read(written)
    assert files.write(game, state) == written
    assert begun(written).decisions == match.decisions


def test_the_command_prints_an_example_and_draws_it_beside_its_file(tmp_path: Path):
    file = tmp_path / "example.json"
    file.write_text(json.dumps(EXAMPLES[1]), encoding="utf-8")
    told = run(file, "--seat", 2)
    assert (told.returncode, told.stderr) == (0, "")
    assert "3. QUEEN" in told.stdout
    assert "Seat 1: 9 points" in told.stdout
    drawn = (tmp_path / "example.svg").read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert "Queen" in drawn
    public = run(file, "--svg", tmp_path / "public.svg")
    assert public.returncode == 0
    assert "queen" not in (public.stdout + (tmp_path / "public.svg").read_text(encoding="utf-8")).lower()


def test_the_command_names_what_is_impossible(tmp_path: Path):
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(EXAMPLES[0] | {"round": "first"}), encoding="utf-8")
    told = run(file)
    assert told.returncode == 1
    assert "wrong.json: round: is 'first'" in told.stderr
    assert not (tmp_path / "wrong.svg").exists()


def test_a_picture_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "example.json"
    file.write_text(json.dumps(EXAMPLES[0]), encoding="utf-8")
    assert command.main([str(file), "--svg", str(tmp_path / "nowhere" / "picture.svg")]) == 1
    assert "no picture" in capsys.readouterr().err
