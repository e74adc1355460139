"""Whole games of random moves, of every variant: what must hold after every move, whatever is played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Match, verify
from engine.agenda import Task
from engine.bruges import GAME, Bruges
from engine.bruges.rules.tasks import Mason
from engine.bruges.state import GONE, State
from engine.chance import Chance
from engine.decisions import Ask, Decision
from engine.match.export import export, replay
from tests.engine import styles
from tests.engine.bruges.table import club_file, deck_where

SLOW = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
NAMES = [option.name for option in GAME.options]
OPTIONS = [dict(zip(NAMES, chosen, strict=True)) for chosen in product(*(o.choices for o in GAME.options))]


CLUB = GAME.with_deck(club_file(), "club.json")


@dataclass(frozen=True)
class Table:
    """A game to be played at random."""

    seed: int
    seats: int
    options: dict[str, str]
    game: Bruges = GAME

    def __str__(self) -> str:
        deck = "our deck" if self.game is GAME else "a club's deck"
        return f"{self.seats} seats, {', '.join(self.options.values())}, {deck}"


# Half of all persons let any worker build, so that it is often asked which.
MASONS = deck_where(
    **{
        name: {"icon": "improves", "effect": [{"kind": "improve", "action": "house", "any_colour": True}]}
        for name in GAME.cards.name[::2]
    }
)
TABLES = st.builds(
    Table, st.integers(0, 2**32), st.integers(2, 4), st.sampled_from(OPTIONS), st.sampled_from((GAME, CLUB))
)
EVERY_KIND = [Table(7, *kind) for kind in product((2, 3, 4), OPTIONS, (GAME, CLUB))]
Look = Callable[[State, tuple[Ask, ...]], object]


def decided(ask: Ask) -> Decision:
    return Decision(ask.seat, ask.kind, 1, ask.moves, ask.prompt, ask.sealed, ask.passing)


def play_out(table: Table, look: Look) -> State:
    """A game of random moves by players of mixed styles; `look(state, asks)` at every position."""
    rng = Random(table.seed)
    seated = styles.seated(GAME.slug, table.seats, rng)
    chance = Chance(table.seed.to_bytes(32, "big"))
    state, _ = table.game.start(table.seats, table.options, chance)
    while asks := GAME.asks(state):
        look(state, asks)
        ask = rng.choice(asks)
        move = styles.choose(GAME, seated[ask.seat], ask, rng, partial(GAME.view, state, ask.seat))
        GAME.play(state, ask.seat, move, chance)
    look(state, ())
    assert GAME.over(state)
    return state


def all_cards(state: State) -> list[int]:
    cards = [card for pile in (*state.piles, state.extra or [], state.discard) for card in pile]
    for seat in state.seats:
        cards += [*seat.cards(), *seat.persons(), *(house.card for house in seat.houses)]
    return cards


def assert_all_cards(state: State) -> None:
    assert sorted(all_cards(state)) == list(range(len(GAME.deck_of(state))))


def check_pieces(state: State) -> None:
    assert_all_cards(state)
    statues = state.statues + [value for seat in state.seats for value in seat.statues]
    assert sorted(statues) == [2, 3, 4, 5, 6, 7]
    for seat in state.seats:
        assert max(seat.threats) < 3  # so that four seats never hold all nine of a colour
        assert min(seat.guilders, seat.points, *seat.workers, *seat.threats) >= 0
        assert max(seat.threats) <= 2
        assert len(seat.statues) <= 2
        assert all(0 <= built <= 5 for built in seat.canals)
        assert set(seat.public) <= set(seat.hand)


def check_texts(state: State, asks: tuple[Ask, ...], game: Bruges) -> None:
    assert len({ask.seat for ask in asks}) == len(asks)
    for ask in asks:
        texts = [move.text for move in ask.moves]
        assert len(set(texts)) == len(texts) >= 2
        view = GAME.view(state, ask.seat)
        for move, text in zip(ask.moves, texts, strict=True):
            assert game.reads(text), text
            assert GAME.read(text, view, decided(ask), ask.seat) == move
            assert GAME.why_not(view, ask.seat, move) == ""


@given(table=TABLES)
@SLOW
def test_no_piece_is_ever_lost_or_made(table: Table):
    play_out(table, lambda state, asks: check_pieces(state))


@pytest.mark.parametrize("table", EVERY_KIND, ids=str)
def test_every_variant_is_played_to_its_end(table: Table):
    state = play_out(table, lambda state, asks: check_pieces(state))
    assert len(state.piles) == (5 if table.options["piles"] == "five" else 2)
    assert (len(GAME.deck_of(state)) < 165) == (table.options["persons"] == "friendly")
    assert state.extra is None


@pytest.mark.parametrize("table", EVERY_KIND[::5], ids=str)
def test_a_match_of_any_variant_is_the_same_when_loaded_and_when_played_again(table: Table):
    secret, rng = table.seed.to_bytes(32, "big"), Random(table.seed)
    match = Match.start(table.game, table.seats, table.options, secret=secret)
    while match.decisions:
        decision = rng.choice(match.decisions)
        match.play(decision.seat, rng.choice(decision.moves))
    assert Match.load(match.dump(), secret=secret).dump() == match.dump()
    written = json.loads(json.dumps(export(match, ["Anna"] * table.seats)))
    assert replay(written).dump() == match.dump()
    assert any(sentence.startswith("The deck in the file is the one") for sentence in verify.verify(written))


@given(table=TABLES)
@settings(SLOW, max_examples=5)
def test_every_text_is_read_as_its_move(table: Table):
    play_out(table, lambda state, asks: check_texts(state, asks, table.game))


@given(table=TABLES)
@SLOW
def test_a_dumped_state_loads_equal_and_shares_nothing(table: Table):
    def look(state: State, asks: tuple[Ask, ...]) -> None:
        dumped = GAME.dump(state)
        loaded = GAME.load(dumped)
        assert loaded == state
        assert GAME.dump(loaded) == dumped
        copy = GAME.copy(state)
        assert copy == state

    play_out(table, look)


@given(table=TABLES)
@settings(SLOW, max_examples=6)
def test_a_copy_that_is_played_leaves_its_original_alone(table: Table):
    rng = Random(table.seed)

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        before = GAME.dump(state)
        if asks:
            ask = rng.choice(asks)
            GAME.play(GAME.copy(state), ask.seat, rng.choice(ask.moves), Chance(bytes(32)))
        assert GAME.dump(state) == before

    play_out(table, look)


@given(table=TABLES)
@settings(SLOW, max_examples=5)
def test_a_written_position_is_read_as_the_same_state(table: Table):
    def look(state: State, asks: tuple[Ask, ...]) -> None:
        assert table.game.read_position(GAME.write_position(state)) == state

    play_out(table, look)


# --- what a view may hold ------------------------------------------------------------------------------


def shuffled_hidden(state: State, viewer: int | None, rng: Random) -> State:
    """Another state that looks the same to a seat: hidden cards change places wherever no seen colour changes.

    Other hands lie in another order, and any of their cards may be the one that is to become a house.
    """
    cards = GAME.deck_of(state)
    twin = state.copy()
    known = set(GAME.view(state, viewer).discard)
    for number, seat in enumerate(state.seats):
        known.update(seat.persons())
        known.update(seat.public)
        if number == viewer:
            known.update(seat.hand[: len(seat.hand) - seat.unseen])
            known.update(house.card for house in seat.houses)
    # Of two piles nobody sees what lies below the top; of five everybody knows the colour.
    by_colour = len(state.piles) == 5
    under = [card for pile in state.piles for card in pile[:-1] if not by_colour] + (state.extra or [])
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

    below = face if by_colour else deep
    twin.piles = [[*map(below, pile[:-1]), *map(face, pile[-1:])] for pile in state.piles]
    twin.extra = None if state.extra is None else [deep(card) for card in state.extra]
    twin.discard = [face(card) for card in state.discard]
    twin.veiled = [(face(card), owner) for card, owner in state.veiled]
    for seat in twin.seats:
        seat.hand = [face(card) if card >= 0 else card for card in seat.hand]
        seat.houses = [type(h)(h.colour, face(h.card), h.person, h.used) for h in seat.houses]
    for number, seat in enumerate(twin.seats):
        if number != viewer:
            rng.shuffle(seat.hand)
            twin.agenda = [another_house(seat.hand, task, number, rng) for task in twin.agenda]
    return twin


def another_house(hand: list[int], task: Task, number: int, rng: Random) -> Task:
    if not isinstance(task, Mason) or task.seat != number:
        return task
    return Mason(number, rng.choice([slot for slot, card in enumerate(hand) if card != GONE]))


@given(table=TABLES)
@settings(SLOW, max_examples=6)
def test_no_view_changes_when_what_it_hides_changes(table: Table):
    rng = Random(table.seed)

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        viewer = rng.choice([None, *range(table.seats)])
        twin = shuffled_hidden(state, viewer, rng)
        assert sorted(all_cards(twin)) == sorted(all_cards(state))
        assert GAME.view(twin, viewer) == GAME.view(state, viewer)

    play_out(table, look)


@pytest.mark.parametrize("seats", [2, 4])
def test_no_other_view_tells_which_card_becomes_a_house_while_its_worker_is_chosen(seats: int):
    rng, met = Random(seats), Counter[int]()

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        if asks and asks[0].kind == "mason":
            builder = asks[0].seat
            for viewer in (None, *(other for other in range(seats) if other != builder)):
                view = GAME.view(state, viewer)
                assert GAME.view(shuffled_hidden(state, viewer, rng), viewer) == view
                full = GAME.imagine(view, rng)
                assert GAME.view(full, viewer) == view
                GAME.play(full, builder, rng.choice(asks[0].moves), Chance(bytes(32)))
                met[builder] += 1

    play_out(Table(seats, seats, {}, MASONS), look)
    assert len(met) > 1


@given(table=TABLES)
@settings(SLOW, max_examples=6)
def test_an_imagined_state_gives_the_view_it_was_made_from(table: Table):
    rng = Random(table.seed)

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for viewer in {ask.seat for ask in asks} or {None}:
            view = GAME.view(state, viewer)
            full = GAME.imagine(view, rng)
            assert_all_cards(full)
            assert GAME.view(full, viewer) == view
            if viewer is not None:
                assert [ask for ask in GAME.asks(full) if ask.seat == viewer] == [a for a in asks if a.seat == viewer]

    play_out(table, look)


@given(table=TABLES)
@settings(SLOW, max_examples=6)
def test_legal_moves_are_the_same_from_the_own_view(table: Table):
    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for ask in asks:
            own = [a for a in GAME.asks(GAME.view(state, ask.seat)) if a.seat == ask.seat]
            assert own == [ask]

    play_out(table, look)


@pytest.mark.parametrize("table", EVERY_KIND[::3], ids=str)
def test_standing_orders_and_defaults_answer_only_with_legal_moves(table: Table):
    rules = {rule.topic: rule.text for rule in GAME.default_rules}

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for ask in asks:
            move = GAME.prefer(GAME.view(state, ask.seat), decided(ask), rules)
            assert move is None or move in ask.moves
            assert (move is not None) == (GAME.topic(decided(ask)) in rules)

    play_out(table, look)
