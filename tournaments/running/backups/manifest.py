"""The description of a backup: when and of what it was made, and what it does not hold. No secret is in it.

Settings are named; values are given only of those that letters show anyway. Of the keys there are fingerprints, so
that a restore can tell that another key is in use: keys are kept elsewhere, by whoever runs the service.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import platform
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import django
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

import engine
from engine.refusals import UnsupportedRules
from tournaments.models import League, Player, Table
from tournaments.running.backups import archive, databases
from tournaments.runtime import code_version

SHOWN = ("SITE_URL", "MAIL_DOMAIN", "MAIL_LOCAL")  # letters that were sent depend on them
# Settings that are secrets, or hold one; those of a provider and of its cloud are known by how their names begin.
SECRET = {
    "SECRET_KEY", "SECRET_KEY_FALLBACKS", "MAIL_KEYS", "SMTP_URL", "IMAP_URL", "DATABASE_URL", "REDIS_URL",
}  # fmt: skip
SECRET_BEGINNINGS = ("ANYMAIL_", "AWS_")
LIVE = (League.State.OPEN, League.State.DRAWING, League.State.RUNNING)


def manifest(now: datetime) -> dict[str, Any]:
    """All but the checksums."""
    return {
        "format": archive.FORMAT,
        "made_at": now.isoformat(),
        "database": databases.kind(),
        "versions": {
            "service": settings.VERSION,
            "code": code_version.fingerprint(),
            "python": platform.python_version(),
            "django": django.get_version(),
            "database": databases.version(),
        },
        "migrations": sorted(map(list, MigrationRecorder(connection).applied_migrations())),
        "rules": _rules(),
        "rows": {"players": Player.objects.count(), "leagues": League.objects.count(), "tables": Table.objects.count()},
        "shown": {name: getattr(settings, name) for name in SHOWN},
        "settings": [name for name in _given() if not _is_secret(name)],
        "kept elsewhere": [name for name in _given() if _is_secret(name)],
        "keys": {"SECRET_KEY": fingerprint(settings.SECRET_KEY.encode()), "MAIL_KEYS": _mail_keys()},
    }


def _given() -> list[str]:
    """The names of the variables that the environment sets, of those that are read here."""
    return sorted(name for name in settings.SETTINGS_READ if name in os.environ or f"{name}_FILE" in os.environ)


def _is_secret(name: str) -> bool:
    return name in SECRET or name.startswith(SECRET_BEGINNINGS)


def fingerprint(key: bytes) -> str:
    """The digest that tells keys apart. It reveals nothing of the key, which is long and random."""
    return hmac.digest(key, b"fingerprint in a backup", hashlib.sha256).hex()[:16]


def _mail_keys() -> dict[str, str]:
    return {name: fingerprint(key) for name, key in settings.MAIL_KEYS.items()}


def _rules() -> dict[str, list[int]]:
    """The versions of the rules by which games go on: a release that restores this has to play them."""
    kept = League.objects.filter(state__in=LIVE).order_by("game", "rules")
    found: dict[str, list[int]] = {}
    for game, rules in kept.values_list("game", "rules").distinct():
        if rules is not None:
            found.setdefault(game, []).append(rules)
    return found


# --- what a restore asks of it -------------------------------------------------------------------


def newer_than_here(known: Mapping[str, Any]) -> list[str]:
    """The parts of the backup that this release does not know: migrations, rules of games that go on.

    Nothing if this very code has made it: it worked on what a newer release had added before it was taken back.
    """
    if known["versions"]["code"] == code_version.fingerprint():
        return []
    here = set(MigrationLoader(None).disk_migrations)
    apps = {app for app, _ in here}
    missing = [
        f"migration {app}.{name}" for app, name in known["migrations"] if app in apps and (app, name) not in here
    ]
    for game, versions in known["rules"].items():
        missing += [f"{game} under rules {rules}" for rules in versions if not _plays(game, rules)]
    return missing


def is_older(known: Mapping[str, Any]) -> bool:
    """Whether this release has migrations that the backup lacks."""
    return not set(MigrationLoader(None).disk_migrations) <= {(app, name) for app, name in known["migrations"]}


def _plays(game: str, rules: int) -> bool:
    try:
        engine.games[game].under(rules)
    except (KeyError, UnsupportedRules):
        return False
    return True


def other_keys(known: Mapping[str, Any]) -> list[str]:
    """Tell what stops working because a key is not the one that the backup was made under; a sentence for each."""
    said = []
    in_use = {fingerprint(key.encode()) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)}
    if known["keys"]["SECRET_KEY"] not in in_use:
        said.append(
            "SECRET_KEY is another one: links and sessions from before do not work. Set the old one, or put it into "
            "SECRET_KEY_FALLBACKS."
        )
    here = _mail_keys()
    lost = [name for name, key in known["keys"]["MAIL_KEYS"].items() if here.get(name) != key]
    if lost:
        said.append(
            f"MAIL_KEYS lacks {', '.join(lost)}: letters that it has signed cannot be answered. Set the old ones, or "
            "put them behind the new one."
        )
    return said


def other_addresses(known: Mapping[str, Any]) -> list[str]:
    """Addresses in letters from before that do not lead here."""
    return [
        f"{name} was {value}, here it is {getattr(settings, name)}: letters from before lead there."
        for name, value in known["shown"].items()
        if getattr(settings, name) != value
    ]
