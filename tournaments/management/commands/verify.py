"""`manage.py verify`: checks games as the database holds them. Status 0 only if all that was checked agrees."""

from __future__ import annotations

import random
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet

from tournaments.models import League, Table
from tournaments.queries import verifying


class Command(BaseCommand):
    help = "Check the log, the chance and the position of games: one line for each that is broken, then a summary."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("league", nargs="?", help="Number, short name or name of one league.")
        parser.add_argument("--all", action="store_true", help="Every game and the lots of every league.")
        parser.add_argument(
            "--table", type=int, metavar="N", help="One table: its number in LEAGUE, or as in the address of its page."
        )
        parser.add_argument("--sample", type=int, metavar="N", help="Only so many of the games, drawn at random.")

    def handle(self, *args: Any, **options: Any) -> None:
        tables, leagues = self._chosen(options)
        if options["sample"] is not None:
            tables, leagues = _sample(tables, options["sample"]), leagues.none()
        summary = verifying.Summary()
        for found in verifying.every(tables, leagues):
            summary.add(found)
            if found.wrong:
                self.stdout.write(f"{found.what}: {found.wrong}")
        self.stdout.write(str(summary))
        if summary.broken:
            sys.exit(1)

    def _chosen(self, options: dict[str, Any]) -> tuple[QuerySet[Table], QuerySet[League]]:
        tables, leagues = Table.objects.all(), League.objects.all()
        wanted, number = options["league"], options["table"]
        if options["all"] and (wanted or number is not None):
            raise CommandError("Say --all, or which league or table.")
        if wanted:
            league = _league(wanted)
            tables, leagues = tables.filter(league=league), leagues.filter(pk=league.pk)
        elif number is None and not options["all"] and options["sample"] is None:
            raise CommandError("Say what to check: --all, a league, --table N or --sample N.")
        if number is not None:
            tables = tables.filter(number=number) if wanted else tables.filter(pk=number)
            leagues = leagues.none()
            if not tables.exists():
                raise CommandError(f"There is no table {number}.")
        return tables, leagues


def _league(wanted: str) -> League:
    found = list(League.objects.filter(tag__iexact=wanted) | League.objects.filter(name__iexact=wanted))
    if wanted.isascii() and wanted.isdigit():
        found = list(League.objects.filter(pk=int(wanted))) or found
    if len(found) != 1:
        numbers = ", ".join(str(league.pk) for league in sorted(found, key=lambda league: league.pk))
        raise CommandError(
            f"Several leagues are called {wanted!r}: name one by its number ({numbers})."
            if found
            else f"There is no league {wanted!r}."
        )
    return found[0]


def _sample(tables: QuerySet[Table], size: int) -> QuerySet[Table]:
    """So many opened tables, each as likely as any other."""
    keys = list(tables.filter(header__isnull=False).values_list("pk", flat=True))
    return Table.objects.filter(pk__in=random.sample(keys, min(size, len(keys))))
