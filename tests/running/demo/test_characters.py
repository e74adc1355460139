"""How the demonstration's players answer, and how many letters it takes to ask them."""

from __future__ import annotations

from random import Random

import pytest

from tests.running.demo.game import play
from tests.shared.cast import Cast
from tournaments.running.demo.characters import Character, one_card_each, planner, single
from tournaments.running.demo.reading import Offer

FIRST = "#=#=# YOUR CARD 1 OF 4 - until Fri 18:00 #=#=#\n\n"
HAND = """1. PRINCE. Take 2 purple workers [11], put away for 6 guilders [12], move in for 9 guilders [17].
2. SERVANT. Take 2 red workers [21], put away for 5 guilders [22], build a red house (1 worker) [26].
"""
PERSON = "* 1 point, for 1 red worker [use mayor].\n"


def lines(text: str) -> list[str]:
    return planner(text, Random(1)).splitlines()


def test_a_planner_orders_each_card_with_a_second_choice_that_is_always_possible() -> None:
    plan = [line.split(" / ") for line in sorted(lines(FIRST + HAND))]
    assert [choices[-1] for choices in plan] == ["12", "22"]
    assert [choices[0][0] for choices in plan] == ["1", "2"]
    assert "17 / 12" in {line for seed in range(9) for line in planner(FIRST + HAND, Random(seed)).splitlines()}


def test_a_planner_plans_no_more_cards_than_the_round_has() -> None:
    assert len(lines(FIRST.replace("1 OF 4", "4 OF 4") + HAND)) == 1


def test_a_planner_lets_a_person_work_first_or_last_if_that_draws_cards() -> None:
    assert lines(FIRST + HAND + PERSON)[0] == "use mayor"
    assert lines(FIRST + HAND + "* 1 card from a pile [use mayor].\n")[-1] == "use mayor"
    assert "use mayor" not in lines(FIRST + HAND + "* 1 point [use mayor] (unasked with your next order).\n")


def test_a_planner_puts_away_nothing_that_the_plan_needs() -> None:
    text = (
        "#=#=# DONE, now WHICH CARD GOES? - until Fri 18:00 #=#=#\n\n"
        "Kept for later:\n1st: the Prince brings 6 guilders.\nNew orders replace this.\n\n"
        "* The Prince is put away [1].\n* The Servant is put away [2].\n"
    )
    assert {planner(text, Random(seed)) for seed in range(9)} == {"2"}


def test_who_answers_single_questions_writes_one_order() -> None:
    assert single(FIRST + HAND, Random(1)) in ("11", "12", "17", "21", "22", "26")


@pytest.mark.parametrize("character", [planner, single])
def test_a_stopped_plan_goes_on_and_a_refused_order_is_not_sent_again(character: Character) -> None:
    assert character(FIRST + "Answer [go on] to play it.\n" + HAND, Random(1)) == "go on"
    refused = FIRST + "Not accepted:\n| 17 / 12\n   No.\n\n2 workers [11], put away for 6 [12], move in [17].\n"
    assert character(refused, Random(1)) == "11"


def test_what_can_be_done_only_after_something_else_is_not_chosen_first() -> None:
    later, now = Offer("24", "left for 3, after the yellow one"), Offer("12", "get 4")
    assert one_card_each([later, now], Random(1), 4) == [now]


def test_cards_are_planned_each_once_and_persons_first() -> None:
    choices = [Offer(f"{card}{action}", "words") for card in "123" for action in "127"]
    assert sorted(choice.order for choice in one_card_each(choices, Random(1), 4)) == ["17", "27", "37"]
    assert len(one_card_each(choices, Random(1), 2)) == 2


def test_of_numbered_choices_one_is_taken() -> None:
    assert len(one_card_each([Offer("1", "lose the Prince"), Offer("2", "lose the Dancer")], Random(1), 4)) == 1


def test_who_plans_each_round_gets_at_most_three_turn_mails_in_two_rounds(cast: Cast) -> None:
    clients = play(cast, [planner] * 3, deal="tulip")
    assert all(client.finals for client in clients)
    assert mean([client.asked_each_round for client in clients]) <= 1.5


def test_who_answers_question_by_question_gets_at_most_five_turn_mails_a_round(cast: Cast) -> None:
    clients = play(cast, [single] * 3, deal="bell", rounds=3)
    assert mean([client.asked_each_round for client in clients]) <= 5


def mean(values: list[float]) -> float:
    return sum(values) / len(values)
