"""What tests of backups share: a service in use on a database whose rows are committed, as a backup needs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from pytest_django import Settings

from tests.actions.asked import START
from tests.shared.cast import Cast, make_cast, person, running_league
from tests.shared.faults import STEP, Parts

Run = Callable[..., list[str]]
AN_HOUR = timedelta(hours=1)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def parts(transactional_db: None, clock: time_machine.Traveller, settings: Settings, tmp_path: Path) -> Parts:
    settings.OUTAGE_AFTER = 2 * STEP
    settings.SWEEP_EVERY = STEP
    settings.MAIL_LINE_KEPT = 0
    settings.BACKUP_DIR = str(tmp_path / "backups")
    default = settings.STORAGES["default"]
    options = {**default["OPTIONS"], "location": tmp_path / "files"}
    settings.STORAGES = {**settings.STORAGES, "default": {**default, "OPTIONS": options}}
    (tmp_path / "backups").mkdir()
    close_left()
    return Parts(clock, settings)


def close_left() -> None:
    """Connections that threads of other tests have left open."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )


@pytest.fixture
def cast(transactional_db: None, parts: Parts) -> Cast:
    """At a table of Bruges, the letters of its beginning posted; and Hedda, who runs the service."""
    cast = make_cast()
    person("Hedda", is_staff=True, is_superuser=True)
    running_league(cast, grace=timedelta(0))
    parts.work()
    return cast


@pytest.fixture
def run() -> Run:
    """Run a command and give the lines that it prints."""

    def ran(*words: str) -> list[str]:
        out = StringIO()
        call_command(*words, stdout=out)
        return out.getvalue().splitlines()

    return ran
