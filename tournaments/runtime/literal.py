"""Values written into a statement itself instead of being passed beside it.

An index for some states only ("where state = 'queued'") is used by a database that sees that a statement asks for those
states. SQLite does not look at values that are passed beside a statement.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Value


class Literal(Value):
    """A state of a row: one of our own words, never anything that somebody has typed."""

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:
        word = str(self.value)
        if not word.replace("-", "").isalpha():
            raise ValueError(f"{word!r} is no state.")
        return f"'{word}'", ()


def literals(states: Iterable[str]) -> list[Literal]:
    """The states as literals; give them in the order of the index."""
    return [Literal(str(state)) for state in states]
