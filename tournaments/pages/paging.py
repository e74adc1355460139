"""Long lists in pages: which rows are shown and where the rest is. Reads only.

A list knows the name of its own part of the address, so that several lists of one page are turned over on their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

MOST_COUNTED = 5_000  # rows: the database counts no further, so that a list costs the same however long it is


class Bounded(Paginator):
    """Counts up to `most` rows; what comes behind is found by searching."""

    most = MOST_COUNTED

    @cached_property
    def count(self) -> int:
        rows = self.object_list
        return rows.order_by()[: self.most].count() if isinstance(rows, QuerySet) else len(rows)


@dataclass(frozen=True, slots=True)
class Paged:
    """One page of a list.

    name  of the list, in the address and as its anchor: "?over=2#over"
    """

    name: str
    page: Page[Any]
    asked: HttpRequest

    def __iter__(self) -> Iterator[Any]:
        return iter(self.page.object_list)

    def __len__(self) -> int:
        return len(self.page.object_list)

    def shown_as(self, show: Callable[[list[Any]], Sequence[Any]]) -> Paged:
        """The same page with what its rows are shown as."""
        shown = Page(show(list(self)), self.page.number, self.page.paginator)
        return Paged(self.name, shown, self.asked)

    @property
    def number(self) -> int:
        return self.page.number

    @property
    def last(self) -> int:
        return self.page.paginator.num_pages

    @property
    def count(self) -> int:
        return self.page.paginator.count

    @property
    def several(self) -> bool:
        return self.page.has_other_pages()

    @property
    def before(self) -> str:
        """The address of the page before this one; "" at the first."""
        return self._at(self.number - 1) if self.page.has_previous() else ""

    @property
    def after(self) -> str:
        return self._at(self.number + 1) if self.page.has_next() else ""

    def _at(self, number: int) -> str:
        query = self.asked.GET.copy()
        query[self.name] = str(number)
        return f"?{query.urlencode()}#{self.name}"


def paged(request: HttpRequest, name: str, rows: QuerySet[Any] | Sequence[Any], size: int) -> Paged:
    """The page that the address asks for; the nearest one where there is none of that number."""
    return Paged(name, Bounded(rows, size).get_page(request.GET.get(name)), request)
