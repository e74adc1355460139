"""The desk's lists when they grow long: what a search, a filter or a sort looks through is bounded. Reads only.

A list as it opens is read by an index, page by page. Whatever narrows or sorts it otherwise looks through its newest
rows, and through those that an index finds however old they are; where rows were left out the page says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.admin import AllValuesFieldListFilter
from django.contrib.admin.views.main import ORDER_VAR
from django.core.exceptions import ValidationError
from django.db.models import Field, Model, Q, QuerySet
from django.http import HttpRequest
from unfold.views import ChangeList

from tournaments.keys import rfc5322
from tournaments.models import Player
from tournaments.runtime.literal import literals

LOOKED_THROUGH = 20_000  # rows
MOST_WORDS = 8  # of a search
FOUND = 1_000  # older rows that an index finds
OFFERED_FROM = 1_000  # rows among which the values are looked for that a filter offers
NAMED = 50  # players of that name whose rows are found however old they are
EQUAL = ("", "__exact", "__id__exact", "__pk__exact")  # how an address asks for one value


class LongList(ChangeList):
    """A list that looks through a bounded number of rows, and reads one page of them.

    looked_through  how many of the newest rows, 0 where all were
    """

    looked_through = 0
    root_queryset: QuerySet[Any]
    result_list: QuerySet[Any]

    def get_queryset(self, request: HttpRequest, exclude_parameters: list[str | None] | None = None) -> QuerySet[Any]:
        """The rows that match; IncorrectLookupParameters, as Django's own, for values that cannot be."""
        if self.query or self.params.get(ORDER_VAR) or self.get_filters_params():
            self.root_queryset = self._newest(self._by_index(self.root_queryset))
        return super().get_queryset(request, exclude_parameters)

    def _by_index(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Narrowed by what the address asks for and an index knows, before anything is counted."""
        for name, states in self.model_admin.indexed.items():
            for param in (name + how for how in EQUAL):
                value = self.params.get(param, "")
                if not value or not self.model_admin.lookup_allowed(param, value):
                    continue  # Django refuses it in a moment
                try:
                    rows = _equal(rows, param, value, states)
                except (ValueError, ValidationError):
                    continue  # Django refuses it in a moment
        return rows

    def _newest(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        newest = self.model_admin.newest_by
        cut = list(rows.order_by(f"-{newest}").values_list(newest, flat=True)[LOOKED_THROUGH : LOOKED_THROUGH + 1])
        if not cut:
            return rows
        self.looked_through = LOOKED_THROUGH
        found = self.model_admin.found_by_index(rows, self.query) if self.query else []
        return rows.filter(Q(**{f"{newest}__gt": cut[0]}) | Q(pk__in=found))

    def get_results(self, request: HttpRequest) -> None:
        """The page's rows by their numbers: in one statement with all that they show, a database may read whole tables
        before it takes the first rows.
        """
        super().get_results(request)
        numbers = list(self.result_list.values_list("pk", flat=True))
        rows = self.model._default_manager.filter(pk__in=numbers).order_by(*self.queryset.query.order_by)
        self.result_list = self.apply_select_related(rows).defer(*self.model_admin.unlisted)


def _equal(rows: QuerySet[Any], param: str, value: str, states: Iterable[str] | None) -> QuerySet[Any]:
    """states  that an index is for, as it names them; None where it is for every value"""
    if states is None:
        return rows.filter(**{param: value})
    if value not in states:
        return rows
    name, (first, *others) = param.partition("__")[0], literals(states)
    return rows.filter(**({f"{name}__in": [first, *others]} if others else {name: first}))


class SeenValues(AllValuesFieldListFilter):
    """Offers the values that the newest rows have: the values of all would be looked for in every row."""

    def __init__(
        self,
        field: Field[Any, Any],
        request: HttpRequest,
        params: dict[str, Any],
        model: type[Model],
        model_admin: Any,
        field_path: str,
    ) -> None:
        super().__init__(field, request, params, model, model_admin, field_path)
        rows = model_admin.get_queryset(request).order_by(f"-{model_admin.newest_by}")
        values = set(rows.values_list(field_path, flat=True)[:OFFERED_FROM])
        self.lookup_choices: Any = sorted({*values, *([self.lookup_val[-1]] if self.lookup_val else [])})


def players_called(words: str) -> list[int]:
    """Players with that address, and the newest with these words in their names."""
    email = rfc5322.canonical(words) or words
    numbers = list(Player.objects.filter(email__same=email).values_list("pk", flat=True))
    newest = Player.objects.order_by("-pk").values_list("pk", flat=True)[LOOKED_THROUGH : LOOKED_THROUGH + 1]
    named = Player.objects.filter(pk__gt=next(iter(newest), 0)).order_by("-pk")
    for word in words.split()[:MOST_WORDS]:
        named = named.filter(name__icontains=word)
    return [*numbers, *named.values_list("pk", flat=True)[:NAMED]]


def newest_found(rows: QuerySet[Any], newest_by: str, *ways: Mapping[str, object]) -> list[int]:
    """The numbers of the newest rows that each of these ways finds; each is one search in an index."""
    return [
        pk
        for way in ways
        for pk in rows.filter(**way).order_by(f"-{newest_by}", "-pk").values_list("pk", flat=True)[:FOUND]
    ]
