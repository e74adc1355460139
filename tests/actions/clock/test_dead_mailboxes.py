"""Deadlines of players whom no letter reaches: clocks are stopped until they are heard of, but not for ever."""

from __future__ import annotations

import html
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
import time_machine
from django.conf import settings as service
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.actions.asked import HOUR, NO_GRACE, START, begin, kinds, late, legal, open_turn
from tests.shared.cast import Cast, asked_seat, prepared_league
from tests.shared.post import ask_for_link, deliver, newest
from tournaments.actions.clock import deadlines, pausing
from tournaments.actions.league import invitations, leagues
from tournaments.actions.player import bounces, sign_in_links
from tournaments.actions.seats import offers
from tournaments.formats import clocks
from tournaments.language.refusals import NotWaiting, TurnIsOver
from tournaments.models import JournalLine, League, OutboundLetter, Player, Seat, Table, Turn
from tournaments.queries.needs import need
from tournaments.running import sweeps

WAIT = service.DEAD_ADDRESS_WAIT
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


def mailbox_of(seat: Seat) -> Player:
    assert seat.player is not None
    seat.player.refresh_from_db()
    return seat.player


def test_a_deadline_that_no_letter_told_of_is_no_miss(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "cannot be reached"
    clock.shift(2 * HOUR)
    assert sweeps.sweep()["expired"] == 1
    seat.refresh_from_db()
    assert (seat.expired_on, seat.grace_used_at, seat.mover) == ([], None, Seat.Mover.PLAYER)
    assert asked_seat(seat.table).pk == seat.pk
    assert JournalLine.objects.filter(verb="cannot be reached").count() == 1


@pytest.mark.parametrize("policy", ["stand-in", "ask"])
def test_with_the_organisers_yes_the_stand_in_moves_and_nothing_is_held_against_the_player(
    cast: Cast, clock: time_machine.Traveller, policy: str
) -> None:
    seat, turn = begin(cast, expiry=policy)
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    with pytest.raises(TurnIsOver):
        deadlines.allow_stand_in(turn.pk, cast.organiser)
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "cannot be reached"
    deadlines.allow_stand_in(turn.pk, cast.organiser)
    turn.refresh_from_db()
    seat.refresh_from_db()
    assert turn.end == Turn.End.STAND_IN
    assert (seat.expired_on, seat.grace_used_at, seat.mover) == ([], None, Seat.Mover.PLAYER)


def test_a_league_that_waits_waits_for_who_is_out_of_reach_too(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, expiry="wait")
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    late(clock, turn)
    with pytest.raises(NotWaiting):
        deadlines.allow_stand_in(turn.pk, cast.organiser)


def test_the_clock_stands_still_while_no_letter_arrives(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    clock.move_to(START + 10 * HOUR)
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    late(clock, turn, by=100 * HOUR)
    deadlines.expire(turn.pk)
    bounces.hear_from(mailbox_of(seat))
    turn.refresh_from_db()
    assert turn.due_by == turn.judge_at == datetime.now(UTC) + 38 * HOUR
    assert turn.remind_at == datetime.now(UTC) + 26 * HOUR
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "stand-in"


def test_a_deadline_that_had_passed_before_the_bounce_was_known_is_now_when_the_mailbox_works(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    """Letters of the player that are still unread by then came in time."""
    seat, turn = begin(cast, **NO_GRACE)
    late(clock, turn, by=HOUR)
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    assert deadlines.expire(turn.pk) == "cannot be reached"
    clock.shift(20 * HOUR)
    bounces.hear_from(mailbox_of(seat))
    turn.refresh_from_db()
    assert turn.due_by == turn.judge_at == datetime.now(UTC)


def test_a_turn_that_began_while_no_letter_arrived_has_its_whole_time(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    first, _ = begin(cast, **NO_GRACE)
    other = first.table.seats.get(number=(first.number + 1) % 3)
    bounces.address_is_dead(mailbox_of(other).email, "a test")
    clock.shift(10 * HOUR)
    deliver(newest(first), legal(first))
    assert asked_seat(first.table).pk == other.pk
    clock.shift(70 * HOUR)
    bounces.hear_from(mailbox_of(other))
    assert open_turn(other).due_by == datetime.now(UTC) + 48 * HOUR


def test_a_mailbox_that_works_again_while_the_table_is_paused_sets_no_clock_going(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    clock.shift(10 * HOUR)
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    clock.shift(2 * HOUR)
    pausing.pause(seat.table_id, cast.organiser, "holidays")
    clock.shift(5 * HOUR)
    bounces.hear_from(mailbox_of(seat))
    again = open_turn(seat)
    assert (again.judge_at, again.remind_at) == (None, None)
    assert again.due_by == turn.due_by + 2 * HOUR, "the pause itself is given back when the table goes on"
    clock.shift(3 * HOUR)
    pausing.go_on(seat.table_id, cast.organiser, "back")
    again = open_turn(seat)
    assert again.due_by == again.judge_at == turn.due_by + 10 * HOUR
    assert again.due_by - again.remind_at == turn.due_by - turn.remind_at


def test_who_was_reminded_is_not_reminded_again_when_the_mailbox_works(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    clock.move_to(turn.remind_at)
    assert deadlines.remind(turn.pk)
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    clock.shift(5 * HOUR)
    bounces.hear_from(mailbox_of(seat))
    assert (open_turn(seat).due_by, open_turn(seat).remind_at) == (turn.due_by + 5 * HOUR, None)


def test_nobody_is_reminded_at_an_address_that_is_dead(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    clock.move_to(START + 36 * HOUR)
    assert not deadlines.remind(turn.pk)
    assert sweeps.sweep()["reminders"] == 0
    assert kinds(seat) == ["turn"]


@pytest.mark.parametrize("kind", ["turn", "reminder", "grace", "orders_refused"])
def test_an_open_question_is_sent_again_whatever_letter_asked_it(
    cast: Cast, clock: time_machine.Traveller, kind: str
) -> None:
    seat, turn = begin(cast)
    if kind == "reminder":
        clock.move_to(START + 36 * HOUR)
        deadlines.remind(turn.pk)
    if kind == "grace":
        late(clock, turn)
        deadlines.expire(turn.pk)
    if kind == "orders_refused":
        deliver(newest(seat), "recruit prince in red")
    letter = newest(seat)
    assert letter.kind == kind
    OutboundLetter.objects.update(state=OutboundLetter.State.SENT)
    bounces.address_is_dead(mailbox_of(seat).email, "it came back")
    bounces.hear_from(mailbox_of(seat))
    again = OutboundLetter.objects.filter(state=OutboundLetter.State.QUEUED)
    assert list(again) == [letter]


def test_a_letter_that_went_out_after_the_mailbox_was_dead_is_not_sent_again(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast)
    bounces.address_is_dead(mailbox_of(seat).email, "it came back")
    clock.shift(HOUR)
    # The answer to the letter that shows it, posted by another worker in the same moment.
    answered = {"created_at": datetime.now(UTC), "state": OutboundLetter.State.SENT}
    OutboundLetter.objects.filter(pk=newest(seat).pk).update(**answered)
    assert bounces.hear_from(mailbox_of(seat))
    assert newest(seat).state == OutboundLetter.State.SENT


def test_a_question_that_the_reviving_letter_answers_is_not_sent_again(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast)
    letter = newest(seat)
    OutboundLetter.objects.update(state=OutboundLetter.State.SENT)
    bounces.address_is_dead(mailbox_of(seat).email, "it came back")
    deliver(letter, legal(seat))
    assert newest(seat).state == OutboundLetter.State.QUEUED
    letter.refresh_from_db()
    assert letter.state == OutboundLetter.State.SENT


# --- not for ever -----------------------------------------------------------------------------------


def die(seat: Seat) -> Player:
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    return mailbox_of(seat)


def test_after_its_time_the_clock_runs_on_and_the_stand_in_moves_as_for_anybody(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    clock.move_to(START + 10 * HOUR)
    die(seat)
    clock.shift(WAIT - HOUR)
    sweeps.sweep()
    assert mailbox_of(seat).awaited_until is not None
    clock.shift(HOUR)
    sweeps.sweep()
    assert (mailbox_of(seat).awaited_until, mailbox_of(seat).dead_at is None) == (None, False)
    turn.refresh_from_db()
    assert turn.due_by == turn.judge_at == datetime.now(UTC) + 38 * HOUR
    late(clock, turn)
    assert sweeps.sweep()["expired"] == 1
    turn.refresh_from_db()
    seat.refresh_from_db()
    assert (turn.end, len(seat.expired_on)) == (Turn.End.STAND_IN, 1)


def test_after_its_time_the_grace_is_given_and_the_organiser_asked_where_the_league_says_so(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast, expiry="ask")
    die(seat)
    clock.shift(WAIT)
    sweeps.sweep()
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "grace"
    turn.refresh_from_db()
    assert not need.waits_for_a_yes(turn, seat.table.league)
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "asks the organiser"
    deadlines.allow_stand_in(turn.pk, cast.organiser)
    seat.refresh_from_db()
    assert len(seat.expired_on) == 1


def test_where_tables_wait_they_wait_on_as_for_anybody(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, expiry="wait", **NO_GRACE)
    die(seat)
    clock.shift(WAIT)
    sweeps.sweep()
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "waits"


def test_a_stand_in_keeps_the_seat_after_three_days_and_its_player_gets_it_back_by_writing(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, **NO_GRACE)
    die(seat)
    clock.shift(WAIT)
    sweeps.sweep()
    for _ in range(200):
        clock.shift(25 * HOUR)
        sweeps.sweep()
        seat.refresh_from_db()
        if seat.mover == Seat.Mover.STAND_IN:
            break
    assert (len(seat.expired_on), seat.mover) == (3, Seat.Mover.STAND_IN)
    deliver(newest(seat), "status")
    seat.refresh_from_db()
    assert (seat.mover, mailbox_of(seat).dead_at) == (Seat.Mover.PLAYER, None)


def test_who_comes_back_after_the_wait_gets_the_open_question_and_no_time_twice(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    die(seat)
    clock.shift(WAIT)
    sweeps.sweep()
    turn.refresh_from_db()
    due = turn.due_by
    OutboundLetter.objects.update(state=OutboundLetter.State.SENT)
    clock.shift(HOUR)
    assert bounces.hear_from(mailbox_of(seat))
    turn.refresh_from_db()
    assert turn.due_by == due
    assert newest(seat, "turn").state == OutboundLetter.State.QUEUED


def test_a_turn_that_waits_for_the_organisers_yes_is_not_judged_anew_when_the_player_is_heard_of(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast, expiry="ask", **NO_GRACE)
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "asks the organiser"
    die(seat)
    clock.shift(HOUR)
    bounces.hear_from(mailbox_of(seat))
    turn.refresh_from_db()
    assert turn.judge_at is None


def test_bouncing_again_and_again_stops_no_clock_for_longer(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    stood_still = 0 * HOUR
    opened = turn.due_by
    for _ in range(20):
        die(seat)
        clock.shift(24 * HOUR)
        sweeps.sweep()
        bounces.hear_from(mailbox_of(seat))
        turn.refresh_from_db()
        stood_still = turn.due_by - opened
        if turn.ended_at is not None:
            break
    assert stood_still <= WAIT
    assert turn.end == Turn.End.STAND_IN
    clock.shift(bounces.WAIT_AGAIN)
    assert die(seat).awaited_until == datetime.now(UTC) + WAIT


def test_a_host_may_have_tables_wait_for_nobody(cast: Cast, clock: time_machine.Traveller, settings: Settings) -> None:
    settings.DEAD_ADDRESS_WAIT = 0 * HOUR
    seat, turn = begin(cast, **NO_GRACE)
    die(seat)
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "stand-in"


def test_the_table_and_the_organiser_read_until_when_the_table_waits(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast, **NO_GRACE)
    player = die(seat)
    other = next(own.player for own in seat.table.seated if own.player != player)
    page, desk = Client(), Client()
    page.force_login(other)
    desk.force_login(cast.organiser)
    at_table, at_desk = (
        reverse("player:table", args=[seat.table_id]),
        f"/desk/tournaments/table/{seat.table_id}/change/",
    )
    until = f"until {clocks.words(START + WAIT, cast.organiser.zone)} at the latest"
    assert f"Letters to {player.name} come back at the moment. The table waits {until}" in text(page, at_table)
    assert "letters come back, the table waits until" in text(desk, at_desk)
    assert f"Letters to {player.name} come back: their tables wait {until}" in text(desk, "/desk/")
    clock.shift(WAIT)
    sweeps.sweep()
    page.force_login(other)
    desk.force_login(cast.organiser)
    assert "come back at the moment" not in text(page, at_table)
    assert "the table waits until" not in text(desk, at_desk)
    assert f"Letters to {player.name} come back: their tables wait no longer" in text(desk, "/desk/")


def text(browser: Client, url: str) -> str:
    answer = browser.get(url)
    assert answer.status_code == 200, url
    return html.unescape(answer.content.decode())


# --- heard of by a worker that dies -----------------------------------------------------------------


class Killed(BaseException):
    """An error that ends a worker in the middle of its work."""


def by_letter(cast: Cast, seat: Seat) -> None:
    deliver(newest(seat), "status")


def by_sign_in_link(cast: Cast, seat: Seat) -> None:
    assert seat.player is not None
    ask_for_link(seat.player.email)
    letter = OutboundLetter.objects.filter(kind="sign_in").latest("pk")
    sign_in_links.use(letter.text.partition("sesame=")[2].split()[0])


def by_invitation(cast: Cast, seat: Seat) -> None:
    assert seat.player is not None
    league = prepared_league(cast, name="Guests", tag="Guests", access=League.Access.INVITATION)
    invitations.invite(league, cast.organiser, seat.player.email)
    invitations.accept(league.invitations.get(), seat.player.name, "UTC", "")


def by_offer(cast: Cast, seat: Seat) -> None:
    assert seat.player is not None
    league = prepared_league(cast, name="Guests", tag="Guests", seats=2, max_players=2)
    players = [player for player in (*cast.players, cast.outsider) if player != seat.player][:2]
    for player in players:
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    other = Seat.objects.filter(table__league=league, table__state=Table.State.RUNNING).first()
    assert other is not None
    offer = offers.give(other.pk, seat.player.email, "", cast.organiser, "x", epoch=other.token_epoch)
    assert offer is not None
    offers.accept(offer, "", "")


@pytest.mark.parametrize("heard_of", [by_letter, by_sign_in_link, by_invitation, by_offer])
def test_who_was_heard_of_by_a_worker_that_died_can_be_reached_after_the_next_sweep(
    cast: Cast, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch, heard_of: Callable[[Cast, Seat], None]
) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    due = turn.due_by
    die(seat)
    clock.shift(HOUR)

    def killed(player: Player) -> bool:
        raise Killed

    with monkeypatch.context() as dying:
        dying.setattr(bounces, "hear_from", killed)
        with pytest.raises(Killed):
            heard_of(cast, seat)
    assert mailbox_of(seat).dead_at is not None, "the worker died before it could say so"
    clock.shift(bounces.HEARD_SOON * 2)
    sweeps.sweep()
    player = mailbox_of(seat)
    assert (player.dead_at, player.awaited_until, player.heard_at) == (None, None, None)
    turn.refresh_from_db()
    assert turn.due_by == due + HOUR + bounces.HEARD_SOON * 2
    assert JournalLine.objects.filter(verb="mail lives").count() == 1


def test_who_is_heard_of_in_a_transaction_that_fails_stays_out_of_reach(cast: Cast) -> None:
    """What the letter did is undone; it is read again, and says it again."""
    seat, _ = begin(cast, **NO_GRACE)
    die(seat)
    with transaction.atomic():
        bounces.note_heard(mailbox_of(seat))
        assert mailbox_of(seat).heard_at is not None
        transaction.set_rollback(True)
    assert mailbox_of(seat).heard_at is None


def test_nobody_is_noted_as_heard_of_who_could_be_reached_anyway(cast: Cast) -> None:
    seat, _ = begin(cast, **NO_GRACE)
    deliver(newest(seat), "status")
    assert mailbox_of(seat).heard_at is None
