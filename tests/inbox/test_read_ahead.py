"""Lines are read before the table of a letter or page is locked: who reads long keeps nobody from playing."""

from __future__ import annotations

import pytest

from engine.orders.reader import Reader
from tests.shared.cast import Cast, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.table import orders, session
from tournaments.models import Seat, Table

pytestmark = pytest.mark.django_db
LINES = ["no idea what this game wants of me", "22"]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What happened, in its order: lines that were read, and tables that were locked."""
    done: list[str] = []
    reads, lock = Reader.read, session.lock

    def read(reader: Reader, line: str, above: str = "", below: str = "") -> list:
        done.append(line)
        return reads(reader, line, above, below)

    def locked(**which: object) -> Table:
        done.append("locked")
        return lock(**which)

    monkeypatch.setattr(Reader, "read", read)
    monkeypatch.setattr(session, "lock", locked)
    monkeypatch.setattr(orders, "lock", locked)
    return done


def asked(cast: Cast) -> Seat:
    table = only_table(running_league(cast))
    return table.seats.filter(turns__ended_at=None).order_by("number").first()


def test_the_lines_of_a_letter_are_read_before_its_table_is_locked(cast: Cast, steps: list[str]) -> None:
    letter = newest(asked(cast))
    steps.clear()
    deliver(letter, *LINES)
    read = [step for step in steps if step in LINES]
    assert read == LINES
    assert steps.index("locked") > max(map(steps.index, LINES))


def test_the_lines_of_a_page_are_read_before_its_table_is_locked(cast: Cast, steps: list[str]) -> None:
    seat = asked(cast)
    steps.clear()
    orders.take_orders(seat.pk, LINES, serial=None, by="page")
    assert [*dict.fromkeys(steps)] == [*LINES, "locked"]
    assert len(steps) == len(LINES) + 1
