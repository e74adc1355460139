"""`manage.py` in the hands of whoever runs the service: what it lists, and what it says when a part is not there."""

from __future__ import annotations

import re
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from bruges_pbem import __version__, command_line
from tests.bruges_pbem.test_env import CAREFUL, REAL, ROOT, manage
from tournaments.running.installation import free_port

OURS = {path.stem for path in (ROOT / "tournaments" / "management" / "commands").glob("[a-z]*.py")}
LINE = re.compile(r"^  ([a-z_]+) +(\S.*)$", re.MULTILINE)


def test_the_help_lists_every_command_of_the_service_with_what_it_does(tmp_path: Path) -> None:
    told = dict(
        re.findall(r"^  ([a-z_]+) +(\S.*)$", manage("help", DATA_DIR=str(tmp_path), **REAL).stdout, re.MULTILINE)
    )
    assert told.keys() >= OURS
    assert len(told) < len(OURS) + 6, "few of Django's, so that ours are found"


@pytest.mark.parametrize("words", [("help",), ()], ids=["help", "nothing"])
def test_the_help_needs_no_more_packages_than_a_server_has(words: tuple[str, ...], tmp_path: Path) -> None:
    packages = re.compile(r"^([\w.-]+)==", re.MULTILINE)
    base, test = (set(packages.findall((ROOT / f"requirements/{lock}.txt").read_text())) for lock in ("base", "test"))
    absent = {name for name, owners in packages_distributions().items() if (test - base).intersection(owners)}
    assert "pypdf" in absent
    for name in absent:
        (tmp_path / f"{name}.py").write_text(f"raise ModuleNotFoundError({name!r})\n")
    told = manage(*words, DATA_DIR=str(tmp_path), PYTHONPATH=str(tmp_path), **REAL)
    assert (told.returncode, "bruges_pbem" in told.stderr) == (0, False), told.stderr
    assert dict(LINE.findall(told.stdout)).keys() >= OURS - set(command_line.DEMONSTRATION)


def test_the_version_is_that_of_the_service(tmp_path: Path) -> None:
    for word in ("--version", "version"):
        assert manage(word, DATA_DIR=str(tmp_path), **REAL).stdout == f"{__version__}\n"


def database_that_is_away() -> dict[str, str]:
    return {"DATABASE_URL": f"postgresql://bruges@127.0.0.1:{free_port()}/bruges"}


@pytest.mark.parametrize(
    ("words", "lacking", "remedy"),
    [
        (("verify", "--all"), {}, "manage.py migrate"),
        (("appoint", "a@example.net"), {}, "manage.py migrate"),
        (("verify", "--all"), database_that_is_away(), "systemctl status postgresql"),
        (("sweep",), database_that_is_away(), "systemctl status postgresql"),
    ],
    ids=["no tables", "no tables, to write", "no database", "no database, to write"],
)
def test_a_command_says_in_two_lines_what_the_installation_lacks(
    tmp_path: Path, words: tuple[str, ...], lacking: dict[str, str], remedy: str
) -> None:
    ran = manage(*words, DATA_DIR=str(tmp_path), **REAL, **CAREFUL, **lacking)
    assert ran.returncode == 1
    assert remedy in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 2, ran.stderr
