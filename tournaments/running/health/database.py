"""The database: whether it is there, has all migrations, takes writes, has room, and agrees about the time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any

from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from tournaments.keys.redaction import why
from tournaments.models import Heartbeat
from tournaments.running.health.finding import Findings, age, fail, ok, warn
from tournaments.runtime import outages

WAIT = timedelta(seconds=2)  # for a lock, or for the statements of one check on PostgreSQL
TRIAL = "trial write"  # the row that is written to see whether writing works; no part of the service
# Rows that PostgreSQL keeps in a file of about half a megabyte on the disk of its data when it may use less memory.
SPILLED, LITTLE_MEMORY = 30_000, "64kB"
FULL, READ_ONLY, SLOW = ("53100",), ("25006",), ("55P03", "57014")  # SQLSTATE
SQLITE_BUSY, SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL = 5, 8, 10, 13
SKEW_WARNED, SKEW_MOST = 5.0, 60.0  # seconds
LONG, TOO_LONG = timedelta(minutes=10), timedelta(hours=1)  # a transaction; a backup may take the first
SERVER_DATA = Path("/var/lib/postgresql")
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
START = "start PostgreSQL: systemctl start postgresql; if it runs, compare DATABASE_URL with its role and database"
Migrations = frozenset[tuple[str, str]]


def answers() -> Findings:
    """Whether the database takes a connection and answers a question."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except (DatabaseError, InterfaceError) as error:
        outages.tell(error)
        mend = START if connection.vendor == "postgresql" else "give the service its file again (DATABASE_URL)"
        yield fail(f"the database does not answer ({why(error)})", mend)
        return
    outages.works(outages.DATABASE)
    yield ok(f"{connection.display_name} answers")


def migrated() -> Findings:
    """Whether the database has all migrations of this code, and no other ones of ours."""
    applied = set(MigrationRecorder(connection).applied_migrations())
    missing = migrations() - applied
    if missing:
        yield fail(
            f"{len(missing)} migrations of this version are not applied to the database",
            "systemctl stop bruges.target; bruges migrate; systemctl start bruges.target",
        )
        return
    unknown = {name for name in applied - migrations() if name[0] == "tournaments"}
    if unknown:
        yield warn(
            f"the database has {len(unknown)} migrations that this version does not know: a newer release has used it",
            "install that release here too",
        )
        return
    yield ok(f"all {len(migrations())} migrations are applied")


@cache
def migrations() -> Migrations:
    """All migrations of this code, which stays the same as long as the process lives."""
    return frozenset(MigrationLoader(None).graph.nodes)


def takes_writes() -> Findings:
    """Whether a row can be committed and, on PostgreSQL, whether the disk of its data has room for a new file."""
    try:
        with _no_longer_than(WAIT), transaction.atomic():
            if connection.vendor == "postgresql":
                _take_room()
            Heartbeat.objects.update_or_create(name=TRIAL, defaults={"at": timezone.now()})
    except (DatabaseError, InterfaceError) as error:
        yield from refused(error)
        return
    yield ok("a row was written")


def refused(error: Exception) -> Findings:
    """The meaning of a refused write for the database."""
    outages.tell(error)
    cause = error.__cause__ or error
    state, code = getattr(cause, "sqlstate", None), (getattr(cause, "sqlite_errorcode", None) or 0) & 0xFF
    if state in SLOW or code == SQLITE_BUSY:
        yield warn(
            f"the database took no write within {WAIT.seconds} seconds ({why(error)})",
            "wait a minute; if it stays so, look for what holds its rows (oldest transaction)",
        )
    elif state in FULL or outages.has_no_room(cause) or code in (SQLITE_FULL, SQLITE_IOERR):
        yield fail(
            f"the database takes no writes, its disk is full ({why(error)})",
            "make room on the disk of the database (df -h, df -i); what waits goes on by itself",
        )
    elif state in READ_ONLY or code == SQLITE_READONLY:
        yield fail(
            f"the database takes no writes, it is read-only ({why(error)})",
            "mount its disk for writing, or name the server that takes writes in DATABASE_URL",
        )
    else:
        yield fail(f"the database takes no writes ({why(error)})", "its own log says why")


@contextmanager
def _no_longer_than(wait: timedelta) -> Iterator[None]:
    """Wait so long for SQLite's lock; on PostgreSQL the transaction sets its own limit."""
    milliseconds = int(wait / timedelta(milliseconds=1))
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    usual = int(connection.settings_dict["OPTIONS"].get("timeout", 5) * 1000)
    _run(f"PRAGMA busy_timeout = {milliseconds}")
    try:
        yield
    finally:
        _run(f"PRAGMA busy_timeout = {usual}")


def _take_room() -> None:
    """Have PostgreSQL write a file on the disk of its data, and drop it; a full disk is an error."""
    _run(f"SET LOCAL statement_timeout = '{WAIT.seconds}s'")
    _run(f"SET LOCAL work_mem = '{LITTLE_MEMORY}'")
    _run(f"SELECT count(*) FROM generate_series(1, {SPILLED})")


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def clock() -> Findings:
    """Whether the clock of this machine agrees with that of the database's."""
    if connection.vendor != "postgresql":
        yield ok("the database has no clock of its own")
        return
    begun = monotonic()
    theirs: datetime = _value("SELECT clock_timestamp()")
    apart = abs((timezone.now() - theirs).total_seconds()) - (monotonic() - begun)
    mend = "let both keep the right time: timedatectl set-ntp true"
    if apart > SKEW_MOST:
        yield fail(f"the clocks of this machine and of the database are {apart:.0f} seconds apart", mend)
    elif apart > SKEW_WARNED:
        yield warn(f"the clocks of this machine and of the database are {apart:.0f} seconds apart", mend)
    else:
        yield ok("the clock agrees with the database's")


def oldest_transaction() -> Findings:
    """Whether a transaction of the service has been open for so long that it holds up others and cleaning up."""
    if connection.vendor != "postgresql":
        yield ok("SQLite has one writer at a time")
        return
    oldest: datetime | None = _value(
        "SELECT min(xact_start) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    if oldest is None or timezone.now() - oldest < LONG:
        yield ok("no transaction is older than ten minutes")
        return
    mend = "find it in pg_stat_activity (xact_start) and end it: SELECT pg_terminate_backend(<pid>)"
    words = f"a transaction of the database has been open for {age(oldest)}"
    yield (fail if timezone.now() - oldest > TOO_LONG else warn)(words, mend)


def _value(query: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchone()[0]


def version() -> Findings:
    """Whether the server is one that the service is tested with."""
    found = connection.get_database_version()
    words = f"{connection.display_name} {'.'.join(map(str, found))}"
    try:
        connection.check_database_version_supported()
    except DatabaseError as error:
        yield fail(f"{words} is too old ({why(error)})", "update it")
        return
    yield ok(words)


def folder() -> Path | None:
    """The folder of SQLite's file, or of a PostgreSQL's data on this machine as Debian installs it; None elsewhere."""
    if connection.vendor == "sqlite":
        return Path(connection.settings_dict["NAME"]).parent
    host = connection.settings_dict["HOST"] or "/"
    return SERVER_DATA if (host.startswith("/") or host in THIS_MACHINE) and SERVER_DATA.is_dir() else None
