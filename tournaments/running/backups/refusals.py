"""The reasons why a backup is not made, or not restored. Each message says what to do next."""

from __future__ import annotations


class NoBackup(Exception):
    """Something keeps a backup from being made or restored; nothing half-done is left behind."""


class NotWritten(NoBackup):
    """The file could not be written: a full disk, a folder that is not there or not ours."""


class MissingProgram(NoBackup):
    """A program of PostgreSQL is not on the PATH."""


class DatabaseFailed(NoBackup):
    """The database, or its program, has refused."""


class BadBackup(NoBackup):
    """The file is none of our backups, or was changed or cut off."""


class WrongPlace(NoBackup):
    """The backup does not belong to this release, this kind of database, these keys or this database."""
