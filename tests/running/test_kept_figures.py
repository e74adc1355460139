"""What is kept for some seconds: found out by one thread at a time, and known to be old when it is."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db.utils import OperationalError

from tournaments.running.metrics import kept
from tournaments.running.metrics.kept import Kept, NotAnswered
from tournaments.runtime import outages


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Away(OperationalError):
    """As psycopg says that nobody listens."""

    def __init__(self) -> None:
        super().__init__("connection to server failed: Connection refused")


@pytest.fixture(autouse=True)
def no_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "HERE", outages.Outages())


def test_what_takes_long_is_asked_the_more_seldom() -> None:
    clock, looks = Clock(), []

    def look() -> int:
        clock.now += 3
        looks.append(clock.now)
        return len(looks)

    known = Kept(look, now=clock)
    assert known.get().value == 1
    clock.now += kept.RESTS * 3 - 1
    assert known.get().value == 1
    clock.now += 2
    assert known.get().value == 2


def test_a_failure_stands_for_a_moment_beside_what_was_known() -> None:
    clock = Clock()
    answers: Iterator[int | Away] = iter([7, Away(), 8])

    def look() -> int:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    known = Kept(look, now=clock)
    known.get()
    clock.now += known.seconds + 1
    failed = known.get()
    assert (failed.value, type(failed.error)) == (7, Away)
    assert known.get() is failed, "a crowd does not knock at a closed door"
    clock.now += kept.FAILED_FOR + 1
    assert (known.get().value, known.get().error) == (8, None)


def test_a_fault_of_the_code_is_raised() -> None:
    known = Kept(lambda: 1 // 0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            known.get()


def test_while_one_thread_waits_for_an_answer_others_get_the_old_one_and_then_hear_that_none_comes() -> None:
    clock, begun, go_on, answers = Clock(), Event(), Event(), iter([1, 2])

    def look() -> int:
        answer = next(answers)
        if answer > 1:
            begun.set()
            go_on.wait(20)
        return answer

    known = Kept(look, now=clock)
    known.get()
    clock.now += known.seconds + 1
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(known.get)
        begun.wait(20)
        assert (known.get().value, known.get().error) == (1, None)
        clock.now += kept.PATIENCE + 1
        stuck = known.get()
        assert (stuck.value, type(stuck.error)) == (1, NotAnswered)
        go_on.set()
        assert first.result().value == 2
