"""Reading a letter as a person does: what it asks, offers, refuses, and what of the plan it shows."""

from __future__ import annotations

from email.message import EmailMessage
from random import Random

import pytest

from engine import Match
from tournaments.models import Seat
from tournaments.running.demo.characters import planner, single
from tournaments.running.demo.reading import (
    asks,
    cards_left,
    has_stopped,
    in_plan,
    not_accepted,
    offers,
    state_of,
    whole_turn,
)
from tournaments.running.demo.replies import plain_of


def test_every_offer_of_a_turn_letter_is_an_order_that_can_be_played(turn_letter: EmailMessage, seat: Seat) -> None:
    found = offers(plain_of(turn_letter))
    assert len(found) >= 5
    for offer in found:
        match = Match.load(seat.table.position, secret=bytes(seat.table.secret))
        assert match.play(seat.number, offer.order), offer


def test_each_offer_has_the_words_in_front_of_it() -> None:
    found = offers("1. PRINCE. Put away for 4 [12], move into the red house for 9 after the Accountant [17 red].\n")
    assert [(offer.order, offer.words, offer.possible) for offer in found] == [
        ("12", "Put away for 4", True),
        ("17 red", "move into the red house for 9 after the Accountant", False),
    ]


def test_persons_and_the_end_of_a_turn_are_offers_too() -> None:
    text = "* 1 card from a pile [use servant].\n* 1 point [use prince] ([hold prince]).\n* Nothing more [end].\n"
    assert [(offer.order, offer.is_person, offer.draws) for offer in offers(text)] == [
        ("use servant", True, True),
        ("use prince", True, False),
        ("end", False, False),
    ]


def test_examples_of_how_to_answer_are_no_offers() -> None:
    menu = "Put away for 4 [12].\n\n"
    assert offers(f"{menu}== HOW TO ANSWER ==\n[17] and [recruit prince in red] are the same.") == offers(menu)


def test_the_state_of_a_letter_is_in_its_first_marker_line() -> None:
    text = "#=#=# YOUR CARD 2 OF 4 - until Fri 18:00 #=#=#\nwords\n#=#=# end of letter #=#=#"
    assert state_of(text) == "YOUR CARD 2 OF 4 - until Fri 18:00"
    assert (asks(text), cards_left(text)) == (True, 3)
    assert state_of("no marker") == ""
    assert not asks("#=#=# DONE - Bea is next #=#=#")
    assert cards_left("#=#=# WHERE TO DIG? - until Fri 18:00 #=#=#") == 1


@pytest.mark.parametrize(
    ("text", "stopped"),
    [
        ("Your plan waits because you drew cards. Answer\n[go on] to play it as it stands.", True),
        ("+ Done: [go on]", False),
    ],
)
def test_a_plan_has_stopped_where_the_letter_offers_to_go_on(text: str, stopped: bool) -> None:
    assert has_stopped(text) == stopped


def test_of_a_refused_line_each_alternative_is_known() -> None:
    text = "Not accepted:\n|\N{NO-BREAK SPACE}17\N{NO-BREAK SPACE}red / 12\n   It costs 9 guilders.\n|_ go on anyway\n"
    assert not_accepted(text) >= {"17 red", "12", "go on"}


def test_the_plan_that_a_letter_shows_is_known_by_its_names() -> None:
    text = "Kept for later:\n1st: the Prince moves into your red\nhouse.\nNew orders replace this. The Queen works."
    assert in_plan(text) == {"Prince"}
    assert in_plan("Nothing is kept.") == set()


WITH_A_TURN = """#=#=# YOUR TURN: DICE 3 AND 5 - until Fri 18:00 - write above here #=#=#

== WHERE YOU CAN GO ==
* Wool: 5 wool [move 3 wool].
* Port 2: you have nothing to sell [move 5 port2].
A whole turn, for example: [move 3 wool], [produce],
[end].

== HOW TO ANSWER ==
The whole turn, as in [sell NUMBER GOODS].
"""


def test_a_whole_turn_that_stands_as_an_example_is_read_as_one_answer_and_not_as_offers() -> None:
    assert whole_turn(WITH_A_TURN) == ["move 3 wool", "produce", "end"]
    assert [offer.order for offer in offers(WITH_A_TURN)] == ["move 3 wool", "move 5 port2"]
    assert whole_turn("Nothing of the kind, for example: none.") == []


def test_a_planner_writes_the_whole_turn_and_somebody_else_one_order_of_it() -> None:
    assert planner(WITH_A_TURN, Random(1)) == "move 3 wool\nproduce\nend"
    assert single(WITH_A_TURN, Random(1)) in ("move 3 wool", "move 5 port2")
