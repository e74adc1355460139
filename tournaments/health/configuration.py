"""The settings: what Django's and our own checks warn of, and whether they fit what the database holds."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core import checks

from tournaments.health.finding import Findings, fail, ok, warn
from tournaments.mail import open_questions


def settled() -> Findings:
    """What the checks of settings and catalogues find, as `manage.py check --deploy` prints it."""
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
    elsewhere = {domain for one in addresses if (domain := one.rpartition("@")[2].lower()) != settings.MAIL_DOMAIN}
    if forged:
        yield fail(
            f"MAIL_KEYS does not know the reply addresses of {forged} of {len(addresses)} letters with open questions",
            "put the key of the old environment file behind the new one: MAIL_KEYS=<new>,<old>; then restart all parts",
        )
    elif elsewhere:
        domains = " and ".join(sorted(elsewhere))
        yield fail(
            f"letters with open questions are answered to {domains}, and MAIL_DOMAIN is {settings.MAIL_DOMAIN}",
            "set MAIL_DOMAIN to the old domain again, or have its mail host hand letters on",
        )
    else:
        yield ok(f"the addresses of {len(addresses)} letters with open questions are known")
