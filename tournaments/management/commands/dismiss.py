"""`manage.py dismiss EMAIL`: end the office of an organiser, or with --owner that of an owner alone."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.actions.player import appointing
from tournaments.language.refusals import Refused


class Command(BaseCommand):
    help = "Dismiss an organiser, and owner of the service, from every league; the player stays and may play on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="The address of the person.")
        parser.add_argument("--owner", action="store_true", help="Only as owner of the service: stays an organiser.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            done = appointing.dismiss(options["email"], only_owner=options["owner"])
        except Refused as error:
            raise CommandError(str(error)) from error
        who = f"{done.player} <{done.player.email}>"
        if options["owner"]:
            self.stdout.write(f"{who} is no owner of the service any more, and still an organiser.")
            return
        self.stdout.write(f"{who} is no organiser any more. The desk is closed to them from now on; they may play on.")
        for league in done.leagues:
            left = " It has no organiser now: the owner of the service acts for it." if league in done.without else ""
            self.stdout.write(f"{league} ({league.get_state_display()}): they organise it no more.{left}")
