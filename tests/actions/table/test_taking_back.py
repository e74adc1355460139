"""Taking back: whose clock goes on, and who is told."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from engine.orders import numbers
from tests.actions import asked
from tests.actions.asked import HOUR, START, open_turn
from tests.actions.position import table_at
from tests.shared.cast import Cast, asked_seat, person
from tests.shared.post import deliver, newest
from tournaments.actions.clock import deadlines
from tournaments.actions.seats import substitutes
from tournaments.actions.table import orders, undo
from tournaments.letters import reply_serial
from tournaments.models import LogEntry, OutboundLetter, Seat, Table, Turn
from tournaments.papers import papers
from tournaments.queries import matches

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
MINUTE = timedelta(minutes=1)
DELAY = 5 * MINUTE


def begin(cast: Cast, **settings: object) -> tuple[Seat, Turn]:
    """With time for second thoughts."""
    return asked.begin(cast, **{"delay": DELAY, **settings})


def play_and_take_back(seat: Seat) -> None:
    """With the answer to the seat's newest question."""
    question = newest(seat, "turn", "orders_account")
    deliver(question, "12")
    deliver(question, "undo")


# --- the clock -----------------------------------------------------------------------------------


def test_a_turn_that_is_open_again_keeps_its_deadline(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    clock.shift(20 * HOUR)
    play_and_take_back(seat)
    again = open_turn(seat)
    assert again.pk != turn.pk
    assert (again.due_by, again.judge_at, again.remind_at) == (turn.due_by, turn.due_by, turn.remind_at)


def test_who_was_reminded_is_not_reminded_again(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    clock.shift(40 * HOUR)
    deadlines.remind(turn.pk)
    play_and_take_back(seat)
    again = open_turn(seat)
    assert (again.remind_at, again.reminded_at) == (None, START + 40 * HOUR)


def test_playing_and_taking_back_again_and_again_wins_one_delay_in_all(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast)
    clock.move_to(turn.due_by - MINUTE)
    for _ in range(5):
        play_and_take_back(seat)
        clock.shift(MINUTE)
    assert turn.due_by < open_turn(seat).due_by <= turn.due_by + DELAY


def test_nothing_is_taken_back_once_the_time_for_it_is_over(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    letter = newest(seat)
    deliver(letter, "12")
    clock.move_to(turn.due_by + DELAY)
    deliver(letter, "undo")
    assert "the time for that turn is over" in " ".join(newest(seat).text.split())
    assert asked_seat(seat.table).pk != seat.pk


def test_where_the_table_waits_a_late_answer_can_be_taken_back(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, expiry="wait")
    clock.move_to(turn.due_by + 10 * HOUR)
    play_and_take_back(seat)
    assert asked_seat(seat.table).pk == seat.pk
    assert open_turn(seat).due_by == turn.due_by + 10 * HOUR + DELAY
    clock.shift(2 * MINUTE)
    play_and_take_back(seat)
    assert open_turn(seat).due_by == turn.due_by + 10 * HOUR + DELAY, "once for all"


def test_the_grace_of_a_turn_goes_on_with_it(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    clock.move_to(turn.due_by)
    assert deadlines.expire(turn.pk) == "grace"
    turn.refresh_from_db()
    play_and_take_back(seat)
    again = open_turn(seat)
    assert (again.due_by, again.grace_until) == (turn.due_by, turn.grace_until)


def test_who_takes_back_very_often_in_a_day_does_it_no_more_before_the_next(
    cast: Cast, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever was asked meanwhile gets two letters of each time."""
    monkeypatch.setattr(undo, "UNDONE_A_DAY", 2)
    seat, _ = begin(cast)
    for times in (1, 2, 2):
        play_and_take_back(seat)
        assert undone(seat) == times
    assert "you have done so 2 times within a day" in words_of(newest(seat))


def test_a_part_of_a_turn_can_be_taken_back_while_the_rest_of_it_is_open(clock: time_machine.Traveller) -> None:
    anna = {"hand": ["prince", "queen"], "houses": [{"colour": "red", "person": "accountant"}], "workers": {"red": 2}}
    _, (seat, *_) = table_at(anna, {"hand": ["notary"]}, {"hand": ["bishop"]})
    turn = open_turn(seat)
    clock.shift(HOUR)
    letter = newest(seat, "turn")
    deliver(letter, "use accountant")
    assert open_turn(seat).pk == turn.pk, "the card is still to be played"
    deliver(newest(seat), "undo")
    assert "Taken back: what you did at your last decision." in words_of(newest(seat))
    again = open_turn(seat)
    assert again.due_by == turn.due_by
    assert undone(seat) == 1


def test_nobody_takes_back_what_was_decided_before_they_had_the_seat(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast)
    deliver(newest(seat), "12")
    clock.shift(MINUTE)
    organiser, dora = cast.organiser, person("Dora")
    substitutes.give_seat(seat.pk, dora, organiser, "moon", epoch=Seat.objects.get(pk=seat.pk).token_epoch)
    given = Seat.objects.get(pk=seat.pk)
    deliver(newest(given), "undo")
    assert "who had your seat before you has decided that" in words_of(newest(given))
    assert undone(seat) == 0


def test_a_number_below_undo_is_read_by_the_menu_of_the_letter_that_is_answered(cast: Cast) -> None:
    seat, turn = begin(cast)
    question = newest(seat)
    deliver(question, "12")
    assert [line["state"] for line in deliver(question, "undo", "22").account["lines"]] == ["command", "played"]
    match, taken_back = papers.match_of(seat.table), turn.serial
    now = numbers.stamp(match, seat.number)
    again = reply_serial.answered(seat, turn.serial, now, match, taken_back=taken_back)
    other_letter = reply_serial.answered(seat, turn.serial + 1, now, match, taken_back=taken_back)
    assert (again.serial, again.numbers.codes, again.numbers.ask) == (None, True, False)
    assert (other_letter.serial, other_letter.numbers.ask) == (None, True)


# --- who is told ---------------------------------------------------------------------------------


def words_of(letter: OutboundLetter) -> str:
    return " ".join(letter.text.split())


VOID = "has taken back the last answer"


def test_who_was_asked_hears_at_once_that_the_question_is_gone(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast)
    question = newest(seat)
    deliver(question, "12")
    following = asked_seat(seat.table)
    third = seat.table.seats.exclude(pk__in=(seat.pk, following.pk)).get()
    count = OutboundLetter.objects.filter(seat=third).count()
    deliver(question, "undo")
    told = newest(following)
    assert told.kind == "taken_back"
    assert f"Here {seat.player} {VOID}" in words_of(told)
    assert OutboundLetter.objects.filter(seat=third).count() == count
    assert newest(seat).kind == "orders_account"


def test_the_letter_that_asks_again_says_what_does_not_hold(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast)
    question = newest(seat)
    deliver(question, "12")
    following = asked_seat(seat.table)
    deliver(question, "undo", "22")
    assert asked_seat(seat.table).pk == following.pk
    letters = OutboundLetter.objects.filter(seat=following).order_by("pk").values_list("kind", flat=True)
    assert list(letters)[-2:] == ["turn", "turn"]
    assert words_of(newest(following)).count(VOID) == 1


def test_it_is_said_once(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast)
    deliver(newest(seat), "12")
    following = asked_seat(seat.table)
    deliver(newest(seat), "undo")
    deliver(newest(seat), "12")
    assert newest(following).kind == "turn"
    assert VOID not in words_of(newest(following))


def test_an_order_that_crosses_with_the_taking_back_is_kept(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast)
    deliver(newest(seat), "12")
    following = asked_seat(seat.table)
    question = newest(following)
    deliver(newest(seat), "undo")
    row = deliver(question, "12")
    assert [line["state"] for line in row.account["lines"]] == ["kept"]
    deliver(newest(seat), "12")
    following.table.refresh_from_db()
    assert following.table.run_at is not None


# --- letters that were long on their way -----------------------------------------------------------


def later_decisions(seat: Seat, times: int = 1, orders: int = 1) -> None:
    """Everybody plays until the seat has answered so many more questions of its own, with so many orders each."""
    answered = 0
    for _ in range(9 * times):
        if answered == times:
            return
        now = asked_seat(seat.table)
        open_now = matches.load(Table.objects.get(pk=seat.table_id)).decision(now.number)
        assert open_now is not None
        cards = [move.text for move in open_now.moves if move.verb == "guilders"]
        deliver(newest(now, "turn", "orders_account"), *cards[: orders if now.pk == seat.pk else 1])
        answered += now.pk == seat.pk
    assert answered == times


def undone(seat: Seat) -> int:
    return LogEntry.objects.filter(table=seat.table_id, entry__kind="undo").count()


@pytest.mark.parametrize("times", [1, 2])
def test_an_undo_that_answers_an_older_letter_asks_and_a_yes_takes_back_once(cast: Cast, times: int) -> None:
    seat, _ = begin(cast)
    deliver(newest(seat, "turn"), "12")
    told = newest(seat)
    later_decisions(seat, times)
    row = deliver(told, "undo")
    assert undone(seat) == 0
    (question,) = row.answers.all()
    assert question.kind == "turn_over"
    assert "since what you answer was written you have decided again" in words_of(question)
    assert "the word [yes] as an answer does it now" in words_of(question)
    deliver(question, "yes")
    assert undone(seat) == 1
    assert "Taken back" in words_of(newest(seat))
    deliver(question, "yes")
    assert undone(seat) == 1


def test_an_undo_that_came_late_and_could_not_be_done_anyway_says_so(cast: Cast) -> None:
    seat, _ = begin(cast)
    question = newest(seat, "turn")
    deliver(question, "12")
    later_decisions(seat)
    other = asked_seat(seat.table)
    open_now = matches.load(Table.objects.get(pk=seat.table_id)).decision(other.number)
    assert open_now is not None
    deliver(newest(other, "turn"), open_now.moves[0].text)
    deliver(question, "undo")
    assert undone(seat) == 0
    assert "somebody else has moved since" in words_of(newest(seat))


@pytest.mark.parametrize("word", ["also undo", "Also: undo", "- also undo"])
@pytest.mark.parametrize("by", ["mail", "page"])
def test_an_undo_behind_also_takes_back(cast: Cast, word: str, by: str) -> None:
    seat, _ = begin(cast)
    deliver(newest(seat, "turn"), "12")
    if by == "mail":
        deliver(newest(seat), word)
    else:
        account = orders.take_orders(seat.pk, [word], serial=None, by="page")
        assert [line.words[:10] for line in account.lines] == ["Taken back"]
    assert undone(seat) == 1


def test_an_undo_on_a_page_of_earlier_asks_as_well(cast: Cast) -> None:
    seat, turn = begin(cast)
    deliver(newest(seat, "turn"), "12")
    later_decisions(seat)
    account = orders.take_orders(seat.pk, ["undo"], serial=turn.serial, by="page")
    assert [(line.state, line.words) for line in account.lines] == [("stale", "undo")]
    assert undone(seat) == 0


@pytest.mark.parametrize("word", ["forget", "go on", "forget all"])
def test_what_is_said_of_kept_orders_in_an_older_letter_asks_and_a_yes_does_it(cast: Cast, word: str) -> None:
    seat, _ = begin(cast)
    old = newest(seat, "turn")
    deliver(old, "12")
    later_decisions(seat, orders=2)
    kept = Seat.objects.get(pk=seat.pk).plan["kept"]
    assert kept
    row = deliver(old, word)
    assert Seat.objects.get(pk=seat.pk).plan["kept"] == kept
    (question,) = row.answers.all()
    assert question.kind == "turn_over"
    assert "the word [yes] as an answer does it now" in words_of(question)
    row = deliver(question, "yes")
    assert "stale" not in [line["state"] for line in row.account["lines"]]
    if word != "go on":
        assert not Seat.objects.get(pk=seat.pk).plan["kept"]
