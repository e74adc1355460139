"""The drill: the newest backup is restored into a database of its own and every game in it is checked.

The check runs in a process of its own, with DATABASE_URL of that database: nothing of it can touch the one in use.
"""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournaments.letters import host
from tournaments.models import Drill, Player
from tournaments.outbox import outbox
from tournaments.running.backups import archive, databases, manifest
from tournaments.running.backups.archive import Backup
from tournaments.running.backups.refusals import NoBackup, WrongPlace

log = logging.getLogger(__name__)

TROUBLE = Drill._meta.get_field("trouble").max_length or 400
MANAGE = Path(settings.BASE_DIR) / "manage.py"


class Failed(Exception):
    """A fault that the drill has found."""


def drill(folder: Path, sample: int | None = None) -> Drill:
    """Rehearse the restore of the newest backup, write the result down and tell whoever runs the service.

    sample  check only so many games, drawn at random
    """
    found, backup, checked, trouble = archive.all_in(folder), None, 0, ""
    try:
        if not found:
            raise Failed(f"there is no backup in {folder}. Run bruges backup.")
        backup = archive.opened(found[0])
        checked = _rehearse(backup, sample)
    except (Failed, NoBackup) as error:
        trouble = str(error)
    except OSError as error:
        trouble = f"{error.strerror or error}: is there room in {settings.DATA_DIR}?"
    return _note(found[0].name if found else "", backup.made_at if backup else None, checked, trouble)


def last_drill() -> Drill | None:
    """The newest drill; None if there has been none."""
    return Drill.objects.order_by("-at", "-pk").first()


def last_restored() -> datetime | None:
    """The time of the newest backup of which a drill has shown that it can be restored; None if there is none."""
    good = Drill.objects.filter(trouble="", made_at__isnull=False).order_by("-at", "-pk").first()
    return good.made_at if good else None


def _rehearse(backup: Backup, sample: int | None) -> int:
    """Rehearse a backup and return how many games and leagues agree. Failed, NoBackup, OSError."""
    if backup.manifest["database"] != databases.kind():
        raise WrongPlace(f"the newest backup is of {backup.manifest['database']}: make one of this database.")
    if missing := manifest.newer_than_here(backup.manifest):
        raise WrongPlace(f"the newest backup is of a newer release: {', '.join(missing[:5])}.")
    with backup.part(archive.DATABASE) as dumped, databases.scratch(dumped, settings.DATA_DIR) as url:
        if manifest.is_older(backup.manifest):
            _manage(url, "migrate", "--no-input", "--verbosity=0")
        told = _manage(url, "verify", *(["--all"] if sample is None else [f"--sample={sample}"]))
    return sum(map(int, re.findall(r"\d+", told[-1].partition(" checked: ")[0])))


def _manage(url: str, *words: str) -> list[str]:
    """The lines that a command prints about the database of that address. Failed with the last of them."""
    env = {name: value for name, value in os.environ.items() if name != "DATABASE_URL_FILE"} | {"DATABASE_URL": url}
    done = subprocess.run(
        [sys.executable, str(MANAGE), *words], env=env, capture_output=True, text=True, check=False, cwd=MANAGE.parent
    )
    lines = done.stdout.splitlines()
    if done.returncode:
        said = lines or done.stderr.splitlines() or [f"status {done.returncode}"]
        raise Failed(f"{words[0]}: {'; '.join(said[-4:])}")
    return lines


@transaction.atomic
def _note(name: str, made_at: datetime | None, checked: int, trouble: str) -> Drill:
    now = timezone.now()
    done = Drill.objects.create(at=now, backup=name[:100], made_at=made_at, checked=checked, trouble=trouble[:TROUBLE])
    for player in Player.objects.filter(is_superuser=True, is_active=True).order_by("pk"):
        outbox.write(host.drilled(player, done), player=player, dedupe=f"drill:{done.pk}:{player.pk}")
    if trouble:
        log.error("the drill of %s has failed: %s", name or "backups", trouble)
    else:
        log.info("the backup %s was restored on trial: %s games and leagues agree", name, checked)
    return done
