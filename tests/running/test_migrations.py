"""A migration only adds, so that the release before goes on beside it; what it takes away it says, and since when."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ModelState, ProjectState
from django.db.models.functions import Now

from tournaments.running import takeover
from tournaments.running.schema_changes import numbers, taken_away, unused_since

APP = "tournaments"
LATER = "999.0.0"
MIGRATIONS = Path(str(import_module(f"{APP}.migrations").__file__)).parent
RELEASED: dict[str, str] = json.loads(Path(__file__).with_name("released_migrations.json").read_text())


def migration(*operations: Operation, **said: Any) -> migrations.Migration:
    kind = type("Migration", (migrations.Migration,), {"operations": operations, **said})
    return kind("0002_trial", APP)


def before() -> ProjectState:
    """One model, of a release before."""
    fields: Sequence[tuple[str, models.Field[Any, Any]]] = (
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField(max_length=20)),
        ("seen", models.DateTimeField(null=True)),
    )
    state = ProjectState()
    state.add_model(ModelState(APP, "Thing", list(fields)))
    return state


def add(field: models.Field[Any, Any]) -> Operation:
    return migrations.AddField("thing", "more", field)


def alter(name: str, field: models.Field[Any, Any]) -> Operation:
    return migrations.AlterField("thing", name, field)


@pytest.mark.parametrize(("name", "digest"), RELEASED.items())
def test_a_migration_of_a_release_stays_as_it_was_released(name: str, digest: str) -> None:
    """Services have applied it, and do not apply it again: what changes is a migration behind it."""
    assert hashlib.sha256((MIGRATIONS / f"{name}.py").read_bytes()).hexdigest() == digest


def test_every_migration_that_takes_something_away_names_an_older_release_that_does_without_it() -> None:
    loader = MigrationLoader(None)
    for app, name in loader.disk_migrations:
        found = loader.disk_migrations[app, name]
        if app != APP or found.initial:
            continue
        gone = list(taken_away(found, loader.project_state((app, name), at_end=False)))
        since = unused_since(found)
        assert not gone or (since and numbers(since) < numbers(settings.VERSION)), f"{name}: {gone}: docs/migrations.md"


ADDING = {
    "a table": migrations.CreateModel("Other", [("id", models.BigAutoField(primary_key=True))]),
    "a column that may be empty": add(models.TextField(null=True)),
    "a column that the database fills": add(models.DateTimeField(db_default=Now())),
    "an index": migrations.AddIndex("thing", models.Index(fields=["name"], name="by_name")),
    "more room": alter("name", models.CharField(max_length=30)),
    "any room": alter("name", models.TextField()),
    "an empty value": alter("name", models.CharField(max_length=20, null=True)),
    "other words for people": alter("name", models.CharField(max_length=20, verbose_name="called")),
}
TAKING = {
    "a table": migrations.DeleteModel("Thing"),
    "a column": migrations.RemoveField("thing", "name"),
    "the name of a column": migrations.RenameField("thing", "name", "title"),
    "the name of a table": migrations.RenameModel("Thing", "Item"),
    "a column that old code does not fill": add(models.IntegerField(default=0)),
    "less room": alter("name", models.CharField(max_length=10)),
    "another type": alter("name", models.IntegerField()),
    "the empty value": alter("seen", models.DateTimeField()),
    "equal values": alter("name", models.CharField(max_length=20, unique=True)),
    "values": migrations.AddConstraint("thing", models.CheckConstraint(condition=~models.Q(name=""), name="named")),
    "who knows what": migrations.RunSQL("SELECT 1"),
    "what a pair of lists hides": migrations.SeparateDatabaseAndState([migrations.RemoveField("thing", "name")]),
}


@pytest.mark.parametrize("what", ADDING)
def test_what_old_code_does_not_notice_is_an_addition(what: str) -> None:
    assert list(taken_away(migration(ADDING[what]), before())) == []


@pytest.mark.parametrize("what", TAKING)
def test_what_old_code_would_miss_is_known(what: str) -> None:
    ((_, why),) = taken_away(migration(TAKING[what]), before())
    assert why


def test_each_operation_is_judged_by_the_models_as_those_before_it_have_left_them() -> None:
    wider, narrower = alter("name", models.CharField(max_length=40)), alter("name", models.CharField(max_length=30))
    assert len(list(taken_away(migration(wider, narrower), before()))) == 1


def test_code_of_a_migrations_own_is_believed_where_it_says_why_the_old_release_can_go_on() -> None:
    assert list(taken_away(migration(migrations.RunSQL("SELECT 1"), fits_old_code="It reads."), before())) == []


@pytest.mark.django_db
def test_the_release_that_runs_is_followed_by_itself() -> None:
    call_command("takeover", "--from", settings.VERSION)


@pytest.mark.django_db
def test_an_older_release_is_refused_by_name() -> None:
    with pytest.raises(CommandError, match=f"{settings.VERSION} is older than {LATER}"):
        call_command("takeover", "--from", LATER)


@pytest.mark.django_db
def test_a_database_that_a_newer_release_has_used_is_refused_by_the_name_of_the_migration() -> None:
    MigrationRecorder(connection).record_applied(APP, "9999_of_a_newer_release")
    with pytest.raises(CommandError, match="9999_of_a_newer_release"):
        call_command("takeover", "--from", settings.VERSION)


@pytest.mark.django_db
def test_what_the_running_release_still_uses_is_not_taken_away_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    newest = max(key for key in MigrationLoader(None).disk_migrations if key[0] == APP)
    gone = migration(migrations.RemoveField("player", "name"), dependencies=[newest], unused_since="0.2.0")
    load = MigrationLoader.load_disk

    def with_one_more(loader: MigrationLoader) -> None:
        load(loader)
        loader.disk_migrations[APP, gone.name] = gone

    monkeypatch.setattr(MigrationLoader, "load_disk", with_one_more)
    monkeypatch.setattr(settings, "VERSION", "0.3.0")
    assert list(takeover.in_the_way("0.2.0")) == []
    (told,) = takeover.in_the_way("0.1.9")
    assert "0.1.9 still uses what 0002_trial takes away" in told
    assert "Upgrade to 0.2.0 first" in told
