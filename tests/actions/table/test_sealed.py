"""Choices that all make at once: kept sealed, open to change for a while, revealed once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import transaction

from engine.refusals import BrokenRecord
from tests.actions.asked import HOUR, kinds, late, open_turn
from tests.engine import toy
from tests.shared.cast import Cast, only_table, running_league
from tests.shared.post import address_of, deliver, newest, reply
from tournaments.actions.clock import deadlines, in_time
from tournaments.actions.seats import substitutes
from tournaments.actions.table import changed_choices, orders, reveal, rollback, tables
from tournaments.actions.table.session import Session
from tournaments.inbox import ingest
from tournaments.language.refusals import BadSettings
from tournaments.letters import headers
from tournaments.models import InboundLetter, JournalLine, League, LogEntry, OutboundLetter, Seat, Table, Turn
from tournaments.queries import matches
from tournaments.running import sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
MINUTES = timedelta(minutes=10)


def begin(cast: Cast, **settings: object) -> list[Seat]:
    league = running_league(cast, game=toy.GAME.slug, reveal_delay=MINUTES, grace=timedelta(0), **settings)
    return list(only_table(league).seats.order_by("number"))


def table_of(seats: list[Seat]) -> Table:
    return Table.objects.get(pk=seats[0].table_id)


def bid_all(seats: list[Seat]) -> None:
    for seat in seats:
        deliver(newest(seat), "bid 1")


def revealed(seats: list[Seat]) -> int:
    return LogEntry.objects.filter(table=seats[0].table, entry__kind="close").count()


def words(seat: Seat) -> str:
    return " ".join(newest(seat).text.split())


def test_choices_are_revealed_when_the_second_thoughts_are_over_and_once(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seats = begin(cast)
    bid_all(seats)
    assert table_of(seats).reveal_at is not None
    clock.shift(MINUTES - timedelta(seconds=1))
    assert (sweeps.sweep()["reveals"], revealed(seats)) == (0, 0)
    clock.shift(timedelta(seconds=1))
    assert [sweeps.sweep()["reveals"] for _ in range(2)] == [1, 0]
    assert not tables.reveal(seats[0].table_id)
    assert revealed(seats) == 1
    assert table_of(seats).reveal_at is None


def test_the_last_choice_that_is_sealed_can_be_gone_back_to_for_it_lands_before_all_of_them(cast: Cast) -> None:
    seats = begin(cast)
    bid_all(seats)
    table = table_of(seats)
    newest = table.entries.count() - 1
    rollback.roll_back(table.pk, newest, cast.organiser, "a mistake", anew=False, seen=table.head)
    assert Turn.objects.filter(seat__table=table, ended_at=None).count() == len(seats)
    table.refresh_from_db()
    for to in (-1, newest + 1, newest + 2):
        with pytest.raises(BadSettings, match="not its last"):
            rollback.roll_back(table.pk, to, cast.organiser, "a mistake", anew=False, seen=table.head)


def test_without_second_thoughts_the_last_choice_reveals_all(cast: Cast) -> None:
    league = running_league(cast, game=toy.GAME.slug, reveal_delay=timedelta(0))
    seats = list(only_table(league).seats.order_by("number"))
    bid_all(seats)
    assert revealed(seats) == 1


def test_a_choice_may_be_replaced_until_it_is_revealed_and_does_not_put_that_off(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seats = begin(cast)
    bid_all(seats)
    moment = table_of(seats).reveal_at
    clock.shift(MINUTES / 2)
    deliver(newest(seats[1]), "bid 2")
    assert table_of(seats).reveal_at == moment
    assert matches.load(table_of(seats)).view(1).bids[1] == 2


def test_who_has_chosen_is_neither_reminded_nor_judged(cast: Cast, clock: time_machine.Traveller) -> None:
    seats = begin(cast)
    deliver(newest(seats[0]), "bid 1")
    assert not Turn.objects.filter(seat=seats[0], ended_at=None).exists()
    clock.shift(40 * HOUR)
    sweeps.sweep()
    assert [newest(seat).kind for seat in seats] == ["orders_account", "reminder", "reminder"]


def test_the_stand_in_chooses_for_whoever_is_late(cast: Cast, clock: time_machine.Traveller) -> None:
    seats = begin(cast)
    turn = open_turn(seats[2])
    deliver(newest(seats[0]), "bid 1")
    deliver(newest(seats[1]), "bid 1")
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "stand-in"
    assert table_of(seats).reveal_at is not None


def missed_twice(seat: Seat, clock: time_machine.Traveller, miss: Callable[[Turn], object]) -> None:
    """A choice that the stand-in has made, that is opened again by its player and missed once more."""
    for again in range(2):
        if again:
            deliver(newest(seat), "forget")
        turn = open_turn(seat)
        Turn.objects.filter(pk=turn.pk).update(handed_at=turn.opened_at)
        late(clock, turn)
        miss(turn)


def test_who_opens_a_choice_of_the_stand_in_again_and_misses_it_again_is_told_twice(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat = begin(cast, delay=MINUTES)[0]
    missed_twice(seat, clock, lambda turn: deadlines.expire(turn.pk))
    assert JournalLine.objects.filter(verb="stand-in", seat=seat).count() == kinds(seat).count("turn_expired") == 2


def test_a_choice_that_another_player_of_the_seat_opens_again_is_asked_by_a_letter_to_them(cast: Cast) -> None:
    seat = begin(cast)[0]
    substitutes.give_seat(seat.pk, cast.outsider, cast.organiser, "moves", epoch=seat.token_epoch)
    serial = open_turn(seat).serial
    for line in ("bid 1", "forget"):
        orders.take_orders(seat.pk, [line], serial=serial, by="page")
    letter = OutboundLetter.objects.get(player=cast.outsider, kind="turn")
    assert letter.serial == open_turn(seat).serial == serial


def test_the_table_reads_of_each_yes_of_an_organiser_who_plays_there(cast: Cast, clock: time_machine.Traveller) -> None:
    seats = begin(cast, delay=MINUTES, expiry=League.Expiry.ASK)
    seats[0].table.league.organisers.set([cast.third])  # beside one who does not play it would be theirs

    def allow(turn: Turn) -> None:
        deadlines.expire(turn.pk)
        deadlines.allow_stand_in(turn.pk, cast.third)

    missed_twice(seats[0], clock, allow)
    assert [kinds(seat).count("acted") for seat in seats] == [2, 2, 2]


def test_a_letter_that_came_in_time_is_read_before_the_choices_are_revealed(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seats = begin(cast)
    bid_all(seats)
    unread = InboundLetter.objects.filter(seat=seats[0]).latest("pk")
    InboundLetter.objects.filter(pk=unread.pk).update(state=InboundLetter.State.READING)
    clock.shift(MINUTES)
    assert not tables.reveal(seats[0].table_id)
    InboundLetter.objects.filter(pk=unread.pk).update(state=unread.state)
    clock.shift(in_time.LOOK_AGAIN)
    assert tables.reveal(seats[0].table_id)


def test_letters_that_come_in_after_the_moment_do_not_put_the_reveal_off(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seats = begin(cast)
    bid_all(seats)
    moment = table_of(seats).reveal_at
    early = unread(seats[0], "status")
    clock.shift(MINUTES + timedelta(seconds=1))
    for _ in range(5):
        unread(seats[1], "status")
        assert not tables.reveal(seats[0].table_id)
        assert table_of(seats).reveal_at == moment
        clock.shift(in_time.LOOK_AGAIN)
    ingest.read(early.pk)
    assert (sweeps.sweep()["reveals"], revealed(seats)) == (1, 1)


def test_a_letter_that_has_to_wait_for_long_does_not_keep_choices_sealed(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seats = begin(cast)
    bid_all(seats)
    moment = table_of(seats).reveal_at
    assert moment is not None
    held_until = moment + in_time.HELD_UP
    row = unread(seats[0], "status")
    InboundLetter.objects.filter(pk=row.pk).update(queue="seat", read_from=held_until)
    clock.shift(MINUTES)
    assert not tables.reveal(seats[0].table_id)
    InboundLetter.objects.filter(pk=row.pk).update(read_from=held_until + timedelta(seconds=1))
    assert tables.reveal(seats[0].table_id)


def test_letters_that_cannot_change_a_choice_do_not_put_the_reveal_off(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seats = begin(cast)
    bid_all(seats)
    letter = newest(seats[0])
    ingest.ingest(reply(letter, "bid 2"), address_of(letter), "<>")
    for seat in seats:  # in their names, by anybody
        asked = newest(seat)
        raw = reply(asked, "bid 2", to=headers.bare_address(), references=False)
        assert ingest.ingest(raw, headers.bare_address(), asked.to).player == seat.player
    assert InboundLetter.objects.filter(state__in=InboundLetter.UNREAD).count() == 1 + len(seats)
    clock.shift(MINUTES)
    assert tables.reveal(seats[0].table_id)


def test_a_reveal_that_failed_is_tried_again_and_its_moment_stays(
    cast: Cast, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = begin(cast)
    bid_all(seats)
    moment = table_of(seats).reveal_at
    clock.shift(MINUTES)
    with monkeypatch.context() as broken:
        broken.setattr(reveal, "reveal", lambda s: 1 / 0)
        assert sweeps.sweep()["reveals"] == 1
    assert (sweeps.sweep()["reveals"], table_of(seats).reveal_at) == (0, moment)
    clock.shift(timedelta(minutes=5))
    assert (sweeps.sweep()["reveals"], revealed(seats)) == (1, 1)


def unread(seat: Seat, line: str) -> InboundLetter:
    """A letter of the seat's player that no worker has read yet."""
    letter = newest(seat)
    return ingest.ingest(reply(letter, line), address_of(letter), letter.to)


def test_what_was_attached_to_a_choice_runs_with_the_reveal(cast: Cast, clock: time_machine.Traveller) -> None:
    seats = begin(cast, delay=timedelta(minutes=5))
    deliver(newest(seats[0]), "bid 1", "take 2")
    for seat in seats[1:]:
        deliver(newest(seat), "bid 1")
    clock.shift(MINUTES)
    sweeps.sweep()
    assert LogEntry.objects.filter(table=seats[0].table, entry__by="kept", entry__seat=0).count() == 1


def test_carrying_out_what_was_chosen_has_hours_of_its_own(cast: Cast) -> None:
    for settings, hours in (({}, 16), ({"act_time": timedelta(hours=5)}, 5)):
        league = running_league(cast, game=toy.GAME.slug, reveal_delay=timedelta(0), name=f"League {hours}", **settings)
        seats = list(only_table(league).seats.order_by("number"))
        bid_all(seats)
        turn = Turn.objects.get(seat__in=seats, ended_at=None, kind="turn")
        assert turn.due_by - turn.opened_at == hours * HOUR


def test_letters_say_that_a_choice_is_sealed_and_how_long_it_can_be_changed(cast: Cast) -> None:
    seats = begin(cast)
    assert "sealed till all choose" in newest(seats[0]).text.splitlines()[0]
    assert "Nobody has chosen yet." in words(seats[0])
    assert "You can change your mind until 10 minutes after the last" in words(seats[0])
    deliver(newest(seats[0]), "bid 1")
    assert newest(seats[0]).text.startswith("#=#=# STORED, sealed - 1 of 3 has chosen - nothing to do #=#=#")
    for seat in seats[1:]:
        deliver(newest(seat), "bid 1")
    assert "It stays sealed. All have chosen. You can change your mind until Mon 10:10." in words(seats[2])


def test_a_choice_is_changed_so_often_in_an_hour_then_it_stands_and_the_answer_says_until_when(
    cast: Cast, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changed_choices, "CHANGED_AN_HOUR", 2)
    seats = begin(cast)
    seat = seats[0]
    lines = ("bid 1", "bid 2", "bid 1", "bid 2", "bid 2", "bid 0")
    accounts = [orders.take_orders(seat.pk, [line, "note: hm"], serial=None, by="page") for line in lines]
    assert [account.lines[0].state for account in accounts] == ["played"] * 3 + ["refused"] * 3
    assert "changed this choice 2 times in this hour" in accounts[-1].lines[0].words
    assert [account.lines[1].words for account in accounts] == ["Noted, for you alone."] * 6
    assert matches.load(table_of(seats)).view(0).bids[0] == 1
    kept = LogEntry.objects.filter(table=seat.table).count()
    deliver(newest(seat), "bid 2")
    assert LogEntry.objects.filter(table=seat.table).count() == kept
    clock.shift(HOUR)
    assert orders.take_orders(seat.pk, ["bid 2"], serial=None, by="page").lines[0].state == "played"
    assert matches.load(table_of(seats)).view(0).bids[0] == 2


def test_what_is_taken_back_and_chosen_again_counts_too(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changed_choices, "CHANGED_AN_HOUR", 2)
    seat = begin(cast)[0]
    for line in ("bid 1", "forget", "bid 1", "forget", "bid 1"):
        assert orders.take_orders(seat.pk, [line], serial=None, by="page").lines[0].state != "refused", line
    assert orders.take_orders(seat.pk, ["forget"], serial=None, by="page").lines[0].state == "refused"


def test_orders_that_change_no_choice_count_for_nothing(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changed_choices, "CHANGED_AN_HOUR", 0)
    seat = begin(cast)[0]
    for line in ("bid 1", "always climb ask", "status", "nonsense"):
        orders.take_orders(seat.pk, [line], serial=None, by="page")
    assert matches.load(table_of([seat])).view(0).bids[0] == 1


def test_a_table_that_goes_back_among_choices_asks_everybody_again(cast: Cast, clock: time_machine.Traveller) -> None:
    seats = begin(cast)
    bid_all(seats)
    clock.shift(MINUTES)
    assert sweeps.sweep()["reveals"] == 1
    table = table_of(seats)
    among = table.entries.filter(entry__kind="move").order_by("number")[1].number
    rollback.roll_back(table.pk, among, cast.organiser, "a mistake", anew=False, seen=table.head)
    asked = Turn.objects.filter(seat__table=table, ended_at=None).order_by("seat__number")
    assert [turn.seat for turn in asked] == seats
    assert all("You are asked now" in words(seat) for seat in seats)
    assert JournalLine.objects.get(verb="rolled back").data["to"] == 0
    assert table_of(seats).reveal_at is None


def test_a_position_ahead_of_its_log_is_not_written_down(cast: Cast) -> None:
    seats = begin(cast)
    broken = pytest.raises(BrokenRecord, match="entries are missing")
    with transaction.atomic(), broken, Session.open(table_of(seats).pk) as session:
        session.match.play(0, session.match.decisions[0].moves[0])
        session.match = session.match.copy()


def test_a_reveal_that_failed_is_not_looked_for_while_somebody_chooses_again(cast: Cast) -> None:
    seats = begin(cast)
    bid_all(seats)
    sweeps._put_off_reveal(table_of(seats).pk)
    assert table_of(seats).reveal_look_at is not None
    orders.take_orders(seats[0].pk, ["forget"], serial=None, by="page")
    sweeps._put_off_reveal(table_of(seats).pk)
    assert table_of(seats).reveal_look_at is None
