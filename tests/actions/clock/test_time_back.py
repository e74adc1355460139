"""What an outage gives back, to each sort of wait, and what it does not: nothing twice, nothing to who was late."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TypeVar

import pytest
import time_machine
from django.db.models import Model
from django.utils import timezone
from pytest_django import Settings

from tests.actions.asked import HOUR, NO_GRACE, START, begin, kinds, late, open_turn
from tests.shared.cast import Cast, asked_seat, only_table, prepared_league
from tests.shared.post import deliver, newest
from tournaments.actions.clock import deadlines, handing, outage_time, pausing
from tournaments.actions.league import leagues
from tournaments.actions.player import bounces, vacations
from tournaments.language.refusals import NotWaiting, NotYours
from tournaments.letters.parts.first_screen import deadline_sentence
from tournaments.models import (
    Heartbeat,
    JournalLine,
    League,
    Outage,
    OutboundLetter,
    Player,
    Seat,
    SeatOffer,
    Table,
    Turn,
)
from tournaments.outbox import mail_host_away
from tournaments.queries.ways import DIGEST
from tournaments.running import posting, sweeps
from tournaments.runtime import heartbeats

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
State = OutboundLetter.State


def at(hours: float) -> datetime:
    return START + timedelta(hours=hours)


def away(begins: float, ends: float, source: str = heartbeats.WORKER) -> Outage:
    """An outage that is over."""
    return Outage.objects.create(source=source, begins_at=at(begins), ends_at=at(ends))


Row = TypeVar("Row", bound=Model)


def read(row: Row) -> Row:
    row.refresh_from_db()
    return row


# --- questions -----------------------------------------------------------------------------------


def test_a_question_gets_the_time_back_with_its_reminder_and_nobody_is_judged_before(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    clock.move_to(at(60))
    away(30, 60)
    assert deadlines.expire(turn.pk) == "at rest"
    assert not deadlines.remind(turn.pk)
    sweeps.sweep()
    assert read(turn).due_by == turn.judge_at == at(78)
    assert turn.remind_at == at(66)
    assert kinds(seat) == ["turn", "time_back"]
    assert deadlines.expire(turn.pk) == "not due"


def test_the_letter_says_until_when_there_is_time_now(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast)
    clock.move_to(at(60))
    away(30, 60)
    sweeps.sweep()
    told = newest(seat, "time_back")
    words = " ".join(told.text.split())
    assert "did not work between Tue 16:00 and Wed 22:00" in words
    assert "You have time until Thursday 5 March, 16:00 in Brussels" in words
    assert "until Thu 16:00" in told.text.splitlines()[0]
    other = OutboundLetter.objects.filter(kind="time_back").exclude(seat=seat)[0]
    assert "Nothing is asked of you now" in " ".join(other.text.split())


def test_a_moment_is_given_back_without_a_letter(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    clock.move_to(at(31))
    away(30, 30.2)
    sweeps.sweep()
    assert read(turn).due_by == at(48.2)
    assert kinds(seat) == ["turn"]


def test_outages_of_several_parts_at_once_are_one_outage(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    clock.move_to(at(40))
    away(10, 20, heartbeats.WORKER), away(15, 30, heartbeats.POST), away(12, 18, heartbeats.SWEEP)
    assert [outage_time.give_back(), outage_time.give_back()] == [1, 0]
    assert read(turn).due_by == at(48 + 20)
    late_news = away(5, 12, heartbeats.MAILBOX)  # a part that comes to know of it later
    assert outage_time.give_back() == 1
    assert read(turn).due_by == at(48 + 25)
    late_news.ends_at = at(30)  # it went on, in time that is given back already
    late_news.save()
    assert outage_time.give_back() == 0
    sweeps.sweep()
    assert kinds(seat) == ["turn", "time_back"]


def test_who_was_late_before_the_outage_has_no_more_time(cast: Cast, clock: time_machine.Traveller) -> None:
    _, turn = begin(cast, expiry="wait", **NO_GRACE)
    clock.move_to(at(60))
    away(50, 60)
    outage_time.settle()
    assert read(turn).due_by == at(48)


def test_a_question_of_the_outage_gets_what_it_has_lost_of_it(cast: Cast, clock: time_machine.Traveller) -> None:
    clock.move_to(at(5))
    _, turn = begin(cast)
    away(0, 8)
    outage_time.give_back()
    assert read(turn).due_by == at(5 + 48 + 3)


def test_a_pause_and_an_outage_in_it_are_given_back_once(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    clock.move_to(at(10))
    pausing.pause(seat.table_id, cast.organiser, "a storm")
    clock.move_to(at(15))
    away(5, 15)
    outage_time.give_back()
    assert read(turn).due_by == at(48 + 5)
    assert turn.judge_at is None
    clock.move_to(at(20))
    pausing.go_on(seat.table_id, cast.organiser, "it is over")
    away(18, 20)
    outage_time.give_back()
    assert read(turn).due_by == turn.judge_at == at(48 + 15)


def test_an_outage_that_is_known_only_after_the_pause_gives_back_what_the_pause_did_not(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast)
    clock.move_to(at(10))
    pausing.pause(seat.table_id, cast.organiser, "a storm")
    clock.move_to(at(20))
    pausing.go_on(seat.table_id, cast.organiser, "it is over")
    away(5, 25)
    outage_time.give_back()
    assert read(turn).due_by == at(48 + 20)


def test_days_off_are_not_given_back_again(cast: Cast, clock: time_machine.Traveller) -> None:
    league = prepared_league(cast)
    for player in cast.players:
        leagues.enrol(league, player, "")
        vacations.book(player, "4 to 5 March")
    turn = open_turn(asked_seat(only_table(leagues.start(league, cast.organiser))))
    due = turn.due_by
    assert due > at(72), "the deadline was in the days off"
    clock.move_to(at(60))
    away(50, 60)
    outage_time.give_back()
    assert read(turn).due_by == due
    away(20, 24)
    outage_time.give_back()
    assert read(turn).due_by == due + 4 * HOUR


def test_a_night_behind_which_a_deadline_was_moved_is_not_given_back_again(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    Player.objects.update(quiet_from=9, quiet_until=12)  # 8 to 11 UTC
    for player in cast.players:
        player.refresh_from_db()
    _, turn = begin(cast)
    assert turn.due_by == at(50)
    clock.move_to(at(50))
    away(48.5, 49.5)
    outage_time.give_back()
    assert read(turn).due_by == at(50)
    away(20, 23)
    outage_time.give_back()
    assert read(turn).due_by == at(53)


def test_a_grace_gets_its_time_back(cast: Cast, clock: time_machine.Traveller) -> None:
    _, turn = begin(cast)
    late(clock, turn, by=timedelta(0))
    assert deadlines.expire(turn.pk) == "grace"
    clock.move_to(at(80))
    away(50, 60)
    outage_time.give_back()
    assert read(turn).due_by == turn.grace_until == at(48 + 24 + 10)


def test_time_without_an_address_and_an_outage_in_it_are_given_back_once(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast)
    clock.move_to(at(10))
    bounces.address_is_dead(seat.player.email, "a test")
    clock.move_to(at(30))
    away(5, 20)
    outage_time.give_back()
    bounces.hear_from(Player.objects.get(pk=seat.player.pk))
    assert read(turn).due_by == at(48 + 25)


# --- other waits ---------------------------------------------------------------------------------


def test_everything_else_that_waits_for_a_player_gets_the_time_back_once(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast)
    open_one = prepared_league(cast, tag="Open", name="Open")
    begun, due = at(0), at(20)
    League.objects.filter(pk=open_one.pk).update(ready_by=due, opened_at=begun)
    League.objects.filter(pk=seat.table.league_id).update(final_by=due, provisional=20 * HOUR)
    Table.objects.filter(pk=seat.table_id).update(run_at=due, reveal_at=due, reveal_look_at=due)
    League.objects.filter(pk=seat.table.league_id).update(delay=20 * HOUR, reveal_delay=20 * HOUR)
    Player.objects.filter(pk=seat.player_id).update(awaited_from=begun, awaited_until=due, dead_at=begun)
    offer = SeatOffer.objects.create(seat=seat, email="new@example.net", reason="", by=cast.organiser, until=due)
    clock.move_to(at(18))
    away(10, 14, heartbeats.WORKER), away(12, 16, heartbeats.POST)
    for _ in range(2):
        outage_time.give_back()
    table, league = read(seat.table), read(seat.table.league)
    waits = [read(open_one).ready_by, league.final_by, table.run_at, table.reveal_at, table.reveal_look_at]
    waits += [read(offer).until, Player.objects.get(pk=seat.player_id).awaited_until]
    assert waits == [at(26)] * 7


# --- handing over --------------------------------------------------------------------------------


@pytest.mark.posted_by_hand
def test_no_question_is_judged_before_its_letter_is_handed_over(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    clock.move_to(at(60))
    assert deadlines.expire(turn.pk) == "not handed over"
    assert deadline_sentence(read(turn), "Europe/Brussels").endswith("your time runs from then.")
    assert sweeps.sweep()["reminders"] == 0
    OutboundLetter.objects.update(picture=None)
    assert posting.post(newest(seat, "turn").pk)
    assert (read(turn).handed_at, turn.due_by, turn.remind_at) == (at(60), at(108), at(96))
    told = " ".join(newest(seat, "time_back").text.split())
    assert "waited here from Mon 10:00 to Wed 22:00" in told
    assert "You have time until Friday 6 March, 22:00" in told
    clock.move_to(at(108) + timedelta(seconds=1))
    assert deadlines.expire(turn.pk) == "stand-in"


@pytest.mark.posted_by_hand
def test_a_pause_or_outage_while_the_letter_waits_is_not_given_back_again(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast)
    clock.move_to(at(10))
    away(4, 8)
    outage_time.give_back()
    OutboundLetter.objects.update(picture=None)
    posting.post(newest(seat, "turn").pk)
    assert read(turn).due_by == at(58)
    assert not handing.begin(turn.pk)


@pytest.mark.posted_by_hand
def test_a_letter_that_is_refused_for_good_does_not_stop_the_table_for_ever(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast)
    OutboundLetter.objects.filter(seat=seat).update(state=State.FAILED)
    clock.move_to(at(10))
    sweeps.sweep()
    assert read(turn).handed_at == at(10)
    assert turn.due_by == at(58)


@pytest.mark.posted_by_hand
def test_for_the_daily_letter_time_counts_from_when_the_letter_would_have_gone(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    Player.objects.update(ways={"turns": DIGEST})
    for player in cast.players:
        player.refresh_from_db()
    seat, turn = begin(cast)
    assert newest(seat, "turn").state == State.FOR_DIGEST
    clock.move_to(at(3))
    sweeps.sweep()
    assert read(turn).handed_at == at(0)
    assert turn.due_by == at(48)


@pytest.mark.posted_by_hand
def test_the_time_of_a_grace_counts_from_when_its_letter_went_out(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    OutboundLetter.objects.update(picture=None)
    posting.post(newest(seat, "turn").pk)
    late(clock, turn, by=timedelta(0))
    assert deadlines.expire(turn.pk) == "grace"
    clock.move_to(at(90))
    assert deadlines.expire(turn.pk) == "not handed over"
    posting.post(newest(seat, "grace").pk)
    assert read(turn).due_by == at(90 + 24)


# --- doors, parts, and the owner -----------------------------------------------------------------


def test_nothing_is_judged_before_every_door_was_seen_open_after_the_deadline(
    cast: Cast, clock: time_machine.Traveller, settings: Settings
) -> None:
    settings.IMAP = {"host": "imap.example.org"}
    _, turn = begin(cast, **NO_GRACE)
    clock.move_to(turn.due_by - timedelta(seconds=10))
    heartbeats.beat(heartbeats.MAILBOX)
    late(clock, turn, by=timedelta(seconds=5))
    assert deadlines.expire(turn.pk) == "at rest"
    heartbeats.beat(heartbeats.MAILBOX)
    assert deadlines.expire(turn.pk) == "stand-in"


def test_hosts_that_found_the_listener_closed_have_time_to_come_again(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    _, turn = begin(cast, **NO_GRACE)
    clock.move_to(turn.due_by - timedelta(minutes=5))
    away(40, 47 + 55 / 60, heartbeats.LISTENER)
    Turn.objects.update(counts_from=timezone.now())  # so that nothing is given back
    clock.move_to(at(48.9))
    outage_time.give_back()
    assert deadlines.expire(turn.pk) == "at rest"
    clock.move_to(at(49))
    assert deadlines.expire(turn.pk) == "stand-in"


def test_a_part_that_is_silent_is_away_until_it_is_seen_again(
    cast: Cast, clock: time_machine.Traveller, settings: Settings
) -> None:
    settings.OUTAGE_AFTER = timedelta(minutes=2)
    _, turn = begin(cast, **NO_GRACE)
    heartbeats.beat(heartbeats.WORKER)
    clock.move_to(at(50))
    heartbeats.beat(heartbeats.WORKER, HOUR)
    assert Outage.objects.get().ends_at == at(50)
    clock.move_to(at(60))
    sweeps.sweep()
    assert heartbeats.lasting().get().begins_at == at(50)
    assert read(turn).due_by == at(48), "it is not over"
    clock.move_to(at(70))
    heartbeats.beat(heartbeats.WORKER, HOUR)
    sweeps.sweep()
    assert read(turn).due_by == at(48 + 70)


def test_no_sign_of_life_is_unsaid_by_a_clock_that_is_behind(clock: time_machine.Traveller) -> None:
    clock.move_to(at(1))
    heartbeats.beat(heartbeats.WORKER)
    clock.move_to(at(0))
    heartbeats.beat(heartbeats.WORKER)
    assert Heartbeat.objects.get().at == at(1)
    assert not Outage.objects.exists()


def test_only_the_owner_ends_an_outage_and_then_the_part_is_not_waited_for(
    cast: Cast, clock: time_machine.Traveller, settings: Settings
) -> None:
    settings.OUTAGE_AFTER = timedelta(minutes=2)
    _, turn = begin(cast, **NO_GRACE)
    heartbeats.beat(heartbeats.LISTENER)
    clock.move_to(at(10))
    assert not outage_time.settle()
    found = heartbeats.lasting().get()
    with pytest.raises(NotYours):
        outage_time.end(found.pk, cast.organiser)
    cast.organiser.is_superuser = True
    outage_time.end(found.pk, cast.organiser)
    with pytest.raises(NotWaiting):
        outage_time.end(found.pk, cast.organiser)
    outage_time.settle()
    assert read(turn).due_by == at(58)
    clock.move_to(at(59))
    outage_time.settle()
    assert not heartbeats.lasting().exists()
    assert JournalLine.objects.filter(verb="outage ended", actor=cast.organiser).exists()


def test_a_host_that_is_away_for_days_loses_no_letter_and_gets_all_of_them_when_it_is_back(
    cast: Cast, clock: time_machine.Traveller, settings: Settings
) -> None:
    seat, _ = begin(cast)
    OutboundLetter.objects.update(picture=None)
    letter = newest(seat, "turn")
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", 9
    for _ in range(15):
        assert not posting.post(letter.pk)
        clock.move_to(read(letter).due_at)
    assert letter.state == State.RETRY
    assert heartbeats.at_rest(timezone.now())
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    clock.shift(timedelta(minutes=2))
    assert not mail_host_away.look_after(), "it greets, and whether it takes letters is tried with one"
    assert read(letter).due_at == timezone.now()
    assert posting.post(letter.pk)
    assert not heartbeats.failing_since(heartbeats.POST)


def test_the_organiser_reads_of_an_outage_once_in_the_daily_letter(cast: Cast, clock: time_machine.Traveller) -> None:
    begin(cast)
    sweeps.sweep()
    clock.move_to(at(11))
    away(8, 10)
    sweeps.sweep()
    for _ in range(6):
        clock.shift(12 * HOUR)
        sweeps.sweep()
    letters = OutboundLetter.objects.filter(kind="needs", player=cast.organiser)
    assert [("the service was away" in letter.text) for letter in letters].count(True) == 1
    assert "deadlines have got 2 hours back" in " ".join(letters[0].text.split())


def test_a_late_answer_is_played_although_time_is_still_to_be_given_back(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    clock.move_to(at(60))
    away(30, 60)
    deliver(newest(seat, "turn"), "12")
    assert read(turn).end == Turn.End.ANSWERED
    assert not Seat.objects.filter(grace_used_at__isnull=False).exists()
