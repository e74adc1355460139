"""`manage.py sweep`: do once what beat has done every few seconds, for cron or for looking on."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.running import sweeps


class Command(BaseCommand):
    help = "Do everything that is due now: letters, kept orders, reminders, deadlines, the outbox."

    def handle(self, *args: Any, **options: Any) -> None:
        done = sweeps.sweep()
        self.stdout.write(", ".join(f"{count} {what}" for what, count in done.items()))
