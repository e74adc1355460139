"""What a player is told after a letter: the state in the first line, what was kept, what can be taken back."""

from __future__ import annotations

import random
import re

import pytest

from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.models import OutboundLetter, Seat, Table
from tournaments.queries import matches

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return only_table(running_league(make_cast()))


@pytest.fixture
def seat(table: Table) -> Seat:
    """The seat that is asked for its first card."""
    return asked_seat(table)


def answered(seat: Seat, *lines: str) -> OutboundLetter:
    deliver(newest(seat, "turn"), *lines)
    return newest(seat)


def first(letter: OutboundLetter) -> str:
    return letter.text.splitlines()[0]


def test_a_receipt_says_in_its_first_line_what_was_played_and_who_is_next(seat: Seat) -> None:
    letter = answered(seat, "12")
    following = asked_seat(seat.table)
    assert first(letter) == f"#=#=# DONE - 1 played - nothing to do, {following.player.name} is next #=#=#"
    assert "Played now:" in letter.text
    assert "if the game ended now. Purse:" in letter.text


def test_what_is_kept_is_told_in_its_order(seat: Seat) -> None:
    letter = answered(seat, "12; 22; 31")
    assert first(letter).startswith("#=#=# DONE - 1 played, 2 kept - ")
    assert letter.text.index("1st: ") < letter.text.index("2nd: ")
    assert "[forget] drops them" in letter.text


def test_undo_is_offered_while_it_is_true_and_then_works(seat: Seat) -> None:
    letter = answered(seat, "12")
    assert f"[undo] takes it back until {asked_seat(seat.table).player.name} has played." in letter.text
    deliver(letter, "undo")
    assert asked_seat(seat.table).pk == seat.pk


def test_undo_is_not_offered_after_a_refusal(seat: Seat) -> None:
    assert "[undo]" not in answered(seat, "recruit prince in red").text


def test_a_refused_line_is_shown_again_with_its_reason_and_what_was_perhaps_meant(seat: Seat) -> None:
    letter = answered(seat, "house 9")
    assert letter.subject.startswith("NOT ACCEPTED - ")
    assert first(letter).startswith("#=#=# NOT ACCEPTED - until ")
    assert "|\xa0house\xa09\n   You have no card 9. Perhaps: [" in letter.text
    assert "mailto:" in letter.html


def test_a_letter_that_is_done_in_part_says_so(seat: Seat) -> None:
    letter = answered(seat, "12", "always draw nonsense")
    assert first(letter).startswith("#=#=# DONE IN PART - 1 played, 1 not accepted")


def test_lines_left_aside_are_shown_once(seat: Seat) -> None:
    letter = answered(seat, "12", "Greetings from the coast")
    assert letter.text.replace("\xa0", " ").count("| Greetings from the coast") == 1


def test_an_order_whose_condition_is_not_so_is_told_with_what_there_is(seat: Seat) -> None:
    letter = answered(seat, "if guilders 90: 12", "22")
    told = " ".join(letter.text.split())
    assert re.search(r"\* \[if guilders 90: 12\]: not done: you have \d+ guilders, wanted at least 90\.", told)
    assert "Left aside" not in told


def test_a_kept_condition_is_told_in_words(seat: Seat) -> None:
    told = " ".join(answered(seat, "12; if guilders >= 9: 22").text.split())
    assert "1st: if you have at least 9 guilders: the " in told
    assert ">=" not in told


def test_thanks_and_small_talk_are_no_mistake_and_the_turn_stays_open(seat: Seat) -> None:
    letter = answered(seat, "Lovely weather in the town today, is it not")
    assert first(letter).startswith("#=#=# Nothing to do here: your turn is open - until ")
    assert "NOT ACCEPTED" not in letter.subject + letter.text
    assert "| Lovely weather" in letter.text.replace("\xa0", " ")
    assert first(answered(seat, "recruit prince in red")).startswith("#=#=# NOT ACCEPTED")


def test_a_line_of_which_an_order_may_be_meant_is_no_small_talk(seat: Seat) -> None:
    letter = answered(seat, "12?")
    told = "No order was found in your letter, so nothing was played."
    assert first(letter).startswith("#=#=# NOT ACCEPTED")
    assert told in letter.text
    assert told in letter.html


def test_a_long_line_is_shown_again_up_to_a_word(seat: Seat) -> None:
    letter = answered(seat, "12", "Greetings from the coast, where the weather is as lovely as it was yesterday")
    shown = [line[2:] for line in letter.text.replace("\xa0", " ").splitlines() if line.startswith("| ")]
    assert " ".join(shown) == "Greetings from the coast, where the weather is as lovely as …"


def played_until(table: Table, heading: str) -> OutboundLetter:
    """The answer to the first letter after which the game has gone on by itself with what is told so."""
    rng = random.Random(1)
    for _ in range(40):
        seat = asked_seat(table)
        decision = matches.load(Table.objects.get(pk=table.pk)).decision(seat.number)
        assert decision is not None
        row = deliver(newest(seat), rng.choice(decision.moves).text)
        found = OutboundLetter.objects.filter(answers=row, text__contains=heading).first()
        if found is not None:
            return found
    raise AssertionError(f"no answer with {heading}")


@pytest.mark.parametrize(("game", "told"), [("bruges", "Dice: "), ("venise", " rolled ")])
def test_dice_that_nobody_has_ordered_are_not_told_as_played(game: str, told: str) -> None:
    table = only_table(running_league(make_cast(), game=game))
    for _ in range(3 if game == "venise" else 0):
        deliver(newest(asked_seat(table)), "burgher market")
    answer = played_until(table, told).text
    played = answer.partition("Played now:")[2].partition("\n\n")[0]
    since = answer.partition("== SINCE YOUR LAST LETTER ==")[2].partition("\n\n")[0]
    assert "+ You " in played
    assert told not in played
    assert told in since


def test_what_is_kept_counts_as_played_where_others_have_moved_at_once(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "12; 22; 31")
    following = asked_seat(seat.table)
    deliver(newest(following, "turn"), "12; 22; 31")
    last = asked_seat(seat.table)
    letter = answered(last, "12; 22; 31; 42")
    assert first(letter).startswith("#=#=# DONE - 3 played, 1 kept - ")
    assert letter.text.partition("Played now:")[2].partition("\n\n")[0].count("+ You ") == 3
    since = letter.text.partition("SINCE YOUR LAST LETTER")[2]
    assert "* You " not in since
    assert f"* {following.player.name} " in since


def test_so_do_orders_kept_before_that_a_letter_lets_go_on(seat: Seat) -> None:
    deliver(answered(seat, "12; 22"), "undo")
    deliver(newest(seat), "go on")
    assert first(newest(seat)).startswith("#=#=# DONE - 1 played - ")
