"""Budgets: no page asks the database much or is long, however many leagues there are and however many one sees.

What is pressed has a budget of its own, with so much more for each letter that it writes.

Work is counted in steps of SQLite's machine, which are the same on every computer: whoever has to do with few leagues
costs what they cost where there are no others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import override_settings
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

import engine
from tests.engine import toy
from tests.shared.budgets import FEW_ORGANISED, FEW_PLAYED, Visit, Visitor, counted, people, presses, visits
from tests.shared.crowd import Crowd, add_leagues, make_crowd
from tests.shared.post import ask_for_link, deliver, newest
from tests.shared.routes import routes
from tests.shared.shared_rows import made_once
from tournaments.actions.player import deliveries
from tournaments.models import OutboundLetter, Print
from tournaments.outbox import mail_health
from tournaments.running import sweeps

pytestmark = pytest.mark.django_db

FEW, MANY = 10, 2000  # leagues of others
STATEMENTS, BYTES = 30, 100_000
WRITING, A_LETTER = 44, 9  # statements of a press (most: all that is somebody's, one a table), and of each letter of it
BEGUN = 5  # statements: what is counted by the hour begins anew with it
ERASING = {"/profile/forget/", "/desk/tournaments/player/<path:object_id>/erase/"}  # looks through all that is theirs
TO_ALL = {  # to the two hundred players of a league: pressed once, beside many leagues
    "/desk/tournaments/league/<path:object_id>/cancel/", "/desk/tournaments/league/<path:object_id>/announce/",
    "/desk/tournaments/league/<int:pk>/confirm/", "/desk/tournaments/league/<path:object_id>/move-start/",
}  # fmt: skip
# A file with each game and letter of a league; what one more of them costs is held where it is made.
WHOLE_LEAGUE = "/desk/tournaments/league/<int:pk>/exchange/archive/"
AT = datetime(2026, 3, 2, 10, 30, tzinfo=UTC)
MORE_MAIL = 1_000  # steps: of mail nothing looks at others
MORE = 3_000  # steps: the forecast looks at the newest tables of all leagues, so many at most
# Shows the leagues that everybody may join, of whomever they are; figures of the whole service, kept for some seconds.
READY = "/readyz"  # 503: this service is full of things that wait
FOR_EVERYBODY = {"/", "/status/", READY}
NOTHING = {404, 410}


@dataclass(frozen=True, slots=True)
class Measured:
    """The same service with few leagues of others and with many; steps of a sweep that finds nothing."""

    few: list[Visit]
    many: list[Visit]
    sweep_of_few: int
    sweep_of_many: int
    mail_of_few: dict[str, int]
    mail_of_many: dict[str, int]
    presses_of_few: list[Visit]
    presses_of_many: list[Visit]
    renewed: Visit


@pytest.fixture(scope="module")
def measured(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Measured]:
    contact = override_settings(SECURITY_CONTACT=("mailto:security@example.org",))
    with made_once(django_db_blocker), contact:
        # No day ends meanwhile anywhere: what is allowed in a day would begin anew.
        with time_machine.travel(AT):
            found = measure()
        yield found


def measure() -> Measured:
    crowd = make_crowd(FEW)
    few, sweep_of_few = list(visits(people(crowd, many=False))), steps_of_a_sweep()
    steps_of_mail(crowd)  # the first letters of anybody are not like those that follow
    mail_of_few = steps_of_mail(crowd)
    presses_of_few = list(presses(of_few(crowd), but=ERASING | TO_ALL))
    add_leagues(crowd, MANY - FEW, first=FEW)
    many, sweep_of_many = list(visits(people(crowd, many=True))), steps_of_a_sweep()
    mail_of_many = steps_of_mail(crowd)
    presses_of_many, renewed = list(presses(of_few(crowd), but=ERASING)), renewal(crowd)
    return Measured(
        few, many, sweep_of_few, sweep_of_many, mail_of_few, mail_of_many, presses_of_few, presses_of_many, renewed
    )


def of_few(crowd: Crowd) -> list[Visitor]:
    return [one for one in people(crowd, many=False) if one.person is None or one.who in (FEW_ORGANISED, FEW_PLAYED)]


def renewal(crowd: Crowd) -> Visit:
    """Of the player of all leagues, to whom each open question is sent once more."""
    OutboundLetter.objects.filter(player=crowd.player, kind="turn").update(serial=9)
    every = (one for one in people(crowd, many=True) if one.person == crowd.player)
    others = {route for route in routes() if route != "/profile/renew/"}
    (renewed,) = presses(every, but=others)
    return renewed


def steps_of_a_sweep() -> int:
    """Of the second: what was due is done by then, and what waits for a worker is taken away."""
    sweeps.sweep()
    OutboundLetter.objects.filter(state__in=[str(state.value) for state in mail_health.TO_POST]).update(state="sent")
    Print.objects.all().delete()
    with counted() as work:
        found = sweeps.sweep()
    assert [what for what, count in found.items() if count] == []
    return work.steps


def steps_of_mail(crowd: Crowd) -> dict[str, int]:
    """Of what comes in for one player of the small service: a reply, letters of strangers, a provider's report."""
    letter = newest(next(seat for seat in crowd.small.running.seated if seat.player == crowd.small.cast.player))
    OutboundLetter.objects.filter(pk=letter.pk).update(attempts=1, provider_id="a provider's name of it", delivery="")
    steps = {}
    acts = {
        "reply": lambda: deliver(letter, "status"),
        "to the bare address": lambda: deliver(letter, "status", to="play@mail.example.org", references=False),
        "of a stranger": lambda: deliver(
            letter, "hello", sender="nobody@elsewhere.example", to="play@mail.example.org"
        ),
        "report": lambda: deliveries.note(
            "delivered", "a provider's name of it", letter.to, for_good=False, provider="p", at=timezone.now()
        ),
        "sign-in": lambda: ask_for_link(crowd.small.cast.player.email),
    }
    for name, act in acts.items():
        with counted() as work:
            act()
        steps[name] = work.steps
    return steps


def test_no_page_is_over_its_budget(measured: Measured) -> None:
    assert toy.GAME.slug in engine.games, "forms have room for one more game"
    over = [
        f"{one.who} at {one.address}: {one.statements} statements, {one.size} bytes"
        for one in (*measured.few, *measured.many)
        if one.statements > STATEMENTS or (one.is_page and one.size > BYTES)
    ]
    assert over == []


def test_every_route_was_there_for_somebody(measured: Measured) -> None:
    """So that none is within its budget because it had nothing to show."""
    there = {one.route for one in measured.many if one.status not in NOTHING}
    assert set(routes()) - there == set()
    whole = (one for one in (*measured.few, *measured.many) if one.route != READY)
    assert [one.address for one in whole if one.status >= 500] == []


def test_nothing_that_is_pressed_is_over_its_budget(measured: Measured) -> None:
    over = [
        f"{one.who} at {one.address}: {one.statements} statements, {one.letters} letters"
        for one in (*measured.presses_of_few, *measured.presses_of_many)
        if one.route != WHOLE_LEAGUE and one.statements > WRITING + A_LETTER * one.letters
    ]
    assert over == []


def test_what_is_pressed_asks_no_more_beside_many_leagues_of_others(measured: Measured) -> None:
    few, many = statements_of(measured.presses_of_few), statements_of(measured.presses_of_many)
    assert sum(one.status == 302 for one in measured.presses_of_few) > 40, "presses that do something"
    # What READY has found is kept for a second: the clock says who of those who ask has it looked for.
    pressed = [page for page in few if page[1] != READY]
    assert {page: (few[page], many[page]) for page in pressed if many[page] > few[page] + BEGUN} == {}


def statements_of(found: list[Visit]) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for one in found:
        counts[one.who, one.route] += one.statements
    return counts


def test_open_questions_are_asked_anew_in_bulk(measured: Measured) -> None:
    assert measured.renewed.letters > 100
    assert measured.renewed.statements <= WRITING + measured.renewed.letters // 20


@pytest.mark.sqlite
def test_who_has_few_leagues_costs_no_more_beside_many(measured: Measured) -> None:
    before, after = work_of_few(measured.few), work_of_few(measured.many)
    assert len(before) > 150
    grown = {page: (before[page], after[page]) for page in before if after[page] > before[page] + MORE}
    assert grown == {}


def work_of_few(found: list[Visit]) -> dict[tuple[str, str, int], int]:
    """Steps by person, route and which of its addresses: keys in addresses differ from one moment to the next."""
    seen: dict[tuple[str, str], int] = {}
    steps = {}
    for one in found:
        if one.who in (FEW_PLAYED, FEW_ORGANISED) and one.route not in FOR_EVERYBODY and not one.is_paper:
            at = seen[one.who, one.route] = seen.get((one.who, one.route), 0) + 1
            steps[one.who, one.route, at] = one.steps
    return steps


@pytest.mark.sqlite
def test_a_sweep_that_finds_nothing_looks_at_nothing_of_leagues_that_rest(measured: Measured) -> None:
    assert measured.sweep_of_many <= measured.sweep_of_few + 100


@pytest.mark.sqlite
def test_mail_for_one_player_costs_no_more_beside_many(measured: Measured) -> None:
    before, after = measured.mail_of_few, measured.mail_of_many
    assert {name: (before[name], after[name]) for name in before if after[name] > before[name] + MORE_MAIL} == {}
