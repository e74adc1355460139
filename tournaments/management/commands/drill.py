"""`manage.py drill`: restore the newest backup on trial, check every game in it, tell whoever runs the service."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.running.backups import drills, making
from tournaments.running.backups.refusals import NoBackup


class Command(BaseCommand):
    help = "Restore the newest backup into a database of its own and check the games in it. Changes no game."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--of", default="", metavar="FOLDER", help="Where the backups are, instead of BACKUP_DIR.")
        parser.add_argument("--sample", type=int, metavar="N", help="Check only so many games, drawn at random.")

    def handle(self, *args: Any, of: str, sample: int | None, **options: Any) -> None:
        try:
            done = drills.drill(making.folder_named(of), sample)
        except NoBackup as error:
            raise CommandError(str(error)) from error
        if done.trouble:
            raise CommandError(f"The drill of {done.backup or 'backups'} has failed: {done.trouble}")
        self.stdout.write(f"{done.backup} can be restored: {done.checked} games and leagues agree.")
