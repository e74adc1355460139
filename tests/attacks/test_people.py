"""Ten kinds of people at every address: nobody reads or changes what the table of rights does not give them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.attacks import rights, walking, world
from tests.attacks.asking import addresses, ask, form
from tests.attacks.walking import Step
from tests.attacks.world import DESK, TABLE, World
from tests.shared.routes import routes
from tests.shared.shared_rows import made_once

pytestmark = pytest.mark.django_db
SEED = 12  # with which somebody uses every right that can be used


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with made_once(django_db_blocker):
        yield world.make(Random(SEED))


def test_every_route_stands_in_the_table_of_rights() -> None:
    """A new one has to say who may read it."""
    every = set(routes())
    assert (every - set(rights.READS), set(rights.READS) - every, set(rights.WRITES) - every) == (set(), set(), set())


@pytest.mark.parametrize("rows", [1, pytest.param(None, marks=pytest.mark.long)])
def test_nobody_reads_or_changes_what_is_not_theirs(made: World, rows: int | None) -> None:
    """In the short form who has the same rights elsewhere tries one row of each kind, in the long one each row."""
    found = walking.walk(made, walking.some_steps(made, SEED, rows))
    assert found.wrong == []
    assert not walking.unreached(found), walking.unreached(found)


def test_a_right_that_is_not_in_the_table_and_words_read_by_others_are_found(
    made: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps that are right by the table of rights, held against a table and readers that forbid them."""
    reads = [Step(TABLE, TABLE, "/profile/", made.here, "GET", "/profile/")]
    writes = [Step(TABLE, TABLE, "/profile/calendar/", made.here, "POST", "/profile/calendar/")]
    assert walking.walk(made, [*reads, *writes]).wrong == []
    forbidden = [replace(mark, readers=frozenset()) for mark in made.marks]
    (shown, *_) = walking.walk(replace(made, marks=tuple(forbidden)), reads).wrong
    assert "and shows" in shown
    monkeypatch.setitem(rights.READS, "/profile/", frozenset())
    monkeypatch.setitem(rights.WRITES, "/profile/calendar/", frozenset())
    (read, wrote) = walking.walk(made, [*reads, *writes]).wrong
    assert read.endswith("and may not read it")
    assert "and wrote" in wrote


# Behind these is one button that says what it does: pressing it is the whole answer.
ONE_BUTTON = {
    "/sign-up/<str:key>/", "/sign-out/", "/practice/<slug:game>/", "/letters/fewer/<str:key>/",
    "/letters/address/<str:key>/", "/come/<str:key>/", "/league/<int:pk>/leave/", "/profile/calendar/",
    "/profile/data/", "/profile/renew/", "/profile/address/<int:pk>/remove/", "/desk/logout/",
    *(f"/desk/tournaments/league/<path:object_id>/{act}/" for act in ("open", "start", "silent")),
    "/desk/tournaments/league/<int:pk>/confirm/", "/desk/tournaments/inboundletter/<path:object_id>/read-again/",
    "/desk/tournaments/table/turn/<int:pk>/stand-in/", "/desk/tournaments/table/offer/<int:pk>/withdraw/",
    "/desk/tournaments/league/organiser/<int:pk>/withdraw/", "/desk/tournaments/league/<int:pk>/exchange/archive/",
}  # fmt: skip
# Of these something is filled in or ticked, and nothing chosen.
WORDS_ALONE = {
    "/sign-in/", "/profile/address/", "/profile/forget/", "/table/<int:pk>/note/", "/table/<int:pk>/orders/",
    *(f"/desk/tournaments/league/<path:object_id>/{act}/" for act in ("announce", "invite", "ready")),
    "/desk/tournaments/league/<int:pk>/cancel/", "/desk/tournaments/league/entry/<int:pk>/readmit/",
    *(f"/desk/tournaments/league/<int:pk>/{act}/" for act in ("step-down", "leave-office")),
    "/desk/tournaments/league/<int:pk>/office/<int:person>/end/",
    "/desk/tournaments/player/<path:object_id>/erase/",
    *(f"/desk/tournaments/table/<int:pk>/{act}/" for act in ("announce", "look", "pause", "go-on")),
    "/desk/tournaments/table/case/<int:pk>/", "/desk/tournaments/table/turn/<int:pk>/extend/",
    *(f"/desk/tournaments/table/seat/<int:pk>/{act}/" for act in ("give", "give-back", "help", "replace")),
}  # fmt: skip
CHOICES = {
    "answer", "which", "copies", "kind", "to", "games", "chance", "language", "zone", "turns", "receipts", "news",
    "begins", "ends", "days", "topic", "digest_hour", "role",
}  # fmt: skip
TICKS = {"accept", "sure"}
KEEP_WORDS = {"/table/<int:pk>/note/", "/table/<int:pk>/say/"}  # in their writer's browser, which shows them again
LEFT_OUT = {*CHOICES, *TICKS, "text"}  # an empty text brings a standing order's usual back


def unanswered(made: World, route: str) -> Iterator[dict[str, str]]:
    """Fields of a form that leave out what is to be chosen, or choose what is not there."""
    yield {}
    if route not in WORDS_ALONE:
        filled = {name: str(value) for name, value in form(made.here).items()}
        yield {name: value for name, value in filled.items() if name not in LEFT_OUT}
        yield {**filled, **dict.fromkeys(CHOICES, "\u2603")}


def test_a_choice_that_is_left_out_or_unknown_is_never_taken_for_one_of_them(made: World) -> None:
    browsers, wrong = {kind: made.browser(kind) for kind in (TABLE, DESK)}, []
    for route in sorted(set(rights.WRITES) - ONE_BUTTON):
        harmless = walking.COUNTS | ({"signin"} if route in KEEP_WORDS else set())
        kind = TABLE if TABLE in rights.WRITES[route] else DESK
        for address in addresses(route, made.here):
            for fields in unanswered(made, route):
                answer = ask(browsers[kind], "POST", address, **fields)
                if answer.status >= 500 or answer.wrote - harmless:
                    wrong.append(f"{address}: {fields} wrote {sorted(answer.wrote)}, {answer.status}")
                if answer.status == 404:  # this row is in no state for the form
                    break
    assert wrong == [], "\n".join(wrong)


# Fields of forms that hold a number or a moment, each in the form where it counts.
COUNTED = {
    "/league/<int:pk>/away/": ("days",),
    "/profile/quiet-hours/": ("begins", "ends"),
    "/table/<int:pk>/orders/": ("serial", "numbers"),
    "/desk/tournaments/league/<path:object_id>/ready/": ("days",),
    "/desk/tournaments/table/turn/<int:pk>/extend/": ("hours",),
}
EXTREMES = (
    "31.12.9999", "1.1.0001", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00",
    str(10**30), "9" * 5000, "-1",
)  # fmt: skip


def test_a_number_or_a_day_at_its_extremes_is_refused_where_everything_else_fits(made: World) -> None:
    browsers, wrong = {kind: made.browser(kind) for kind in (TABLE, DESK)}, []
    for route, names in COUNTED.items():
        kind = TABLE if TABLE in rights.WRITES[route] else DESK
        address = next(addresses(route, made.here))
        for name, value in product(names, EXTREMES):
            answer = ask(browsers[kind], "POST", address, **{**form(made.here), name: value})
            if answer.status >= 500:
                wrong.append(f"{route}: {name}={value[:40]}")
    assert wrong == []
