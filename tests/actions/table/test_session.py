"""A session of a table: what leaving its block writes, and in which order."""

from __future__ import annotations

from contextlib import suppress

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from engine.refusals import BrokenRecord
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, running_league
from tournaments.actions.table import turns
from tournaments.actions.table.session import Session
from tournaments.models import OutboundLetter, Seat, Table, Turn

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def table(cast: Cast) -> Table:
    return only_table(running_league(cast))


def stand_in_moves(session: Session) -> Seat:
    """Move for the seat that is asked; the seat."""
    seat = session.seats[session.match.waiting[0].seat]
    turns.stand_in(session, seat.number)
    return seat


def asked(table: Table) -> list[tuple[str, int]]:
    """The questions that letters have asked: of whom, and which."""
    letters = OutboundLetter.objects.filter(seat__table=table, kind="turn").order_by("pk")
    return [(str(letter.seat), letter.serial) for letter in letters]


def test_a_block_that_changes_nothing_asks_and_writes_nothing(table: Table) -> None:
    session = Session.open(table.pk)
    with CaptureQueriesContext(connection) as statements, session:
        pass
    assert list(statements) == []


def test_leaving_the_block_writes_down_closes_the_turn_and_asks_the_next(table: Table) -> None:
    before, count = asked(table), table.entries.count()
    with Session.open(table.pk) as session:
        seat = stand_in_moves(session)
        old = session.turns[seat.number]
    table.refresh_from_db()
    old.refresh_from_db()
    assert old.end == Turn.End.STAND_IN
    assert table.entries.count() == session.match.count > count
    assert (table.head, table.position) == (session.match.head, session.match.dump())
    following = Turn.objects.get(seat__table=table, ended_at=None)
    assert asked(table) == [*before, (str(following.seat), following.serial)]


def test_a_seat_that_gets_another_mover_is_asked_or_not_without_a_word_more(table: Table) -> None:
    with Session.open(table.pk) as session:
        session.seats[asked_seat(table).number].mover = Seat.Mover.REPLACED
    assert not Turn.objects.filter(seat__table=table, ended_at=None).exists()
    with Session.open(table.pk) as session:
        session.seats[session.match.waiting[0].seat].mover = Seat.Mover.PLAYER
    assert Turn.objects.get(seat__table=table, ended_at=None).asked_at == session.now


def test_an_exception_writes_nothing(table: Table) -> None:
    count, letters = table.entries.count(), OutboundLetter.objects.count()
    with suppress(LookupError), Session.open(table.pk) as session:
        stand_in_moves(session)
        raise LookupError
    assert (table.entries.count(), OutboundLetter.objects.count()) == (count, letters)


def test_no_letter_is_written_before_what_it_tells_is_written_down(table: Table) -> None:
    with Session.open(table.pk) as session:
        first = session.next_letter()
        stand_in_moves(session)
        with pytest.raises(RuntimeError, match="before what it tells"):
            session.next_letter()
        session.write_down()
        assert session.next_letter() == first + 1


def test_a_question_that_a_letter_of_the_block_has_asked_is_not_asked_again(table: Table) -> None:
    before = asked(table)
    with Session.open(table.pk) as session:
        stand_in_moves(session)
        session.write_down()
        for turn in session.turns.values():
            turns.turn_asked(session, turn)
    assert asked(table) == before


def test_nothing_is_played_once_it_is_written_down(table: Table) -> None:
    broken = pytest.raises(BrokenRecord, match="entries are missing")
    with broken, transaction.atomic(), Session.open(table.pk) as session:
        stand_in_moves(session)
        session.write_down()
        stand_in_moves(session)
