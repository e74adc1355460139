"""How much is too much: questions and words to the table have a ceiling, orders have none, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.post import address_of, answers_to, deliver, newest
from tournaments.actions.clock import pace
from tournaments.actions.commands import gathered
from tournaments.actions.player import renewing
from tournaments.actions.seats import resigning
from tournaments.actions.table import orders
from tournaments.letters import gathered as words_of
from tournaments.letters import headers
from tournaments.letters.parts import frame
from tournaments.models import Allowance, JournalLine, LogEntry, OutboundLetter, Press, Seat
from tournaments.outbox import limits
from tournaments.running import sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
IN_AN_HOUR = 12  # answers of an hour, the last of them for all further letters
ERRORS_AT_ONCE = 3  # answers to mistakes, to one turn letter in a day
FLOOD = IN_AN_HOUR + 5
AT_ONCE = IN_AN_HOUR - 1
NOON, HOUR_ENDS = datetime(2026, 3, 2, 12, 10, tzinfo=UTC), datetime(2026, 3, 2, 13, 0, tzinfo=UTC)
State = OutboundLetter.State


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No letter waits to be read: here it is about answers."""
    monkeypatch.setattr(pace, "OF_ADDRESS", 10 * FLOOD)


def answers() -> int:
    """The number of answers that have gone out at once."""
    return OutboundLetter.objects.filter(kind__in=("words", "which_game"), state=State.QUEUED).count()


def waiting(seat: Seat) -> list[OutboundLetter]:
    return list(OutboundLetter.objects.filter(player=seat.player, state=State.FOR_ANSWER).order_by("pk"))


def an_hour_later(seat: Seat, clock: time_machine.Traveller) -> OutboundLetter:
    """The one letter for everything that waits; none before the hour is over."""
    clock.move_to(HOUR_ENDS - timedelta(seconds=1))
    assert sweeps.sweep()["answers"] == 0
    clock.move_to(HOUR_ENDS + gathered.LEFT_BEHIND + timedelta(seconds=1))
    assert sweeps.sweep()["answers"] > 0
    assert waiting(seat) == []
    return OutboundLetter.objects.get(player=seat.player, kind=gathered.KIND)


def in_one_line(letter: OutboundLetter) -> str:
    return " ".join(letter.text.split())


def flood(seat: Seat, words: str, *, bare: bool = True) -> None:
    how: dict[str, Any] = {"to": headers.bare_address(), "references": False} if bare else {}
    for _ in range(FLOOD):
        deliver(newest(seat, "turn"), words, **how)


@pytest.mark.parametrize("bare", [True, False])
def test_a_flood_of_questions_is_answered_a_dozen_times_in_an_hour_the_last_time_for_all_that_are_above(
    seat: Seat, bare: bool, clock: time_machine.Traveller
) -> None:
    flood(seat, "status", bare=bare)
    letters = OutboundLetter.objects.filter(kind="words", state=State.QUEUED).order_by("pk")
    announced = frame.LATER.format(moment="Mon 14:00")
    assert seat.player.zone == "Europe/Brussels"
    assert [announced in in_one_line(letter) for letter in letters] == [False] * (AT_ONCE - 1) + [True]
    assert JournalLine.objects.filter(verb="many questions").count() == 1
    assert len(waiting(seat)) == FLOOD - AT_ONCE
    one = an_hour_later(seat, clock)
    assert one.text.count("YOUR LETTER OF") == FLOOD - AT_ONCE
    assert f"YOUR LAST {FLOOD - AT_ONCE} LETTERS" in one.text


def test_the_one_letter_holds_what_was_asked_for_but_no_choice_that_may_be_over(
    seat: Seat, clock: time_machine.Traveller
) -> None:
    flood(seat, "status", bare=False)
    for line in ("note: keep the crane", "notes", "status"):
        deliver(newest(seat, "turn"), line)
    one = an_hour_later(seat, clock)
    assert "keep the crane" in in_one_line(one)
    assert one.text.count("Your card") == 1


def test_an_hour_later_questions_are_answered_again(seat: Seat) -> None:
    flood(seat, "status")
    before = answers()
    with time_machine.travel(timezone.now() + timedelta(hours=1, seconds=1)):
        deliver(newest(seat, "turn"), "status")
    assert answers() == before + 1


def test_orders_are_taken_and_confirmed_whatever_has_been_asked_before(seat: Seat) -> None:
    flood(seat, "status", bare=False)
    row = deliver(newest(seat, "turn"), "12", "status")
    kinds = dict(OutboundLetter.objects.filter(answers=row).values_list("kind", "state"))
    assert kinds == {"orders_account": State.QUEUED, "words": State.FOR_ANSWER}
    assert LogEntry.objects.filter(letter=row).exists()


def test_words_are_carried_out_whatever_has_been_asked_before(seat: Seat) -> None:
    flood(seat, "status", bare=False)
    row = deliver(newest(seat, "turn"), "language de")
    seat.player.refresh_from_db()
    assert seat.player.language == "de"
    assert OutboundLetter.objects.get(answers=row).state == State.FOR_ANSWER


def test_who_wants_to_resign_is_asked_whatever_has_been_asked_before(seat: Seat) -> None:
    flood(seat, "status", bare=False)
    row = deliver(newest(seat, "turn"), "resign")
    assert answers_to(row) == [resigning.ASKED]
    assert OutboundLetter.objects.get(answers=row).state == State.QUEUED


def test_one_player_s_flood_takes_no_answer_from_another(seat: Seat) -> None:
    flood(seat, "status")
    other = Seat.objects.filter(table=seat.table).exclude(pk=seat.pk)[0]
    before = answers()
    deliver(newest(other), "status")
    assert answers() == before + 1


def test_which_table_is_asked_only_so_often_at_once(cast: Cast, seat: Seat) -> None:
    running_league(cast, name="Winter League", tag="Winter")
    flood(seat, "status")
    assert answers() == AT_ONCE
    assert {letter.kind for letter in waiting(seat)} == {"which_game"}


def test_what_is_said_to_the_table_above_the_limit_goes_there_in_one_letter_with_the_end_of_the_hour(
    seat: Seat, clock: time_machine.Traveller
) -> None:
    for number in range(FLOOD):
        deliver(newest(seat, "turn"), f"say: hello number {number}.")
    others = list(Seat.objects.filter(table=seat.table).exclude(pk=seat.pk))
    for other in others:
        assert OutboundLetter.objects.filter(player=other.player, kind="say", state=State.QUEUED).count() == AT_ONCE
    assert Press.objects.filter(seat=seat).count() == FLOOD
    assert "go to the table after Mon 14:00" in in_one_line(waiting(seat)[-1])
    one = an_hour_later(others[0], clock)
    for number in range(FLOOD):
        assert (f"hello number {number}." in in_one_line(one)) == (number >= AT_ONCE)
    assert "so many letters of this kind came from you" not in in_one_line(one)
    assert f"{seat.owner.name.upper()} WRITES TO THE TABLE" in one.text


def test_who_says_much_more_than_that_is_told_that_it_went_nowhere(seat: Seat) -> None:
    for number in range(61):
        account = orders.take_orders(seat.pk, [f"say: hello {number}"], serial=None, by="page")
    assert "this went to nobody. Say it again after Mon 14:00." in account.lines[0].words
    assert Press.objects.filter(seat=seat).count() == 60


def test_what_is_told_to_one_seat_above_the_limit_waits_too(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast, private_press=True)))
    other = Seat.objects.filter(table=seat.table).exclude(pk=seat.pk)[0]
    for number in range(IN_AN_HOUR):
        account = orders.take_orders(seat.pk, [f"tell seat {other.number + 1}: {number}"], serial=None, by="page")
    assert "alone after Mon 14:00" in account.lines[0].words
    assert [letter.kind for letter in waiting(other)] == ["tell"]


def test_orders_that_cannot_be_played_are_answered_thrice_and_the_others_in_one_letter(
    seat: Seat, clock: time_machine.Traveller
) -> None:
    letter = newest(seat, "turn")
    rows = [deliver(letter, f"recruit nobod{'y' * (number + 1)}") for number in range(ERRORS_AT_ONCE + 2)]
    rows.append(deliver(letter, "recruit nobody"))  # the same as the first
    assert [answers_to(row) for row in rows] == [["orders_refused"]] * len(rows)
    assert [one.answers for one in waiting(seat)] == rows[ERRORS_AT_ONCE:]
    one = an_hour_later(seat, clock)
    assert one.text.count("not accepted") == len(rows) - ERRORS_AT_ONCE
    turn = seat.turns.get(ended_at=None)
    assert headers.reply_address(seat, turn.serial) in one.text


def test_a_single_refusal_that_has_waited_tells_what_is_asked_by_then(
    seat: Seat, clock: time_machine.Traveller
) -> None:
    letter = newest(seat, "turn")
    for number in range(ERRORS_AT_ONCE + 1):
        deliver(letter, f"recruit nobody {'x' * number}")
    deliver(letter, "12")
    one = an_hour_later(seat, clock)
    assert "AN ANSWER THAT HAS WAITED" in one.text
    assert "not accepted" in one.text


def test_orders_for_a_turn_that_is_over_are_all_answered(seat: Seat, clock: time_machine.Traveller) -> None:
    letter = newest(seat, "turn")
    for _ in seat.table.seated:
        deliver(newest(asked_seat(seat.table), "turn"), "12")
    rows = [deliver(letter, "22") for _ in range(ERRORS_AT_ONCE + 2)]
    assert [answers_to(row) for row in rows] == [["turn_over"]] * len(rows)
    assert [one.answers for one in waiting(seat)] == rows[ERRORS_AT_ONCE:]
    assert "came too late" in an_hour_later(seat, clock).text


def test_of_very_many_answers_the_one_letter_tells_some_and_counts_the_others(
    seat: Seat, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words_of, "MOST", 2)
    flood(seat, "status")
    one = an_hour_later(seat, clock)
    assert one.text.count("YOUR LETTER OF") == 2
    assert f"{FLOOD - AT_ONCE - 2} more are not told here one by one" in in_one_line(one)


def test_answers_that_wait_get_the_addresses_that_hold_when_they_go_out(seat: Seat) -> None:
    flood(seat, "status", bare=False)
    before = waiting(seat)[0].headers["Reply-To"]
    renewing.renew(seat.owner)
    now = waiting(seat)[0].headers["Reply-To"]
    seat.refresh_from_db()
    assert now == headers.reply_address(seat, waiting(seat)[0].serial, numbers=seat.numbers) != before


@pytest.mark.parametrize("line", ["rules", "rules, help"])
def test_papers_that_are_not_attached_any_more_are_said_to_be_missing(seat: Seat, line: str) -> None:
    for _ in range(3):
        row = deliver(newest(seat, "turn"), *line.split(", "), to=headers.bare_address(), references=False)
    answer = OutboundLetter.objects.get(answers=row)
    assert (answer.papers, "is not attached" in answer.text) == ([], True)


# --- in a player's name ----------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["status", "help", "join autumn"])
def test_questions_that_anybody_wrote_in_a_players_name_use_up_nothing_of_theirs(seat: Seat, words: str) -> None:
    """Nor does what the player says at the table lose its effect, as above their own limit it does."""
    flood(seat, words)
    turn = newest(seat, "turn")
    deliver(turn, "language de")
    row = deliver(turn, "status")
    seat.player.refresh_from_db()
    assert seat.player.language == "de"
    assert OutboundLetter.objects.get(answers=row).state == State.QUEUED
    assert row.recipient == address_of(turn)


def test_what_anybody_wrote_in_a_players_name_brings_no_more_letters_than_may_go_out_in_an_hour(
    seat: Seat, clock: time_machine.Traveller
) -> None:
    before = OutboundLetter.objects.filter(state=State.QUEUED).count()
    for _ in range(3 * IN_AN_HOUR):
        deliver(newest(seat, "turn"), "games", to=headers.bare_address(), references=False)
    an_hour_later(seat, clock)
    assert OutboundLetter.objects.filter(state=State.QUEUED).count() == before + IN_AN_HOUR


def test_an_answer_to_a_letter_of_ours_counts_as_the_players_own_and_not_as_anybodys(cast: Cast, seat: Seat) -> None:
    flood(seat, "games")
    to_bare = newest(seat, "turn")
    row = deliver(to_bare, "games", to=headers.bare_address(), references=True)
    assert answers_to(row)


def test_counts_are_purged_when_their_span_is_over_and_not_before(db: None) -> None:
    Allowance.objects.all().delete()
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        assert limits.allow("questions", "anna", 1, limits.HOUR)
    for later, kept in ((limits.HOUR, True), (limits.HOUR + timedelta(seconds=1), False)):
        sweeps.purge(now + later)
        assert Allowance.objects.exists() is kept
