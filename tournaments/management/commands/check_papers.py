"""Compare the papers that players have with the engine's results: status 0 only if all tables ended and all agree."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import League, Table
from tournaments.papers.papers import book_name, file_name
from tournaments.queries import matches
from tournaments.queries.standings import shown, standings
from tournaments.running.demo import papers


class Command(BaseCommand):
    help = "Print the standings and compare PDFs below a folder with what the engine says."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        wrong = [
            str(table)
            for league in League.objects.filter(state__in=[League.State.RUNNING, League.State.FINISHED])
            for table in self.played(league)
            if not self.agrees(table, folder)
        ]
        finished = League.objects.filter(state=League.State.FINISHED, practice=False)
        wrong += [f"the book of {league}" for league in finished if not self.book_agrees(league, folder)]
        if wrong:
            raise CommandError(f"Not finished, or papers that say something else: {', '.join(wrong)}")

    def played(self, league: League) -> list[Table]:
        self.stdout.write(f"Standings of {league}:")
        for row in shown(league, standings(league)):
            self.stdout.write(f"  {row.place}. {row.name}, {row.points} league points")
        return list(league.tables.exclude(state=Table.State.UNUSED))

    def agrees(self, table: Table, folder: Path) -> bool:
        """Are there papers for each seat, and do all of them give the engine's totals?"""
        if table.state != Table.State.FINISHED:
            return False
        totals = list(matches.load(table).scoresheet().totals)
        paths = sorted(folder.glob(f"*/{file_name(table)}"))
        for path in paths:
            self.stdout.write(f"  {path}: {papers.totals_of(path, len(totals))}")
        right = all(papers.totals_of(path, len(totals)) == totals for path in paths)
        return right and len(paths) == table.seats.count()

    def book_agrees(self, league: League, folder: Path) -> bool:
        """Do the books that came have the engine's totals of every table in them?"""
        tables = league.tables.filter(state=Table.State.FINISHED).order_by("number")
        totals = [list(matches.load(table).scoresheet().totals) for table in tables]
        paths = sorted(folder.glob(f"*/{book_name(league)}"))
        for path in paths:
            self.stdout.write(f"  {path}: {len(papers.all_totals_of(path, league.seats))} scoresheets")
        return all(papers.all_totals_of(path, league.seats) == totals for path in paths)
