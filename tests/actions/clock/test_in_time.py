"""Nothing that the clock decides comes before a letter that came in time and is still unread."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.actions.asked import HOUR, begin, kinds
from tests.actions.position import order, table_at
from tests.shared.cast import Cast, only_table, prepared_league, running_league
from tests.shared.play import end_by_bots
from tests.shared.post import address_of, reply
from tournaments.actions.clock import in_time
from tournaments.actions.league import checkin, leagues, results
from tournaments.actions.player import bounces
from tournaments.inbox import ingest
from tournaments.language.refusals import NotOpen, NotWaiting
from tournaments.letters import headers, reply_serial
from tournaments.models import Case, Entry, InboundLetter, League, OutboundLetter, Seat, Table
from tournaments.running import sweeps
from tournaments.runtime import heartbeats

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
SECOND = timedelta(seconds=1)


def arrives(seat: Seat, *lines: str) -> InboundLetter:
    """A letter of the seat's player to its reply address, stored and unread."""
    assert seat.player is not None
    number = InboundLetter.objects.count()
    head = [f"From: {seat.player.email}", f"Message-ID: <{number}@client.example>", "Subject: x"]
    raw = "\r\n".join([*head, "", *lines, ""]).encode()
    address = headers.reply_address(seat, reply_serial.now(seat), numbers=seat.numbers)
    return ingest.ingest(raw, address, seat.player.email)


def kept() -> tuple[Table, Seat]:
    """A table at which the delay of somebody's kept orders runs, and their seat."""
    table, seats = table_at(
        {"hand": ["prince", "queen"], "guilders": 5},
        {"hand": ["bishop", "mayor"], "guilders": 5},
        {"hand": ["troublemaker", "notary"], "guilders": 5},
    )
    assert order(seats[1], "guilders bishop") == ["kept"]
    assert order(seats[0], "guilders prince") == ["played"]
    table.refresh_from_db()
    assert table.run_at is not None
    return table, seats[1]


def runs(table: Table) -> bool:
    """Whether a sweep plays the kept orders."""
    before = Table.objects.get(pk=table.pk).head
    sweeps.sweep()
    return Table.objects.get(pk=table.pk).head != before


def test_orders_that_were_withdrawn_in_time_are_not_played(clock: time_machine.Traveller) -> None:
    table, seat = kept()
    clock.move_to(table.run_at - SECOND)
    row = arrives(seat, "forget")
    clock.move_to(table.run_at + SECOND)
    assert not runs(table)
    ingest.read(row.pk)
    clock.shift(in_time.LOOK_AGAIN)
    assert not runs(table)
    assert Table.objects.get(pk=table.pk).run_at is None


def test_a_letter_from_after_the_delay_puts_kept_orders_off_no_more(clock: time_machine.Traveller) -> None:
    table, seat = kept()
    clock.move_to(table.run_at + SECOND)
    arrives(seat, "forget")
    assert runs(table)


def test_letters_that_stand_in_a_queue_put_kept_orders_off_for_half_an_hour_at_most(
    clock: time_machine.Traveller,
) -> None:
    table, seat = kept()
    clock.move_to(table.run_at - SECOND)
    row = arrives(seat, "forget")
    found = InboundLetter.objects.filter(pk=row.pk)
    found.update(queue="a queue", read_from=table.run_at + in_time.HELD_UP)
    clock.move_to(table.run_at + SECOND)
    assert not runs(table)
    found.update(read_from=table.run_at + in_time.HELD_UP + SECOND)
    clock.shift(in_time.LOOK_AGAIN)
    assert runs(table)


def test_kept_orders_wait_for_a_door_that_has_not_been_seen_open_since(
    clock: time_machine.Traveller,
) -> None:
    table, _ = kept()
    clock.move_to(table.run_at - SECOND)
    heartbeats.beat(heartbeats.LISTENER, HOUR)
    clock.move_to(table.run_at + SECOND)
    assert not runs(table)
    heartbeats.beat(heartbeats.LISTENER, HOUR)
    assert runs(table)


@pytest.fixture
def ended(cast: Cast) -> League:
    """Its games are over, its results provisional."""
    league = running_league(cast, seats=2, max_players=2, provisional=24 * HOUR)
    end_by_bots(only_table(league))
    league.refresh_from_db()
    assert league.final_by is not None
    return league


def test_an_objection_in_time_comes_before_the_results_are_final(ended: League, clock: time_machine.Traveller) -> None:
    seat = ended.tables.get().seats.select_related("player").order_by("number")[0]
    clock.move_to(ended.final_by - SECOND)
    row = arrives(seat, "referee: the last round was wrong")
    with pytest.raises(NotWaiting, match="is being read"):
        results.confirm(ended, ended.organisers.get())
    clock.move_to(ended.final_by + SECOND)
    sweeps.sweep()
    ingest.read(row.pk)
    sweeps.sweep()
    assert Case.objects.get().seat == seat
    assert League.objects.get(pk=ended.pk).state == League.State.RUNNING


def test_nobody_is_reminded_of_what_they_have_answered_in_time(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    clock.move_to(turn.remind_at - SECOND)
    row = arrives(seat, "12")
    clock.move_to(turn.remind_at + SECOND)
    sweeps.sweep()
    ingest.read(row.pk)
    clock.shift(in_time.LOOK_AGAIN)
    sweeps.sweep()
    assert "reminder" not in kinds(seat)


def test_a_reminder_comes_once_the_letters_in_time_have_been_read(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    clock.move_to(turn.remind_at - SECOND)
    row = arrives(seat, "status")
    clock.move_to(turn.remind_at + SECOND)
    sweeps.sweep()
    assert "reminder" not in kinds(seat)
    ingest.read(row.pk)
    clock.shift(in_time.LOOK_AGAIN)
    sweeps.sweep()
    assert "reminder" in kinds(seat)


def test_the_wait_for_somebody_does_not_end_while_a_letter_of_theirs_lies_unread(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast)
    player = bounces.address_is_dead(seat.player.email, "a test")
    assert player is not None
    clock.move_to(player.awaited_until - SECOND)
    row = arrives(seat, "status")
    clock.move_to(player.awaited_until + SECOND)
    assert not bounces.wait_no_longer(player.pk)
    ingest.read(row.pk)
    player.refresh_from_db()
    assert (player.dead_at, bounces.wait_no_longer(player.pk)) == (None, False)


def test_nobody_who_was_ready_in_time_loses_their_place(cast: Cast, clock: time_machine.Traveller) -> None:
    league = prepared_league(cast, max_players=3)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    league = checkin.call(league, cast.organiser, timezone.now() + HOUR)
    clock.move_to(league.ready_by - SECOND)
    asked = OutboundLetter.objects.get(kind="be_ready", player=cast.player)
    row = ingest.ingest(reply(asked, "ready", quote=False), address_of(asked), asked.to)
    clock.move_to(league.ready_by + SECOND)
    with pytest.raises(NotOpen, match="on their way"):
        checkin.replace_silent(league, cast.organiser)
    ingest.read(row.pk)
    checkin.replace_silent(league, cast.organiser)
    places = Entry.objects.filter(league=league, state=Entry.State.IN)
    assert places.filter(player=cast.player).exists()
