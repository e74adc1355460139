"""Whole games of random moves, of every layout and number of seats: what must hold after every move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.chance import Chance
from engine.decisions import Ask
from engine.venise import GAME
from engine.venise.data.box import shipped
from engine.venise.rules.setup import cards_for
from engine.venise.rules.variants import CAP, LAYOUT
from engine.venise.rules.view import known_cards
from engine.venise.state import DECKS, State
from tests.engine import styles
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


def play_out(game: Game, look: Look) -> State:
    """A game of random moves by players of mixed styles; `look(state, asks)` at every position."""
    rng, chance = Random(game.seed), Chance(game.seed.to_bytes(32, "big"))
    state, _ = GAME.start(game.seats, {"layout": game.layout, CAP.name: 40}, chance)
    seated = styles.seated(GAME.slug, game.seats, rng)
    while asks := GAME.asks(state):
        look(state, asks)
        ask = rng.choice(asks)
        move = styles.choose(GAME, seated[ask.seat], ask, rng, partial(GAME.view, state, ask.seat))
        GAME.play(state, ask.seat, move, chance)
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


@pytest.mark.parametrize("game", EVERY_KIND, ids=str)
def test_no_piece_is_ever_lost_or_made(game: Game):
    play_out(game, lambda state, asks: check_pieces(state))


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
def test_an_imagined_state_has_all_pieces(game: Game):
    rng = Random(game.seed)

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for viewer in {ask.seat for ask in asks} or {None}:
            check_pieces(GAME.imagine(GAME.view(state, viewer), rng))

    play_out(game, look)


@pytest.mark.parametrize("game", EVERY_KIND[::5], ids=str)
def test_gifts_never_wait_for_anybody(game: Game):
    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for ask in asks:
            if ask.kind == "gift":
                assert GAME.prefer(GAME.view(state, ask.seat), decided(ask), {"cubes": "ask"}) is not None

    play_out(game, look)


@pytest.mark.parametrize("game", EVERY_KIND[1::4], ids=str)
def test_points_are_those_of_a_second_scoring_written_apart(game: Game):
    def look(state: State, asks: tuple[Ask, ...]) -> None:
        assert list(GAME.scoresheet(state).totals) == points(GAME.dump(state))

    play_out(game, look)
