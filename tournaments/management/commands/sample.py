"""The demonstration's people and leagues, made once. Refuses to run outside the demonstration."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

import engine
from tournaments.actions.practice import exhibition
from tournaments.running.demo import people


class Command(BaseCommand):
    help = "Make the people and leagues of the demonstration, if there are none yet."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--proof", choices=list(engine.games.released()), help="the league of `make demo` of this game instead"
        )

    def handle(self, *args: Any, proof: str | None, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("Made-up people belong into the demonstration only: DEMO is not set.")
        if proof:
            people.proof_league(proof)
        else:
            people.sample_leagues(people.settle_in())
            exhibition.complete()  # what the start page shows
