"""`manage.py appoint EMAIL`: make an organiser, or with --owner an owner of the service, and print a sign-in link."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.actions.player import appointing, sign_in_links
from tournaments.language.refusals import Refused


class Command(BaseCommand):
    help = "Appoint an organiser of leagues or an owner of the service; makes the player if the address has none."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="The address of the person, of whom you know that it is theirs.")
        parser.add_argument("--name", default="", help="Of a new player; otherwise the beginning of the address.")
        parser.add_argument("--zone", default="UTC", help="Time zone of a new player, for example Europe/Brussels.")
        parser.add_argument("--owner", action="store_true", help="Owner of the service: may act for every league.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            done = appointing.appoint(options["email"], options["name"], options["zone"], owner=options["owner"])
        except Refused as error:
            raise CommandError(str(error)) from error
        office = "owner of the service" if done.player.is_superuser else "organiser"
        how = "is now" if done.changed else "was already"
        self.stdout.write(f"{done.player} <{done.player.email}> {how} {office}.")
        self.stdout.write("A link to sign in with, for an hour and once:")
        self.stdout.write(sign_in_links.page_to_sign_in(done.player))
