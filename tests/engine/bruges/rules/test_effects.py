"""What persons do: every kind of effect that a deck file may name, on a table made for it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bruges import GAME, Bruges
from engine.bruges.data.vocabulary import ACTIVE, COUNTS
from engine.bruges.rules.effects import PERFORM, POSSIBLE
from engine.bruges.rules.scoring import count
from engine.decisions import Decision
from tests.engine.bruges.table import BARE, THREES, Table, deck_where, house

REST = {"hand": ["king", "abbot"]}


def queen(icon: str, *effects: dict[str, Any]) -> Bruges:
    """The game in which the Queen, red, price 9, has another icon and other effects."""
    return deck_where(queen={"icon": icon, "effect": list(effects)})


def use_queen(seat: dict[str, Any], *others: dict[str, Any], effect: dict[str, Any], **position: Any) -> Table:
    """A table at which seat 0 has used a Queen who works once a round."""
    with_queen = {"hand": ["mayor", "bishop"], **BARE, "houses": [house("red", "queen")], **seat}
    table = Table(with_queen, *(others or (REST,)), game=queen("once", effect), **position)
    return table.play(0, "use queen")


def fire_queen(seat: dict[str, Any], *others: dict[str, Any], effect: dict[str, Any], **position: Any) -> Table:
    """A table at which seat 0 has recruited a Queen with an arrow, for all its money but what `seat` says."""
    purse = seat.get("guilders", 0) + 9
    hand = {
        "hand": ["queen", *seat.get("hand", ["mayor", "bishop"])],
        "houses": [house("red"), *seat.get("houses", [])],
    }
    table = Table(
        {**BARE, **seat, **hand, "guilders": purse}, *(others or (REST,)), game=queen("arrow", effect), **position
    )
    return table.play(0, "recruit queen in red")


def test_every_active_kind_of_the_vocabulary_is_carried_out():
    assert set(PERFORM) | {"if_die"} == set(ACTIVE)
    assert set(POSSIBLE) == set(PERFORM)


def test_every_count_of_the_vocabulary_is_counted():
    table = Table({}, {})
    for key in COUNTS:
        assert count(table.state, GAME.cards, 0, key) >= 0


@pytest.mark.parametrize(("what", "field"), [("guilders", "guilders"), ("points", "points")])
def test_gain_gives_guilders_or_points(what, field):
    table = use_queen({}, effect={"kind": "gain", "what": what, "n": 3})
    assert getattr(table.seat(0), field) == 3
    assert table.told("gained") == [{"seat": 0, "what": what, "amount": 3, "person": "queen"}]


def test_gain_workers_of_one_colour_asks_nothing():
    table = use_queen({}, effect={"kind": "gain_workers", "n": 2, "colour": "blue"})
    assert table.seat(0).workers == [2, 0, 0, 0, 0]


def test_gain_workers_of_any_colour_asks_for_each():
    table = use_queen({}, effect={"kind": "gain_workers", "n": 2, "colour": "any"})
    assert table.ask(0).kind == "take"
    table.play(0, "take red", "take blue")
    assert table.seat(0).workers == [1, 0, 0, 1, 0]
    assert table.ask(0).kind == "turn"


def test_inner_choices_belong_to_the_occasion_of_their_turn():
    table = Table({"hand": ["mayor"], "houses": [house("red", "powderman")]}, REST, dice=THREES | {"brown": 6})
    before = table.ask(0).occasion
    assert table.play(0, "use powderman").ask(0).occasion == before


def test_gain_per_counts_and_stops_at_its_most():
    houses = [house("red", "queen"), house("yellow"), house("yellow"), house("yellow")]
    effect = {"kind": "gain_per", "what": "guilders", "per": "house_colour:yellow", "n": 2}
    assert use_queen({"houses": houses}, effect=effect).seat(0).guilders == 6
    assert use_queen({"houses": houses}, effect=effect | {"most": 5}).seat(0).guilders == 5


def test_a_person_that_would_do_nothing_is_not_offered():
    effect = {"kind": "gain_per", "what": "points", "per": "statues", "n": 2}
    table = Table({"hand": ["mayor"], "houses": [house("red", "queen")]}, REST, game=queen("once", effect))
    assert "use queen" not in table.texts(0)
    assert GAME.why_not(GAME.view(table.state, 0), 0, table.game.cards.moves[0].use)


@pytest.mark.parametrize(("face", "offered"), [(5, True), (4, False)])
def test_if_die_works_only_on_its_faces(face, offered):
    effect = {
        "kind": "if_die",
        "colour": "brown",
        "faces": [5, 6],
        "then": [{"kind": "gain", "what": "points", "n": 2}],
    }
    table = Table(
        {"hand": ["mayor"], **BARE, "houses": [house("red", "queen")]},
        REST,
        game=queen("once", effect),
        dice=THREES | {"brown": face},
    )
    assert ("use queen" in table.texts(0)) is offered


def test_draw_lets_the_seat_choose_a_pile_for_each_card_and_shows_them_together():
    table = use_queen({}, effect={"kind": "draw", "n": 2})
    assert table.texts(0) == ["draw left", "draw right"]
    table.play(0, "draw left")
    assert table.told("hand") == []
    table.play(0, "draw right")
    assert len(table.told("hand")[0]["cards"]) == 2
    assert len(table.hand(0)) == 4
    assert GAME.disturbs(table.events, 0)
    assert not GAME.disturbs(table.events, 1)


def test_draw_discard_puts_away_any_cards_of_the_hand():
    table = use_queen({}, effect={"kind": "draw_discard", "draw": 2, "discard": 2})
    table.play(0, "draw left", "draw left")
    assert "discard mayor" in table.texts(0)
    table.play(0, "discard mayor", "discard bishop")
    assert table.discarded() == ["mayor", "bishop"]
    assert len(table.hand(0)) == 2


def test_a_hand_that_must_go_completely_is_put_away_without_a_question():
    table = use_queen({"hand": ["mayor"]}, effect={"kind": "draw_discard", "draw": 1, "discard": 4})
    table.play(0, "draw left")
    assert table.hand(0) == []
    assert len(table.told("discarded")[0]["cards"]) == 2


def test_build_canal_pays_the_price_times_its_factor_in_any_colour():
    table = use_queen({"guilders": 4, "canals": {"left": 1}}, effect={"kind": "build_canal", "factor": 2})
    assert table.texts(0) == ["dig left", "dig right"]
    table.play(0, "dig left")
    assert (table.seat(0).guilders, table.seat(0).canals) == (0, [2, 0])


def test_a_canal_for_nothing_needs_no_purse():
    table = use_queen({"canals": {"left": 5}}, effect={"kind": "build_canal", "factor": 0})
    assert table.seat(0).canals == [5, 1]


def test_an_arrow_person_does_not_force_its_owner_to_pay():
    table = fire_queen({"guilders": 4}, effect={"kind": "build_canal", "factor": 2})
    assert table.texts(0) == ["dig left", "dig right", "none"]
    assert table.play(0, "none").seat(0).guilders == 4


def test_discard_threat_scores_a_point_for_each_marker():
    table = use_queen({"threats": {"red": 2, "blue": 1}}, effect={"kind": "discard_threat", "n": 2, "colour": "any"})
    table.play(0, "remove red", "remove blue")
    assert (table.seat(0).points, table.seat(0).threats) == (2, [0, 0, 0, 1, 0])


def test_discard_threat_of_one_colour_asks_nothing():
    table = use_queen({"threats": {"red": 1, "blue": 1}}, effect={"kind": "discard_threat", "n": 2, "colour": "red"})
    assert (table.seat(0).points, table.seat(0).threats) == (1, [1, 0, 0, 0, 0])


def test_advance_takes_a_step_for_its_price():
    assert use_queen({"guilders": 3}, effect={"kind": "advance", "pay": 2}).seat(0).step == 1
    table = fire_queen({"guilders": 3}, effect={"kind": "advance", "pay": 2})
    assert table.texts(0) == ["climb", "stay"]
    table.play(0, "climb")
    assert (table.seat(0).step, table.seat(0).guilders) == (1, 1)


def test_a_free_step_is_taken_at_once_but_not_beyond_the_top():
    assert fire_queen({}, effect={"kind": "advance", "pay": 0}).seat(0).step == 1
    assert fire_queen({"step": 8}, effect={"kind": "advance", "pay": 0}).seat(0).step == 8


def test_a_discount_for_steps_also_holds_for_a_step_that_a_person_gives():
    houses = [house("red", "queen"), house("blue", "notary")]
    table = use_queen({"guilders": 1, "houses": houses}, effect={"kind": "advance", "pay": 3})
    assert (table.seat(0).step, table.seat(0).guilders) == (1, 0)


def test_exchange_gives_one_thing_for_another():
    effect = {"kind": "exchange", "give": {"what": "guilders", "n": 2}, "get": {"what": "points", "n": 3}}
    table = use_queen({"guilders": 2}, effect=effect)
    assert (table.seat(0).guilders, table.seat(0).points) == (0, 3)
    assert table.told("paid") == [{"seat": 0, "what": "guilders", "amount": 2, "person": "queen"}]
    assert table.told("gained") == [{"seat": 0, "what": "points", "amount": 3, "person": "queen"}]


def test_exchange_gives_points_for_workers_of_the_own_choice():
    effect = {"kind": "exchange", "give": {"what": "points", "n": 2}, "get": {"what": "workers", "n": 1}}
    table = use_queen({"points": 5, "guilders": 4}, effect=effect).play(0, "take blue")
    assert (table.seat(0).points, table.seat(0).guilders, table.seat(0).workers) == (3, 4, [1, 0, 0, 0, 0])


def test_exchange_of_workers_asks_which_go_and_which_come():
    effect = {"kind": "exchange", "give": {"what": "workers", "n": 1}, "get": {"what": "workers", "n": 2}}
    table = use_queen({"workers": {"red": 1, "blue": 1}}, effect=effect)
    table.play(0, "give red", "take yellow", "take yellow")
    assert table.seat(0).workers == [1, 0, 0, 0, 2]


def test_an_exchange_by_an_arrow_may_be_left():
    effect = {"kind": "exchange", "give": {"what": "points", "n": 1}, "get": {"what": "guilders", "n": 3}}
    table = fire_queen({"points": 1}, effect=effect)
    assert table.texts(0) == ["exchange", "none"]
    assert table.play(0, "exchange").seat(0).guilders == 3


def test_build_house_lays_a_hand_card_without_a_worker():
    table = use_queen({}, effect={"kind": "build_house", "worker": False})
    assert table.texts(0) == ["settle mayor", "settle bishop"]
    table.play(0, "settle bishop")
    assert [h.colour for h in table.seat(0).houses] == [3, 1]
    assert table.told("house") == [{"seat": 0, "colour": "brown", "person": "queen"}]


def test_recruit_moves_a_hand_card_in_for_less():
    seat = {"guilders": 6, "houses": [house("red", "queen"), house("blue")]}
    table = use_queen(seat, effect={"kind": "recruit", "discount": 3})
    assert table.texts(0) == ["recruit mayor in blue", "recruit bishop in blue"]
    table.play(0, "recruit mayor in blue")
    assert table.seat(0).guilders == 0
    assert table.told("recruit")[0]["paid"] == 6


def test_gift_gives_a_guilder_to_each_as_far_as_the_purse_goes_and_a_point_for_each():
    table = use_queen({"guilders": 2}, {**BARE, **REST}, {**BARE}, {**BARE}, effect={"kind": "gift"})
    assert [seat.guilders for seat in table.state.seats] == [0, 1, 1, 0]
    assert table.seat(0).points == 2
    assert not any(GAME.disturbs(table.events, seat) for seat in range(4))


# --- what others lose ----------------------------------------------------------------------------------


def test_workers_taken_are_the_victims_choice_and_as_many_as_there_are():
    effect = {"kind": "each_other", "loses": "workers", "n": 2, "to_owner": True}
    rich, poor = {"workers": {"red": 2, "blue": 1}, **REST}, {"workers": {"yellow": 1}}
    table = fire_queen({}, rich, poor, effect=effect)
    assert table.asked() == {1: "workers"}
    assert GAME.disturbs(table.events, 2)
    table.play(1, "give blue")
    # Two red ones are left and one is due: nothing to choose.
    assert table.seat(1).workers == [0, 0, 0, 1, 0]
    assert table.seat(2).workers == [0] * 5
    assert table.seat(0).workers == [1, 0, 0, 1, 1]
    assert table.asked() == {1: "turn"}


def test_several_victims_choose_at_the_same_time_while_the_turn_waits():
    effect = {"kind": "each_other", "loses": "canal", "n": 1, "to_owner": False}
    canals = {"canals": {"left": 1, "right": 2}}
    table = fire_queen({}, {**canals, **REST}, canals, canals, effect=effect)
    assert table.asked() == {1: "canal", 2: "canal", 3: "canal"}
    table.play(2, "lose canal left").play(3, "lose canal right").play(1, "lose canal right")
    assert [seat.canals for seat in table.state.seats[1:]] == [[1, 1], [0, 2], [1, 1]]
    assert table.told("lost")[0] == {
        "seat": 1,
        "what": "canal",
        "cause": "queen",
        "by": 0,
        "section": "right",
    }


@pytest.mark.parametrize("what", ["guilders", "points"])
def test_guilders_and_points_are_taken_as_far_as_there_are_any(what):
    effect = {"kind": "each_other", "loses": what, "n": 3, "to_owner": True}
    table = fire_queen({}, {**BARE, what: 5, **REST}, {**BARE, what: 1}, {**BARE}, effect=effect)
    assert [getattr(seat, what) for seat in table.state.seats] == [4, 2, 0, 0]
    assert [GAME.disturbs(table.events, seat) for seat in range(4)] == [False, True, True, False]


def test_a_third_marker_from_a_person_strikes_at_once_and_its_victim_chooses_out_of_turn():
    effect = {"kind": "each_other_threat", "colour": "red", "n": 1}
    victim = {"threats": {"red": 2}, "houses": [house("red"), house("blue")], **REST}
    table = fire_queen({}, victim, {"threats": {"red": 1}}, effect=effect)
    assert table.asked() == {1: "fire"}
    assert table.seat(2).threats[3] == 2
    assert "turn 1, queen" in table.ask(1).occasion
    table.play(1, "lose blue empty")
    assert table.told("lost")[0]["by"] == 0
    assert GAME.disturbs(table.events, 1)
    assert table.asked() == {1: "turn"}


def test_a_fire_that_finds_nothing_or_is_warded_off_is_told_as_such():
    effect = {"kind": "each_other_threat", "colour": "red", "n": 1}
    bare, warded = {"threats": {"red": 2}, **REST}, {"threats": {"red": 2}, "houses": [house("blue", "sentinel")]}
    table = fire_queen({}, bare, warded, {"threats": {"red": 2}, "canals": {"left": 1}}, effect=effect)
    told = {"what": "nothing", "cause": "fire", "by": 0}
    assert table.told("lost")[:2] == [{"seat": 1, **told}, {"seat": 2, **told, "immune": "sentinel"}]
    assert [len(seat.houses) for seat in table.state.seats] == [1, 0, 1, 0]
    assert table.told("lost")[2:] == [{"seat": 3, "what": "canal", "cause": "fire", "by": 0, "section": "left"}]


def test_a_threat_of_any_colour_is_the_victims_choice():
    table = fire_queen({}, {**REST}, effect={"kind": "each_other_threat", "colour": "any", "n": 1})
    assert table.asked() == {1: "threat"}
    assert table.play(1, "take blue").seat(1).threats == [1, 0, 0, 0, 0]


def test_who_is_safe_from_attacks_loses_nothing():
    game = deck_where(
        queen={"icon": "arrow", "effect": [{"kind": "each_other", "loses": "guilders", "n": 2, "to_owner": False}]},
        notary={"effect": [{"kind": "immune", "to": "attacks"}]},
    )
    seat = {**BARE, "hand": ["queen", "mayor"], "guilders": 9, "houses": [house("red")]}
    table = Table(seat, {"houses": [house("red", "notary")], **REST}, {}, game=game).play(0, "recruit queen in red")
    assert [s.guilders for s in table.state.seats] == [0, 5, 3]
    assert not GAME.disturbs(table.events, 1)


# --- passive persons ----------------------------------------------------------------------------------


def improved(action: str, seat: dict[str, Any], dice: dict[str, int] | None = None, **how: Any) -> Table:
    """A table at which the Queen improves an action of seat 0."""
    game = queen("improves", {"kind": "improve", "action": action, **how})
    with_queen = {**BARE, "hand": ["servant", "vicar"], **seat}
    with_queen["houses"] = [house("red", "queen"), *seat.get("houses", [])]
    return Table(with_queen, REST, game=game, dice=dice or THREES)


def test_improved_guilders_bring_more_or_at_least_or_the_highest_die():
    assert improved("guilders", {}, plus=2).play(0, "guilders servant").seat(0).guilders == 5
    assert improved("guilders", {}, minimum=5).play(0, "guilders servant").seat(0).guilders == 5
    best = improved("guilders", {}, THREES | {"blue": 6}, any_colour=True)
    assert best.play(0, "guilders servant").seat(0).guilders == 6


def test_an_improved_threat_action_scores_more_or_takes_any_colour():
    assert improved("threat", {"threats": {"red": 1}}, plus=2).play(0, "threat servant").seat(0).points == 3
    table = improved("threat", {"threats": {"blue": 1, "brown": 1}}, any_colour=True).play(0, "threat servant")
    assert table.texts(0) == ["remove blue", "remove brown"]
    assert table.play(0, "remove brown").seat(0).threats == [1, 0, 0, 0, 0]


def test_an_improved_canal_is_cheaper_or_takes_any_card():
    cheap = improved("canal", {"canals": {"left": 1}}, discount=2)
    assert cheap.play(0, "canal servant left").seat(0).canals == [2, 0]
    free = improved("canal", {"guilders": 1}, any_colour=True)
    assert free.texts(0).count("canal servant right") == 1
    free.play(0, "canal servant right")
    assert (free.seat(0).canals, free.seat(0).guilders) == ([0, 1], 0)


def test_an_improved_house_needs_no_worker_or_any_worker():
    assert len(improved("house", {}, discount=1).play(0, "house servant").seat(0).houses) == 2
    table = improved("house", {"workers": {"blue": 1, "brown": 1}}, any_colour=True).play(0, "house servant")
    assert table.texts(0) == ["give blue", "give brown"]
    # Which card is laid is not to be seen before, nor after.
    assert "servant" not in str(GAME.view(table.state, 1).agenda)
    assert table.play(0, "give blue").seat(0).workers == [0, 1, 0, 0, 0]
    assert table.seat(0).houses[1].colour == 3


def test_improved_recruiting_is_cheaper_for_everybody_or_for_a_group():
    empty = {"hand": ["mayor", "vicar"], "guilders": 6, "houses": [house("blue")]}
    assert improved("recruit", empty, discount=3).play(0, "recruit mayor in blue").seat(0).guilders == 0
    nobles = improved("recruit", empty, discount=3, group="Noble")
    assert "recruit mayor in blue" not in nobles.texts(0)
    assert improved("recruit", empty, discount=3, group="Bureaucrat").play(0, "recruit mayor in blue")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ("workers", "workers servant"),
        ("guilders", "guilders servant"),
        ("threat", "threat servant"),
        ("house", "house servant"),
        ("canal", "canal vicar left"),
        ("recruit", "recruit servant in blue"),
    ],
)
def test_a_situation_pays_every_time_it_occurs(event, text):
    game = queen("situation", {"kind": "on", "event": event, "then": [{"kind": "gain", "what": "points", "n": 4}]})
    seat = {
        "hand": ["servant", "vicar"],
        "guilders": 9,
        "points": 0,
        "workers": {"red": 1},
        "threats": {"red": 1},
        "houses": [house("red", "queen"), house("blue")],
    }
    table = Table(seat, REST, game=game).play(0, text)
    assert table.seat(0).points == 4 + (event == "threat")


def test_a_person_does_not_profit_from_its_own_coming():
    game = queen("situation", {"kind": "on", "event": "recruit", "then": [{"kind": "gain", "what": "points", "n": 4}]})
    seat = {**BARE, "hand": ["queen"], "guilders": 9, "houses": [house("red")]}
    assert Table(seat, REST, game=game).play(0, "recruit queen in red").seat(0).points == 0


@pytest.mark.parametrize(
    ("to", "colour"),
    [("fire", "red"), ("raid", "yellow"), ("flood", "blue"), ("intrigue", "purple"), ("plague", "brown")],
)
def test_who_is_safe_from_a_penalty_loses_only_the_markers(to, colour):
    game = queen("situation", {"kind": "immune", "to": to})
    seat = {"threats": {colour: 2}, "houses": [house("red", "queen"), house("blue")], **REST}
    table = Table(seat, {"hand": ["mayor"]}, game=game, phase="dice", dice=THREES | {colour: 5})
    safe = table.seat(0)
    assert (safe.guilders, safe.points, sum(safe.workers), len(safe.houses)) == (5, 5, 5, 2)
    assert safe.threats == [0] * 5
    assert table.asked() == {0: "turn"}


@pytest.mark.parametrize("to", ["fire", "plague"])
def test_who_is_safe_from_one_of_fire_and_plague_chooses_their_order_too(to):
    game = queen("situation", {"kind": "immune", "to": to})
    seat = {"threats": {"red": 2, "brown": 2}, "houses": [house("red", "queen"), house("blue", "mayor")], **REST}
    table = Table(seat, {}, game=game, phase="dice", dice=THREES | {"red": 5, "brown": 5})
    assert table.asked() == {0: "penalties"}
    other = "plague" if to == "fire" else "fire"
    assert table.play(0, f"{to} first").asked() == {0: other}, "what is warded off takes nothing"


def test_an_attack_out_of_turn_is_told_to_belong_to_the_attacker():
    table = fire_queen({}, {**REST}, effect={"kind": "each_other_threat", "colour": "blue", "n": 1})
    assert table.told("threat") == [{"seat": 1, "colour": "blue", "by": 0, "person": "queen"}]


# --- acting by themselves --------------------------------------------------------------------------------


def automatic(game: Bruges, seat: dict[str, Any], **position: Any) -> list[str]:
    table = Table({"hand": ["mayor"], "houses": [house("red", "queen")], **seat}, REST, game=game, **position)
    ask = table.ask(0)
    decision = Decision(ask.seat, ask.kind, 1, ask.moves, ask.prompt)
    return [move.text for move in game.automatic(game.view(table.state, 0), decision)]


@pytest.mark.parametrize(
    ("icon", "effect", "acts"),
    [
        ("once", {"kind": "gain", "what": "guilders", "n": 2}, True),
        ("once", {"kind": "gain_workers", "n": 1, "colour": "red"}, True),
        ("once", {"kind": "gain_workers", "n": 1, "colour": "any"}, False),
        ("once", {"kind": "draw", "n": 1}, False),
        ("worker:red", {"kind": "gain", "what": "guilders", "n": 2}, False),
    ],
)
def test_free_persons_that_only_give_act_by_themselves(icon, effect, acts):
    assert automatic(queen(icon, effect), {}) == (["use queen"] if acts else [])


def test_the_turn_is_done_once_its_card_is_played():
    table = Table({"hand": ["mayor"], "houses": [house("red", "accountant")]}, REST)

    def done() -> bool:
        ask = table.ask(0)
        return GAME.done(GAME.view(table.state, 0), Decision(0, ask.kind, 1, ask.moves, ask.prompt, False, ask.passing))

    assert not done()
    table.play(0, "workers mayor")
    assert done()
