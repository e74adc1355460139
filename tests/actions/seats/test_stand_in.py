"""The stand-in: when it moves for a seat, who hears of it, when it keeps the seat and when it waits for a yes."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from tests.actions.asked import HOUR, NO_GRACE, begin, kinds, late, legal, open_turn
from tests.shared.cast import Cast, asked_seat
from tests.shared.post import address_of, deliver, newest, reply
from tournaments.actions.clock import deadlines, in_time, pace, pausing
from tournaments.actions.seats import seats
from tournaments.inbox import ingest
from tournaments.language.refusals import NotWaiting, NotYours, TurnIsOver
from tournaments.letters import headers
from tournaments.models import JournalLine, LogEntry, OutboundLetter, Seat, Turn
from tournaments.queries.needs import need
from tournaments.running import sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


def test_after_the_grace_the_stand_in_moves_and_says_so(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    late(clock, turn)
    deadlines.expire(turn.pk)
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "stand-in"
    turn.refresh_from_db()
    assert turn.end == Turn.End.STAND_IN
    assert kinds(seat)[-1] == "turn_expired"
    assert asked_seat(seat.table).pk != seat.pk
    seat.refresh_from_db()
    assert seat.mover == Seat.Mover.PLAYER
    assert seat.expired_on == ["2026-03-05"]
    assert deadlines.expire(turn.pk) == "not due"


def test_the_stand_in_uses_the_seats_own_standing_orders_first(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    late(clock, turn)
    deliver(newest(seat), "22", message_id="<plan@x>")
    own = Turn.objects.filter(seat=seat).count()
    assert own == 1
    for _ in range(2):
        deliver(newest(asked_seat(seat.table)), "12")
    seat, turn = asked_seat(seat.table), asked_seat(seat.table).turns.get(ended_at=None)
    seat.plan = {
        **seat.plan,
        "kept": [{"moves": ["nothing prince", legal(seat)], "guard": None, "anyway": False}],
        "stopped": "a test",
    }
    seat.save()
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "stand-in"
    moved = LogEntry.objects.filter(table=seat.table, entry__seat=seat.number, entry__by="kept")
    assert moved.exists()


def test_the_others_read_that_the_stand_in_moved(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    late(clock, turn)
    deadlines.expire(turn.pk)
    following = asked_seat(seat.table)
    sentence = f"The stand-in moved for {seat.player}:"
    assert sentence in " ".join(newest(following, "turn").text.split())
    deliver(newest(following), "log")
    assert sentence in " ".join(newest(following, "words").text.split())
    assert "The stand-in moved for" not in newest(seat, "turn_expired").text


def test_after_three_expiries_on_three_days_the_stand_in_keeps_the_seat(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, **NO_GRACE)
    for _ in range(3):
        turn = _next_turn_of(seat)
        late(clock, turn)
        assert deadlines.expire(turn.pk) == "stand-in"
    seat.refresh_from_db()
    assert len(seat.expired_on) == 3
    assert seat.mover == Seat.Mover.STAND_IN
    for _ in range(6):
        deliver(newest(asked_seat(seat.table)), "guilders 1", "12", "22", "32", "42", "52")
    assert not seat.turns.filter(ended_at=None).exists()


def _next_turn_of(seat: Seat) -> Turn:
    """Let the others answer until this seat is asked."""
    while (asked := asked_seat(seat.table)).pk != seat.pk:
        deliver(newest(asked), legal(asked))
    return open_turn(seat)


def test_three_expiries_on_one_day_are_one(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast, turn_time=HOUR, **NO_GRACE)
    for _ in range(3):
        turn = _next_turn_of(seat)
        late(clock, turn)
        deadlines.expire(turn.pk)
    seat.refresh_from_db()
    assert (seat.mover, len(seat.expired_on)) == (Seat.Mover.PLAYER, 1)


def test_the_day_of_an_expiry_is_the_players_own(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, turn_time=14 * HOUR + timedelta(minutes=30), **NO_GRACE)
    late(clock, turn)  # 23:30 UTC is past midnight in Brussels
    deadlines.expire(turn.pk)
    seat.refresh_from_db()
    assert seat.expired_on == ["2026-03-03"]


@pytest.mark.parametrize("lines", [["status"], ["I would rather not"], []], ids=["a word", "no order", "empty"])
def test_any_letter_of_the_owner_brings_the_seat_back(
    cast: Cast, clock: time_machine.Traveller, lines: list[str]
) -> None:
    seat, _ = begin(cast, **NO_GRACE)
    Seat.objects.filter(pk=seat.pk).update(mover=Seat.Mover.STAND_IN, expired_on=["2026-03-01"])
    deliver(newest(seat), *lines)
    seat.refresh_from_db()
    assert (seat.mover, seat.expired_on) == (Seat.Mover.PLAYER, [])


def test_taking_a_seat_back_asks_its_player(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    Seat.objects.filter(pk=seat.pk).update(mover=Seat.Mover.STAND_IN)
    Turn.objects.filter(pk=turn.pk).delete()
    OutboundLetter.objects.filter(seat=seat).delete()
    assert seats.take_back(seat)
    assert kinds(seat) == ["turn"]
    assert not seats.take_back(seat)


def test_no_yes_is_taken_at_a_paused_table(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, expiry="ask", **NO_GRACE)
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "asks the organiser"
    turn.refresh_from_db()
    assert need.waits_for_a_yes(turn, seat.table.league)
    pausing.pause(seat.table_id, cast.organiser, "A holiday.")
    with pytest.raises(NotWaiting, match="does not wait for a yes"):
        deadlines.allow_stand_in(turn.pk, cast.organiser)


@pytest.mark.parametrize(("policy", "word"), [("wait", "waits"), ("ask", "asks the organiser")])
def test_other_policies_leave_the_turn_open(cast: Cast, clock: time_machine.Traveller, policy: str, word: str) -> None:
    seat, turn = begin(cast, expiry=policy, **NO_GRACE)
    late(clock, turn)
    assert deadlines.expire(turn.pk) == word
    assert sweeps.sweep()["expired"] == 0
    assert asked_seat(seat.table).pk == seat.pk
    assert JournalLine.objects.filter(verb=word).count() == 1


def test_with_the_organisers_yes_the_stand_in_moves(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, expiry="ask", **NO_GRACE)
    with pytest.raises(TurnIsOver):
        deadlines.allow_stand_in(turn.pk, cast.organiser)
    late(clock, turn)
    deadlines.expire(turn.pk)
    with pytest.raises(NotYours):
        deadlines.allow_stand_in(turn.pk, cast.outsider)
    deadlines.allow_stand_in(turn.pk, cast.organiser)
    assert asked_seat(seat.table).pk != seat.pk
    with pytest.raises(TurnIsOver):
        deadlines.allow_stand_in(turn.pk, cast.organiser)


def test_the_organisers_yes_takes_nobodys_grace(cast: Cast, clock: time_machine.Traveller) -> None:
    _, turn = begin(cast, expiry="ask")
    late(clock, turn)
    with pytest.raises(NotWaiting):
        deadlines.allow_stand_in(turn.pk, cast.organiser)
    assert deadlines.expire(turn.pk) == "grace"
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "asks the organiser"
    deadlines.allow_stand_in(turn.pk, cast.organiser)
    turn.refresh_from_db()
    assert turn.end == Turn.End.STAND_IN


@pytest.mark.parametrize("policy", ["stand-in", "wait"])
def test_where_no_yes_is_asked_for_none_is_taken(cast: Cast, clock: time_machine.Traveller, policy: str) -> None:
    _, turn = begin(cast, expiry=policy, **NO_GRACE)
    late(clock, turn)
    with pytest.raises(NotWaiting):
        deadlines.allow_stand_in(turn.pk, cast.organiser)


def test_no_yes_is_taken_while_an_answer_is_being_read(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, expiry="ask", **NO_GRACE)
    late(clock, turn)
    deadlines.expire(turn.pk)
    letter = newest(seat)
    row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
    with pytest.raises(NotWaiting, match="being read"):
        deadlines.allow_stand_in(turn.pk, cast.organiser)
    assert ingest.read(row.pk) == "letter"
    turn.refresh_from_db()
    assert turn.end == Turn.End.ANSWERED


def test_letters_that_wait_their_turn_keep_no_yes_from_being_taken(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, expiry="ask", **NO_GRACE)
    late(clock, turn)
    deadlines.expire(turn.pk)
    clock.shift(in_time.HELD_UP)
    for number in range(pace.OF_ADDRESS + 2):
        raw = f"From: {seat.player.email}\r\nMessage-ID: <{number}@elsewhere.example>\r\n\r\n12\r\n".encode()
        row = ingest.ingest(raw, headers.bare_address(), "who@elsewhere.example")
        if not row.queue:
            ingest.read(row.pk)
    assert row.queue
    deadlines.allow_stand_in(turn.pk, cast.organiser)
    turn.refresh_from_db()
    assert turn.end == Turn.End.STAND_IN
