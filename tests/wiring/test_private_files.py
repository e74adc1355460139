"""What the service writes is for its own user alone, whoever starts it and with whatever umask."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STARTS = {
    "command line": [sys.executable, "manage.py", "check"],
    "web": [sys.executable, "-c", "import bruges_pbem.wsgi"],
    "web, asynchronous": [sys.executable, "-c", "import bruges_pbem.asgi"],
    "worker": [
        sys.executable, "-c",
        "from celery import signals; import bruges_pbem.celery; signals.worker_init.send(None)",
    ],
    "beat": [
        sys.executable, "-c",
        "from celery import signals; import bruges_pbem.celery; signals.beat_init.send(None)",
    ],
}  # fmt: skip
AND_WRITE = "; import os, bruges_pbem.settings as s; (s.DATA_DIR / 'new').mkdir(); (s.DATA_DIR / 'new/file').touch()"
USE = (
    "import django; django.setup()\n"
    "from django.db import connection\n"
    "cursor = connection.cursor()\n"
    "cursor.execute('create table if not exists t (n integer)')\n"
    "cursor.execute('insert into t values (1)')\n"
    "import os\n"
    "name = str(connection.settings_dict['NAME'])\n"
    "print([oct(os.stat(name + ending).st_mode) for ending in ('', '-wal', '-shm')])\n"
)


def modes(place: Path) -> dict[str, int]:
    return {
        str(path.relative_to(place.parent)): stat.S_IMODE(path.stat().st_mode) for path in [place, *place.rglob("*")]
    }


def run(command: list[str], place: Path) -> str:
    """With the umask that a shell has."""
    settings = {
        "DJANGO_SETTINGS_MODULE": "bruges_pbem.settings", "DATA_DIR": str(place), "DEMO": "yes",
        "SECRET_KEY": "x" * 40, "MAIL_KEYS": "k1:" + "A" * 43 + "=", "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **settings, "DATABASE_URL": f"sqlite://{place}/club.sqlite3"},
        capture_output=True, text=True, check=False, umask=0o022,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("start", STARTS)
def test_whatever_starts_closes_the_data_folder_with_all_that_lies_in_it(tmp_path: Path, start: str) -> None:
    place = tmp_path / "var"
    (place / "post" / "anna").mkdir(parents=True, mode=0o755)
    (place / "post" / "anna" / "letter").touch(0o644)
    (place / "run.sh").touch(0o755)
    command = STARTS[start]
    run([*command[:-1], command[-1] + AND_WRITE] if "-c" in command else command, place)
    found = modes(place)
    assert {name: mode for name, mode in found.items() if mode & 0o077} == {}
    assert found["var/run.sh"] == 0o700
    assert ("var/new/file" in found) is ("-c" in command)


@pytest.mark.parametrize("before", [None, 0o644])
def test_the_file_of_sqlite_and_those_beside_it_are_closed_while_it_is_open(tmp_path: Path, before: int | None) -> None:
    if before:
        (tmp_path / "club.sqlite3").touch(before)
    assert run([sys.executable, "-c", USE], tmp_path).splitlines()[-1] == "['0o100600', '0o100600', '0o100600']"
    assert modes(tmp_path)[f"{tmp_path.name}/club.sqlite3"] == 0o600
