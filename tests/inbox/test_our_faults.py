"""A database that is away or full costs no letter, no paper and no deadline an attempt."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import DatabaseError, OperationalError, connection
from django.utils import timezone

from tests.shared import strikes
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import address_of, newest, reply
from tournaments.actions import printing
from tournaments.inbox import ingest
from tournaments.models import InboundLetter, League, OutboundLetter, Print, Seat, Trial, Turn
from tournaments.queries.prints import Subject
from tournaments.running import posting, sweeps
from tournaments.runtime import afterwards, outages, trials

pytestmark = pytest.mark.django_db(transaction=True)
State = InboundLetter.State
TIMES = 2 * ingest.ATTEMPTS


@pytest.fixture
def seat() -> Seat:
    league = running_league(make_cast(), expiry=League.Expiry.STAND_IN, grace=timedelta(0))
    return asked_seat(only_table(league))


def came(seat: Seat) -> InboundLetter:
    letter = newest(seat, "turn")
    return ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)


def is_read_and_answered(row: InboundLetter) -> None:
    assert afterwards.catch_up() == 0
    row.refresh_from_db()
    assert (row.state in InboundLetter.UNREAD, row.attempts, row.trouble) == (True, 0, "")
    with time_machine.travel(timezone.now() + 2 * ingest.TRY_AGAIN_AFTER):
        assert sweeps.unread_letters(timezone.now()) == 1
        assert ingest.read(row.pk) == "letter"
    assert OutboundLetter.objects.filter(answers=row).exists()


def test_a_database_that_goes_away_in_the_middle_of_a_letter_counts_as_no_attempt(seat: Seat) -> None:
    row = came(seat)
    for _ in range(TIMES):
        with strikes.away("^BEGIN|FOR NO KEY UPDATE", times=2) as struck, pytest.raises(DatabaseError):
            ingest.read(row.pk)
        assert struck()
        assert afterwards.catch_up() == 0
    is_read_and_answered(row)


@pytest.mark.sqlite
@pytest.mark.parametrize("room", [0, 2])
def test_a_full_database_counts_as_no_attempt_however_long_it_is_full(seat: Seat, room: int) -> None:
    row = came(seat)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        with strikes.full(room):
            for _ in range(TIMES):
                clock.shift(2 * ingest.TRY_AGAIN_AFTER)
                with pytest.raises(OperationalError, match="full"):
                    ingest.read(row.pk)
        is_read_and_answered(row)


def test_what_is_wrong_with_a_letter_still_counts(seat: Seat) -> None:
    row = came(seat)
    seat.table.position = {}
    seat.table.save(update_fields=("position",))
    with pytest.raises(KeyError):
        ingest.read(row.pk)
    row.refresh_from_db()
    assert row.attempts == 1


def test_a_deadline_that_the_database_kept_from_being_judged_is_judged_by_the_next_sweep(seat: Seat) -> None:
    past = timezone.now() - timedelta(seconds=1)
    turn = Turn.objects.get(seat=seat, ended_at=None)
    Turn.objects.filter(pk=turn.pk).update(due_by=past, judge_at=past, handed_at=past)
    with strikes.away('^BEGIN|FROM "tournaments_table".*FOR NO KEY UPDATE', times=2 if is_sqlite() else 1) as struck:
        judge(turn)
    assert struck()
    assert afterwards.catch_up() == 0
    assert not Trial.objects.exists()
    turn.refresh_from_db()
    assert (turn.ended_at, turn.judge_at) == (None, past)
    judge(turn)
    turn.refresh_from_db()
    assert turn.ended_at is not None


def is_sqlite() -> bool:
    return connection.vendor == "sqlite"


def judge(turn: Turn) -> None:
    from tournaments.actions.clock import deadlines

    trials.each("expire", turn.pk, deadlines.expire, deadlines.put_off)


def test_a_paper_that_the_database_kept_from_being_made_is_made_later(seat: Seat) -> None:
    row = printing.ask(Print.Kind.BOOK, Subject(seat.table.league))
    for _ in range(printing.MOST_TRIES + 1):
        with strikes.away('^UPDATE "tournaments_print"', times=2) as struck:
            assert not printing.make(row.pk) if is_sqlite() else not made_or_away(row.pk)
        assert struck()
        assert afterwards.catch_up() == 0
        row.refresh_from_db()
        assert (row.state, row.tries) == (Print.State.WAITING, 0)
        Print.objects.update(beat_at=timezone.now())
    assert printing.make(row.pk)


def made_or_away(pk: int) -> bool:
    try:
        return printing.make(pk)
    except DatabaseError:
        return False


@pytest.mark.skipif(connection.vendor == "sqlite", reason="a file that is locked can be read")
def test_a_letter_out_that_the_database_kept_from_going_is_sent_soon_and_has_used_up_no_attempt(seat: Seat) -> None:
    letter = newest(seat, "turn")
    for _ in range(3):
        with strikes.away('FROM "tournaments_outboundletter"', times=2) as struck:
            assert not posting.post(letter.pk)
        assert struck()
        assert afterwards.catch_up() == 0
        letter.refresh_from_db()
        assert (letter.state, letter.attempts) == (OutboundLetter.State.RETRY, 0)
        OutboundLetter.objects.update(due_at=timezone.now())
    assert posting.post(letter.pk)


# --- the one rule --------------------------------------------------------------------------------


def wrapped(error: Exception) -> Exception:
    try:
        try:
            raise error
        except Exception as cause:
            raise RuntimeError("in between") from cause
    except RuntimeError as outer:
        return outer


def of_sqlite(statements: str) -> Callable[[], OperationalError]:
    def make() -> OperationalError:
        try:
            sqlite3.connect(":memory:").executescript(statements)
        except sqlite3.OperationalError as cause:
            error = OperationalError(*cause.args)
            error.__cause__ = cause
            return error
        raise AssertionError("it works")

    return make


@pytest.mark.parametrize(
    ("error", "ours"),
    [
        *((OSError(number, "no room"), True) for number in (errno.ENOSPC, errno.EDQUOT, errno.EROFS)),
        (OSError(errno.ENOENT, "no such file"), False),
        (of_sqlite("PRAGMA max_page_count = 1; CREATE TABLE t (n); CREATE TABLE u (n)")(), True),
        (of_sqlite("SELECT * FROM nowhere")(), False),
        (KeyError("a seat"), False),
    ],
)
def test_a_fault_of_ours_is_told_from_every_other_also_where_it_was_wrapped(error: Exception, ours: bool) -> None:
    assert outages.is_ours(error) is ours
    assert outages.is_ours(wrapped(error)) is ours
