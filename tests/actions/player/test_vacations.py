"""Days off: what they do to deadlines, how many there are, and who hears of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.actions.asked import HOUR, NO_GRACE, begin, late, legal, open_turn
from tests.shared.cast import ZONE, Cast, asked_seat, prepared_league
from tests.shared.post import deliver, newest
from tournaments.actions.clock import deadlines
from tournaments.actions.league import leagues
from tournaments.actions.player import vacations
from tournaments.language.refusals import BadSettings, WordRefused
from tournaments.models import Entry, JournalLine, League, OutboundLetter, Player, Seat, Vacation
from tournaments.papers.papers import match_of
from tournaments.queries.names import table_title

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
AWAY = "5 to 9 march"  # the tables begin on Monday 2 March, 10:00 in Brussels
EAST, WEST = "Pacific/Kiritimati", "Pacific/Pago_Pago"
BACK = datetime(2026, 3, 10, tzinfo=ZoneInfo(ZONE))


def words(seat: Seat) -> str:
    return " ".join(newest(seat, "own_leagues").text.split())


def play_round(seat: Seat) -> Seat:
    """Let every seat play a card until this one is asked again."""
    deliver(newest(seat, "turn"), legal(seat))
    while (asked := asked_seat(seat.table)).pk != seat.pk:
        deliver(newest(asked, "turn"), legal(asked))
    return asked


def test_a_deadline_that_falls_into_the_days_moves_behind_them(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast)
    deliver(newest(seat, "turn"), f"vacation {AWAY}")
    clock.shift(46 * HOUR)  # Wednesday 8:00: asked again, the usual deadline would be Friday 8:00
    seat = play_round(seat)
    turn = open_turn(seat)
    left = turn.opened_at + 48 * HOUR - datetime(2026, 3, 5, tzinfo=ZoneInfo(ZONE))
    assert turn.due_by == BACK + left
    assert turn.judge_at == turn.due_by
    assert "Wednesday 11 March" in " ".join(newest(seat).text.split())


def test_a_question_that_is_open_when_they_are_booked_keeps_its_deadline(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast, **NO_GRACE, turn_time=timedelta(days=5))
    before = turn.due_by
    deliver(newest(seat, "turn"), f"vacation {AWAY}")
    assert open_turn(seat).due_by == before
    assert "keeps its deadline" in words(seat)
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "stand-in"


def test_a_grace_moves_behind_days_only_if_they_were_booked_before_the_question(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast)
    clock.shift(HOUR)
    vacations.book(seat.player, AWAY)  # the question is open, and due on Wednesday
    late(clock, turn, 20 * HOUR)
    usual = timezone.now() + 24 * HOUR
    assert deadlines.expire(turn.pk) == "grace"
    assert open_turn(seat).due_by == usual
    Vacation.objects.update(booked_at=turn.opened_at)
    assert vacations.moved_behind(seat, turn.opened_at, usual)[0] > BACK


def test_the_reminder_comes_so_long_before_the_new_deadline_as_before_the_old(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, usual = begin(cast)
    assert usual.remind_at is not None
    vacations.book(seat.player, AWAY)
    clock.shift(46 * HOUR)
    turn = open_turn(play_round(seat))
    assert turn.remind_at is not None
    assert turn.due_by - turn.remind_at == usual.due_by - usual.remind_at


def test_the_table_is_told_when_but_not_why(cast: Cast) -> None:
    seat, _ = begin(cast)
    deliver(newest(seat, "turn"), f"vacation {AWAY}")
    told = OutboundLetter.objects.filter(kind="away")
    assert {letter.player for letter in told} == set(cast.players) - {seat.player}
    assert f"{seat.player.name} has days off in Autumn League: 5 to 9 March" in " ".join(told[0].text.split())
    assert JournalLine.objects.filter(verb="days off", actor=seat.player).exists()


def test_a_league_allows_so_many_days_and_no_more(cast: Cast) -> None:
    seat, _ = begin(cast, vacation_days=6)
    assert "1 days are left" in " ".join(vacations.book(seat.player, AWAY))
    with pytest.raises(WordRefused, match="already"):
        vacations.book(seat.player, "6 march")
    with pytest.raises(WordRefused, match="not booked"):
        vacations.book(seat.player, "8 to 11 march")
    assert "0 days are left" in " ".join(vacations.book(seat.player, "9 to 10 march"))
    assert Vacation.objects.count() == 2


def test_what_is_no_date_books_nothing_and_says_why(cast: Cast) -> None:
    seat, _ = begin(cast)
    deliver(newest(seat, "turn"), "vacation 9 to 5 march")
    assert "before the first" in words(seat)
    with pytest.raises(BadSettings):
        vacations.book(cast.outsider, AWAY)
    assert not Vacation.objects.exists()


def test_days_to_come_are_cancelled_by_mail_and_free_again(cast: Cast) -> None:
    seat, _ = begin(cast, vacation_days=5)
    vacations.book(seat.player, AWAY)
    deliver(newest(seat, "turn"), "vacation cancel")
    assert "not away any more" in words(seat)
    assert OutboundLetter.objects.filter(kind="away", subject__contains="is not away").count() == 2
    assert "0 days are left" in " ".join(vacations.book(seat.player, "12 to 16 march"))


def test_who_comes_back_early_has_used_the_days_until_then(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast)
    vacations.book(seat.player, AWAY)
    clock.move_to(datetime(2026, 3, 6, 12, tzinfo=ZoneInfo(ZONE)))
    vacations.cancel(seat.player)
    entry = Entry.objects.get(player=seat.player, league=seat.table.league)
    assert vacations.days_taken(entry) == 2
    assert vacations.in_force(entry) == []


@pytest.mark.parametrize("away", [False, True])
def test_days_behind_which_a_deadline_has_moved_are_used_and_cannot_move_another(
    cast: Cast, clock: time_machine.Traveller, away: bool
) -> None:
    seat, _ = begin(cast, vacation_days=5)
    vacations.book(seat.player, AWAY)
    clock.shift(46 * HOUR)
    seat = play_round(seat)
    due = open_turn(seat).due_by
    if away:
        clock.move_to(datetime(2026, 3, 6, 12, tzinfo=ZoneInfo(ZONE)))
    (told,) = vacations.cancel(seat.player)
    assert f"The days are used: the deadline of {table_title(seat.table)} has moved behind them." in told
    entry = Entry.objects.get(player=seat.player, league=seat.table.league)
    assert vacations.in_force(entry) == []
    with pytest.raises(WordRefused, match="not booked"):
        vacations.book(seat.player, "12 to 13 march")
    assert open_turn(seat).due_by == due
    turn = open_turn(play_round(seat))
    assert turn.due_by == turn.opened_at + 48 * HOUR


def test_days_are_used_as_long_as_the_answer_to_what_moved_behind_them_can_be_taken_back(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, vacation_days=5)
    vacations.book(seat.player, AWAY)
    clock.shift(46 * HOUR)
    seat = play_round(seat)
    deliver(newest(seat, "turn"), legal(seat))
    (told,) = vacations.cancel(seat.player)
    assert "The days are used" in told
    with pytest.raises(WordRefused, match="not booked"):
        vacations.book(seat.player, "12 to 13 march")


def test_days_are_free_again_once_the_answer_stands(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast, vacation_days=5)
    vacations.book(seat.player, AWAY)
    clock.shift(46 * HOUR)
    seat = play_round(seat)
    deliver(newest(seat, "turn"), legal(seat))
    following = asked_seat(seat.table)
    deliver(newest(following, "turn"), legal(following))
    (told,) = vacations.cancel(seat.player)
    assert "The days are used" not in told
    assert "not booked" not in " ".join(vacations.book(seat.player, "12 to 16 march"))


def test_days_behind_which_a_deadline_was_anyway_are_not_used(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast, vacation_days=2, turn_time=timedelta(days=5))
    vacations.book(seat.player, "3 to 4 march")
    clock.shift(HOUR)
    turn = open_turn(play_round(seat))
    assert turn.due_by == turn.opened_at + timedelta(days=5)
    (told,) = vacations.cancel(seat.player)
    assert "The days are used" not in told
    assert "0 days are left" in " ".join(vacations.book(seat.player, "12 to 13 march"))


def test_days_behind_which_the_organiser_has_put_a_deadline_are_not_used(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, vacation_days=5)
    vacations.book(seat.player, "9 to 13 march")
    clock.shift(HOUR)
    turn = open_turn(play_round(seat))
    deadlines.extend(turn.pk, timedelta(days=14), cast.organiser, "a strike of the post")
    (told,) = vacations.cancel(seat.player)
    assert "The days are used" not in told


def test_used_days_that_are_booked_again_cost_nothing_more_and_move_deadlines_again(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, vacation_days=5)
    vacations.book(seat.player, AWAY)
    clock.shift(46 * HOUR)
    seat = play_round(seat)
    assert "The days are used" in " ".join(vacations.cancel(seat.player))
    assert "0 days are left" in " ".join(vacations.book(seat.player, AWAY))
    with pytest.raises(WordRefused, match="already"):
        vacations.book(seat.player, AWAY)
    seat = play_round(seat)
    assert open_turn(seat).due_by > BACK


def test_a_day_that_has_begun_is_booked_again_after_its_player_has_come_back(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, vacation_days=5)
    vacations.book(seat.player, AWAY)
    clock.move_to(datetime(2026, 3, 6, 12, tzinfo=ZoneInfo(ZONE)))
    vacations.cancel(seat.player)
    assert "3 days are left" in " ".join(vacations.book(seat.player, "6 march"))
    (days,) = vacations.in_force(Entry.objects.get(player=seat.player, league=seat.table.league))
    with pytest.raises(WordRefused, match="already"):  # the fifth is over
        vacations.book(seat.player, "5 to 6 march")
    assert days.ends_at == datetime(2026, 3, 7, tzinfo=ZoneInfo(ZONE))


def test_of_several_days_those_are_used_behind_which_a_deadline_has_moved(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast)
    for days in (AWAY, "20 march", "25 to 26 march"):
        vacations.book(seat.player, days)
    clock.shift(46 * HOUR)
    play_round(seat)
    used, free = vacations.cancel(seat.player)
    assert "5 to 9 March. The days are used" in used
    assert "20 March and 25 to 26 March." in free
    entry = Entry.objects.get(player=seat.player, league=seat.table.league)
    assert vacations.days_taken(entry) == 5
    told = OutboundLetter.objects.filter(kind="away", subject__contains="is not away")
    assert {letter.player for letter in told} == set(cast.players) - {seat.player}
    assert told.count() == 2
    assert "5 to 9 March, 20 March and 25 to 26 March" in " ".join(told[0].text.split())


def live_in(player: Player, zone: str) -> Player:
    Player.objects.filter(pk=player.pk).update(zone=zone)
    return Player.objects.get(pk=player.pk)


def test_a_day_that_has_begun_is_used_wherever_its_player_says_that_they_are(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, vacation_days=1)
    vacations.book(live_in(seat.player, EAST), "4 march")
    clock.move_to(datetime(2026, 3, 3, 12, tzinfo=UTC))  # the fourth there
    vacations.cancel(live_in(seat.player, WEST))
    entry = Entry.objects.get(player=seat.player, league=seat.table.league)
    assert vacations.days_taken(entry) == 1
    with pytest.raises(WordRefused, match="not booked"):
        vacations.book(live_in(seat.player, EAST), "6 march")


def test_one_date_in_two_zones_is_two_days_off(cast: Cast) -> None:
    seat, _ = begin(cast, vacation_days=2)
    vacations.book(live_in(seat.player, EAST), "4 march")
    player = live_in(seat.player, WEST)  # where the fourth begins when it has been over for an hour
    with pytest.raises(WordRefused, match="not booked"):
        vacations.book(player, "4 to 5 march")
    assert "0 days are left" in " ".join(vacations.book(player, "6 march"))


def test_days_off_whose_last_is_before_the_first_cannot_be_stored(cast: Cast) -> None:
    seat, _ = begin(cast)
    vacations.book(seat.player, AWAY)
    with pytest.raises(IntegrityError), transaction.atomic():
        Vacation.objects.update(last=F("first") - timedelta(days=1))


def test_to_cancel_takes_no_more_statements_for_more_days_and_more_questions(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, vacation_days=60, turn_time=3 * HOUR)
    took = []
    for day, count in ((5, 1), (10, 4)):
        for number in range(count):
            vacations.book(seat.player, f"{day + number} march")
        clock.move_to(datetime(2026, 3, day - 1, 22, 30, tzinfo=ZoneInfo(ZONE)))
        for _ in range(count):
            seat = play_round(seat)
            assert open_turn(seat).due_by > timezone.now() + 3 * HOUR
        deliver(newest(seat, "turn"), legal(seat))
        with CaptureQueriesContext(connection) as caught:
            vacations.cancel(seat.player)
        took.append(len(caught))
    assert took[1] <= took[0]


def test_days_are_used_by_a_question_that_kept_orders_are_going_to_answer(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, vacation_days=5, delay=2 * HOUR)
    vacations.book(seat.player, AWAY)
    clock.shift(46 * HOUR)
    decision = match_of(seat.table).decision(seat.number)
    cards = dict.fromkeys(move.text for move in decision.moves if move.verb == "guilders")
    deliver(newest(seat, "turn"), *list(cards)[:2])
    for _ in range(2):
        asked = asked_seat(seat.table)
        deliver(newest(asked, "turn"), legal(asked))
    assert open_turn(seat).asked_at is None
    (told,) = vacations.cancel(seat.player)
    assert "The days are used" in told


def test_the_league_s_page_books_shows_and_cancels(cast: Cast) -> None:
    seat, _ = begin(cast)
    browser = Client()
    browser.force_login(seat.player)
    url = f"/league/{seat.table.league_id}/"
    for written in ("5.3. – 9.3.", f"5 March{' ' * 20}to 9 March", "5. bis 9. März"):
        browser.post(f"{url}away/", {"days": written})
        page = browser.get(url).content.decode()
        assert "5 March to 9 March" in page
        assert "9 days left here" in page
        browser.post(f"{url}away/", {"days": "cancel"})
    refused = browser.post(f"{url}away/", {"days": "until 9 March"}, follow=True).content.decode()
    assert "these are not two dates; write 3.5.-9.5., 2026-05-03 2026-05-09, 3 to 9 May.<" in refused
    browser.post(f"{url}away/", {"days": "5.3. – 9.3."})
    assert "say from when to when" in browser.post(f"{url}away/", {}, follow=True).content.decode()
    assert "5 March to 9 March" in browser.get(url).content.decode()
    browser.post(f"{url}away/", {"days": "cancel"})
    assert "5 March to 9 March" not in browser.get(url).content.decode()


def test_the_desk_shows_who_is_away(cast: Cast) -> None:
    seat, _ = begin(cast)
    vacations.book(seat.player, AWAY)
    browser = Client()
    browser.force_login(cast.organiser)
    page = browser.get(f"/desk/tournaments/league/{seat.table.league_id}/change/").content.decode()
    assert "05 Mar to 09 Mar" in page


def test_an_entrant_of_a_league_that_has_not_begun_may_book_too(cast: Cast) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    assert league.state == League.State.OPEN
    assert "you are away" in " ".join(vacations.book(cast.player, AWAY))
