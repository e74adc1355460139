"""The game for two: two actions a turn in either order, guilds under influence, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from engine import IllegalMove, Match
from engine.flandern import GAME
from engine.flandern.rules import scoring
from engine.orders.api import Plan, apply_letter
from tests.engine.flandern.table import BOX, ORDER, SECRET, TAKEN, kinds, match_at, moves, play_out, position

TOP = [["green", "gent"], ["red", "brugge"]]  # the last is turned up next


def for_two(**rest: Any) -> dict[str, Any]:
    """A position for two; the cards that its deck does not name lie below those that it does."""
    top = rest.pop("deck", TOP)
    below = [[guild, card] for guild in ("green", "red") for card in (*ORDER, "site") if [guild, card] not in top]
    return position(2, deck=below + top, **rest)


def test_either_action_may_come_first_and_the_second_card_is_shown_only_when_its_action_begins() -> None:
    match = match_at(for_two())
    assert "choose influence" in moves(match, 0)
    assert "choose gent" in moves(match, 0)
    match.play(0, "choose gent")
    assert {move.split()[0] for move in moves(match, 0)} <= {"lay", "church"}
    told = match.play(0, moves(match, 0)[0])
    assert "turned up" in kinds(told)  # the influence action is all that is left
    assert match.decision(0).prompt == "Brugge, red"


def test_an_influence_card_is_carried_out_with_its_own_guild() -> None:
    match = match_at(for_two())
    told = match.play(0, "influence")
    assert [event.data["coat"] for event in told if event.kind == "turned up"] == ["red"]
    assert {move.split()[1].rstrip("012") for move in moves(match, 0)} == {"red", "grey", "church"}
    match.play(0, "lay red2 S2")
    assert match.view(None).stock[3][2] == 0
    assert "choose influence" not in moves(match, 0)


def test_the_turn_passes_when_both_actions_are_done_and_the_own_card_is_played() -> None:
    match = match_at(for_two())
    match.play(0, "choose gent")
    match.play(0, moves(match, 0)[0])
    match.play(0, moves(match, 0)[0])
    assert match.decision(0) is None
    assert match.decision(1).kind == "turn"
    assert BOX.card["gent"] in match.view(None).seats[0].played


def test_an_impossible_influence_card_is_forfeited() -> None:
    laid = {"L2": "yellow", "S2": "grey", "S3": "grey", "L3": "green"}
    laid |= {"L1": "green", "S1": "grey"}
    towns = {"brugge": {"area": 1, "laid": {**laid, "M1": "red"}}}
    blocked = {"sites": 0}
    match = match_at(for_two(deck=[["green", "gent"], ["red", "site"]], towns=towns))
    state = match._state
    state.sites = blocked["sites"]
    told = match.play(0, "choose influence")
    assert kinds(told)[:2] == ["turned up", "idle"]
    assert "choose gent" in moves(match, 0)


def test_the_card_of_a_scored_town_leaves_the_game_and_another_is_turned_up() -> None:
    full = TAKEN
    match = match_at(for_two(towns={"brugge": {"area": 1, "laid": full, "scored": True}}))
    told = match.play(0, "choose influence")
    assert kinds(told)[:2] == ["card of a scored town", "turned up"]
    assert told[1].data["card"] == "Gent"


def test_a_result_is_the_own_guild_and_the_guild_under_influence() -> None:
    state, _ = play_out(2, 9)
    points, sheet = state.points(), GAME.scoresheet(state)
    assert list(sheet.totals) == [points[s.guild] + points[s.influenced] for s in state.seats]
    assert state.bonus == [0, 0]
    assert sheet.rows[-1][0] == "guild under influence"


def test_turns_without_a_district_end_the_game() -> None:
    def stall(ask: Any, rng: Any) -> Any:
        idle = [move for move in ask.moves if move.text == "choose pickup"]
        return (idle or list(ask.moves))[0]

    state, told = play_out(2, 3, choose=stall)
    assert state.over
    assert len(scoring.scoresheet(state, BOX).rows) == 7
    assert "ends" in kinds(told)


def test_the_game_ends_when_only_guilds_under_influence_could_still_build() -> None:
    state, told = play_out(2, 4)
    assert not state.open_towns()
    assert kinds(told)[-1] == "ends"


def test_an_influence_action_that_was_written_behind_the_own_one_is_not_kept_for_the_next_turn() -> None:
    """It has begun by itself by then; kept, it would decide the order of the actions of another turn."""
    match = match_at(for_two())
    book: dict[int, Plan] = {0: Plan(), 1: Plan()}
    decision = match.decision(0)
    account = apply_letter(
        match, book, 0, ["choose site", "lay blue S2 gent", "choose influence"], serial=decision.serial
    )
    assert [line.state for line in account.lines] == ["played", "played", "played"]
    assert book[0].kept == []
    assert (match.decision(0).kind, match.position()["card"]) == ("act", ["red", "brugge"])


def test_influence_cards_are_refused_by_name_where_there_are_none() -> None:
    with pytest.raises(IllegalMove, match="with two players there are no influence cards"):
        match_at(for_two()).play(0, "choose gent with 1")


# Area 1 with two spaces left: blue, yellow, grey and the church border L2, so only green or red can be laid there, and
# L1 touches a district with a long side only when something lies on L2.
LAST_TWO = {"L3": "yellow", "L4": "green", "M1": "blue", "M2": "green", "M3": "red", "M4": "blue", "S1": "grey",
            "S2": "grey", "S3": "yellow", "S4": "red"}  # fmt: skip
SPACES = [f"{shape}{number}" for shape in "SML" for number in range(1, 5)]
DONE = {"covered": SPACES, "scored": True}


def last_town(**rest: Any) -> dict[str, Any]:
    towns = dict.fromkeys(("brugge", "gent", "ieper", "leuven", "utrecht"), DONE)
    towns = {name: {"area": area, **town} for area, (name, town) in enumerate(towns.items(), 2)}
    return for_two(towns={**towns, "luik": {"area": 1, "laid": LAST_TWO}}, **rest)


def test_the_game_goes_on_while_a_guild_under_influence_may_yet_open_a_space_for_somebody() -> None:
    match = match_at(last_town(deck=[["red", "site"], ["green", "luik"]], done=["own", "influence"], moved=True))
    assert not match.over
    assert match.decisions[0].seat == 1
    match.play(1, "choose influence")
    assert moves(match, 1) == ["lay green L2", "lay green1 L2", "lay green2 L2"]
    match.play(1, "lay green L2")
    match.play(1, "choose luik")
    match.play(1, "lay yellow L1")
    assert match.over
    assert match.view(None).town(5).points[1] > 0


def test_it_ends_when_no_such_space_is_left_for_them() -> None:
    laid = {**LAST_TWO, "M2": "yellow", "S2": "blue", "L1": "green"}
    towns = {
        name: {"area": area, **DONE} for area, name in enumerate(("brugge", "gent", "ieper", "leuven", "utrecht"), 2)
    }
    data = for_two(towns={**towns, "luik": {"area": 1, "laid": laid}}, done=["own", "influence"], moved=True)
    assert match_at(data).over


def lines_of(match: Match, *lines: str) -> list[str]:
    decision = match.decision(0)
    return [line.state for line in apply_letter(match, {}, 0, lines, serial=decision.serial).lines]


def test_an_order_that_is_possible_only_behind_another_of_its_kind_does_not_contradict_it() -> None:
    match = Match.start(GAME, 2, {option.name: option.choices[-1] for option in GAME.options}, secret=SECRET)
    while (decision := match.decisions[0]).seat or not decision.moves[0].text.startswith("influence"):
        match.play(decision.seat, decision.moves[0])
    assert decision.kind == "setup"
    assert lines_of(match, decision.moves[0].text, "area 6 luik")[0] == "played"


def test_orders_of_one_kind_with_another_between_them_are_a_sequence() -> None:
    match = match_at(for_two())
    match.play(0, "choose influence")
    assert lines_of(match, "lay red S3", "choose gent", "lay grey S2") == ["played"] * 3


def test_two_actions_of_one_turn_are_ordered_one_behind_the_other() -> None:
    match = match_at(for_two())
    match.play(0, "choose influence")
    second = moves(match, 0)[0]
    assert lines_of(match_at(for_two()), "choose influence", second) == ["played", "played"]


def test_two_orders_of_which_only_one_can_be_done_are_asked_back() -> None:
    match = match_at(for_two())
    match.play(0, "choose influence")
    first, *_, last = moves(match, 0)
    assert lines_of(match, first, last) == ["refused", "refused"]
    assert match.decision(0).kind == "act"
