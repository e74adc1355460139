"""A form with one value of nearly two million bytes is refused or answered in a moment, and nothing keeps the value."""

from __future__ import annotations

import functools
import gc
import importlib
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.forms import BaseForm, CharField, ChoiceField, HiddenInput
from django.http import QueryDict
from pytest_django.plugin import DjangoDbBlocker

import engine
import tournaments
from tests.attacks.asking import addresses, ask, form
from tests.attacks.walking import FIELDS
from tests.attacks.world import DESK, TABLE, World, make
from tests.shared import pace
from tests.shared.routes import routes
from tests.shared.shared_rows import made_once
from tournaments.player.forms import Words

pytestmark = pytest.mark.django_db
# Letters, and signs that are each eighteen letters where text is made plain.
LONG = "a" * (settings.LARGEST_FORM // 2) + "\ufdfa" * (settings.LARGEST_FORM // 7)
KEPT = 20_000  # characters of text that a function may keep of one question
OF_EVERY_FORM = {"csrfmiddlewaretoken", "stamp"}
TEXTS = (str, tuple, list, dict)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with made_once(django_db_blocker):
        yield make(Random(7))


@contextmanager
def fields_read() -> Iterator[set[str]]:
    """The names of the fields that are read of a form meanwhile."""
    read: set[str] = set()
    given, listed = QueryDict.__getitem__, QueryDict.getlist

    def one(self: QueryDict, key: str) -> Any:
        read.add(key)
        return given(self, key)

    def several(self: QueryDict, key: str, default: Any = None) -> Any:
        read.add(key)
        return listed(self, key, default)

    with mock.patch.object(QueryDict, "__getitem__", one), mock.patch.object(QueryDict, "getlist", several):
        yield read


def kept_texts() -> Iterator[str]:
    """The answers that our functions with a cache hold."""
    for root in (engine, tournaments):
        for found in pkgutil.walk_packages(root.__path__, f"{root.__name__}."):
            for value in vars(importlib.import_module(found.name)).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    yield from _texts(value, 4)


def _texts(value: object, deep: int) -> Iterator[str]:
    for held in gc.get_referents(value):
        if isinstance(held, str):
            yield held
        elif deep and (isinstance(held, TEXTS) or type(held).__name__ == "_lru_list_elem"):
            yield from _texts(held, deep - 1)


@pytest.mark.parametrize("fields", [1, pytest.param(None, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", [TABLE, DESK])
def test_no_field_of_any_form_costs_more_than_a_moment(world: World, kind: str, fields: int | None) -> None:
    """In the short form one field of each form, in the long one all."""
    browser, valid, slow, asked = world.browser(kind), form(world.here), [], 0
    for route in routes():
        address = next(iter(addresses(route, world.here)))
        filled = {**valid, **FIELDS.get(route, {})}
        with fields_read() as read:
            if ask(browser, "POST", address, **filled).status in (403, 404, 405):
                continue
        own = sorted(read - OF_EVERY_FORM)
        for name in Random(route).sample(own, min(len(own), fields or len(own))):
            answers: list[int] = []
            send = partial(ask, browser, "POST", address, **{**filled, name: LONG})
            took = pace.seconds(lambda: answers.append(send().status), runs=1)  # noqa: B023
            if took > pace.A_MOMENT or answers[-1] >= 500:
                slow.append((route, name, round(took, 2), answers))
            asked += 1
    assert asked > 20
    assert slow == []
    assert max(map(len, kept_texts())) < KEPT


def test_every_text_field_of_every_form_has_a_length_that_suits_it() -> None:
    list(routes())  # what is behind an address is loaded with it
    waiting: list[type[Any]] = [BaseForm]
    endless = set()
    while waiting:
        kind = waiting.pop()
        waiting.extend(kind.__subclasses__())
        if kind.__module__.startswith("tournaments"):
            endless |= {f"{kind.__name__}.{name}" for name, field in kind.base_fields.items() if _is_endless(field)}
    assert endless == {"LeagueForm.about", "LeagueForm.conduct"}, "whose length the settings of a league judge"


def _is_endless(field: Any) -> bool:
    """Words judges the length when blanks are joined; what is hidden is compared with what the page was given."""
    judged = isinstance(field, (ChoiceField, Words)) or isinstance(field.widget, HiddenInput)
    return isinstance(field, CharField) and not judged and field.max_length is None
