"""The settings: what Django's and our own checks warn of, and whether they fit what the database holds."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core import checks

from tournaments.queries.letters import open_questions
from tournaments.running.health.finding import Findings, fail, ok, warn


def settled() -> Findings:
    """The findings of the checks of settings and catalogues, as `manage.py check --deploy` prints them."""
    found: list[Any] = checks.run_checks(include_deployment_checks=not settings.DEMO)
    told = [one for one in found if not one.is_silenced() and one.level >= checks.WARNING]
    for one in told:
        words = " ".join(f"{one.id} {one.msg}".split())
        yield (fail if one.level >= checks.ERROR else warn)(words, " ".join((one.hint or "").split()))
    if not told:
        yield ok("no check of the settings finds fault")


def answers_fit() -> Findings:
    """Whether answers to open questions will be known: their addresses are signed with a key that is still there.

    On another machine the database is not enough: keys and mail domain come from the environment file of the old one.
    """
    addresses = open_questions.reply_addresses()
    forged = open_questions.unknown(addresses)
    elsewhere = open_questions.elsewhere(addresses)
    if forged:
        yield fail(
            f"MAIL_KEYS does not know the reply addresses of {forged} of {len(addresses)} letters with open questions",
            "put the key of the old environment file behind the new one: MAIL_KEYS=<new>,<old>; then restart all parts",
        )
    elif elsewhere:
        boxes = " and ".join(f"{local} at {domain}" for local, domain in sorted(elsewhere))
        yield fail(
            f"letters with open questions are answered to {boxes}, and the settings say {settings.MAIL_LOCAL} at"
            f" {settings.MAIL_DOMAIN} (MAIL_LOCAL, MAIL_DOMAIN)",
            "set both to the old ones again, then restart all parts",
        )
    else:
        yield ok(f"the addresses of {len(addresses)} letters with open questions are known")
