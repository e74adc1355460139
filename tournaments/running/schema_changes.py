"""The things that a migration takes from the release before it, which still runs while the migration is applied.

During an upgrade old and new code use one database, and the way back keeps that database. So a migration may only add
what old code does not notice. What it takes away (a column, a table, a value that old rows may have) has to be unused
by the release that runs by then: the migration says so with `unused_since`, the first release without it, and an
upgrade from an older one is refused. docs/migrations.md tells it to programmers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import connection
from django.db.migrations import Migration, operations
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Field
from django.db.models.fields import NOT_PROVIDED

ADDING = (
    operations.CreateModel,
    operations.AddIndex,
    operations.RemoveIndex,
    operations.RenameIndex,
    operations.RemoveConstraint,
    operations.AlterModelOptions,
    operations.AlterModelManagers,
    operations.AlterModelTableComment,
)
OPAQUE = (operations.RunPython, operations.RunSQL)
VARYING = re.compile(r"varchar\((\d+)\)")
VERSION = re.compile(r"\d+\.\d+\.\d+")
ADD_FIRST = "add it in this release, and let the next one rely on it"


class TakenAway(NamedTuple):
    """An operation that the release before would notice."""

    what: str
    why: str


def taken_away(migration: Migration, before: ProjectState) -> Iterator[TakenAway]:
    """The operations of a migration that are no mere addition; `before`: the models before the migration."""
    state = before.clone()
    for operation in migration.operations:
        yield from _of(operation, migration, state)
        operation.state_forwards(migration.app_label, state)


def _of(operation: Operation, migration: Migration, state: ProjectState) -> Iterator[TakenAway]:
    why = ""
    if isinstance(operation, operations.SeparateDatabaseAndState):
        for inner in operation.database_operations:
            yield from _of(inner, migration, state)
    elif isinstance(operation, operations.AddField):
        why = _of_new(operation.field)
    elif isinstance(operation, operations.AlterField):
        old = state.models[migration.app_label, operation.model_name_lower].get_field(operation.name)
        why = _of_altered(old, operation.field)
    elif isinstance(operation, OPAQUE):
        if not getattr(migration, "fits_old_code", ""):
            why = "the migration has to say in `fits_old_code` why the release before can go on beside it"
    elif not isinstance(operation, ADDING):
        why = "the release before may still use it, or write what is now forbidden"
    if why:
        yield TakenAway(operation.describe(), why)


def _of_new(field: Any) -> str:
    """The fault of a new column that old code, which inserts rows without it, would trip over; "" for none."""
    if field.null or field.many_to_many or field.db_default is not NOT_PROVIDED:
        return ""
    return "the release before inserts rows without it: give it null=True or a db_default"


def _of_altered(old: Any, new: Any) -> str:
    if old.null and not new.null:
        return f"the release before may write NULL: {ADD_FIRST}"
    if (new.unique and not old.unique) or new.remote_field is not None is not old.remote_field:
        return f"the release before may write what is now forbidden: {ADD_FIRST}"
    if not _holds(_type(new), _type(old)):
        return f"its type in the database becomes {_type(new)}, and the release before knows {_type(old)}"
    if old.db_column != new.db_column:
        return "the release before knows the column by its old name"
    return ""


def _type(field: Field[Any, Any]) -> str:
    return field.db_parameters(connection)["type"] or ""


def _holds(new: str, old: str) -> bool:
    """Whether a column of the new type takes and gives all that one of the old type did."""
    wide, narrow = VARYING.fullmatch(new), VARYING.fullmatch(old)
    if narrow:
        return new == "text" or (wide is not None and int(wide[1]) >= int(narrow[1]))
    return new == old


def unused_since(migration: Migration) -> str:
    """The first release that does without what the migration takes away; "" where it says none."""
    said = getattr(migration, "unused_since", "")
    return said if VERSION.fullmatch(said) else ""


def numbers(version: str) -> tuple[int, ...]:
    """A version for comparing: 0.10.0 comes after 0.9.0."""
    return tuple(map(int, version.split(".")))
