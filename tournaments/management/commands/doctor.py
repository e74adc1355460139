"""`manage.py doctor`: every check of the installation, each with what to do. Status 1 if one fails."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.keys.redaction import redacted
from tournaments.running.health import registry, running
from tournaments.running.health.finding import Check, State, as_seen_here


class Command(BaseCommand):
    help = "Look at all parts of the installation: a line for each, ok, warn, fail or n/a, with what to do."
    requires_system_checks: Any = ()  # they are among what is looked at

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--report", type=Path, metavar="FILE", help="Write it there too, without secrets.")
        parser.add_argument(
            "--since", type=datetime.fromisoformat, metavar="MOMENT", help="Each part must have given a sign after it."
        )

        parser.add_argument(
            "--here",
            action="store_true",
            help="Only warn of what lies with other machines: the DNS and its records. deploy/upgrade asks so.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        lines, states = [f"{timezone.now():%Y-%m-%d %H:%M} UTC"], set()
        for state, line in told(options["since"], here=options["here"]):
            states.add(state)
            lines.append(line)
            self.stdout.write(lines[-1])
        if report := options["report"]:
            _write(report, lines)
        if State.FAIL in states:
            sys.exit(1)


def told(since: datetime | None = None, *, here: bool = False) -> Iterator[tuple[str, str]]:
    """State and line of each finding; "" for what was not looked at because something is in the way that it needs.

    since  the moment after which each part must have given a sign of life
    here   whether what lies with other machines is only warned of
    """
    more = (Check("signs", lambda: running.signs_since(since), needs=registry.ROWS),) if since else ()
    for asked in registry.ask_all((*registry.CHECKS, *more), registry.Beside(registry.CHECKS).ask):
        for name, found in asked.found:
            # What to do is written by us, and has to be copied whole.
            finding = replace(as_seen_here(found) if here else found, words=redacted(found.words))
            yield finding.state, f"{finding.state:<5} {name}: {finding}"
        if asked.lacking:
            yield "", f"      {asked.check.name}: not looked at while this is not well: {asked.lacking}"


def _write(path: Path, lines: list[str]) -> None:
    try:
        path.write_text("\n".join([*lines, ""]))
    except OSError as error:
        raise CommandError(f"The report could not be written to {path}: {error.strerror}.") from error
