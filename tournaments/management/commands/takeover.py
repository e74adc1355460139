"""`manage.py takeover --from VERSION`: can this release follow that one on its database? Status 1 if not."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tournaments.running import takeover
from tournaments.running.schema_changes import VERSION


class Command(BaseCommand):
    help = "Whether this release can take over the database while another one runs. Changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--from", required=True, dest="running", metavar="VERSION", help="Of the one that runs.")

    def handle(self, *args: Any, running: str, **options: Any) -> None:
        if not VERSION.fullmatch(running):
            raise CommandError(f"{running} is no version. Write it like 1.2.3.")
        if problems := list(takeover.in_the_way(running)):
            raise CommandError("\n".join(problems))
        names = [str(one) for one in takeover.planned(MigrationExecutor(connection))]
        self.stdout.write(f"migrations to apply: {', '.join(names) or 'none'}")
