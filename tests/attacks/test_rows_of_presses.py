"""Whoever presses without end leaves a number of rows, not one for every press: of every form, and of every word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.db import transaction
from pytest_django import Settings
from pytest_django.plugin import DjangoDbBlocker

from engine.commands import NAMES
from tests.attacks import rights, world
from tests.attacks.asking import addresses, form
from tests.attacks.world import DESK, STRANGER, TABLE, World
from tests.shared_rows import made_once
from tournaments.actions import orders
from tournaments.mail import limits
from tournaments.models import Allowance, JournalLine, Seat, Table
from tournaments.player.sight import match_of

pytestmark = pytest.mark.django_db
SEED = 14
COUNTED_OUT = limits.MANY - 10_000
# Rows that a sweep removes when their time is over.
PASSING = {"Allowance", "LinkRequest", "SignIn"}
FORMS = sorted(route for route in rights.WRITES if not route.startswith("/desk/"))


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with made_once(django_db_blocker):
        yield world.make(Random(SEED))


@pytest.fixture(autouse=True)
def moment(settings: Settings) -> Iterator[None]:
    """A moment that lasts, in which presses alone are not counted out."""
    settings.PRESSES_IN_TEN_MINUTES = limits.MANY
    with time_machine.travel(datetime.now(UTC), tick=False):
        yield


def kept() -> dict[str, int]:
    every = apps.get_app_config("tournaments").get_models()
    return {model.__name__: model.objects.count() for model in every if model.__name__ not in PASSING}  # type: ignore[attr-defined]


def filled_in(fields: Mapping[str, Any], number: int) -> dict[str, Any]:
    """The form once more, with something else in every field that may hold anything."""
    other = bool(number % 2)
    return {
        **fields, "lines": f"say: hello {number}", "words": f"words {number}", "email": f"new.{number}@example.net",
        "name": f"Nadine {'abcdefgh'[number]}", "zone": "Europe/Paris" if other else "Europe/Brussels",
        "language": "de" if other else "en", "quiet_from": f"{number}", "quiet_until": "8", "digest_hour": f"{number}",
        "first": f"2030-0{number + 1}-01", "last": f"2030-0{number + 1}-02", "text": "1 > any" if other else "",
        "turns": "daily" if other else "", "calendar_files": "on" if other else "", "copies": "on" if other else "",
    }  # fmt: skip


def left_by(press: Any) -> dict[str, int]:
    """Rows that presses leave once the presses before them have used up what they may."""
    with transaction.atomic():
        for number in range(2):
            press(number)
        Allowance.objects.update(used=COUNTED_OUT)
        before = kept()
        for number in range(2, 4):
            press(number)
        after = kept()
        transaction.set_rollback(True)
    return {name: count - before[name] for name, count in after.items() if count > before[name]}


@pytest.mark.parametrize("kind", [TABLE, DESK])
def test_no_form_leaves_a_row_for_every_press(made: World, kind: str) -> None:
    found, fields = {}, form(made.here)
    for route in FORMS:
        for address in addresses(route, made.here):
            client = made.browser(kind)
            rows = left_by(lambda number: client.post(address, filled_in(fields, number)))
            if rows:
                found[address] = rows
    assert found == {}


# What the order box takes, with a number in it where others may stand there.
WORDS = (
    *NAMES, "help orders", "language {de}", "quiet {n}-{n}3", "vacation {n}.12.2030", "vacation back", "referee help {n}",
    "practice bruges", "join Autumn to join", "leave Autumn to join", "announce Autumn: words {n}", "say: words {n}",
    "tell 2: words {n}", "note: words {n}", "blah {n}", "always climb {n} > any", "forget all", "hold", "go on",
    "if red then draw", "later: draw {n}",
)  # fmt: skip


def test_no_word_in_the_order_box_leaves_a_row_for_every_press(made: World) -> None:
    found = {}
    table = made.here.rows[Table][0]
    client = made.browser(TABLE)
    for word in WORDS:
        def press(number: int, word: str = word) -> None:
            line = word.replace("{n}", str(number)).replace("{de}", "de" if number % 2 else "en")
            client.post(f"/table/{table}/orders/", {"lines": line, "serial": "1"})
        if rows := left_by(press):
            found[word] = rows
    assert found == {}
