"""Django's check that every game that runs can go on under its rules; `migrate` stops at it before it changes a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.core import checks
from django.db import connections

from engine.refusals import UnsupportedRules
from tournaments.models import League
from tournaments.queries import matches

RUNNING = (League.State.OPEN, League.State.DRAWING, League.State.RUNNING)
FINISH = (
    "Go back to the release that was installed before, which plays it, and update once these leagues have ended; or "
    "cancel them there."
)


def all_are_played(
    app_configs: Sequence[Any] | None, databases: Sequence[str] | None = None, **_: Any
) -> list[checks.CheckMessage]:
    """An error for each game and version that a league is kept to and this release does not play."""
    return [error for alias in databases or () for error in _missing(alias)]


def _missing(alias: str) -> Iterator[checks.CheckMessage]:
    if League._meta.db_table not in connections[alias].introspection.table_names():
        return  # a database that is being made
    kept = League.objects.using(alias).filter(state__in=RUNNING, rules__isnull=False)
    for slug, rules in kept.order_by("game", "rules").values_list("game", "rules").distinct():
        try:
            matches.under_version(slug, rules)
        except (KeyError, UnsupportedRules):
            names = ", ".join(kept.filter(game=slug, rules=rules).order_by("pk").values_list("name", flat=True)[:5])
            said = f"{slug} under rules {rules} is not played by this release, but leagues are kept to it: {names}."
            yield checks.Error(said, hint=FINISH, id="tournaments.E001")
