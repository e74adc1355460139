"""`manage.py restore`: put a backup in the place of the database, bring it up to date, check every game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.formats.amounts import amount
from tournaments.running.backups import manifest, restoring
from tournaments.running.backups.refusals import NoBackup


class Command(BaseCommand):
    help = "Put a backup in the place of an empty database. Every part of the service has to be stopped before."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="As `backup` has written it.")
        parser.add_argument(
            "--moved",
            action="store_true",
            help="Every part had been stopped before the backup was made: nothing is lost.",
        )
        parser.add_argument(
            "--overwrite", default="", metavar="DATABASE", help="The name of the database whose rows may be lost."
        )
        parser.add_argument(
            "--other-keys", action="store_true", help="The keys in the settings are others, and the old ones are lost."
        )

    def handle(self, *args: Any, file: Path, moved: bool, overwrite: str, other_keys: bool, **options: Any) -> None:
        try:
            backup = restoring.check(file, overwrite=overwrite, other_keys=other_keys)
            rows, now = backup.manifest["rows"], timezone.now()
            self.stdout.write(
                f"{file} was made {restoring.age(backup.made_at, now)} ago: {amount(rows['players'], 'player')}, "
                f"{amount(rows['leagues'], 'league')}, {amount(rows['tables'], 'table')}."
            )
            for warning in [*manifest.other_keys(backup.manifest), *manifest.other_addresses(backup.manifest)]:
                self.stdout.write(f"Note: {warning}")
            restoring.load(backup)
        except NoBackup as error:
            raise CommandError(str(error)) from error
        restoring.go_on(backup, moved=moved)
        self.stdout.write("The database is restored. Every game is checked:")
        broken = restoring.verify(self.stdout.write).broken
        since = f"{backup.made_at:%Y-%m-%d %H:%M} UTC"
        self.stdout.write(
            "Nothing was lost: start all parts."
            if moved
            else f"What happened since {since} is lost: players are told once all parts are started. If the service "
            "had stopped before the backup was made, restore again with --moved."
        )
        if broken:
            sys.exit(1)
