"""The options of the game: a deck without attacks, and five draw piles of a colour each."""

from __future__ import annotations

from statistics import mean

import pytest

from engine import BadOption, Match
from engine.bruges import GAME, Bruges
from engine.bruges.data.vocabulary import ATTACKS
from engine.bruges.state import COLOURS, State, back
from engine.bruges.words.story import recount
from engine.chance import Chance
from engine.decisions import Decision, Move
from engine.orders.reader import Once, Order, Reader
from engine.refusals import BadDeck, BadPosition, IllegalMove
from tests.engine.bruges.orders.test_preferences import preferred
from tests.engine.bruges.table import SECRET, Table, deck_where

FIVE, FRIENDLY = {"piles": "five"}, {"persons": "friendly"}
NAMES = ["Anna", "Bea", "Chidi", "Dora"]


def begin(seats: int, options: dict[str, str], game: Bruges = GAME) -> State:
    state, _ = game.start(seats, options, Chance(SECRET))
    return state


def rounds(seats: int, options: dict[str, str], seed: int) -> int:
    """The length of a game that draws by the default rule and plays its first card for workers, over and over."""
    chance = Chance(seed.to_bytes(32, "big"))
    state, _ = GAME.start(seats, options, chance)
    rules = {rule.topic: rule.text for rule in GAME.default_rules}
    while asks := GAME.asks(state):
        ask = asks[0]
        decision = Decision(ask.seat, ask.kind, 1, ask.moves, ask.prompt, ask.sealed, ask.passing, ask.unasked)
        GAME.play(state, ask.seat, GAME.prefer(GAME.view(state, ask.seat), decision, rules) or ask.moves[0], chance)
    return state.round


# --- the friendly deck -------------------------------------------------------------------------------------


def test_the_friendly_deck_is_the_deck_without_whoever_attacks():
    whole, part = GAME.cards, GAME.deck_of(begin(3, FRIENDLY))
    gone = set(whole.name) - set(part.name)
    assert set(part.name) < set(whole.name)
    assert {"pirate", "taxman", "inquisitor"} <= gone
    assert all(any(e.kind in ATTACKS for e in whole.deck.person(name).effects) for name in gone)
    assert not any(e.kind in ATTACKS for person in part.deck.persons for e in person.effects)


def test_who_does_nothing_but_ward_off_attacks_has_nothing_to_do_there():
    warden = {"icon": "situation", "effect": [{"kind": "immune", "to": "attacks"}]}
    game = deck_where(queen=warden, king={**warden, "effect": [*warden["effect"], {"kind": "immune", "to": "fire"}]})
    left = game.deck_of(begin(2, FRIENDLY, game)).name
    assert "queen" not in left
    assert "king" in left


@pytest.mark.parametrize(("persons", "told"), [("all", True), ("friendly", False)])
def test_standing_orders_against_attacks_are_told_only_where_somebody_attacks(persons: str, told: bool):
    state, rules = begin(2, {"persons": persons}), {rule.topic: rule.text for rule in GAME.default_rules}
    sections = GAME.sections(GAME.view(state, 0), None, NAMES[:2], rules | {"threat": "ask"}, 0)
    [table] = [section for section in sections if section.key == "table"]
    text = " ".join(paragraph.words for paragraph in table.paragraphs)
    assert ("attack" in text) == told
    assert "your cards come from the longer pile" in text


def test_an_attack_within_another_effect_counts():
    attack = {"kind": "each_other", "loses": "points", "n": 1, "to_owner": False}
    hidden = {"icon": "arrow", "effect": [{"kind": "if_die", "colour": "red", "faces": [1], "then": [attack]}]}
    game = deck_where(queen=hidden)
    assert "queen" not in game.deck_of(begin(2, FRIENDLY, game)).name
    assert "queen" in game.deck_of(begin(2, {}, game)).name


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_smaller_deck_is_cut_in_five_as_the_rules_say(seats: int):
    state = begin(seats, FRIENDLY)
    cards = len(GAME.deck_of(state))
    drawn = sum(len(seat.hand) for seat in state.seats)
    assert drawn + sum(map(len, state.piles)) == cards * seats // 5
    assert state.extra is not None
    assert len(state.extra) == cards - cards * seats // 5


def test_a_deck_full_of_attacks_cannot_be_played_friendly():
    attack = {"kind": "each_other", "loses": "points", "n": 1, "to_owner": False}
    game = deck_where(**{name: {"icon": "arrow", "effect": [attack]} for name in GAME.cards.name[:70]})
    begin(2, {}, game)
    with pytest.raises(BadOption, match=r"has \d\d cards, 100 are needed"):
        begin(2, FRIENDLY, game)


def test_a_position_can_be_one_without_attacks_and_comes_back_so():
    table = Table({}, {}, persons="friendly")
    written = GAME.write_position(table.state)
    assert (written["deck"], written["persons"]) == (GAME.deck_digest, "friendly")
    assert GAME.read_position(written) == table.state
    with pytest.raises(BadPosition, match="'pirate' is no person of the deck"):
        Table({"hand": ["pirate"]}, {}, persons="friendly")
    with pytest.raises(BadPosition, match="persons: is 'kind', not one of all, friendly"):
        Table({}, {}, persons="kind")


# --- five piles --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_cards_make_five_piles_of_a_colour_each(seats: int):
    two, five = begin(seats, {}), begin(seats, FIVE)
    assert five.extra == two.extra
    assert sorted(card for pile in five.piles for card in pile) == sorted(card for pile in two.piles for card in pile)
    for colour, pile in enumerate(five.piles):
        assert {GAME.cards.colour[card] for card in pile} == {colour}


def test_a_player_chooses_the_colour_of_every_card():
    table = Table({}, {}, phase="draw", piles={"red": "rest"})
    assert table.texts(0) == [f"draw {colour}" for colour in COLOURS]
    table.play(0, "draw red", "draw red", "draw blue", "draw yellow")
    assert table.told("drew")[0] == {"seat": 0, "pile": "yellow", "colour": "yellow", "count": 1, "person": None}
    table.play(0, "draw red")
    assert sorted(table.game.cards.colour[card] for card in table.seat(0).hand) == [0, 3, 3, 3, 4]


def test_a_colour_that_is_used_up_is_gone_while_another_is_left():
    table = Table({}, {}, phase="draw", piles={"red": 1})
    table.play(0, "draw red")
    assert table.told("pile ended") == [{"pile": "red", "by": "nothing", "last": 0}]
    assert "draw red" not in table.texts(0)
    assert table.state.last == 0
    assert table.game.why_not(table.game.view(table.state, 0), 0, Move.of("draw red")) == "the red pile is empty"


def test_the_extra_pile_makes_five_new_ones_when_the_last_of_five_ends():
    table = Table({}, {}, phase="draw", round=4, piles={colour: int(colour in ("red", "blue")) for colour in COLOURS})
    height = len(table.state.extra or [])
    table.play(0, "draw red")
    # The blue card was no choice: it followed by itself.
    assert table.told("pile ended")[1] == {"pile": "blue", "by": "extra", "last": 4}
    assert (table.state.extra, table.state.last) == (None, 4)
    assert sum(map(len, table.state.piles)) == height > 90
    for colour, pile in enumerate(table.state.piles):
        assert {GAME.cards.colour[card] for card in pile} == {colour}


def test_the_last_pile_ending_while_cards_are_played_leaves_one_more_round():
    player = {"guilders": 9, "houses": [{"colour": "red"}], "hand": ["mathematician", "bishop"]}
    table = Table(player, {}, round=4, piles={colour: int(colour == "red") for colour in COLOURS})
    table.play(0, "recruit mathematician in red")
    assert table.told("pile ended") == [{"pile": "red", "by": "extra", "last": 5}]
    assert table.texts(0) == [f"draw {colour}" for colour in COLOURS]


def test_without_an_extra_pile_the_drawing_ends_with_the_cards():
    piles = {colour: int(colour in ("red", "blue")) for colour in COLOURS}
    table = Table({}, {}, phase="draw", piles=piles, extra=None, last=1, discard="rest")
    table.play(0, "draw red")
    assert not any(table.state.piles)
    assert len(table.hand(0)) == 2
    assert table.hand(1) == []


def test_a_view_shows_the_colour_of_every_card_of_a_pile_and_no_face():
    seen = GAME.view(begin(3, FIVE), 1)
    assert [set(pile) for pile in seen.piles] == [{back(colour)} for colour in range(5)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_is_as_long_with_five_piles_as_with_two(seats: int):
    length = {piles: mean(rounds(seats, {"piles": piles}, seed) for seed in range(4)) for piles in ("two", "five")}
    assert abs(length["five"] - length["two"]) <= 1


@pytest.mark.parametrize(
    ("rule", "move"),
    [
        ("any", "draw purple"),
        ("longer", "draw purple"),
        ("shorter", "draw brown"),
        ("red > any", "draw red"),
        ("yellow > any", "draw purple"),
        ("left > red > any", "draw red"),
        ("yellow > ask", None),
    ],
)
def test_standing_orders_draw_by_colour_and_any_is_the_longest_pile(rule: str, move: str | None):
    piles = {"blue": 7, "brown": 2, "purple": 9, "red": 9, "yellow": 0}
    table = Table({}, {}, phase="draw", piles=piles)
    assert preferred(table, 0, {"draw": rule}) == move


def test_longest_and_shortest_are_words_for_a_pile():
    assert str(GAME.read_rule("draw red, else the longest pile")) == "draw red > longer"
    assert str(GAME.read_rule("draw shortest")) == "draw shorter"


def test_the_words_of_orders_and_guards_follow_the_piles():
    table = Table({}, {}, phase="draw", piles={"red": "rest"})
    view, ask = table.game.view(table.state, 0), table.ask(0)
    assert ask is not None
    decision = Decision(ask.seat, ask.kind, 1, ask.moves, ask.prompt, ask.sealed, ask.passing)
    reader = Reader(table.game, view, decision, 0)
    (order,) = reader.read("if pile red >= 3: draw red")
    assert isinstance(order.what, Order)
    assert order.what.moves == ("draw red",)
    assert str(order.what.guard) == "pile red >= 3"
    assert "pile left" not in table.game.facts(view)
    match = Match.start(GAME, 2, FIVE, secret=SECRET)
    with pytest.raises(IllegalMove, match="the piles are blue, brown, purple, red and yellow"):
        match.play(match.decisions[0].seat, Move.of("draw left"))


def test_with_two_piles_a_colour_is_a_wish_for_the_next_cards():
    table = Table({}, {}, phase="draw")
    reader = Reader(table.game, table.game.view(table.state, 0), None, 0)
    (wish,) = reader.read("draw red")
    assert isinstance(wish.what, Once)
    assert str(wish.what.rule) == "draw red > any"


def test_letters_name_five_piles_and_the_round_in_which_they_end():
    match = Match.start(GAME, 3, FIVE, secret=SECRET)
    seat = match.decisions[0].seat
    rules = {"draw": "red > any"}
    sections = GAME.sections(match.view(seat), match.decisions[0], NAMES[:3], rules, seat)
    words = " ".join(paragraph.words for section in sections for paragraph in section.paragraphs)
    heights = [len(pile) for pile in match.view(None).piles]
    listed = ", ".join(f"{colour} {height}" for colour, height in zip(COLOURS, heights, strict=True))
    assert f"Piles: {listed}, and 66 in the extra pile." in words
    assert "Last round, as it looks: 8." in words
    assert "your cards come from the red pile, else the longest pile" in words
    assert "[draw blue]" in words or "draw blue" in words


def test_the_end_of_a_colour_and_of_all_five_is_told():
    table = Table({}, {}, phase="draw", piles={colour: int(colour in ("red", "blue")) for colour in COLOURS}, round=4)
    table.play(0, "draw red")
    told = " ".join(recount(table.events, NAMES[:2], 1))
    assert "The red pile was used up; nothing takes its place." in told
    assert "The blue pile, the last of the five, was used up; new ones were made of the extra pile." in told
    assert "Round 4 will be the last." in told


@pytest.mark.parametrize(
    ("piles", "fault"),
    [
        ({"red": ["bishop"]}, "piles, red: bishop is "),
        ({"red": 34}, "piles, red: 34 cards are wanted, 33 are left"),
        ({"red": "rest", "left": 3}, "piles: has no field 'left'"),
        (dict.fromkeys(COLOURS, 0), "piles: a pile is empty, so the extra pile would be in play"),
        ({"left": 0}, "piles: a pile is empty, so the extra pile would be in play"),
    ],
)
def test_a_position_with_impossible_piles_is_refused(piles: dict[str, object], fault: str):
    with pytest.raises(BadPosition, match=fault):
        Table({}, {}, phase="draw", piles=piles)


# --- decks of one's own ------------------------------------------------------------------------------------


def test_a_match_names_its_deck_and_reads_the_names_of_that_deck():
    game = deck_where(queen={"id": "zorro", "name": "Zorro"})
    match = Match.start(game, 2, {**FIVE, **FRIENDLY}, secret=SECRET)
    assert match.header["deck"] == game.deck_digest != GAME.deck_digest
    loaded = Match.load(match.dump(), secret=SECRET)
    assert loaded.game.reads("house zorro")
    assert not loaded.game.reads("house queen")
    assert not GAME.reads("house zorro")
    assert str(loaded.game.read_rule("plague zorro")) == "plague zorro > cheapest"


def test_a_deck_that_nobody_has_loaded_is_refused_by_name():
    match = Match.start(GAME, 2, secret=SECRET)
    dumped = match.dump()
    dumped["header"] = {**match.header, "deck": "0" * 64}
    with pytest.raises(BadDeck, match="the deck 000000000000 is not known here"):
        Match.load(dumped, secret=SECRET)
