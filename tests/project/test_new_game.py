"""`make game` in a copy of the project: the new game keeps the contract and is played by mail to its scoresheet."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaign import mutants

HELD_BY = ("tests/engine/test_drafts.py", "tests/by_mail/test_drafts_by_mail.py", "tests/project/test_architecture.py")
CONCERNED = "kayles or games or rooms or sitting"


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command in the copy, in a process that knows nothing of this run of tests."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "TESTS_", "MAKE"))}
    return subprocess.run(words, cwd=folder, env=bare, capture_output=True, text=True, check=False)


def make_game(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    return run(folder, "make", "game", f"NAME={name}", f"PYTHON={sys.executable}")


def test_a_new_game_is_played_by_mail_as_it_was_written(tmp_path: Path) -> None:
    mutants.copied(tmp_path)
    assert "engine/kayles is a draft that can be played" in make_game(tmp_path, "kayles").stdout
    written = [path for path in (tmp_path / "engine/kayles").rglob("*") if path.is_file()]
    assert sum(len(path.read_text("utf-8").splitlines()) for path in written) <= 150
    assert not any(re.search("nim", path.read_text("utf-8"), re.IGNORECASE) for path in written)
    assert run(tmp_path, sys.executable, "-m", "ruff", "check", "engine").returncode == 0
    told = run(tmp_path, sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-k", CONCERNED, *HELD_BY)
    assert told.returncode == 0, told.stdout[-5000:]
    assert re.search(r"played_by_mail_to_its_scoresheet\[kayles-en\] PASSED", told.stdout)
    assert re.search(r"keeps_the_contract\[.*kayles, 2 seats\] PASSED", told.stdout)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Nim", "small letters and digits"),
        ("", "small letters and digits"),
        ("class", "a word of Python"),
        ("bruges", "there is engine/bruges already"),
        ("chance", "there is engine/chance already"),
    ],
)
def test_a_name_that_no_game_can_have_is_refused_and_nothing_is_written(name: str, told: str, tmp_path: Path) -> None:
    for folder in ("docs/examples", "engine/bruges"):
        (tmp_path / folder).mkdir(parents=True)
    for file in ("Makefile", "docs/examples/new_game.py", "engine/registry.py", "engine/chance.py"):
        (tmp_path / file).write_bytes((mutants.ROOT / file).read_bytes())
    before = sorted(tmp_path.rglob("*"))
    refused = make_game(tmp_path, name)
    assert refused.returncode == 2
    assert told in refused.stderr
    assert sorted(tmp_path.rglob("*")) == before
