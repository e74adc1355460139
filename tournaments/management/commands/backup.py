"""`manage.py backup`: all that cannot be made again, in one file."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.running.backups import making
from tournaments.running.backups.refusals import NoBackup


class Command(BaseCommand):
    help = "Write a backup: database, uploads, names of settings, versions. Secrets of the settings are not in it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", default="", metavar="FOLDER", help="Instead of BACKUP_DIR.")
        parser.add_argument(
            "--keep", type=int, default=settings.BACKUPS_KEPT, metavar="N", help="How many stay; BACKUPS_KEPT."
        )

    def handle(self, *args: Any, to: str, keep: int, **options: Any) -> None:
        if keep < 1:
            raise CommandError("--keep is 1 or more.")
        try:
            path, gone = making.make(making.folder_named(to), keep, timezone.now())
        except NoBackup as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{path} ({path.stat().st_size / 1e6:.1f} MB)")
        for old in gone:
            self.stdout.write(f"removed {old}")
