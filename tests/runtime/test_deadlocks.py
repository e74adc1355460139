"""Two transactions that wait for each other: PostgreSQL ends one of them, and that one is done once more."""

from __future__ import annotations

from threading import Barrier, Thread

import psycopg
import pytest
from django.db import OperationalError, connection, transaction

from tests.shared.cast import make_cast
from tournaments.models import Player
from tournaments.runtime import deadlocks

PATIENCE = 20.0


def refused(sqlstate: str) -> OperationalError:
    error = OperationalError("refused")
    error.__cause__ = psycopg.errors.lookup(sqlstate)()
    return error


class Work:
    """Fails so many times in one way, then gives how often it was called."""

    def __init__(self, fails: int, sqlstate: str) -> None:
        self.fails, self.sqlstate, self.calls = fails, sqlstate, 0

    def __call__(self) -> int:
        self.calls += 1
        if self.calls <= self.fails:
            raise refused(self.sqlstate)
        return self.calls


@pytest.mark.django_db(transaction=True)
def test_what_was_ended_for_another_is_done_again_but_not_for_ever() -> None:
    assert deadlocks.retried(Work(deadlocks.TIMES - 1, deadlocks.DEADLOCK)) == deadlocks.TIMES
    with pytest.raises(OperationalError):
        deadlocks.retried(Work(deadlocks.TIMES, deadlocks.DEADLOCK))


@pytest.mark.django_db(transaction=True)
def test_nothing_else_is_done_again() -> None:
    work = Work(1, "55P03")  # a lock that was not to be waited for
    with pytest.raises(OperationalError):
        deadlocks.retried(work)
    assert work.calls == 1


@pytest.mark.django_db
def test_within_another_transaction_nothing_is_done_again() -> None:
    """What came before it is undone with it: the whole has to be begun anew, by whoever began it."""
    work = Work(1, deadlocks.DEADLOCK)
    with pytest.raises(OperationalError):
        deadlocks.retried(work)
    assert work.calls == 1


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
@pytest.mark.django_db(transaction=True)
def test_of_two_that_wait_for_each_other_both_are_done() -> None:
    cast = make_cast()
    both, done = Barrier(2), []

    def work(first: Player, second: Player) -> None:
        begun: list[Player] = []

        def hold_both() -> None:
            with transaction.atomic():
                Player.objects.select_for_update().get(pk=first.pk)
                begun.append(first)
                if len(begun) == 1:
                    both.wait(PATIENCE)  # until the other has its first row as well
                Player.objects.select_for_update().get(pk=second.pk)

        deadlocks.retried(hold_both)
        done.append(len(begun))
        connection.close()

    pairs = [(cast.player, cast.opponent), (cast.opponent, cast.player)]
    threads = [Thread(target=work, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert sorted(done) == [1, 2], "one of them was begun again"
