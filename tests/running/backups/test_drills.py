"""The drill: the newest backup restored on trial, checked by real processes, its result kept and told."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError
from django.db import connection

from tests.actions.asked import START
from tests.running.backups.conftest import Run
from tests.shared.cast import Cast
from tests.shared.faults import Parts
from tournaments.models import Drill, OutboundLetter, Table
from tournaments.running.backups import databases, drills


@pytest.fixture(autouse=True)
def as_in_earnest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The processes that check read DATABASE_URL, not the settings of the suite."""
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "bruges_pbem.settings")


def told() -> list[str]:
    letters = OutboundLetter.objects.filter(kind="drilled").order_by("pk")
    assert {letter.player.name for letter in letters} <= {"Hedda"}
    return [" ".join(letter.text.split()) for letter in letters]


def scratch_databases() -> list[str]:
    if connection.vendor == "sqlite":
        return [path.name for path in Path(settings.DATA_DIR).glob(f"{databases.SCRATCH}*")]
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{databases.SCRATCH}%"])
        return [name for (name,) in cursor.fetchall()]


def test_a_drill_restores_the_newest_backup_and_says_that_it_holds_or_what_is_wrong(
    cast: Cast, parts: Parts, run: Run
) -> None:
    table = Table.objects.get(state=Table.State.RUNNING)
    run("backup")
    assert run("drill", "--sample", "1")[0].endswith(" can be restored: 1 games and leagues agree.")
    assert "was restored on trial: 1 games and leagues agree." in told()[0]
    assert drills.last_restored() == START

    parts.clock.shift(timedelta(days=1))
    Table.objects.filter(state=Table.State.RUNNING).update(head="0" * 64)
    run("backup")
    with pytest.raises(CommandError, match=f"has failed: verify: table {table.pk} "):
        run("drill")
    assert "THE DRILL HAS FAILED" in told()[1]
    assert drills.last_drill().trouble.startswith(f"verify: table {table.pk} ")
    assert drills.last_restored() == START, "of the newest that is known to hold"
    assert scratch_databases() == []


@pytest.mark.sqlite
def test_what_a_killed_drill_has_left_goes_with_the_next_backup_and_not_what_is_at_work(
    cast: Cast, parts: Parts, run: Run
) -> None:
    run("backup")
    data = Path(settings.DATA_DIR)
    at_work = data / f"{databases.SCRATCH}at_work"
    wait = (
        "import fcntl, os, sys; "
        f"fcntl.flock(os.open({str(at_work)!r}, os.O_RDONLY), fcntl.LOCK_EX); print('up', flush=True); sys.stdin.read()"
    )
    for name in ("left", "at_work"):
        (data / f"{databases.SCRATCH}{name}").mkdir()
        (data / f"{databases.SCRATCH}{name}" / "bruges.sqlite3").write_bytes(b"names and addresses")
    with subprocess.Popen([sys.executable, "-c", wait], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"up\n"
        run("backup")
        assert scratch_databases() == [at_work.name]
        other.kill()
    run("drill", "--sample", "1")
    assert scratch_databases() == []


def test_without_a_whole_backup_the_drill_fails_and_tells(cast: Cast, parts: Parts, run: Run) -> None:
    assert (drills.last_drill(), drills.last_restored()) == (None, None)
    with pytest.raises(CommandError, match=r"there is no backup in .* Run bruges backup"):
        run("drill")
    path = Path(run("backup")[0].split()[0])
    os.truncate(path, 100)
    with pytest.raises(CommandError, match=f"The drill of {path.name} has failed: .* was cut off"):
        run("drill")
    assert len(told()) == 2
    assert Drill.objects.filter(trouble="").count() == 0


def test_of_a_damaged_backup_the_drill_fails_and_tells(cast: Cast, parts: Parts, run: Run) -> None:
    path = Path(run("backup")[0].split()[0])
    with path.open("r+b") as file:
        file.seek(60)  # behind the head of the first part, in what is compressed
        file.write(b"\xff" * 300)
    with pytest.raises(CommandError, match=f"The drill of {path.name} has failed: "):
        run("drill")
    assert [drill.trouble != "" for drill in Drill.objects.all()] == [True]
    assert len(told()) == 1


def test_a_role_that_may_make_no_database_is_told_how_it_may(
    transactional_db: None, parts: Parts, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("of PostgreSQL")
    run("backup")
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE clerk LOGIN")
    try:
        given = databases._parameters()
        monkeypatch.setattr(databases, "_parameters", lambda: {**given, "user": "clerk"})
        with pytest.raises(CommandError, match='ALTER ROLE "clerk" CREATEDB'):
            run("drill")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP ROLE clerk")
