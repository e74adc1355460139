"""The course of a round, what gets covered, and how a game is set up: beside the examples, what the rules imply."""

from __future__ import annotations

import pytest

from engine import BadPosition, Match
from engine.flandern import GAME
from tests.engine.flandern.table import BOX, SECRET, TAKEN, areas, choose_all, close, kinds, match_at, moves, position

PICK_UPS = ["choose pickup"] * 4


def test_spaces_that_nothing_can_ever_be_laid_on_are_covered_and_so_is_what_only_they_lead_to() -> None:
    match = match_at(position(towns=areas(leuven=4), golden="influence"))
    for left in match._state.stock:  # no district of three cells is left in any coat
        left[6:9] = [0] * len(left[6:9]) if len(left) == 9 else left[6:9]
    match._state.stock[5][2] = match._state.stock[5][5] = 0
    told = choose_all(match, *PICK_UPS)
    covered = {event.data["name"]: event.data["spaces"] for event in told if event.kind == "covered"}
    assert set(covered["Leuven"]) == {"L1", "L2", "L3", "L4", "S3"}  # S3 touches L4 alone
    assert all("L1" in spaces for spaces in covered.values())


def test_a_space_is_covered_only_when_no_coat_is_left_for_it() -> None:
    match = match_at(position(golden="influence"))
    told = choose_all(match, *PICK_UPS)
    assert told
    assert "covered" not in kinds(told)


def test_the_cards_of_a_scored_town_leave_hands_and_rows_and_its_golden_card_the_game() -> None:
    laid = TAKEN
    pile = GAME.write_position(match_at(position(golden="influence"))._state)["pile"]
    pile.remove("brugge")
    data = position(towns={"brugge": {"area": 1, "laid": laid}}, golden="influence", pile=[*pile, "brugge"])
    match = match_at(data)
    told = choose_all(match, *PICK_UPS)
    assert "golden card of a scored town" in kinds(told)
    assert all(BOX.card["brugge"] not in (*seat.hand, *seat.played) for seat in match.view(None).seats)
    assert "choose brugge" not in moves(match, 0)
    assert [seat.influence for seat in match.view(None).seats] == [4, 3, 3, 3]


def test_an_action_that_leaves_no_choice_is_done_and_one_that_cannot_be_is_told() -> None:
    laid = {space: coat for space, coat in TAKEN.items() if space != "S4"}
    match = match_at(position(towns={"brugge": {"area": 1, "laid": laid}}, golden="influence", start=3))
    stock = match._state.stock
    stock[0][0:3], stock[5][0], stock[5][3] = [1, 0, 0], 0, 0  # for S4 one blue district and no church
    told = choose_all(match, "choose brugge", "choose brugge", *PICK_UPS[:2])
    assert [(event.kind, event.data["seat"]) for event in told if event.kind in ("laid", "idle")] == [
        ("laid", 0),
        ("idle", 1),
    ]
    assert "scored" in kinds(told)


def test_the_starting_player_alone_sees_the_golden_card_until_its_time() -> None:
    match = match_at(position(golden="master", start=2, gone=["luik"]))
    card = BOX.card["master"]
    assert [match.view(seat).golden == card for seat in (0, 1, 2, 3, None)] == [False, False, True, False, False]
    choose_all(match, *PICK_UPS)
    assert match.decision(2).kind == "gold"
    assert all(match.view(seat).golden == card for seat in (0, 1, 2, 3, None))
    (shown,) = [event for entry in match.log for event in entry.events if event.kind == "golden card"]
    assert (shown.data, shown.seats) == ({"seat": 2, "card": BOX.card_name(card)}, None)


def test_areas_are_chosen_from_the_first_starting_player_on_and_the_rest_comes_by_lot() -> None:
    match = Match.start(GAME, 3, {"setup": "choose"}, secret=SECRET)
    first = match._state.begun
    order = []
    while match.decisions[0].kind == "setup":
        decision = match.decisions[0]
        order.append(decision.seat)
        match.play(decision.seat, decision.moves[0])
    assert order == [(first + k) % 3 for k in range(3)]
    towns = match.view(None).towns
    assert towns[BOX.town_id.index("leuven")] is None
    assert len({town.area for town in towns if town is not None}) == 5
    assert match.round == 1


def test_with_two_the_first_player_chooses_a_guild_under_influence_and_both_place_four_towns() -> None:
    match = Match.start(GAME, 2, {"setup": "choose"}, secret=SECRET)
    first = match._state.begun
    asked = []
    while match.decisions[0].kind == "setup":
        decision = match.decisions[0]
        asked.append((decision.seat, decision.moves[0].verb))
        match.play(decision.seat, decision.moves[-1])
    second = 1 - first
    assert asked == [
        (first, "area"), (second, "area"), (first, "influence"), (first, "area"), (second, "area")
    ]  # fmt: skip
    assert sorted(seat.influenced for seat in match.view(None).seats) == [2, 3]
    assert all(town is not None for town in match.view(None).towns)


def test_no_golden_card_is_left_out_or_twice_in_the_pile() -> None:
    for seats, cards in ((3, 27), (4, 28)):
        state = Match.start(GAME, seats, secret=SECRET)._state
        assert len(state.pile) + 1 == cards
        later = state.pile[: len(BOX.golden[1])]
        assert sorted(later) == sorted(BOX.golden[1])


OPEN = ["brugge", "gent", "ieper", "leuven", "utrecht", "luik"]
ONLY_PICK_UP = {"played": [*OPEN, "site"], "influence": 0}


def test_a_round_in_which_all_hold_only_the_pick_up_card_is_played_by_itself_and_the_game_goes_on() -> None:
    for seats in (3, 4):
        played = [town for town in OPEN if seats == 4 or town != "leuven"]
        only = {**ONLY_PICK_UP, "played": [*played, "site"]}
        match = match_at(position(seats, seated=[only] * seats, golden="influence", start=1))
        assert (match.round, match.over) == (2, False)
        assert [decision.kind for decision in match.decisions] == ["choose"] * seats
        assert [len(seat.hand) for seat in match.view(None).seats] == [len(played) + 2] * seats
        assert [seat.influence for seat in match.view(None).seats] == [0, 1, 0, 0][:seats]


def test_so_is_one_that_comes_in_the_course_of_a_game() -> None:
    """All play the last card beside the pick-up card; in the next round nobody has a choice."""
    match = match_at(position(seated=[{"played": OPEN, "influence": 0}] * 4, golden="cathedral"))
    told = choose_all(match, *["choose site"] * 4)
    while match.round == 1:
        decision = match.decisions[0]
        assert decision.kind in ("act", "gold")
        told += match.play(decision.seat, decision.moves[0])
    assert kinds(told).count("revealed") == 2
    assert kinds(told).count("picked up") == 4
    assert {decision.kind for decision in match.decisions} <= {"gold", "choose"}


def test_a_seat_without_a_choice_waits_for_the_others_with_its_pick_up_card_chosen() -> None:
    match = match_at(position(seated=[{}, ONLY_PICK_UP, {}, {}], golden="influence"))
    assert [decision.seat for decision in match.waiting] == [0, 2, 3]
    for seat in (0, 2, 3):
        match.play(seat, "choose pickup")
    shown = close(match)[0].data["cards"]
    assert [1, "pick-up", 0] in shown


def test_a_position_in_which_a_pick_up_card_lies_in_the_played_row_of_a_seat_that_chooses_is_refused() -> None:
    with pytest.raises(BadPosition, match="seat 1: the pick-up card"):
        match_at(position(seated=[{}, {"played": ["pickup"]}, {}, {}], golden="influence"))


# --- what others learn of a sealed choice ------------------------------------------------------------------


def test_nobody_else_is_told_that_a_choice_was_replaced_or_taken_back() -> None:
    once, again = match_at(position(golden="influence")), match_at(position(golden="influence"))
    told = {True: once.play(2, "choose gent"), False: []}
    for words in ("choose ieper", "reconsider", "choose gent with 1", "choose gent"):
        told[False] += again.play(2, words)
    names = ["Anna", "Bea", "Chidi", "Dora"]
    for reader in (0, 1, 3, None):
        said = {
            choice: GAME.recount([event for event in events if event not in GAME.replaced(events)], names, reader)
            for choice, events in told.items()
        }
        assert said[True] == said[False] == []
        assert once.view(reader) == again.view(reader)
        seen = [{str(event) for event in events if event.visible_to(reader)} for events in told.values()]
        assert seen[0] == seen[1]


def test_a_choice_that_is_made_anew_is_told_once_and_a_choice_of_another_round_is_told_too() -> None:
    match = match_at(position(golden="influence"))
    first = [*match.play(0, "choose gent"), *match.play(0, "choose luik with 1"), *match.play(0, "choose pickup")]
    opened = choose_all(match, *PICK_UPS)
    told = [*first, *opened, *match.play(0, "choose gent")]
    left = [event for event in told if not any(event is gone for gone in GAME.replaced(told))]
    said = GAME.recount(left, ["Anna", "Bea", "Chidi", "Dora"], 0)
    assert [sentence for sentence in said if "You have chosen" in sentence] == [
        "You have chosen your pick-up card.", "You have chosen your Gent card."
    ]  # fmt: skip
    back = [*match.play(0, "choose ieper"), *match.play(0, "reconsider")]
    left = [event for event in back if not any(event is gone for gone in GAME.replaced(back))]
    assert GAME.recount(left, ["Anna"] * 4, 0) == ["You took your sealed choice back."]
