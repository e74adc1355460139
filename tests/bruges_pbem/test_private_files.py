"""What the service writes is for its own user alone, whoever starts it and with whatever umask."""

from __future__ import annotations

import os
import pwd
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tournaments.runtime import private_files

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


@pytest.fixture(autouse=True)
def umask() -> Iterator[None]:
    """What a test changes of it in this process."""
    before = os.umask(0o022)
    os.umask(before)
    yield
    os.umask(before)


NOBODY = pwd.getpwnam("nobody").pw_uid
root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root may be somebody else")


def modes(place: Path) -> dict[str, int]:
    return {
        str(path.relative_to(place.parent)): stat.S_IMODE(path.stat().st_mode) for path in [place, *place.rglob("*")]
    }


def run(command: list[str], place: Path, **options: Any) -> str:
    """With the umask that a shell has."""
    done = tried(command, place, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def tried(command: list[str], place: Path, **options: Any) -> subprocess.CompletedProcess[str]:
    settings = {
        "DJANGO_SETTINGS_MODULE": "bruges_pbem.settings", "DATA_DIR": str(place), "DEMO": "yes",
        "SECRET_KEY": "x" * 40, "MAIL_KEYS": "k1:" + "A" * 43 + "=", "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **settings, "DATABASE_URL": f"sqlite://{place}/club.sqlite3"},
        capture_output=True, text=True, check=False, umask=0o022, **options,
    )  # fmt: skip


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


def test_whatever_starts_first_makes_the_data_folder_for_its_user_alone(tmp_path: Path) -> None:
    private_files.begin(tmp_path / "not" / "made")
    assert modes(tmp_path / "not" / "made")["made"] == 0o700


def test_a_part_whose_data_folder_cannot_be_made_names_the_setting(tmp_path: Path) -> None:
    """Beside a line with an open quote DATA_DIR is not set: a part that said only "Permission denied" led nowhere."""
    (tmp_path / "file").touch()
    done = tried([sys.executable, "manage.py", "receive"], tmp_path / "file" / "var")
    assert done.returncode == 1
    assert "DATA_DIR names it" in done.stderr


def test_a_data_folder_behind_a_link_is_closed_as_well(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir(mode=0o755)
    (tmp_path / "var").symlink_to(tmp_path / "disk")
    private_files.begin(tmp_path / "var")
    assert modes(tmp_path / "disk")["disk"] == 0o700


@root_only
@pytest.mark.parametrize("start", STARTS)
def test_nothing_starts_on_a_data_folder_of_another_user_and_the_way_out_is_named(tmp_path: Path, start: str) -> None:
    place = tmp_path / "var"
    place.mkdir(mode=0o755)
    os.chown(place, NOBODY, NOBODY)
    done = tried(STARTS[start], place)
    assert done.returncode != 0
    said = done.stderr.strip().splitlines()[-1]
    assert f"the data folder {place} belongs to nobody, and this is root" in said
    assert "runuser -u nobody -- " in said
    assert [*place.iterdir()] == []


@root_only
def test_the_file_of_sqlite_of_another_user_is_refused(tmp_path: Path) -> None:
    (tmp_path / "club.sqlite3").touch(0o644)
    os.chown(tmp_path / "club.sqlite3", NOBODY, NOBODY)
    done = tried([sys.executable, "-c", USE], tmp_path)
    assert "club.sqlite3 belongs to nobody, and this is root" in done.stderr.splitlines()[-1]
