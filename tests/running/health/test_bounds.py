"""The time that the doctor may take, and that its lines are explained."""

from __future__ import annotations

import re

from tests.shared import deploy_pages
from tournaments.running.health import database, games, posting, registry, running
from tournaments.running.health.mail import round_trip


def test_the_doctor_ends_within_a_minute_whatever_does_not_answer() -> None:
    before = posting.GREETING + 2 * running.BROKER_WAIT + database.WAIT.total_seconds()
    sent = before + round_trip.SENDING
    assert sent + round_trip.COMING <= 60
    assert max(sent, registry.BESIDE) + games.SECONDS <= 60  # meanwhile


def test_the_documentation_explains_every_line() -> None:
    section = deploy_pages.text("watching").partition("\n## Doctor\n")[2].partition("\n## ")[0]
    told = [
        name for row in re.findall(r"^\| (`.+?) \|", section, re.MULTILINE) for name in re.findall(r"`([^`]+)`", row)
    ]
    assert sorted(told) == sorted(check.name for check in registry.CHECKS)
