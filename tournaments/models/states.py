"""Columns that a row has in some of its states only: empty before or after."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model

Value = TypeVar("Value")


class NotThere(LookupError):
    """A row was asked for what it does not have in its state: a mistake of the code, which has to look at it first."""


def there(value: Value | None, row: Model, what: str) -> Value:
    """The value of a column that the row has in its state. NotThere names the row and what it lacks otherwise."""
    if value is None:
        raise NotThere(f"{row} has no {what}")
    return value
