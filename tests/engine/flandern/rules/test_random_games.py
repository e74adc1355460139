"""Whole games of random moves: what must hold after every move, whatever is played."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.bots import bots
from engine.decisions import Ask, Decision, Move
from engine.flandern import GAME
from engine.flandern.data.box import CHURCH, COATS, PICKUP, SITE
from engine.flandern.rules import moves
from engine.flandern.state import State
from tests.engine.flandern.second_scoring import points_of
from tests.engine.flandern.table import BOX, play_out

SLOW = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
TABLES = st.tuples(st.integers(2, 4), st.integers(0, 2**32), st.sampled_from(["lots", "choose"]))
EVERY = [(seats, seats, setup) for seats in (2, 3, 4) for setup in ("lots", "choose")]


def decided(ask: Ask) -> Decision:
    return Decision(ask.seat, ask.kind, 1, ask.moves, ask.prompt, ask.sealed, ask.passing, ask.unasked)


# --- what lies on the table ------------------------------------------------------------------------------


def check_neighbours(state: State) -> None:
    for town in state.towns:
        if town is None:
            continue
        spaces = town.layout(BOX).spaces
        for at, tile in town.laid.items():
            for other, neighbour in town.laid.items():
                same_tile = tile.part == other or neighbour.part == at
                if at != other and spaces[at].borders >> other & 1 and not same_tile:
                    assert tile.coat != neighbour.coat


def check_tiles(state: State) -> None:
    """Districts laid and in stock are the full sets, and so are the pieces and the cards."""
    towns = [town for town in state.towns if town is not None]
    laid = [tile for town in towns for at, tile in town.laid.items() if tile.part < 0 and at]
    for coat, left in enumerate(state.stock):
        full = sum(BOX.church if coat == CHURCH else BOX.stock) if left else 0
        assert sum(left) + sum(tile.coat == coat for tile in laid) == full
    open_sites = sum(tile.site for town in towns if not town.scored for tile in town.laid.values() if tile.part < 0)
    assert state.sites + open_sites == 10
    if not state.pair:
        assert state.cathedrals + sum(tile.cathedral for town in towns for tile in town.laid.values()) == 4
        assert state.masters + sum(tile.pieces for town in towns for tile in town.laid.values()) == 4
        golden = len(state.pile) + len(state.gone) + (state.golden >= 0)
        assert golden == 28 - (len(state.seats) == 3)


def check_hands(state: State) -> None:
    """Every card of an open town, the building site and the pick-up are in the hand or the played row, once."""
    if state.phase == "setup":
        return
    useful = [n for n, town in enumerate(state.towns) if town is not None and not town.scored]
    for seat in state.seats:
        assert sorted([*seat.hand, *seat.played]) == sorted([*useful, SITE, PICKUP])


@given(table=TABLES)
@SLOW
def test_districts_pieces_and_cards_are_conserved_and_no_neighbours_share_a_coat(table):
    def look(state: State, asks: tuple[Ask, ...]) -> None:
        check_neighbours(state)
        check_tiles(state)
        check_hands(state)

    seats, seed, setup = table
    state, _ = play_out(seats, seed, look, setup=setup)
    assert state.round <= 28 or seats == 2


@given(table=TABLES)
@SLOW
def test_every_town_is_scored_once_and_as_the_second_scoring_says(table):
    seats, seed, setup = table
    state, told = play_out(seats, seed, setup=setup)
    scored = Counter(event.data["name"] for event in told if event.kind == "scored")
    in_game = [n for n, town in enumerate(state.towns) if town is not None]
    assert scored == dict.fromkeys((BOX.town_name[n] for n in in_game), 1)
    totals = Counter[str]()
    for number in in_game:
        town = state.town(number)
        value, points = points_of(town)
        assert town.value == value
        assert {COATS[coat]: got for coat, got in enumerate(town.points) if got} == {
            c: p for c, p in points.items() if p
        }
        totals.update(points)
    check_totals(state, totals)


def check_totals(state: State, totals: Counter[str]) -> None:
    sheet = GAME.scoresheet(state)
    most = max(seat.influence for seat in state.seats)
    for number, seat in enumerate(state.seats):
        expected = totals[COATS[seat.guild]]
        if len(state.seats) == 2:
            expected += totals[COATS[seat.influenced]]
        elif most and seat.influence == most:
            expected += 3
        assert sheet.totals[number] == expected
        assert sheet.ranks[number] == 1 + sum(other > expected for other in sheet.totals)


@pytest.mark.parametrize(("seats", "seed", "setup"), EVERY[::2])
def test_what_is_legal_has_nothing_against_it_and_what_is_not_has_a_reason(seats, seed, setup):
    rng = Random(5)
    seen: list[Move] = []

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for ask in asks:
            view = GAME.view(state, ask.seat)
            for move in rng.sample(ask.moves, min(5, len(ask.moves))):
                assert GAME.why_not(view, ask.seat, move) == ""
                assert GAME.never(view, ask.seat, move) == ""
                seen.append(move)
            for move in rng.sample(seen, min(5, len(seen))):
                if GAME.as_now(move, view, decided(ask)) not in ask.moves:
                    assert GAME.why_not(view, ask.seat, move), move
            check_attachable(state, ask.seat, rng)

    play_out(seats, seed, look, setup=setup)


def check_attachable(state: State, seat: int, rng: Random) -> None:
    """What the chosen card could do now may be attached to the choice."""
    own = state.seats[seat]
    action = moves.silver(own.choice[0], own.guild) if own.choice and state.phase == "choose" else None
    found = list(moves.ways(state, BOX, action)) if action else []
    for move in rng.sample(found, min(5, len(found))):
        assert GAME.never(GAME.view(state, seat), seat, move) == ""


# --- what a view may hold ------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "seed", "setup"), EVERY)
def test_an_imagined_state_has_all_tiles(seats, seed, setup):
    rng = Random(3)

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for viewer in (None, *range(seats)):
            check_tiles(GAME.imagine(GAME.view(state, viewer), rng))

    play_out(seats, seed, look, setup=setup)


def other_secrets(state: State, viewer: int | None, rng: Random) -> State:
    """Another state that must look the same to a seat: cards, golden card and choices of others are exchanged."""
    twin = state.copy()
    shown = state.phase == "gold" or viewer == state.start
    if state.pair:
        rng.shuffle(twin.deck)
        return twin
    hidden = [*twin.pile, *([] if shown or state.golden < 0 else [state.golden])]
    rng.shuffle(hidden)
    twin.pile = hidden[: len(twin.pile)]
    twin.golden = state.golden if len(hidden) == len(twin.pile) else hidden[-1]
    for number, seat in enumerate(twin.seats):
        if state.phase == "choose" and number != viewer and seat.choice:
            seat.choice = (rng.choice(seat.hand), rng.randint(0, seat.influence))
    return twin


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_view_changes_when_what_it_hides_changes(seats: int):
    rng = Random(seats)

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for viewer in (None, *range(seats)):
            assert GAME.view(other_secrets(state, viewer, rng), viewer) == GAME.view(state, viewer)

    play_out(seats, seats, look)


def test_the_greedy_bot_never_chooses_what_is_not_offered():
    rng = Random(4)

    def choose(ask: Ask, _: Random):
        return rng.choice(ask.moves)

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        if asks and rng.random() < 0.03:
            ask = rng.choice(asks)
            chosen = bots["greedy"].choose(GAME, GAME.view(state, ask.seat), decided(ask), Random(1))
            assert chosen in ask.moves

    play_out(3, 5, look, choose)


def test_rounds_in_which_nobody_has_a_choice_come_up_among_players_who_spend_what_they_have():
    """What a game does in them is tested by all that is said of random games only if there are such rounds."""
    seed, without_choice = 0, 0
    while not without_choice and seed < 30:
        asked: set[int] = set()

        def look(state: State, asks: tuple[Ask, ...], asked: set[int] = asked) -> None:
            asked.update(state.round for ask in asks if ask.kind == "choose")

        state, _ = play_out(3 + seed % 2, seed, look, seated=("one influence card a round",) * 4)
        assert state.over
        without_choice = len({*range(1, state.round + 1)} - asked)
        seed += 1
    assert without_choice


def test_a_golden_card_is_known_to_all_once_it_is_carried_out_whether_or_not_there_was_a_choice() -> None:
    _, told = play_out(4, 3)
    gold = [event for event in told if event.data.get("gold")]
    assert gold
    assert all(GAME.reveals([event], seat) for event in gold for seat in range(4))
