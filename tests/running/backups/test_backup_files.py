"""The file of a backup: whole or not there, for one user alone, without a secret, and known when it was changed."""

from __future__ import annotations

import hashlib
import json
import os
import pwd
import resource
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, timedelta
from itertools import product
from pathlib import Path
from threading import Timer
from typing import Any
from zipfile import ZipFile

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError
from pytest_django import Settings

from bruges_pbem import __version__
from tests.actions.asked import START
from tests.running.backups.conftest import Run
from tests.shared.cast import person
from tests.shared.faults import Parts
from tournaments.models import Player
from tournaments.running.backups import archive, databases, making, restoring
from tournaments.running.backups.refusals import BadBackup, NoBackup, WrongPlace


@pytest.fixture
def made(transactional_db: None, parts: Parts, run: Run) -> Path:
    """A backup of a service with one player."""
    person("Anna")
    return Path(run("backup")[0].split()[0])


def folder() -> Path:
    return Path(settings.BACKUP_DIR)


def test_a_backup_is_for_its_user_alone_and_named_by_its_moment(made: Path) -> None:
    assert made.name == f"bruges-{START.astimezone(UTC):%Y-%m-%d-%H%M%S}.zip"
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert [path.name for path in folder().iterdir()] == [made.name]


def test_it_says_of_what_it_was_made_and_holds_no_secret_of_the_settings(made: Path) -> None:
    with ZipFile(made) as zipped:
        told = zipped.read("manifest.json").decode()
        everything = b"".join(zipped.read(name) for name in zipped.namelist())
        assert zipped.testzip() is None
    manifest = json.loads(told)
    assert manifest["rows"]["players"] == 1
    assert set(manifest["versions"]) == {"service", "code", "python", "django", "database"}
    assert manifest["versions"]["service"] == __version__
    assert ["tournaments", "0001_initial"] in manifest["migrations"]
    assert "SITE_URL" in manifest["settings"]
    assert {"SECRET_KEY", "MAIL_KEYS", "SMTP_URL", "DATABASE_URL"} <= set(manifest["kept elsewhere"])
    assert not set(manifest["settings"]) & set(manifest["kept elsewhere"])
    for value in (settings.SECRET_KEY, os.environ["SMTP_URL"], os.environ["MAIL_KEYS"].partition(":")[2]):
        assert value.encode() not in everything
    assert manifest["keys"]["MAIL_KEYS"].keys() == settings.MAIL_KEYS.keys()


def test_the_newest_stay_and_what_a_dead_writer_left_goes(transactional_db: None, parts: Parts, run: Run) -> None:
    left, fresh = (folder() / f"{archive.UNFINISHED}{name}{archive.PART}" for name in "ab")
    for path, day in ((left, 0), (fresh, 3)):
        path.write_bytes(b"half")
        then = (START + timedelta(days=day)).timestamp()
        os.utime(path, (then, then))
    other = folder() / "notes.zip"
    other.write_bytes(b"of somebody else")
    names = []
    for day in range(4):
        parts.clock.move_to(START + timedelta(days=day))
        said = run("backup", "--keep", "2")
        names.append(Path(said[0].split()[0]).name)
        if day > 1:
            assert said[1:] == [f"removed {folder() / names[day - 2]}"]
    assert {path.name for path in folder().iterdir()} == {*names[2:], fresh.name, other.name}


def test_two_backups_of_one_second_are_two_files(transactional_db: None, parts: Parts, run: Run) -> None:
    first, second = (Path(run("backup")[0].split()[0]) for _ in range(2))
    assert first != second
    assert archive.all_in(folder()) == [second, first]


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """As on a full disk: the system refuses to write more."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("size", [0, 20_000, 60_000])
def test_on_a_full_disk_nothing_is_left_and_the_older_backup_stays(made: Path, run: Run, size: int) -> None:
    with files_of_at_most(size), pytest.raises(CommandError) as refused:
        run("backup", "--keep", "1")
    assert "room" in str(refused.value).lower()
    assert [*folder().iterdir()] == [made]
    restoring.check(made, overwrite=databases.name(), other_keys=False)


def test_a_folder_that_is_not_there_or_in_use_is_named(
    transactional_db: None, parts: Parts, run: Run, settings: Settings, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match=r"No backup was written to .*/nowhere: No such file"):
        run("backup", "--to", str(tmp_path / "nowhere"))
    with making._alone(folder()), pytest.raises(CommandError, match="Another backup is being written"):
        run("backup")
    settings.BACKUP_DIR = ""
    with pytest.raises(CommandError, match="BACKUP_DIR"):
        run("backup")


def cut_off(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 100)


def flipped(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        byte = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte[0] ^ 1]))


def something_else(path: Path) -> None:
    path.write_bytes(b"no zip at all")


def with_another_part(path: Path) -> None:
    with ZipFile(path, "a") as zipped:
        zipped.writestr("files/../../evil", b"")


def with_another_database(path: Path) -> None:
    with ZipFile(path) as zipped:
        manifest = zipped.read("manifest.json")
    with ZipFile(path, "w") as zipped:
        zipped.writestr("database", b"something else")
        zipped.writestr("manifest.json", manifest)


def with_another_manifest(path: Path, **values: object) -> None:
    with ZipFile(path) as zipped:
        parts = {name: zipped.read(name) for name in zipped.namelist()}
    manifest = {**json.loads(parts.pop("manifest.json")), **values}
    with ZipFile(path, "w") as zipped:
        for name, data in parts.items():
            zipped.writestr(name, data)
        zipped.writestr("manifest.json", json.dumps(manifest))


def of_another_form(path: Path) -> None:
    with_another_manifest(path, format="bruges-pbem backup 9")


@pytest.mark.parametrize(
    "change", [cut_off, flipped, something_else, with_another_part, with_another_database, of_another_form, Path.unlink]
)
def test_a_backup_that_is_not_whole_is_refused_before_anything_is_touched(
    made: Path, run: Run, change: Callable[[Path], None]
) -> None:
    change(made)
    with pytest.raises(BadBackup):
        restoring.check(made, overwrite=databases.name(), other_keys=False)
    with pytest.raises(CommandError, match=made.name):
        run("restore", str(made), "--overwrite", databases.name())
    assert Player.objects.get().name == "Anna"


def test_whatever_byte_of_a_backup_is_damaged_it_is_whole_or_called_broken(tmp_path: Path) -> None:
    with archive.writing(tmp_path, START) as (writing, path):
        with writing.entry(archive.DATABASE, compressed=True) as part:
            part.write(b"".join(b"row %d of %d\n" % (number, number**3) for number in range(30)))
        writing.close_with({"format": archive.FORMAT, "made_at": START.isoformat()})
    whole, broken = path.read_bytes(), 0
    for at, bit in product(range(len(whole)), (1, 8, 128)):
        damaged = bytearray(whole)
        damaged[at] ^= bit
        path.write_bytes(damaged)
        try:
            archive.opened(path)
        except BadBackup:
            broken += 1
    assert broken > len(whole)


def test_a_backup_that_its_user_may_not_read_is_not_called_broken(made: Path) -> None:
    made.chmod(0)
    with pytest.raises(BadBackup, match=f"chown .* {made}"), not_as_root():
        archive.opened(made)


@contextmanager
def not_as_root() -> Iterator[None]:
    """As somebody else where root runs the tests, who may read everything."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        os.seteuid(me)


@pytest.mark.parametrize(
    "name",
    ["files//etc/victim.txt", "/etc/victim.txt", "files/../../victim.txt", "../victim.txt", "files/./victim.txt"],
)
def test_a_part_that_would_lie_elsewhere_is_refused(made: Path, name: str) -> None:
    with ZipFile(made) as zipped:
        parts = {part: zipped.read(part) for part in zipped.namelist()}
    manifest = json.loads(parts.pop("manifest.json"))
    manifest["checksums"][name] = hashlib.sha256(b"x").hexdigest()
    with ZipFile(made, "w") as zipped:
        for part, data in {**parts, name: b"x", "manifest.json": json.dumps(manifest).encode()}.items():
            zipped.writestr(part, data)
    with pytest.raises(BadBackup, match="outside of its folder"):
        restoring.check(made, overwrite=databases.name(), other_keys=False)


OF_OTHER_CODE = {"versions": {"service": "99.0.0", "code": "0" * 12}}


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"migrations": [["tournaments", "0001_initial"], ["tournaments", "0999_later"]]}, "tournaments.0999_later"),
        ({"rules": {"bruges": [1, 999]}}, "bruges under rules 999"),
        ({"rules": {"chess": [1]}}, "chess under rules 1"),
        ({"database": "another"}, "The backup is of another"),
    ],
)
def test_a_backup_of_a_newer_release_or_another_database_is_refused(
    made: Path, values: dict[str, object], said: str
) -> None:
    with_another_manifest(made, **OF_OTHER_CODE, **values)
    with pytest.raises(WrongPlace, match=said):
        restoring.check(made, overwrite=databases.name(), other_keys=False)


def test_a_release_restores_its_own_backup_of_a_database_that_a_newer_one_has_used(made: Path) -> None:
    """After an upgrade that failed the database keeps what was added, and old code goes on with it."""
    with_another_manifest(made, migrations=[["tournaments", "0001_initial"], ["tournaments", "0999_later"]])
    restoring.check(made, overwrite=databases.name(), other_keys=False)


def test_keys_that_are_not_those_of_the_backup_are_told(made: Path, settings: Settings, run: Run) -> None:
    def check() -> None:
        restoring.check(made, overwrite=databases.name(), other_keys=False)

    old, keys = settings.SECRET_KEY, settings.MAIL_KEYS
    settings.SECRET_KEY = "another-one-" + "y" * 40
    with pytest.raises(WrongPlace, match="SECRET_KEY is another one"):
        check()
    settings.SECRET_KEY_FALLBACKS = [old]
    check()
    settings.MAIL_KEYS = {"k2": b"z" * 32}
    with pytest.raises(WrongPlace, match="MAIL_KEYS lacks k1: letters that it has signed cannot be answered"):
        check()
    settings.MAIL_KEYS = {"k2": b"z" * 32, **keys}
    check()
    settings.MAIL_KEYS = {"k1": b"z" * 32}
    settings.MAIL_DOMAIN = "elsewhere.example.org"
    said = run("restore", str(made), "--overwrite", databases.name(), "--other-keys", "--moved")
    assert [line for line in said if "MAIL_KEYS lacks k1" in line]
    assert [line for line in said if "MAIL_DOMAIN was mail.example.org, here it is elsewhere" in line]


@pytest.mark.sqlite
def test_a_backup_is_of_one_moment_while_others_write(transactional_db: None, parts: Parts) -> None:
    """Rows that are not committed are not in it."""
    import sqlite3
    from contextlib import closing

    person("Anna")
    with closing(sqlite3.connect(settings.DATABASES["default"]["NAME"], timeout=1)) as other:
        other.execute("UPDATE tournaments_player SET name = 'Changed'")
        path, _ = making.make(folder(), 1, START)
        other.rollback()
    backup = restoring.check(path, overwrite=databases.name(), other_keys=False)
    Player.objects.update(name="Later")
    restoring.load(backup)
    assert Player.objects.get().name == "Anna"


@pytest.mark.skipif("sqlite" in settings.DATABASES["default"]["ENGINE"], reason="of PostgreSQL")
def test_nothing_is_restored_while_a_part_of_the_service_runs(made: Path, run: Run) -> None:
    given: dict[str, Any] = databases._parameters() | {"application_name": "a worker"}
    with psycopg.connect(**given), pytest.raises(CommandError, match=r"connected to the database \(1: a worker\)"):
        run("restore", str(made), "--overwrite", databases.name())
    leaving = psycopg.connect(**given)  # as a program that has just ended, for the server
    Timer(0.3, leaving.close).start()
    run("restore", str(made), "--overwrite", databases.name())


@pytest.mark.skipif("sqlite" in settings.DATABASES["default"]["ENGINE"], reason="of PostgreSQL")
def test_what_postgresql_needs_is_named_and_no_password_stands_in_a_command(
    transactional_db: None, parts: Parts, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        databases, "_parameters", lambda: {"host": "/tmp", "user": "u", "password": "hush", "dbname": "d"}
    )
    assert "hush" not in " ".join(databases._which(databases._parameters()))
    assert databases._env()["PGPASSWORD"] == "hush"
    with pytest.raises(NoBackup, match="pg_dump has failed"):
        making.make(folder(), 1, START)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoBackup, match=r"pg_dump was not found .* apt install postgresql-client"):
        making.make(folder(), 1, START)
    assert [*folder().iterdir()] == []
