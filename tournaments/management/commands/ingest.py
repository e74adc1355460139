"""`manage.py ingest --to ADDRESS < letter`: one raw letter from standard input, for tests and rescue."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.inbox import ingest
from tournaments.inbox.doors import arrivals, envelope


class Command(BaseCommand):
    help = "Store one raw letter from standard input; with --read also understand it at once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", required=True, help="The envelope recipient, a reply address of ours.")
        parser.add_argument("--from", dest="mail_from", default="", help="The envelope sender.")
        parser.add_argument("--read", action="store_true", help="Read it here instead of leaving it to a worker.")

    def handle(self, *args: Any, **options: Any) -> None:
        raw = sys.stdin.buffer.read()
        if not raw.strip():
            raise CommandError("There is no letter on standard input.")
        if arrivals.was_the_doctors(raw, options["to"], "ingest"):
            self.stdout.write("a letter of the doctor")
            return
        for recipient in envelope.meant(options["to"], ingest.headers_of(raw)):
            row = ingest.ingest(raw, recipient, options["mail_from"])
            verdict = ingest.read(row.pk) if options["read"] else ""
            self.stdout.write(f"letter {row.pk} {verdict}".strip())
