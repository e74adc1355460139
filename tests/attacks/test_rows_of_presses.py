"""Whoever presses without end leaves a number of rows, not one for every press: of every form, and of every word."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from http.cookies import SimpleCookie
from random import Random
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.db import transaction
from pytest_django import Settings
from pytest_django.plugin import DjangoDbBlocker

from engine.orders.command_words import NAMES
from tests.attacks import rights, world
from tests.attacks.asking import addresses, form
from tests.attacks.world import ELSEWHERE, TABLE, World
from tests.shared.shared_rows import made_once
from tournaments.actions.commands import press
from tournaments.actions.table import orders
from tournaments.models import Allowance, JournalLine, League, Note, Player, Table
from tournaments.outbox import limits
from tournaments.queries.access.desk_rights import ORDERS

pytestmark = pytest.mark.django_db
SEED = 14
COUNTED_OUT = limits.MANY - 10_000
# Rows that a sweep removes when their time is over.
PASSING = {"Allowance", "LinkRequest", "SignIn"}
# Forms about a public table, which the tables of the world at large are not.
OF_FOLLOWERS = {"/table/<int:pk>/observe/", "/letters/observe/<str:key>/", "/letters/unobserve/<str:key>/"}
FORMS = sorted({route for route in rights.WRITES if not route.startswith("/desk/")} | OF_FOLLOWERS)


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with made_once(django_db_blocker):
        world_made = world.make(Random(SEED))
        _fill_notes(world_made.people[TABLE])
        yield world_made


def _fill_notes(player: Player) -> None:
    """As many notes as a seat may have: there they are counted by themselves."""
    for seat in player.seats.all():
        free = press.MOST_NOTES - seat.notes.count()
        Note.objects.bulk_create([Note(seat=seat, player=player, words=f"{n}", round=1) for n in range(free)])


@pytest.fixture(autouse=True)
def moment(settings: Settings) -> Iterator[None]:
    """A moment that lasts, in which presses alone are not counted out."""
    settings.PRESSES_IN_TEN_MINUTES = limits.MANY
    with time_machine.travel(datetime.now(UTC), tick=False):
        yield


def kept() -> dict[str, int]:
    every = apps.get_app_config("tournaments").get_models()
    return {model.__name__: model._default_manager.count() for model in every if model.__name__ not in PASSING}


def filled_in(fields: Mapping[str, Any], number: int) -> dict[str, Any]:
    """The form once more, with something else in every field that may hold anything."""
    other = bool(number % 2)
    return {
        **fields, "lines": f"say: hello {number}", "words": f"words {number}", "email": f"new.{number}@example.net",
        "name": f"Nadine {'abcdefgh'[number]}", "zone": "Europe/Paris" if other else "Europe/Brussels",
        "language": "de" if other else "en", "quiet_from": f"{number}", "quiet_until": "8", "digest_hour": f"{number}",
        "first": f"2030-0{number + 1}-01", "last": f"2030-0{number + 1}-02", "text": "1 > any" if other else "",
        "turns": "daily" if other else "", "calendar_files": "on" if other else "", "copies": "on" if other else "",
        "end": "1" if other else "",
    }  # fmt: skip


def _taken(answer: Any) -> None:
    """Take the whole of a file, which closes it."""
    if answer.streaming:
        b"".join(answer.streaming_content)


def left_by(pressed: Callable[[int], Any]) -> dict[str, int]:
    """Rows that presses leave once the presses before them have used up what they may."""
    with transaction.atomic():
        for number in range(2):
            _taken(pressed(number))
        Allowance.objects.update(used=COUNTED_OUT)
        before = kept()
        for number in range(2, 4):
            _taken(pressed(number))
        after = kept()
        transaction.set_rollback(True)
    return {name: count - before[name] for name, count in after.items() if count > before[name]}


@pytest.mark.parametrize("kind", [TABLE, ELSEWHERE])
def test_no_form_leaves_a_row_for_every_press(made: World, kind: str) -> None:
    """Pressed by somebody at the table, and by somebody who follows its league because it is public."""
    League.objects.filter(pk__in=made.here.rows[League], started_at__isnull=False).update(public=kind == ELSEWHERE)
    found, client = {}, made.browser(kind)
    signed_in = SimpleCookie(client.cookies)

    def press(address: str, fields: dict[str, str], number: int) -> object:
        return client.post(address, filled_in(fields, number))

    for route in FORMS:
        fields = {**form(made.here), "kind": "book" if route.startswith("/league/") else "record"}
        for address in addresses(route, made.here):
            client.cookies = SimpleCookie(signed_in)
            rows = left_by(partial(press, address, fields))
            if rows:
                found[address] = rows
    assert (len(FORMS) > 30, found) == (True, {})


# What the order box takes: words that move nothing in the game, with something else in each press.
WORDS = (
    *(name for name in NAMES if name not in {"vacation", "referee", "join", "quiet"}), "help orders", "language {de}",
    "quiet {n}-{n}3", "vacation {n}.12.2030", "vacation back", "referee help {n}", "join Autumn to join",
    "leave Autumn to join", "announce Autumn: words {n}", "say: words {n}", "tell 2: words {n}", "note: words {n}",
    "always climb {n} > any", "forget all", "hold", "go on", "if red then draw", "later: draw {n}", "blah {n}",
)  # fmt: skip
TOGETHER = 12  # words of one press


@pytest.mark.parametrize("first", range(0, len(WORDS), TOGETHER), ids=lambda first: WORDS[first])
def test_no_word_in_the_order_box_leaves_a_row_for_every_press(made: World, first: int) -> None:
    address, client = f"/table/{made.here.rows[Table][0]}/orders/", made.browser(TABLE)

    def pressed(number: int) -> Any:
        words = "\n".join(WORDS[first : first + TOGETHER]).replace("{n}", str(number))
        lines = words.replace("{de}", "de" if number % 2 else "en")
        return client.post(address, {"lines": lines, "serial": "1"})

    assert left_by(pressed) == {}


def test_a_form_that_moves_nothing_stands_in_the_journal_so_often_a_day(
    made: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "FORMS_A_DAY", 2)
    Allowance.objects.all().delete()
    client, mine = made.browser(TABLE), JournalLine.objects.filter(verb=ORDERS, actor=made.people[TABLE])
    before = mine.count()
    for number in range(4):
        client.post(f"/table/{made.here.rows[Table][0]}/orders/", {"lines": f"blah {number}", "serial": "1"})
    assert mine.count() == before + 2
