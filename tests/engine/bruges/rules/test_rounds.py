"""Set-up, phases and rulings, one sentence each."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.bruges import GAME
from engine.bruges.state import COLOURS, UNKNOWN, back
from engine.chance import Chance
from engine.decisions import Move
from engine.refusals import BadOption
from tests.engine.bruges.table import SECRET, THREES, Table, house, laurels

REST = {"hand": ["queen", "king"]}


def dice(**shown: int) -> dict[str, int]:
    return THREES | shown


# --- set-up --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "piles", "extra"), [(2, (33, 33), 99), (3, (50, 49), 66), (4, (66, 66), 33)])
def test_one_stack_a_seat_makes_two_piles_and_the_rest_lies_extra(seats, piles, extra):
    state, events = GAME.start(seats, {}, Chance(SECRET))
    assert tuple(map(len, state.piles)) == piles
    assert len(state.extra) == extra
    assert [seat.points for seat in state.seats] == [5] * seats
    assert [seat.guilders for seat in state.seats] == [5] * seats
    assert all(seat.workers == [1] * 5 and not seat.hand and not seat.step for seat in state.seats)
    assert [event.kind for event in events] == ["game begins", "round begins"]
    assert GAME.asks(state)[0].seat == state.start


@pytest.mark.parametrize("seats", [1, 5])
def test_one_or_five_cannot_play(seats):
    with pytest.raises(BadOption):
        GAME.start(seats, {}, Chance(SECRET))


def test_every_seat_can_begin_and_stand_at_every_guard_house():
    states = [GAME.start(4, {}, Chance(bytes([k]) * 32))[0] for k in range(40)]
    assert {state.start for state in states} == {0, 1, 2, 3}
    assert {tuple(sorted(state.tracks)) for state in states} == {(0, 1, 2, 3)}
    assert len({state.tracks[0] for state in states}) == 4


# --- 1 draw ----------------------------------------------------------------------------------------------


def test_the_start_player_draws_first_and_the_others_follow_clockwise():
    table = Table({}, {}, {}, phase="draw", start=1)
    for seat in (1, 2, 0):
        assert table.asked() == {seat: "draw"}
        table.play(seat, *["draw left"] * 5)
    assert all(len(table.hand(seat)) == 5 for seat in range(3))


def test_a_hand_at_or_over_the_limit_draws_nothing():
    full = ["prince", "mayor", "bishop", "alchemist", "servant"]
    table = Table(
        {"hand": full}, {"hand": ["coachman", "accountant", "lawyer", "inventor", "queen", "beggar"]}, {}, phase="draw"
    )
    assert table.asked() == {2: "draw"}


def test_drawn_cards_show_only_their_backs_until_the_hand_is_full():
    table = Table({"hand": ["prince"]}, {}, phase="draw")
    table.play(0, "draw left", "draw right", "draw left")
    assert table.told("hand") == []
    own = GAME.view(table.state, 0).seats[0].hand
    assert own[0] == table.game.cards.number["prince"]
    assert all(card < 0 and card != UNKNOWN for card in own[1:])
    table.play(0, "draw left")
    came = table.told("hand")
    assert len(came[0]["cards"]) == 4
    assert next(event for event in table.events if event.kind == "hand").seats == (0,)
    assert all(card >= 0 for card in GAME.view(table.state, 0).seats[0].hand)


def test_a_view_shows_the_top_back_of_each_pile_and_nothing_below():
    table = Table({}, {}, phase="draw")
    seen = GAME.view(table.state, 0)
    for pile, full in zip(seen.piles, table.state.piles, strict=True):
        assert pile[-1] == back(table.game.cards.colour[full[-1]])
        assert set(pile[:-1]) == {UNKNOWN}
    assert set(seen.extra) == {UNKNOWN}


def test_the_extra_pile_entering_while_hands_are_filled_makes_this_round_the_last():
    table = Table({}, {}, phase="draw", round=4, piles={"left": 1})
    table.play(0, "draw left")
    assert table.told("pile ended") == [{"pile": "left", "by": "extra", "last": 4}]
    assert table.state.last == 4
    assert table.state.extra is None
    assert len(table.state.piles[0]) == 99


def test_the_extra_pile_entering_while_cards_are_played_makes_the_next_round_the_last():
    player = {"hand": ["prince", "mayor"], "houses": [house("red", "servant")]}
    table = Table(player, REST, round=4, piles={"left": 1})
    table.play(0, "use servant", "draw left")
    assert table.state.last == 5
    assert table.told("pile ended") == [{"pile": "left", "by": "extra", "last": 5}]


def test_without_an_extra_pile_the_other_pile_is_split_and_its_larger_half_stays():
    table = Table({}, {}, phase="draw", extra=None, last=1, piles={"left": 1, "right": 7}, discard=157)
    table.play(0, "draw left")
    assert [len(pile) for pile in table.state.piles] == [3, 4]
    assert table.told("pile ended") == [{"pile": "left", "by": "split", "last": 0}]


def test_a_single_card_is_not_split_and_with_every_card_gone_nothing_is_drawn():
    full = ["prince", "mayor", "bishop", "alchemist", "servant"]
    table = Table({"hand": full[:3]}, {}, phase="draw", extra=None, last=1, piles={"left": 1, "right": 1}, discard=160)
    table.play(0, "draw left")
    # The last card is no choice: it is drawn at once, then everybody plays what there is.
    assert len(table.hand(0)) == 5
    assert table.hand(1) == []
    assert table.state.piles == [[], []]
    assert table.state.phase >= 2


# --- 2 dice ----------------------------------------------------------------------------------------------


def test_every_die_with_5_or_6_gives_every_seat_a_threat_of_its_colour():
    table = Table(REST, {"hand": ["prince"]}, phase="dice", dice=dice(blue=5, brown=6))
    assert [seat.threats for seat in table.state.seats] == [[1, 1, 0, 0, 0]] * 2


@pytest.mark.parametrize(
    ("colour", "left"),
    [("yellow", {"guilders": 0}), ("blue", {"workers": [0] * 5}), ("purple", {"points": 2})],
)
def test_a_third_marker_strikes_and_all_three_go_back_without_points(colour, left):
    seat = {"threats": {colour: 2}, **REST}
    table = Table(seat, {"hand": ["prince"]}, phase="dice", dice=dice(**{colour: 5}))
    struck = table.seat(0)
    assert struck.threats == [0] * 5
    for name, value in left.items():
        assert getattr(struck, name) == value
    assert sum(seat.threats[COLOURS.index(colour)] for seat in table.state.seats) == 1


def test_intrigue_never_takes_the_points_below_zero():
    table = Table(
        {"threats": {"purple": 2}, "points": 2, **REST}, {"hand": ["prince"]}, phase="dice", dice=dice(purple=6)
    )
    assert table.seat(0).points == 0


def test_fire_takes_nothing_from_a_seat_without_houses_and_canals():
    table = Table({"threats": {"red": 2}, **REST}, {"hand": ["prince"]}, phase="dice", dice=dice(red=6))
    assert table.asked() == {0: "turn"}
    assert table.seat(0).threats == [0] * 5


def test_fire_can_take_the_outermost_canal_token_of_either_section():
    seat = {"threats": {"red": 2}, "canals": {"left": 3, "right": 1}, **REST}
    table = Table(seat, {"hand": ["prince"]}, phase="dice", dice=dice(red=6))
    assert table.texts(0) == ["lose canal left", "lose canal right"]
    assert table.play(0, "lose canal left").seat(0).canals == [2, 1]


def test_a_house_that_burns_under_a_person_sends_the_person_back_to_a_hand_that_all_have_seen():
    houses = [house("red", "prince", card="servant"), house("blue")]
    table = Table(
        {"threats": {"red": 2}, "houses": houses, **REST}, {"hand": ["mayor"]}, phase="dice", dice=dice(red=6)
    )
    table.play(0, "lose prince")
    prince, servant = (table.game.cards.number[name] for name in ("prince", "servant"))
    assert table.hand(0) == ["queen", "king", "prince"]
    assert table.discarded() == ["servant"]
    assert GAME.view(table.state, 1).seats[0].hand[0] == prince
    # Only its owner knows what card the lost house was.
    assert GAME.view(table.state, 1).discard == [back(COLOURS.index("red"))]
    assert GAME.view(table.state, 0).discard == [servant]
    assert GAME.view(table.state, None).veiled == [(back(COLOURS.index("red")), 0)]


def test_a_known_hand_card_is_no_longer_sure_once_a_card_of_its_colour_is_laid_face_down():
    seat = {"hand": ["prince", "mayor"], "public": ["prince"], "workers": {"purple": 2}}
    table = Table(seat, REST)
    table.play(0, "house mayor")
    purple = back(COLOURS.index("purple"))
    assert GAME.view(table.state, 1).seats[0].hand == [purple]
    assert GAME.view(table.state, 1).seats[0].houses[0].card == purple


def test_plague_takes_a_person_and_leaves_its_house():
    houses = [house("red", "prince"), house("blue", "mayor")]
    table = Table({"threats": {"brown": 2}, "houses": houses, **REST}, {}, phase="dice", dice=dice(brown=5))
    assert table.texts(0) == ["lose prince", "lose mayor"]
    table.play(0, "lose prince")
    assert table.discarded() == ["prince"]
    assert len(table.seat(0).houses) == 2
    assert table.persons(0) == ["mayor"]


BOTH = {"red": 2, "brown": 2}


def test_the_order_of_fire_and_plague_is_asked_where_a_person_is_in_play():
    seat = {"threats": BOTH, "houses": [house("red", "prince")], **REST}
    fire = Table(seat, {}, phase="dice", dice=dice(red=5, brown=5))
    assert fire.texts(0) == ["fire first", "plague first"]
    fire.play(0, "fire first")
    assert fire.hand(0) == ["queen", "king", "prince"]
    plague = Table(seat, {}, phase="dice", dice=dice(red=5, brown=5)).play(0, "plague first")
    assert plague.hand(0) == ["queen", "king"]
    assert plague.seat(0).houses == []
    assert plague.discarded()[0] == "prince"


def test_the_order_of_fire_and_plague_is_not_asked_without_a_person():
    seat = {"threats": BOTH, "houses": [house("red"), house("blue")], **REST}
    table = Table(seat, {}, phase="dice", dice=dice(red=5, brown=5))
    assert table.asked() == {0: "fire"}


def test_several_seats_choose_their_losses_at_the_same_time_and_in_any_order():
    seat = {"threats": {"red": 2}, "houses": [house("red"), house("blue")]}
    table = Table(seat, seat, seat, phase="dice", dice=dice(red=5))
    assert table.asked() == {0: "fire", 1: "fire", 2: "fire"}
    table.play(1, "lose red empty")
    assert table.asked() == {0: "fire", 2: "fire"}
    table.play(2, "lose blue empty").play(0, "lose red empty")
    assert [len(seat.houses) for seat in table.state.seats] == [1, 1, 1]


def test_a_third_marker_goes_back_before_the_next_seat_gets_its_own():
    """Eight red markers of nine are held: the one that is left goes to the first seat, and back with two others."""
    seats: list[dict[str, Any]] = [{"threats": {"red": 2}, **REST}, *[{"threats": {"red": 2}}] * 3]
    table = Table(*seats, phase="dice", dice=dice(red=5), start=2)
    assert [seat.threats[3] for seat in table.state.seats] == [0, 0, 0, 0]


@pytest.mark.parametrize("start", range(4))
def test_threats_are_dealt_in_player_order(start: int):
    names = laurels()
    hands = [names[5 * k : 5 * k + 5] for k in range(4)]
    hands[start].pop()  # one card to draw, then the dice are thrown
    seats = [{"threats": {"red": 2}, "hand": hand} for hand in hands]
    for number in range(100):
        table = Table(*seats, phase="draw", start=start)
        table.chance = Chance(number.to_bytes(32, "big"))
        table.play(start, "draw left")
        if table.told("dice")[0]["dice"]["red"] >= 5:
            break
    struck = [told["seat"] for told in table.told("penalty") if told["name"] == "fire"]
    assert struck == [(start + k) % 4 for k in range(4)]


def test_steps_are_offered_from_the_start_player_to_those_who_can_pay():
    table = Table({"guilders": 1}, {"guilders": 2}, {"step": 8}, phase="dice", dice=dice(red=2), start=2)
    assert table.asked() == {1: "climb"}
    table.play(1, "climb")
    assert [seat.step for seat in table.state.seats] == [0, 1, 8]


def test_a_discount_makes_a_step_free_but_not_possible_without_a_1_or_2():
    climber = {"guilders": 0, "houses": [house("red", "notary")], **REST}
    assert Table(climber, {}, phase="dice", dice=dice(red=1)).play(0, "climb").seat(0).step == 1
    assert Table(climber, {}, phase="dice").asked() == {0: "turn"}


# --- 3 cards ---------------------------------------------------------------------------------------------


def test_everybody_takes_four_turns_one_card_each_from_the_start_player():
    names = laurels()
    table = Table({"hand": names[:5]}, {"hand": names[5:10]}, {"hand": names[10:15]}, start=1)
    for turn in range(12):
        seat = (1 + turn) % 3
        assert table.asked() == {seat: "turn"}
        assert table.ask(seat).prompt == f"card {turn // 3 + 1} of 4"
        table.play(seat, f"workers {table.hand(seat)[0]}")
    assert table.state.round == 2
    assert [len(table.hand(seat)) for seat in range(3)] == [1, 1, 1]


def test_a_red_card_takes_off_a_red_threat_for_a_point():
    table = Table({"hand": ["servant"], "threats": {"red": 1, "blue": 1}}, REST)
    table.play(0, "threat servant")
    assert (table.seat(0).points, table.seat(0).threats) == (6, [1, 0, 0, 0, 0])


def test_a_canal_space_wants_its_colour_and_its_price():
    # The first guard house: left yellow, red, purple, brown, blue; right the other way round.
    table = Table({"hand": ["vicar", "mathematician", "servant"], "guilders": 1}, REST)
    texts = table.texts(0)
    assert "canal vicar left" in texts
    assert "canal mathematician right" in texts
    assert "canal servant left" not in texts
    table.play(0, "canal mathematician right")
    assert (table.seat(0).canals, table.seat(0).guilders) == ([0, 1], 0)


def test_the_first_finished_section_takes_the_highest_statue_and_each_next_the_next():
    builder = {"hand": ["mathematician", "vicar"], "guilders": 20, "canals": {"left": 4, "right": 4}}
    table = Table(builder, {"hand": ["queen", "king"]})
    table.play(0, "canal mathematician left")
    assert table.told("statue") == [{"seat": 0, "value": 7}]
    table.play(1, "workers queen").play(0, "canal vicar right")
    assert table.seat(0).statues == [7, 6]
    assert table.state.statues == [5, 4, 3, 2]


def test_a_section_that_is_built_again_gives_no_second_statue():
    builder = {"hand": ["mathematician"], "guilders": 5, "canals": {"left": 4}, "statues": [7], "crowned": ["left"]}
    table = Table(builder, REST).play(0, "canal mathematician left")
    assert table.seat(0).canals == [5, 0]
    assert table.seat(0).statues == [7]
    assert table.told("statue") == []


def test_a_statue_is_kept_when_the_section_burns():
    seat = {"threats": {"red": 2}, "canals": {"left": 5}, "statues": [7], **REST}
    table = Table(seat, {}, phase="dice", dice=dice(red=5))
    assert (table.seat(0).canals, table.seat(0).statues) == ([4, 0], [7])


def test_a_house_costs_a_worker_of_its_colour_and_shows_nobody_its_card():
    table = Table({"hand": ["servant", "vicar"], "workers": {"red": 1}}, REST)
    assert "house vicar" not in table.texts(0)
    table.play(0, "house servant")
    assert table.seat(0).workers == [0] * 5
    assert table.told("house") == [{"seat": 0, "colour": "red", "person": None}]
    assert [event.seats for event in table.events if event.kind == "house card"] == [(0,)]
    servant = table.game.cards.number["servant"]
    assert GAME.view(table.state, 0).seats[0].houses[0].card == servant
    assert GAME.view(table.state, 1).seats[0].houses[0].card == back(COLOURS.index("red"))


def test_a_person_moves_into_an_empty_house_of_any_colour_for_its_price():
    seat = {"hand": ["prince"], "guilders": 10, "houses": [house("red"), house("red"), house("blue", "mayor")]}
    table = Table(seat, REST)
    assert [text for text in table.texts(0) if text.startswith("recruit")] == ["recruit prince in red"]
    table.play(0, "recruit prince in red")
    assert table.seat(0).guilders == 1
    assert [h.person is None for h in table.seat(0).houses] == [False, True, False]


def test_a_person_just_recruited_can_be_used_at_once():
    seat = {"hand": ["prince"], "guilders": 9, "workers": {"yellow": 1}, "houses": [house("red")], "points": 0}
    table = Table(seat, REST).play(0, "recruit prince in red")
    assert table.texts(0) == ["use prince", "end"]
    table.play(0, "use prince")
    assert (table.seat(0).points, table.seat(0).guilders, table.seat(0).workers) == (1, 2, [0] * 5)


def test_a_worker_person_works_once_a_round_and_again_in_the_next():
    seat = {"hand": ["mayor"], "workers": {"yellow": 2}, "houses": [house("red", "prince")]}
    table = Table(seat, REST).play(0, "use prince")
    assert "use prince" not in table.texts(0)
    table.play(0, "workers mayor")
    table.play(1, "workers queen", "workers king")
    assert table.state.round == 2
    assert not table.seat(0).houses[0].used


def test_an_arrow_person_fires_when_it_moves_in_and_again_when_it_comes_back_and_moves_in_anew():
    seat = {"hand": ["alchemist", "vicar"], "guilders": 3, "houses": [house("red")]}
    table = Table(seat, REST).play(0, "recruit alchemist in red")
    assert table.told("fired") == [{"seat": 0, "person": "alchemist"}]
    assert table.seat(0).guilders == 6
    burning = {"threats": {"red": 2}, "guilders": 3, "houses": [house("red", "alchemist"), house("blue")]}
    table = Table(burning, REST, phase="dice", dice=dice(red=5)).play(0, "lose alchemist")
    assert "use alchemist" not in table.texts(0)
    table.play(0, "recruit alchemist in blue")
    assert table.seat(0).guilders == 6


def test_a_seat_without_cards_may_use_its_persons_and_then_passes():
    table = Table({"houses": [house("red", "accountant")]}, REST)
    assert table.texts(0) == ["use accountant", "end"]
    table.play(0, "end")
    assert table.told("passed") == [{"seat": 0}]
    assert table.asked() == {1: "turn"}


def test_an_extra_card_person_wants_a_hand_card_for_it():
    table = Table({"hand": ["mayor"], "houses": [house("red", "coachman")]}, REST)
    assert "use coachman" not in table.texts(0)
    table = Table({"hand": ["mayor", "bishop"], "houses": [house("red", "coachman")]}, REST)
    table.play(0, "workers mayor")
    assert table.texts(0) == ["use coachman", "end"]


def test_two_extra_card_persons_in_one_turn_play_three_cards():
    seat = {
        "hand": ["mayor", "bishop", "vicar"],
        "workers": {"yellow": 2},
        "houses": [house("red", "coachman"), house("blue", "princess")],
    }
    table = Table(seat, REST)
    table.play(0, "use coachman", "use princess", "workers mayor", "workers bishop", "workers vicar")
    assert table.hand(0) == []
    assert table.asked() == {1: "turn"}


def test_what_leaves_no_choice_is_done_without_a_question():
    table = Table({"hand": ["mayor"]}, REST)
    table.play(0, "workers mayor")
    assert table.asked() == {1: "turn"}  # no person is ready, so there is nothing to end


def test_imagined_hands_keep_the_colours_that_everybody_sees():
    table = Table({"hand": ["mayor", "servant"]}, {"hand": ["queen", "vicar", "king"]})
    view = GAME.view(table.state, 0)
    full = GAME.imagine(view, Random(3))
    colour = GAME.cards.colour
    assert sorted(colour[c] for c in full.seats[1].hand) == sorted(colour[c] for c in table.seat(1).hand)
    assert GAME.play(full, 0, Move.of("workers mayor"), Chance(SECRET))
