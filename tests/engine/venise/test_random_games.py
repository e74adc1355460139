"""Whole games of random moves, of every layout and number of seats: what must hold after every move."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Match
from engine.chance import Chance
from engine.decisions import Ask, Move
from engine.export import export, replay
from engine.venise import CAP, GAME, LAYOUT
from engine.venise.box import shipped
from engine.venise.setup import cards_for
from engine.venise.state import DECKS, State
from engine.venise.view import known_cards
from tests.engine.venise.second_scoring import points
from tests.engine.venise.table import decided

SLOW = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
RULES = {rule.topic: rule.text for rule in GAME.default_rules}


@dataclass(frozen=True)
class Game:
    """A game to be played at random."""

    seed: int
    seats: int
    layout: str

    def __str__(self) -> str:
        return f"{self.seats} seats, {self.layout}"


GAMES = st.builds(Game, st.integers(0, 2**32), st.integers(2, 4), st.sampled_from(LAYOUT.choices))
EVERY_KIND = [Game(7, seats, str(layout)) for seats, layout in product((2, 3, 4), LAYOUT.choices)]
Look = Callable[[State, tuple[Ask, ...]], object]


def choose(ask: Ask, rng: Random) -> Move:
    """Any verb first, so that the many ways to lay cubes do not drown the rest; then any move of it."""
    verb = rng.choice(sorted({move.verb for move in ask.moves}))
    return rng.choice([move for move in ask.moves if move.verb == verb])


def play_out(game: Game, look: Look) -> State:
    """A game of random moves; `look(state, asks)` at every position."""
    rng, chance = Random(game.seed), Chance(game.seed.to_bytes(32, "big"))
    state, _ = GAME.start(game.seats, {"layout": game.layout, CAP.name: 40}, chance)
    while asks := GAME.asks(state):
        look(state, asks)
        ask = rng.choice(asks)
        extra = [choose(ask, rng)] * 9
        GAME.play(state, ask.seat, rng.choice([*extra, *ask.unasked]), chance)
    look(state, ())
    assert GAME.over(state)
    return state


def check_pieces(state: State) -> None:
    box = shipped()
    on_tiles = Counter(die[0] for die in state.dice if die)
    bridges = Counter(state.bridges.values())
    for number, seat in enumerate(state.seats):
        assert 0 <= on_tiles[number] < box.dice
        assert bridges[number] <= box.bridges
        assert sum(seat.stock) <= box.stock
        assert min(*seat.stock, *seat.store, seat.points) >= 0
        assert all(len(row) <= box.row for row in seat.rows)
        for laid in seat.laid():
            card = box.cards[laid.card]
            assert all(0 <= paid <= cost for paid, cost in zip(laid.paid, card.cost, strict=True))
            assert laid.paid != card.cost or not any(card.cost)
            assert 0 <= laid.held <= card.capacity * laid.ready
    assert min(*state.singles, *state.doubles) >= 0
    assert all(len(set(port)) == len(port) for port in state.ports)
    assert len(state.bonuses) <= 7
    for deck in range(len(DECKS)):
        there = [card for card in known_cards(state) if box.cards[card].deck == deck]
        assert sorted(there) == sorted(cards_for(deck, len(state.seats)))


def check_texts(state: State, asks: tuple[Ask, ...]) -> None:
    assert len({ask.seat for ask in asks}) == len(asks)
    for ask in asks:
        texts = [move.text for move in ask.moves]
        assert len(set(texts)) == len(texts) >= 2
        view = GAME.view(state, ask.seat)
        for move, text in zip(ask.moves, texts, strict=True):
            assert GAME.reads(text), text
            assert GAME.expand(text) == (text,)
            assert GAME.read(text, view, decided(ask), ask.seat) == move
            assert GAME.belongs(move, decided(ask), view)
            assert GAME.why_not(view, ask.seat, move) == ""


def check_menu(state: State, asks: tuple[Ask, ...]) -> None:
    for ask in asks:
        view = GAME.view(state, ask.seat)
        groups = GAME.menu(view, decided(ask))
        assert len(groups) <= 40
        assert sorted(move for group in groups for move in group.moves) == sorted(ask.moves)
        assert len(GAME.headline(view, decided(ask))) <= 40


@pytest.mark.parametrize("game", EVERY_KIND, ids=str)
def test_no_piece_is_ever_lost_or_made(game: Game):
    play_out(game, lambda state, asks: check_pieces(state))


@given(game=GAMES)
@settings(SLOW, max_examples=3)
def test_every_text_is_read_as_its_move(game: Game):
    rng = Random(game.seed)
    play_out(game, lambda state, asks: check_texts(state, asks) if rng.random() < 0.3 else None)


@given(game=GAMES)
@settings(SLOW, max_examples=3)
def test_no_menu_is_longer_than_forty_lines_and_none_leaves_a_move_out(game: Game):
    rng = Random(game.seed)
    play_out(game, lambda state, asks: check_menu(state, asks) if rng.random() < 0.2 else None)


@given(game=GAMES)
@settings(SLOW, max_examples=4)
def test_a_dumped_state_loads_equal_and_shares_nothing(game: Game):
    rng = Random(game.seed)

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        dumped = json.loads(json.dumps(GAME.dump(state)))
        assert GAME.load(dumped) == state
        before = json.dumps(dumped)
        copy = GAME.copy(state)
        assert copy == state
        if asks:
            ask = rng.choice(asks)
            GAME.play(copy, ask.seat, rng.choice(ask.moves), Chance(bytes(32)))
        assert json.dumps(GAME.dump(state)) == before

    play_out(game, look)


@given(game=GAMES)
@settings(SLOW, max_examples=4)
def test_a_written_position_is_read_as_the_same_state(game: Game):
    def look(state: State, asks: tuple[Ask, ...]) -> None:
        written = json.loads(json.dumps(GAME.write_position(state)))
        assert GAME.read_position(written) == state

    play_out(game, look)


def shuffled_hidden(state: State, viewer: int | None, rng: Random) -> State:
    """Another state that looks the same to a seat: the cards that it does not see change places."""
    twin = state.copy()
    for deck in range(len(DECKS)):
        hidden = list(state.decks[deck])
        drawing = bool(state.drawn) and shipped().cards[state.drawn[0]].deck == deck and viewer != state.active
        hidden += state.drawn if drawing else ()
        owners = [n for n in range(len(state.seats)) if n != viewer]
        hidden += [card for n in owners for of, cards in state.seats[n].pending if of == deck for card in cards]
        rng.shuffle(hidden)
        twin.decks[deck] = [hidden.pop() for _ in state.decks[deck]]
        if drawing:
            twin.drawn = tuple(hidden.pop() for _ in state.drawn)
        for n in owners:
            pending = twin.seats[n].pending
            twin.seats[n].pending = [
                (of, tuple(hidden.pop() for _ in cards) if of == deck else cards) for of, cards in pending
            ]
    return twin


@given(game=GAMES)
@settings(SLOW, max_examples=4)
def test_no_view_changes_when_what_it_hides_changes(game: Game):
    rng = Random(game.seed)

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        viewer = rng.choice([None, *range(game.seats)])
        assert GAME.view(shuffled_hidden(state, viewer, rng), viewer) == GAME.view(state, viewer)

    play_out(game, look)


@given(game=GAMES)
@settings(SLOW, max_examples=4)
def test_an_imagined_state_gives_its_view_and_the_same_moves(game: Game):
    rng = Random(game.seed)

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for viewer in {ask.seat for ask in asks} or {None}:
            view = GAME.view(state, viewer)
            full = GAME.imagine(view, rng)
            check_pieces(full)
            assert GAME.view(full, viewer) == view
            own = [ask for ask in asks if ask.seat == viewer]
            assert [ask for ask in GAME.asks(full) if ask.seat == viewer] == own
            assert [ask for ask in GAME.asks(view) if ask.seat == viewer] == own

    play_out(game, look)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_serial_is_never_needed_twice(seats: int):
    """An occasion that is over does not come back, but for a turn that is interrupted by nothing of its own."""
    over: dict[int, list[str]] = {number: [] for number in range(seats)}

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for ask in asks:
            seen = over[ask.seat]
            if not seen or seen[-1] != ask.occasion:
                assert ask.occasion not in seen
                seen.append(ask.occasion)

    play_out(Game(seats, seats, "free"), look)


@pytest.mark.parametrize("game", EVERY_KIND[::5], ids=str)
def test_standing_orders_answer_only_with_legal_moves_and_gifts_never_wait(game: Game):
    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for ask in asks:
            move = GAME.prefer(GAME.view(state, ask.seat), decided(ask), RULES)
            assert move is None or move in (*ask.moves, *ask.unasked)
            if ask.kind == "gift":
                assert GAME.prefer(GAME.view(state, ask.seat), decided(ask), {"cubes": "ask"}) is not None

    play_out(game, look)


@pytest.mark.parametrize("game", EVERY_KIND[::7], ids=str)
def test_a_match_is_the_same_when_loaded_and_when_played_again(game: Game):
    secret, rng = game.seed.to_bytes(32, "big"), Random(game.seed)
    match = Match.start(GAME, game.seats, {"layout": game.layout, "round_cap": 40}, secret=secret)
    while match.decisions:
        decision = rng.choice(match.decisions)
        match.play(decision.seat, rng.choice(decision.moves))
    assert Match.load(match.dump(), secret=secret).dump() == match.dump()
    written = json.loads(json.dumps(export(match, ["Anna"] * game.seats)))
    assert replay(written).dump() == match.dump()


def test_a_late_position_is_small():
    largest = 0

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        nonlocal largest
        largest = max(largest, len(json.dumps(GAME.dump(state))))

    play_out(Game(4, 4, "default"), look)
    assert largest <= 12_000


@pytest.mark.parametrize("game", EVERY_KIND[1::4], ids=str)
def test_points_are_those_of_a_second_scoring_written_apart(game: Game):
    def look(state: State, asks: tuple[Ask, ...]) -> None:
        assert list(GAME.scoresheet(state).totals) == points(GAME.dump(state))

    play_out(game, look)
