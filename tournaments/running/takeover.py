"""Whether this release can take over the database of the one that runs, while that one goes on."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor

from tournaments.running.schema_changes import numbers, taken_away, unused_since

OURS = "tournaments"


def in_the_way(running: str) -> Iterator[str]:
    """A sentence for each thing that keeps this release from following the version that runs."""
    if numbers(settings.VERSION) < numbers(running):
        yield f"{settings.VERSION} is older than {running}, which runs here. The way back is deploy/upgrade --back."
    executor = MigrationExecutor(connection)
    loader = executor.loader
    unknown = sorted(
        name for app, name in loader.applied_migrations if app == OURS and (app, name) not in loader.disk_migrations
    )
    if unknown:
        yield (
            f"The database has migrations that {settings.VERSION} does not know ({', '.join(unknown)}): a newer "
            "release has used it. Install one that knows them."
        )
        return
    for migration in planned(executor):
        if migration.app_label == OURS and not migration.initial:
            yield from _of(migration, executor, running)


def planned(executor: MigrationExecutor) -> list[Migration]:
    """The migrations that are to be applied, in their order."""
    return [migration for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]


def _of(migration: Migration, executor: MigrationExecutor, running: str) -> Iterator[str]:
    before = executor.loader.project_state((migration.app_label, migration.name), at_end=False)
    found = list(taken_away(migration, before))
    since = unused_since(migration)
    if not found or (since and numbers(since) <= numbers(running)):
        return
    what = "; ".join(one.what for one in found)
    if since:
        yield f"{running} still uses what {migration.name} takes away ({what}). Upgrade to {since} first."
    else:
        yield f"{migration.name} takes away what {running} uses ({what}), and names no release that does without it."
