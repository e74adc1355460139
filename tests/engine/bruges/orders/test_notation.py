"""What players write: the strict reader, the forgiving reader, and the reasons of a refusal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bruges import GAME
from engine.decisions import Decision, Move
from engine.language.typed import EVERYDAY
from engine.orders.instructions import Order, Refused
from engine.orders.reader import Reader
from engine.refusals import AmbiguousOrder, Refusal, UnreadableOrder
from tests.engine.bruges.table import THREES, Table, house

HAND = ["prince", "servant", "mathematician", "bishop", "lawyer"]
ANNA = {
    "hand": HAND,
    "guilders": 7,
    "threats": {"purple": 1},
    "workers": {"blue": 1, "purple": 2, "red": 1, "yellow": 2},
    "houses": [house("blue", "accountant"), house("purple"), house("red")],
    "canals": {"left": 2},
}


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(ANNA, {"hand": ["queen"], "houses": [house("red", "notary")]})


def decision(table: Table, seat: int = 0) -> Decision:
    ask = table.ask(seat)
    assert ask is not None
    return Decision(ask.seat, ask.kind, 1, ask.moves, ask.prompt, ask.sealed, ask.passing)


def read(table: Table, text: str, seat: int = 0) -> str:
    return GAME.read(text, GAME.view(table.state, seat), decision(table, seat), seat).text


# --- the strict reader ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "house servant",
        "House Servant.",
        "recruit prince in red",
        "recruit prince red",
        "- canal mathematician left",
        "canal math left",
        "workers 3",
        "use accountant",
        "17 red",
        "draw left",
        "climb",
        "stay",
        "end",
        "lose red empty",
        "lose prince",
        "lose canal left",
        "fire first",
        "remove red",
        "take blue",
        "give blue",
        "dig right",
        "discard bishop",
        "settle bishop",
        "none",
    ],
)
def test_the_strict_reader_knows_an_order(text):
    assert GAME.reads(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "12", "5", "53", "house", "house servant please", "I recruit the prince in red", "my house servant"),
        *("canals left", "canal left", "the house", "use it", "left 2 of 5 dug", "recruit prince", "threat off"),
        *("Houses: yellow", "17", "guilders", "end of letter", "lose empty", "house se", "recruit prince in in red x"),
    ],
)
def test_the_strict_reader_takes_nothing_else_for_an_order(text):
    assert not GAME.reads(text)


@pytest.mark.parametrize(
    "text",
    [
        *("guilder for", "worker may", "workers that", "work that", "work but", "use not", "use may", "use can"),
        *("hou prince", "non", "cli", "exc", "wor 3", "house pri", "recruit prin in red", "canal prince lef"),
        *("workers, 1", "house, 7", "use that", "settle card", "house sent"),
    ],
)
def test_a_fragment_of_prose_is_no_order_to_the_strict_reader(text):
    assert not GAME.reads(text)


def test_everyday_words_never_stand_for_a_person_in_the_strict_reader():
    for word in EVERYDAY - set(GAME.cards.name):
        for verb in ("workers", "house", "use", "settle"):
            assert not GAME.reads(f"{verb} {word}")


@given(st.sampled_from(["workers", "house", "use", "discard"]), st.sampled_from(GAME.cards.name), st.integers(1, 12))
def test_a_shortened_word_counts_if_four_letters_begin_one_name_only(verb, name, letters):
    begun = name[:letters]
    fits = [other for other in GAME.cards.name if other.startswith(begun)]
    sure = begun in GAME.cards.name or (letters >= 4 and len(fits) == 1 and begun not in EVERYDAY)
    assert GAME.reads(f"{verb} {begun}") == sure


# --- the forgiving reader ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("HOUSE SERVANT", "house servant"),
        ("please house the servant", "house servant"),
        ("• hôuse sérvant.", "house servant"),
        ("hou ser", "house servant"),
        ("house 2", "house servant"),
        ("house ２", "house servant"),
        ("canal math right", "canal mathematician right"),
        ("canal left prince", "canal prince left"),
        ("canal prince", "canal prince left"),
        ("recruit servant in red", "recruit servant in red"),
        ("recruit servant purple", "recruit servant in purple"),
        ("recruit red servant", "recruit servant in red"),
        ("17 red", "recruit prince in red"),
        ("17 in red", "recruit prince in red"),
        ("21", "workers servant"),
        ("22", "guilders servant"),
        ("13", "threat prince"),
        ("34", "canal mathematician left"),
        ("35", "canal mathematician right"),
        ("46", "house bishop"),
        ("[52]", "guilders lawyer"),
        ("use acc", "use accountant"),
        ("activate accountant", "use accountant"),
        ("use prince", "use prince"),
        ("pass", "end"),
        ("lose empty red", "lose red empty"),
        ("lose left", "lose canal left"),
        ("prince house", None),
    ],
)
def test_the_forgiving_reader_finds_the_canonical_order(table, text, move):
    if move is None:
        with pytest.raises(Refusal):
            read(table, text)
    else:
        assert read(table, text) == move


def test_a_house_may_be_left_out_where_only_one_colour_is_empty():
    table = Table({**ANNA, "houses": [house("red"), house("red")]}, {})
    assert read(table, "27") == "recruit servant in red"
    assert read(table, "recruit servant") == "recruit servant in red"


@pytest.mark.parametrize("text", ["27", "recruit servant"])
def test_a_house_may_not_be_left_out_where_there_are_two(table, text):
    with pytest.raises(AmbiguousOrder) as refusal:
        read(table, text)
    assert refusal.value.nearest == ("recruit servant in purple", "recruit servant in red")


@pytest.mark.parametrize(
    "text", ["", "hello", "house", "house 9", "house servant bishop", "recruit servant in pink", "5", "98", "21 red"]
)
def test_what_is_no_order_is_refused_with_a_reason(table, text):
    with pytest.raises(UnreadableOrder) as refusal:
        read(table, text)
    assert str(refusal.value)
    assert refusal.value.text == text
    assert refusal.value.nearest


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("17 red blue", '"blue" is too much after the colour of the house'),
        ("17 oak", '"oak" is no colour of a house'),
        ("end red", '"red" is too much after end'),
    ],
)
def test_the_word_that_an_order_cannot_have_is_named(table, text, reason):
    with pytest.raises(UnreadableOrder) as refusal:
        read(table, text)
    assert refusal.value.reason == reason


def test_an_empty_house_that_is_given_up_needs_no_colour_where_there_is_one(table):
    with pytest.raises(AmbiguousOrder) as refusal:
        read(table, "lose empty")
    assert refusal.value.nearest == ("lose purple empty", "lose red empty")
    assert read(Table({**ANNA, "houses": [house("red"), house("red")]}, {}), "lose empty") == "lose red empty"


def test_a_wrong_letter_is_answered_with_the_order_that_was_meant(table):
    with pytest.raises(UnreadableOrder) as refusal:
        read(table, "house servent")
    assert refusal.value.nearest[0] == "house servant"


def test_a_number_that_was_played_stays_empty_until_the_round_ends(table):
    played = Table(ANNA, {"hand": ["queen"]}).play(0, "workers prince", "use accountant")
    played.play(1, "workers queen")
    assert read(played, "house 2") == "house servant"
    with pytest.raises(UnreadableOrder, match="card 1 has been played"):
        read(played, "house 1")


@pytest.mark.parametrize("said", ["12 / 22", "12 or 22", "22 / 12", "house 1 / 22"])
def test_of_several_choices_the_number_of_a_card_that_was_played_is_passed_over(said: str):
    played = Table(ANNA, {"hand": ["queen"]}).play(0, "workers prince", "use accountant")
    played.play(1, "workers queen")
    asked = decision(played)
    reader = Reader(GAME, GAME.view(played.state, 0), asked, 0)
    assert [one.what for one in reader.read(said)] == [Order((read(played, "22"),))]
    (alone,) = reader.read("12 / 13")
    assert isinstance(alone.what, Refused)
    assert "card 1 has been played" in alone.what.reason


def test_a_beginning_that_fits_two_cards_asks_back():
    table = Table({"hand": ["prince", "princess", "bishop"]}, {})
    assert read(table, "house prince") == "house prince"
    with pytest.raises(AmbiguousOrder) as refusal:
        read(table, "house prin")
    assert refusal.value.nearest == ("prince", "princess")


def test_a_menu_number_answers_a_decision_that_is_not_a_turn():
    seat = {"threats": {"red": 2}, "houses": [house("red"), house("blue", "prince")]}
    table = Table(seat, {}, phase="dice", dice=THREES | {"red": 5})
    assert read(table, "2") == "lose prince"
    assert read(table, "lose pri") == "lose prince"
    with pytest.raises(UnreadableOrder):
        read(table, "4")


def test_a_card_that_is_not_in_hand_can_be_named_and_is_refused_as_a_move(table):
    assert read(table, "house queen") == "house queen"


# --- why not ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("recruit prince in red", "costs 9 guilders, you have 7"),
        ("recruit servant in yellow", "you have no empty yellow house"),
        ("house bishop", "it takes a brown worker, you have none"),
        ("house queen", "the Queen is not in your hand"),
        ("house accountant", "the Accountant is in your house, not in your hand"),
        ("threat servant", "you have no red threat"),
        ("canal servant left", "the next space on the left is purple, the Servant is red"),
        ("use prince", "the Prince is not in your houses"),
        ("end", "that is not asked now, but card 1"),
        ("workers servant", ""),
    ],
)
def test_a_refusal_says_why(table, text, reason):
    assert GAME.why_not(GAME.view(table.state, 0), 0, Move.of(text)) == reason


def test_a_used_person_and_a_missing_worker_are_named():
    table = Table(
        {"hand": ["bishop"], "workers": {}, "houses": [house("red", "prince"), house("red", "queen", used=True)]}, {}
    )
    view = GAME.view(table.state, 0)
    assert GAME.why_not(view, 0, Move.of("use prince")) == "the Prince takes a yellow worker, you have none"
    assert GAME.why_not(view, 0, Move.of("use queen")) == "the Queen has worked this round"


@pytest.mark.parametrize(
    ("seat", "text", "reason"),
    [
        ({"canals": {"left": 5}, "statues": [7]}, "canal servant left", "your left section is finished"),
        ({"guilders": 0, "canals": {"left": 1}}, "canal servant left", "costs 2 guilders, you have 0"),
        ({"houses": [house("red", "baker")]}, "use baker", "the Baker has worked already, on moving in"),
        ({"houses": [house("red", "foreman")]}, "use foreman", "the Foreman works without being told"),
        ({"houses": [house("red", "apothecary")]}, "use apothecary", "there is nothing for the Apothecary to do now"),
    ],
)
def test_what_stands_against_a_canal_or_a_person_is_said(seat, text, reason):
    table = Table({**ANNA, "threats": {}, "houses": [], **seat}, {})
    assert GAME.why_not(GAME.view(table.state, 0), 0, Move.of(text)) == reason


def test_behind_the_card_of_a_turn_no_other_card_is_played(table):
    played = Table(ANNA, {}).play(0, "workers prince")
    assert GAME.why_not(GAME.view(played.state, 0), 0, Move.of("house servant")) == "your card is played"


def test_nothing_is_asked_of_who_waits(table):
    assert GAME.why_not(GAME.view(table.state, 1), 1, Move.of("house queen")) == "nothing is asked of you at the moment"


def test_a_card_order_during_a_loss_says_what_comes_first():
    seat = {"threats": {"red": 2}, "hand": ["bishop"], "houses": [house("red"), house("blue", "prince")]}
    table = Table(seat, {}, phase="dice", dice=THREES | {"red": 5})
    why = GAME.why_not(GAME.view(table.state, 0), 0, Move.of("house bishop"))
    assert why == "first is asked: what the fire takes"
