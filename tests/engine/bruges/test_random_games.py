"""Whole games of random moves: what must hold after every move, whatever is played."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.bruges import GAME
from engine.bruges.state import State
from engine.chance import Chance
from engine.decisions import Ask, Decision

SLOW = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def decided(ask: Ask) -> Decision:
    return Decision(ask.seat, ask.kind, 1, ask.moves, ask.prompt, ask.sealed, ask.passing)


def play_out(seed: int, seats: int, look) -> State:
    """A game of random moves; `look(state, asks)` at every position."""
    rng = Random(seed)
    chance = Chance(seed.to_bytes(32, "big"))
    state, _ = GAME.start(seats, {}, chance)
    while asks := GAME.asks(state):
        look(state, asks)
        ask = rng.choice(asks)
        GAME.play(state, ask.seat, rng.choice([*ask.moves, *ask.unasked]), chance)
    look(state, ())
    assert GAME.over(state)
    return state


def all_cards(state: State) -> list[int]:
    cards = [card for pile in (*state.piles, state.extra or [], state.discard) for card in pile]
    for seat in state.seats:
        cards += [*seat.cards(), *seat.persons(), *(house.card for house in seat.houses)]
    return cards


def check_pieces(state: State) -> None:
    assert sorted(all_cards(state)) == list(range(165))
    for colour in range(5):
        assert 0 <= state.supply(colour) <= 9
    statues = state.statues + [value for seat in state.seats for value in seat.statues]
    assert sorted(statues) == [2, 3, 4, 5, 6, 7]
    for seat in state.seats:
        assert min(seat.guilders, seat.points, *seat.workers, *seat.threats) >= 0
        assert max(seat.threats) <= 2
        assert len(seat.statues) <= 2
        assert all(0 <= built <= 5 for built in seat.canals)
        assert set(seat.public) <= set(seat.hand)


def check_texts(state: State, asks: tuple[Ask, ...]) -> None:
    assert len({ask.seat for ask in asks}) == len(asks)
    for ask in asks:
        texts = [move.text for move in ask.moves]
        assert len(set(texts)) == len(texts) >= 2
        view = GAME.view(state, ask.seat)
        for move, text in zip(ask.moves, texts, strict=True):
            assert GAME.reads(text), text
            assert GAME.read(text, view, decided(ask), ask.seat) == move
            assert GAME.why_not(view, ask.seat, move) == ""


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4))
@SLOW
def test_no_piece_is_ever_lost_or_made(seed, seats):
    play_out(seed, seats, lambda state, asks: check_pieces(state))


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4))
@settings(SLOW, max_examples=5)
def test_every_text_is_read_as_its_move(seed, seats):
    play_out(seed, seats, check_texts)


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4))
@SLOW
def test_a_dumped_state_loads_equal_and_shares_nothing(seed, seats):
    def look(state: State, asks: tuple[Ask, ...]) -> None:
        dumped = GAME.dump(state)
        loaded = GAME.load(dumped)
        assert loaded == state
        assert GAME.dump(loaded) == dumped
        copy = GAME.copy(state)
        assert copy == state

    play_out(seed, seats, look)


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4))
@settings(SLOW, max_examples=6)
def test_a_copy_that_is_played_leaves_its_original_alone(seed, seats):
    rng = Random(seed)

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        before = GAME.dump(state)
        if asks:
            ask = rng.choice(asks)
            GAME.play(GAME.copy(state), ask.seat, rng.choice(ask.moves), Chance(bytes(32)))
        assert GAME.dump(state) == before

    play_out(seed, seats, look)


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4))
@settings(SLOW, max_examples=5)
def test_a_written_position_is_read_as_the_same_state(seed, seats):
    def look(state: State, asks: tuple[Ask, ...]) -> None:
        assert GAME.read_position(GAME.write_position(state)) == state

    play_out(seed, seats, look)


# --- what a view may hold ------------------------------------------------------------------------------


def shuffled_hidden(state: State, viewer: int | None, rng: Random) -> State:
    """Another state that looks the same to a seat: hidden cards change places wherever no seen colour changes."""
    cards = GAME.deck_of(state)
    twin = state.copy()
    known = set(GAME.view(state, viewer).discard)
    for number, seat in enumerate(state.seats):
        known.update(seat.persons())
        known.update(seat.public)
        if number == viewer:
            known.update(seat.hand[: len(seat.hand) - seat.unseen])
            known.update(house.card for house in seat.houses)
    under = [card for pile in state.piles for card in pile[:-1]] + (state.extra or [])
    backs = [card for card in all_cards(state) if card not in known and card not in under]
    new: dict[int, int] = {}
    # First any two hidden cards of one colour change places, then those whose back is not seen in any way.
    for colour in range(5):
        same = [card for card in (*under, *backs) if cards.colour[card] == colour]
        new |= dict(zip(same, rng.sample(same, len(same)), strict=True))
    swap = dict(zip(under, rng.sample(under, len(under)), strict=True))

    def face(card: int) -> int:
        return new.get(card, card)

    def deep(card: int) -> int:
        return face(swap[card])

    twin.piles = [[*map(deep, pile[:-1]), *map(face, pile[-1:])] for pile in state.piles]
    twin.extra = None if state.extra is None else [deep(card) for card in state.extra]
    twin.discard = [face(card) for card in state.discard]
    twin.veiled = [(face(card), owner) for card, owner in state.veiled]
    for seat in twin.seats:
        seat.hand = [face(card) if card >= 0 else card for card in seat.hand]
        seat.houses = [type(h)(h.colour, face(h.card), h.person, h.used) for h in seat.houses]
    return twin


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4))
@settings(SLOW, max_examples=6)
def test_no_view_changes_when_what_it_hides_changes(seed, seats):
    rng = Random(seed)

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        viewer = rng.choice([None, *range(seats)])
        twin = shuffled_hidden(state, viewer, rng)
        assert sorted(all_cards(twin)) == list(range(165))
        assert GAME.view(twin, viewer) == GAME.view(state, viewer)

    play_out(seed, seats, look)


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4))
@settings(SLOW, max_examples=6)
def test_an_imagined_state_gives_the_view_it_was_made_from(seed, seats):
    rng = Random(seed)

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for viewer in {ask.seat for ask in asks} or {None}:
            view = GAME.view(state, viewer)
            full = GAME.imagine(view, rng)
            assert sorted(all_cards(full)) == list(range(165))
            assert GAME.view(full, viewer) == view
            if viewer is not None:
                assert [ask for ask in GAME.asks(full) if ask.seat == viewer] == [a for a in asks if a.seat == viewer]

    play_out(seed, seats, look)


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4))
@settings(SLOW, max_examples=6)
def test_legal_moves_are_the_same_from_the_own_view(seed, seats):
    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for ask in asks:
            own = [a for a in GAME.asks(GAME.view(state, ask.seat)) if a.seat == ask.seat]
            assert own == [ask]

    play_out(seed, seats, look)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_serial_is_never_needed_twice(seats):
    """An occasion that is over does not come back: its words are new for every later choice of the seat."""
    over: dict[int, list[str]] = {number: [] for number in range(seats)}

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for ask in asks:
            seen = over[ask.seat]
            if not seen or seen[-1] != ask.occasion:
                assert ask.occasion not in seen
                seen.append(ask.occasion)

    play_out(seats, seats, look)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_standing_orders_and_defaults_answer_only_with_legal_moves(seats):
    rules = {rule.topic: rule.text for rule in GAME.default_rules}

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for ask in asks:
            move = GAME.prefer(GAME.view(state, ask.seat), decided(ask), rules)
            assert move is None or move in ask.moves
            assert (move is not None) == (GAME.topic(decided(ask)) in rules)

    play_out(10 + seats, seats, look)
