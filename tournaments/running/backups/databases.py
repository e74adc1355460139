"""The database in a backup: SQLite copied by its online backup, PostgreSQL by `pg_dump` and `psql`. Knows no rows.

Both give the state of one moment while the service goes on. A restore is one step: until it is done the old database
stays as it is.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote, urlencode

import psycopg
from django.db import connection
from psycopg import pq, sql
from psycopg.conninfo import make_conninfo

from tournaments.running.backups.archive import Sink
from tournaments.running.backups.refusals import DatabaseFailed, MissingProgram

SQLITE, POSTGRESQL = "sqlite", "postgresql"
INSTALL = "Install PostgreSQL's client programs of the server's version (Debian: apt install postgresql-client)."
BESIDE = ("-wal", "-shm", "-journal")
SCRATCH = "bruges_drill_"  # what a drill calls its database
LEAVING = 3.0  # seconds in which the server learns that a program has ended
LAST_WORDS = 300  # characters of what a program said


def kind() -> str:
    """The kind of database that the service has, of the two."""
    return SQLITE if connection.vendor == "sqlite" else POSTGRESQL


def name() -> str:
    """The name to type for the database to overwrite: that in PostgreSQL, or SQLite's file without folders."""
    given = str(connection.settings_dict["NAME"])
    return Path(given).name if kind() == SQLITE else given


def version() -> str:
    """The version of the database itself."""
    if kind() == SQLITE:
        return sqlite3.sqlite_version
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        return str(cursor.fetchone()[0])


def others() -> list[str]:
    """The other clients that are connected, as PostgreSQL knows them; SQLite does not know."""
    if kind() == SQLITE:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(nullif(application_name, ''), usename, 'somebody') FROM pg_stat_activity WHERE "
            "datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' ORDER BY 1"
        )
        return [found for (found,) in cursor.fetchall()]


def staying() -> list[str]:
    """The others that are still connected after a moment: a program that has ended is seen a little longer."""
    until = time.monotonic() + LEAVING
    while (found := others()) and time.monotonic() < until:
        time.sleep(0.1)
    return found


# --- out -----------------------------------------------------------------------------------------


def dump(into: Sink, folder: Path) -> None:
    """Write the database as it is at one moment. `folder` has room for a copy of SQLite's file.

    MissingProgram, DatabaseFailed, OSError.
    """
    if kind() == SQLITE:
        with _private_file(folder) as copy:
            _copy_to(copy)
            with copy.open("rb") as file:
                shutil.copyfileobj(file, into, 1 << 20)
    else:
        _pg_dump(into)


def is_compressed() -> bool:
    """Whether `dump` compresses by itself."""
    return kind() == POSTGRESQL


def _copy_to(path: Path) -> None:
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(path)) as copy:
            connection.connection.backup(copy)
    except sqlite3.Error as error:
        raise DatabaseFailed(f"SQLite could not be copied to {path.parent}: {error}. Is there room?") from error


def _pg_dump(into: Sink) -> None:
    command = [_program("pg_dump"), "--format=custom", "--no-owner", "--no-privileges", "--no-comments"]
    with (
        tempfile.TemporaryFile() as said,
        _reaped(
            subprocess.Popen([*command, *_which(_parameters())], env=_env(), stdout=subprocess.PIPE, stderr=said)
        ) as running,
    ):
        assert running.stdout is not None
        shutil.copyfileobj(running.stdout, into, 1 << 20)
        running.stdout.close()
        if running.wait():
            raise DatabaseFailed(f"pg_dump has failed: {_words(said)}. {INSTALL}")


# --- back ----------------------------------------------------------------------------------------


def restore(dumped: IO[bytes], kind_: str) -> None:
    """Put the database of a backup in the place of what is there now, all of it or nothing.

    MissingProgram, DatabaseFailed, OSError.
    """
    assert kind_ == kind()
    if kind() == SQLITE:
        _restore_file(dumped, Path(connection.settings_dict["NAME"]))
    else:
        tables = connection.introspection.table_names()
        connection.close()
        _pg_restore(dumped, _parameters(), tables)


def _restore_file(dumped: IO[bytes], target: Path) -> None:
    with _private_file(target.parent) as copy:
        with copy.open("wb") as file:
            shutil.copyfileobj(dumped, file, 1 << 20)
            file.flush()
            os.fsync(file.fileno())
        try:
            with closing(sqlite3.connect(copy)) as found:
                told = found.execute("PRAGMA integrity_check").fetchone()[0]
        except sqlite3.Error as error:
            told = str(error)
        if told != "ok":
            raise DatabaseFailed(f"SQLite finds the copy broken: {told}. Take another backup.")
        connection.close()
        for ending in BESIDE:
            Path(f"{copy}{ending}").unlink(missing_ok=True)
            Path(f"{target}{ending}").unlink(missing_ok=True)
        copy.replace(target)


def _pg_restore(dumped: IO[bytes], into: Mapping[str, str], tables: list[str]) -> None:
    """`pg_restore` writes SQL, `psql` carries it out in one transaction: COMMIT comes only once all of it was there."""
    psql = [_program("psql"), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
    unpack = [_program("pg_restore"), "--no-owner", "--no-privileges", "--file=-"]
    drop = "".join(f'DROP TABLE IF EXISTS "{table}" CASCADE;\n' for table in tables)
    with (
        tempfile.TemporaryFile() as said,
        tempfile.TemporaryFile() as unpacked,
        _reaped(
            subprocess.Popen([*psql, *_which(into)], env=_env(into), stdin=subprocess.PIPE, stderr=said)
        ) as running,
    ):
        assert running.stdin is not None
        with suppress(BrokenPipeError):  # psql has ended: it has said why
            running.stdin.write(f"BEGIN;\n{drop}".encode())
            running.stdin.flush()
            with _reaped(
                subprocess.Popen(unpack, stdin=subprocess.PIPE, stdout=running.stdin, stderr=unpacked)
            ) as unpacking:
                assert unpacking.stdin is not None
                with suppress(BrokenPipeError):
                    shutil.copyfileobj(dumped, unpacking.stdin, 1 << 20)
                    unpacking.stdin.close()
                if unpacking.wait():
                    running.kill()
                    raise DatabaseFailed(f"pg_restore has failed: {_words(said) or _words(unpacked)}. {INSTALL}")
            running.stdin.write(b"\nCOMMIT;\n")
        with suppress(BrokenPipeError):
            running.stdin.close()
        if running.wait():
            raise DatabaseFailed(f"PostgreSQL has refused the backup: {_words(said)}. The database is as it was.")


# --- a place of its own --------------------------------------------------------------------------


@contextmanager
def scratch(dumped: IO[bytes], folder: Path) -> Iterator[str]:
    """The database of a backup in a place of its own, gone afterwards; the DATABASE_URL of it.

    SQLite's file lies in `folder`. DatabaseFailed, MissingProgram, OSError.
    """
    if kind() == SQLITE:
        drop_left(folder)
        with tempfile.TemporaryDirectory(prefix=SCRATCH, dir=folder) as place, _locked(Path(place)):
            path = Path(place) / "bruges.sqlite3"
            _restore_file(dumped, path)
            yield f"sqlite://{quote(str(path))}"
    else:
        with _scratch_database() as into:
            _pg_restore(dumped, into, [])
            yield _url(into)


def drop_left(folder: Path) -> None:
    """Remove what drills on SQLite that were killed have left in that folder; one that is at work holds its lock."""
    for place in folder.glob(f"{SCRATCH}*"):
        with suppress(BlockingIOError, FileNotFoundError), _locked(place):
            shutil.rmtree(place)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold a folder, which ends with the process. BlockingIOError when another one holds it."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


@contextmanager
def _scratch_database() -> Iterator[Mapping[str, str]]:
    called = f"{SCRATCH}{os.getpid()}"
    made = sql.SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'").format(sql.Identifier(called))
    with _server() as server:
        _drop_left(server)
        try:
            server.execute(made)
        except psycopg.errors.InsufficientPrivilege as error:
            user = server.info.user
            raise DatabaseFailed(
                f"PostgreSQL lets {user} make no database to restore into. Let it, as the owner of PostgreSQL: "
                f'ALTER ROLE "{user}" CREATEDB;'
            ) from error
    try:
        yield {**_parameters(), "dbname": called}
    finally:
        with _server() as server:
            server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(called)))


@contextmanager
def _server() -> Iterator[psycopg.Connection[Any]]:
    try:
        with psycopg.connect(_conninfo(_parameters(), password=True), autocommit=True) as server:
            yield server
    except psycopg.OperationalError as error:
        raise DatabaseFailed(f"PostgreSQL: {' '.join(str(error).split())[:LAST_WORDS]}") from error


def _drop_left(server: psycopg.Connection[Any]) -> None:
    """Drop the databases that killed drills have left; a drill that is at work is connected to its own."""
    left = server.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{SCRATCH}%"]).fetchall()
    for (found,) in left:
        with suppress(psycopg.errors.ObjectInUse, psycopg.errors.InsufficientPrivilege):
            server.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(found)))


def _url(parameters: Mapping[str, str]) -> str:
    """The address of a database in the form of DATABASE_URL."""
    rest = {key: value for key, value in parameters.items() if key not in ("user", "password", "dbname")}
    user, password = (quote(parameters.get(key, ""), safe="") for key in ("user", "password"))
    who = f"{user}:{password}@" if password else f"{user}@" if user else ""
    return f"postgresql://{who}/{quote(parameters['dbname'], safe='')}?{urlencode(rest)}"


# --- how the programs are called -----------------------------------------------------------------


def _parameters() -> dict[str, str]:
    """The parameters of the database for libpq, as the settings have them."""
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    given: dict[str, Any] = connection.get_connection_params()
    return {key: str(value) for key, value in given.items() if key in known and value not in (None, "")}


def _conninfo(parameters: Mapping[str, str], *, password: bool) -> str:
    return make_conninfo(**{key: value for key, value in parameters.items() if password or key != "password"})


def _which(parameters: Mapping[str, str]) -> list[str]:
    """The option that names the database. A password is never in a command, which every user of a machine sees."""
    return [f"--dbname={_conninfo(parameters, password=False)}"]


def _env(parameters: Mapping[str, str] | None = None) -> dict[str, str]:
    password = (parameters or _parameters()).get("password")
    return {**os.environ, **({"PGPASSWORD": password} if password else {})}


def _program(wanted: str) -> str:
    found = shutil.which(wanted)
    if found is None:
        raise MissingProgram(f"{wanted} was not found on the PATH. {INSTALL}")
    return found


@contextmanager
def _reaped(process: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """The process, ended whatever happens."""
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()


def _words(said: IO[bytes]) -> str:
    said.seek(0)
    return " ".join(said.read().decode("utf-8", "replace").split())[-LAST_WORDS:]


@contextmanager
def _private_file(folder: Path) -> Iterator[Path]:
    handle, path = tempfile.mkstemp(prefix=".bruges-unfinished-", suffix=".part", dir=folder)  # mode 0600
    os.close(handle)
    try:
        yield Path(path)
    finally:
        for ending in ("", *BESIDE):
            Path(f"{path}{ending}").unlink(missing_ok=True)
