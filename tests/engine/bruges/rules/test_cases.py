"""The worked cases of the rulebook: a position, moves, and what must come out."""

from __future__ import annotations

import pytest

from engine import Match
from engine.bruges import GAME
from engine.orders import api
from tests.engine.bruges.table import BARE, SECRET, THREES, Table, house


def dice(**shown: int) -> dict[str, int]:
    return THREES | shown


def test_a_purple_1_and_a_blue_2_make_a_step_cost_three():
    table = Table({}, {}, phase="dice", dice=dice(purple=1, blue=2))
    assert table.asked() == {0: "climb"}
    table.play(0, "climb")
    assert table.told("climbed") == [{"seat": 0, "step": 1, "paid": 3, "person": None}]
    assert table.seat(0).guilders == 2


def test_without_a_1_or_2_nobody_is_offered_a_step():
    table = Table({"hand": ["prince"]}, {"hand": ["queen"]}, phase="dice", dice=dice(red=4))
    assert table.asked() == {0: "turn"}


def test_red_5_and_yellow_6_on_two_of_each_cost_a_house_and_the_purse():
    victim = {"threats": {"red": 2, "yellow": 2}, "houses": [house("red"), house("blue", "prince")], "guilders": 7}
    table = Table(victim, {"hand": ["queen"]}, phase="dice", dice=dice(red=5, yellow=6))
    assert table.texts(0) == ["lose red empty", "lose prince"]
    assert table.seat(0).guilders == 0
    table.play(0, "lose red empty")
    assert table.persons(0) == ["prince"]
    assert len(table.seat(0).houses) == 1
    assert table.seat(0).threats == [0] * 5
    assert table.seat(1).threats == [0, 0, 0, 1, 1]


def test_the_scoring_example_comes_to_36():
    persons = ("mayor", "councilman", "vicar", "powderman", "beggar")
    houses = [house(colour, person) for colour, person in zip(THREES, persons, strict=True)]
    seat = {
        **BARE,
        "houses": [*houses, house("red")],
        "markers": ["people", "reputation"],
        "canals": {"left": 3},
        "step": 6,
    }
    sheet = Table(seat, {"hand": ["queen"]}).game.scoresheet(Table(seat, {"hand": ["queen"]}).state)
    assert [(name, values[0]) for name, values in sheet.rows] == [
        ("points during play", 0),
        ("persons", 8),
        ("houses", 6),
        ("laurels", 4),
        ("majorities", 8),
        ("third spaces", 3),
        ("statues", 0),
        ("reputation", 7),
    ]
    assert sheet.totals[0] == 36


def settled(*persons: str) -> list[dict[str, object]]:
    return [house("red", person) for person in persons]


PEOPLE = GAME.cards.name[:19]


def test_a_tie_for_the_highest_step_turns_no_marker():
    seats = [{"step": 4}, {"step": 4}, {"step": 2}]
    table = Table(*seats, phase="majorities", extra=None, last=1)
    assert [seat.markers[0] for seat in table.state.seats] == [False, False, False]


def test_six_people_against_five_four_and_four_turn_the_marker():
    counts, rest = (6, 5, 4, 4), iter(PEOPLE)
    table = Table(
        *({"houses": settled(*(next(rest) for _ in range(n)))} for n in counts), phase="majorities", extra=None, last=1
    )
    assert [seat.markers[1] for seat in table.state.seats] == [True, False, False, False]


def test_seven_canal_tokens_against_six_two_and_none_turn_the_marker():
    canals: tuple[dict[str, int], ...] = ({"left": 5, "right": 1}, {"left": 4, "right": 3}, {"left": 2}, {})
    table = Table(*({"canals": built} for built in canals), phase="majorities", extra=None, last=1)
    assert [seat.markers[2] for seat in table.state.seats] == [False, True, False, False]


def test_a_yellow_card_brings_what_the_yellow_die_shows():
    table = Table({"hand": ["vicar"], **BARE}, {"hand": ["queen"]}, dice=dice(yellow=6))
    table.play(0, "guilders vicar")
    assert table.seat(0).guilders == 6
    assert table.discarded() == ["vicar"]


@pytest.mark.parametrize(("houses", "workers"), [([], 2), (settled("lawyer"), 3)])
def test_a_red_card_brings_two_red_workers_and_three_with_the_lawyer(houses, workers):
    table = Table({"hand": ["servant"], "houses": houses, **BARE}, {"hand": ["queen"]})
    table.play(0, "workers servant")
    assert table.seat(0).workers == [0, 0, 0, workers, 0]


def test_the_bishop_brings_two_points_for_five_workers():
    workers = {"red": 3, "blue": 2}
    table = Table({**BARE, "workers": workers, "houses": settled("bishop")}, {"hand": ["queen"]})
    assert dict(table.game.scoresheet(table.state).rows)["laurels"] == (2, 0)


def test_the_prince_costs_nine_is_worth_three_and_noble():
    prince = Table({}, {"hand": ["queen"]}).game.cards.deck.person("prince")
    assert (prince.price, prince.points, prince.group) == (9, 3, "Noble")


def test_the_card_that_the_coachman_adds_may_be_left_out():
    hand = ["servant", "vicar", "bishop", "mayor", "queen"]
    table = Table({"hand": hand, "houses": settled("coachman")}, {"hand": ["beggar"]})
    table.play(0, "use coachman")
    assert "end" not in table.texts(0)
    table.play(0, "workers servant")
    assert "workers vicar" in table.texts(0)
    table.play(0, "end")
    assert table.asked() == {1: "turn"}


def test_a_letter_that_plays_one_card_behind_the_coachman_leaves_the_other_open():
    mine = {"hand": ["servant", "vicar", "bishop"], "houses": settled("coachman")}
    match = Match.start(GAME, 2, secret=SECRET, position={"dice": THREES, "seats": [mine, {"hand": ["queen"]}]})
    book: dict[int, api.Plan] = {}
    api.apply_letter(match, book, 0, ["use coachman", "workers servant"], serial=None)
    api.autoplay(match, book, kept=True)
    decision = match.decision(0)
    assert decision is not None
    assert {"workers vicar", "end"} <= {move.text for move in decision.moves}


def test_the_coachman_lets_a_fifth_card_be_played_and_the_hand_is_filled_again_to_five():
    hand = ["servant", "vicar", "bishop", "acrobat", "lawyer"]
    table = Table({"hand": hand, "houses": settled("coachman")}, {})
    table.play(0, "use coachman", "workers servant", "workers vicar")
    table.play(0, "workers bishop", "workers acrobat", "workers lawyer")
    assert table.state.round == 2
    assert table.asked() == {1: "draw"}
    table.play(1, *["draw left"] * 5)
    assert table.asked() == {0: "draw"}
    table.play(0, *["draw left"] * 5)
    assert len(table.hand(0)) == 5


def test_the_inventor_lets_the_hand_be_filled_to_six():
    table = Table({"houses": settled("inventor")}, {}, phase="draw")
    table.play(0, *["draw left"] * 5)
    assert table.texts(0) == ["draw left", "draw right", "none"]
    table.play(0, "draw right")
    assert len(table.hand(0)) == 6
    assert table.asked() == {1: "draw"}


def test_the_sixth_card_of_the_inventor_may_be_left_out():
    table = Table({"houses": settled("inventor")}, {}, phase="draw")
    table.play(0, *["draw left"] * 5, "none")
    assert len(table.hand(0)) == 5
    assert table.asked() == {1: "draw"}


@pytest.mark.parametrize(("ward", "by_rule"), [("hermit", "plague first"), ("watchman", "fire first")])
def test_who_has_a_ward_against_one_of_two_threats_decides_their_order_and_a_rule_saves_the_ward(
    ward: str, by_rule: str
):
    seat = {"threats": {"red": 2, "brown": 2}, "houses": [house("red", ward), house("blue", "prince")]}
    table = Table(seat, {"hand": ["queen"]}, phase="dice", dice=dice(red=5, brown=6))
    assert table.texts(0) == ["fire first", "plague first"]
    rules = {rule.topic: rule.text for rule in GAME.default_rules}
    match = Match.start(GAME, 2, secret=SECRET, position=table.game.write_position(table.state))
    move = GAME.prefer(match.view(0), match.decisions[0], rules)
    assert move is not None
    assert move.text == by_rule
    before = set(table.persons(0))
    table.play(0, by_rule)
    table.play(0, table.texts(0)[0])
    assert len(table.persons(0)) == len(before) - 1, "one of the two was warded off"
