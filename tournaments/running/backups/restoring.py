"""Putting a backup in the place of the database: everything is checked first, then it is one step."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from django.apps import apps
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import connection

from tournaments.actions.clock import restored
from tournaments.formats.amounts import amount
from tournaments.inbox import ingest
from tournaments.models import InboundLetter, League, Player, Table
from tournaments.queries import verifying
from tournaments.running.backups import archive, databases, making, manifest
from tournaments.running.backups.archive import Backup
from tournaments.running.backups.refusals import BadBackup, NoBackup, WrongPlace
from tournaments.runtime import hints

log = logging.getLogger(__name__)

Say = Callable[[str], object]


def check(path: Path, *, overwrite: str, other_keys: bool) -> Backup:
    """The backup, whole and fit for this release, these keys and this database. BadBackup, WrongPlace."""
    backup = archive.opened(path)
    known = backup.manifest
    if known["database"] != databases.kind():
        raise WrongPlace(f"The backup is of {known['database']}, DATABASE_URL names {databases.kind()}.")
    if missing := manifest.newer_than_here(known):
        raise WrongPlace(
            f"The backup is of a newer release ({known['versions']['service']}), with {', '.join(missing[:5])}. "
            "Install that release first."
        )
    if not other_keys and (lost := manifest.other_keys(known)):
        raise WrongPlace(f"{' '.join(lost)} To restore all the same, say --other-keys.")
    if others := databases.staying():
        raise WrongPlace(
            f"Somebody else is connected to the database ({len(others)}: {', '.join(others[:5])}). Stop every part of "
            "the service, and whatever looks into its database, then restore."
        )
    if overwrite not in ("", databases.name()):
        raise WrongPlace(f"The database is called {databases.name()}, not {overwrite}: nothing was overwritten.")
    if not overwrite and (found := what_is_there()):
        raise WrongPlace(
            f"The database {databases.name()} is not empty: {found}. To lose that, say --overwrite {databases.name()}."
        )
    return backup


def what_is_there() -> str:
    """The content of the database, in words; "" where there is no row of anybody."""
    tables = set(connection.introspection.table_names())
    if Player._meta.db_table not in tables:
        ours = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
        strangers = sorted(tables - ours - {"django_migrations"})
        return f"tables of something else ({', '.join(strangers[:3])})" if strangers else ""
    counts = {"player": Player.objects.count(), "league": League.objects.count(), "table": Table.objects.count()}
    return ", ".join(amount(count, what) for what, count in counts.items() if count)


def load(backup: Backup) -> None:
    """Put database and files in their places and bring the database up to this release. A NoBackup says why not."""
    try:
        with backup.part(archive.DATABASE) as dumped:
            databases.restore(dumped, backup.manifest["database"])
        for name in backup.files:
            _file(backup, name)
    except OSError as error:
        raise NoBackup(
            f"The backup could not be unpacked: {error.strerror or error}. Make room and restore again."
        ) from error
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except (SystemCheckError, CommandError) as error:
        raise BadBackup(f"The database is restored, but cannot be brought up to this release: {error}") from error


def go_on(backup: Backup, *, moved: bool) -> None:
    """Go on with letters, addresses and players; `moved`: the service had stopped before the backup was made."""
    if moved:
        restored.moved(backup.made_at)
        return
    with hints.gathered():  # no part of the service runs now, and there may be no broker
        _read_what_had_come()
        restored.begin(backup.made_at)


def _read_what_had_come() -> None:
    """Letters that nobody had read: their reply addresses still hold. One that fails is left to the workers."""
    unread = InboundLetter.objects.filter(state__in=InboundLetter.UNREAD)
    unread.update(state=InboundLetter.State.RECEIVED, queue="", attempts=0)
    for pk in list(unread.order_by("received_at", "pk").values_list("pk", flat=True)):
        try:
            ingest.read(pk)
        except Exception:
            log.exception("letter %s could not be read while the database was restored", pk)


def verify(say: Say) -> verifying.Summary:
    """Check every game; each that is broken is said, with the sum at the end."""
    summary = verifying.Summary()
    for found in verifying.everything():
        summary.add(found)
        if found.wrong:
            say(f"{found.what}: {found.wrong}")
    say(str(summary))
    return summary


def _file(backup: Backup, name: str) -> None:
    """Put a file of Django's storage in its place, in one step."""
    target = making.uploaded_to() / name.removeprefix(archive.FILES)
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, unfinished = tempfile.mkstemp(prefix=archive.UNFINISHED, suffix=archive.PART, dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file, backup.part(name) as stream:
            shutil.copyfileobj(stream, file)
        Path(unfinished).replace(target)
    finally:
        Path(unfinished).unlink(missing_ok=True)


def age(made_at: datetime, now: datetime) -> str:
    """The age of a moment in words, for printing: "3 hours"."""
    hours = max((now - made_at).total_seconds(), 0) / 3600
    return (
        f"{hours * 60:.0f} minutes" if hours < 2 else f"{hours:.0f} hours" if hours < 48 else f"{hours / 24:.0f} days"
    )
