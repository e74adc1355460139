"""One thing that is due and ends the worker that tries it keeps nothing else from being done."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db.models import F, QuerySet
from django.test import Client
from django.utils import timezone

from engine.bots import bots
from engine.decisions import Decision, Move
from engine.game import Game
from tests.actions.asked import NO_GRACE, late
from tests.engine import toy
from tests.shared.cast import Cast, only_table, person, running_league
from tournaments.actions.clock import deadlines
from tournaments.actions.commands import gathered
from tournaments.actions.league import results
from tournaments.actions.player import bounces, digests
from tournaments.actions.table import tables, turns
from tournaments.models import JournalLine, League, OutboundLetter, Player, Table, Trial, Turn
from tournaments.queries import needs
from tournaments.running import sweeps
from tournaments.runtime import trials

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
BETWEEN = timedelta(seconds=5)  # two sweeps
NOBODY_IS_AT_IT = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT) + trials.MARGIN


class Killed(BaseException):
    """Passes every `except Exception` and what cleans up behind it, as the end of a process passes all code."""


class Deadly:
    """The stand-in that there is, which fails in one game."""

    def __init__(self, fault: BaseException) -> None:
        self.usual, self.fault = bots[turns.STAND_IN], fault

    def choose(self, game: Game[Any], view: Any, decision: Decision, rng: random.Random) -> Move:
        if game.slug == toy.GAME.slug:
            raise self.fault
        return self.usual.choose(game, view, decision, rng)


@pytest.fixture
def due(cast: Cast, clock: time_machine.Traveller) -> tuple[Turn, Turn]:
    """Two late turns of two leagues; the game of the first, which is judged first, is the one that fails."""
    found = []
    for game in (toy.GAME.slug, "bruges"):
        league = running_league(
            cast, name=f"League of {game}", tag=game, game=game, expiry=League.Expiry.STAND_IN, **NO_GRACE
        )
        found.append(Turn.objects.filter(seat__table=only_table(league), ended_at=None).order_by("pk").first())
    first, second = found
    Turn.objects.filter(seat__table=first.seat.table).exclude(pk=first.pk).update(judge_at=None)
    late(clock, max(found, key=lambda turn: turn.due_by))
    Turn.objects.filter(pk=first.pk).update(judge_at=F("judge_at") - timedelta(hours=1))
    return first, second


def found(cast: Cast) -> list[str]:
    return [need.words for need in needs.needs_of(cast.organiser) if need.kind == needs.FAULT]


def is_open(turn: Turn) -> bool:
    turn.refresh_from_db()
    return turn.ended_at is None


def test_what_ends_its_worker_is_put_off_and_everything_else_is_done(
    cast: Cast, clock: time_machine.Traveller, client: Client, due: tuple[Turn, Turn]
) -> None:
    deadly, other = due
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(bots, turns.STAND_IN, Deadly(Killed()))
        with pytest.raises(Killed):
            sweeps.sweep()
        assert is_open(other), "otherwise nothing is tested"
        for _ in range(2):
            clock.shift(BETWEEN)
            sweeps.sweep()  # whoever died at it may still be at it, as far as is known
        assert (is_open(deadly), is_open(other)) == (True, False)
        clock.shift(NOBODY_IS_AT_IT)
        sweeps.sweep()
        (words,) = found(cast)
        assert f"{deadly.seat.table} has failed once: {trials.ENDED}" in words
        client.force_login(cast.organiser)
        assert "Judging a deadline" in client.get("/desk/").content.decode()
        client.force_login(person("Oscar", is_staff=True))
        assert "Judging a deadline" not in client.get("/desk/").content.decode()
    clock.shift(timedelta(hours=1))
    sweeps.sweep()
    assert not is_open(deadly)
    assert (found(cast), Trial.objects.count()) == ([], 0)


def test_what_fails_is_on_the_desk_until_it_is_done(
    cast: Cast, clock: time_machine.Traveller, due: tuple[Turn, Turn]
) -> None:
    deadly, other = due
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(bots, turns.STAND_IN, Deadly(RecursionError("a slip")))
        sweeps.sweep()
        assert (is_open(deadly), is_open(other)) == (True, False)
        clock.shift(timedelta(minutes=2))
        sweeps.sweep()
    (words,) = found(cast)
    assert "has failed 2 times: RecursionError" in words
    assert not JournalLine.objects.filter(verb="stand-in", seat__table=deadly.seat.table).exists()
    clock.shift(trials.KEPT + timedelta(seconds=1))
    sweeps.purge()
    assert not Trial.objects.exists()


def test_whatever_fails_at_a_table_or_a_league_has_its_words_on_the_desk(cast: Cast, client: Client) -> None:
    """But a reveal, for which the table is stopped."""
    table = only_table(running_league(cast))
    failing = trials.OF_TABLES.keys() - {"reveal"}
    for what in failing:
        Trial.objects.create(
            what=what, row=table.pk, busy=False, failures=1, why="KeyError", begun_at=timezone.now(), table=table,
            league=table.league,
        )  # fmt: skip
    assert len(set(found(cast))) == len(failing)
    client.force_login(cast.organiser)
    assert client.get("/desk/").status_code == 200


def put(rows: QuerySet[Any], **values: Any) -> None:
    """Make one of the rows due since ten minutes ago in the field that is named "due"; others as they are told."""
    since = {field: timezone.now() - timedelta(minutes=10) for field, value in values.items() if value == "due"}
    assert rows.model._default_manager.filter(pk=rows.order_by("pk").values("pk")[:1]).update(**{**values, **since})


# What a sweep does: who does it, and what makes it due. Each is put off in a way of its own.
JOBS: dict[str, tuple[object, str, Callable[[], None]]] = {
    "heard": (bounces, "hear_again", lambda: put(Player.objects.all(), heard_at="due")),
    "digests": (
        digests,
        "send",
        lambda: put(OutboundLetter.objects.all(), due_at="due", state=OutboundLetter.State.FOR_DIGEST),
    ),
    "answers": (
        gathered,
        "send",
        lambda: put(OutboundLetter.objects.all(), due_at="due", state=OutboundLetter.State.FOR_ANSWER),
    ),
    "opened": (tables, "open_due", lambda: put(League.objects.all(), room_at="due")),
    "runs": (tables, "run", lambda: put(Table.objects.all(), run_at="due")),
    "reveals": (tables, "reveal", lambda: put(Table.objects.all(), reveal_at="due", reveal_look_at="due")),
    "reminders": (deadlines, "remind", lambda: put(Turn.objects.all(), remind_at="due", handed_at="due")),
    "awaited": (bounces, "wait_no_longer", lambda: put(Player.objects.all(), awaited_until="due")),
    "expired": (deadlines, "expire", lambda: put(Turn.objects.all(), judge_at="due", handed_at="due")),
    "finals": (results, "make_final", lambda: put(League.objects.all(), final_by="due")),
}


@pytest.mark.parametrize("job", JOBS)
def test_whatever_fails_in_a_sweep_is_out_of_the_way_of_the_next_and_tried_later(
    cast: Cast, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch, job: str
) -> None:
    running_league(cast)
    module, act, make_due = JOBS[job]
    tried: list[int] = []

    def slip(row: int) -> None:
        tried.append(row)
        raise RecursionError("a slip")

    monkeypatch.setattr(module, act, slip)
    sweeps.sweep()
    assert tried == []
    make_due()
    sweeps.sweep()
    assert len(tried) == 1
    clock.shift(BETWEEN)
    assert sweeps.sweep()[job] == 0
    clock.shift(timedelta(hours=1))
    sweeps.sweep()
    assert tried == tried[:1] * 2
