"""The tests of the engine run without a web framework, so that work at a game's rules needs none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
AWAY = ("django", "pytest_django", "celery", "psycopg")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("tests/engine", "--collect-only"), "tests collected"),
        (("tests/engine/match/test_chance.py", "--rows-elsewhere"), " passed"),
    ],
    ids=["all are found", "some are run as by make"],
)
def test_the_tests_of_the_engine_import_nothing_of_the_service(
    words: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    for name in AWAY:
        (tmp_path / f"{name}.py").write_text(f"raise AssertionError('imported: {name}')\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words]
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "DJANGO_"))}
    away = {**bare, "PYTHONPATH": str(tmp_path), "PYTHONSAFEPATH": "1"}
    run = subprocess.run(command, cwd=ROOT, env=away, capture_output=True, text=True, check=False)
    assert (run.returncode, told in run.stdout) == (0, True), run.stdout[-3000:] + run.stderr
