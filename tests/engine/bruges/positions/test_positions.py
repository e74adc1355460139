"""Position files and board data: what is wrong is named with its place."""

from __future__ import annotations

import json

import pytest

from engine.bruges import GAME
from engine.bruges.data.board import FILE, load_board, read_board
from engine.bruges.state import COLOURS
from engine.refusals import BadDeck, BadPosition
from tests.engine.bruges.table import THREES, Table, house


def position(**more: object) -> dict[str, object]:
    return {"seats": [{"hand": ["prince"]}, {"hand": ["queen"]}], "dice": THREES, **more}


def test_a_short_position_has_the_set_up_for_the_rest():
    state = GAME.read_position(position())
    assert [seat.guilders for seat in state.seats] == [5, 5]
    assert len(state.extra or []) == 99
    assert [len(pile) for pile in state.piles] == [32, 32]
    assert state.statues == [7, 6, 5, 4, 3, 2]


def test_a_position_survives_json():
    state = Table({"hand": ["prince", "-", "mayor"], "houses": [house("red", "servant")]}, {}).state
    written = GAME.write_position(state)
    assert GAME.read_position(json.loads(json.dumps(written))) == state


def test_a_view_is_not_written():
    with pytest.raises(BadPosition):
        GAME.write_position(GAME.view(GAME.read_position(position()), 0))


def test_a_position_without_a_choice_before_the_dice_is_refused():
    with pytest.raises(BadPosition, match="before chance is needed"):
        GAME.read_position(
            {
                "seats": [{}, {}],
                "phase": "majorities",
                "dice": THREES,
                "piles": {"left": 0, "right": 0},
                "extra": None,
                "last": 2,
                "discard": 165,
            }
        )


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seats": [{}]}, "seats"),
        ({"game": "chess"}, "game"),
        ({"deck": "0" * 64}, "deck"),
        ({"colour": 1}, "position"),
        ({"phase": "night"}, "phase"),
        ({"seats": [{"hand": ["nobody"]}, {}]}, "seat 0, hand"),
        ({"seats": [{"hand": ["prince"]}, {"hand": ["prince"]}]}, "seat 1, hand"),
        ({"seats": [{"guilders": -1}, {}]}, "seat 0, guilders"),
        ({"seats": [{"workers": {"pink": 1}}, {}]}, "seat 0, workers"),
        ({"seats": [{"threats": {"red": 3}}, {}]}, "seat 0, threats"),
        ({"seats": [{"step": 9}, {}]}, "seat 0, step"),
        ({"seats": [{"canals": {"left": 6}}, {}]}, "seat 0, canals"),
        ({"seats": [{"markers": ["beauty"]}, {}]}, "seat 0, markers"),
        ({"seats": [{"houses": [{"person": "prince"}]}, {}]}, "seat 0, house 1, colour"),
        ({"seats": [{"houses": [{"colour": "red", "card": "prince"}]}, {}]}, "seat 0, house 1, card"),
        ({"seats": [{"statues": [7]}, {}]}, "seat 0"),
        ({"seats": [{"statues": [9], "crowned": ["left"]}, {}]}, "statues"),
        ({"seats": [{"public": ["prince"]}, {}]}, "seat 0, public"),
        ({"seats": [{"track": 1}, {}]}, "seats"),
        ({"dice": {"red": 7}}, "dice, red"),
        ({"dice": {"red": 1}}, "dice"),
        ({"extra": None}, "last"),
        ({"round": 5, "last": 4, "extra": None}, "round"),
        ({"piles": {"left": 1, "right": 1}, "extra": 1}, "piles"),
        ({"piles": {"left": 999}}, "piles, left"),
        ({"veiled": {"prince": 0}}, "veiled"),
        ({"agenda": [["dance", 0]]}, "agenda"),
        ({"agenda": [["turn", 5, 1, False]]}, "agenda"),
        ({"agenda": [["turn", 0]]}, "agenda"),
        ({"totals": ["many"]}, "totals"),
    ],
)
def test_what_is_impossible_is_named(change, named):
    with pytest.raises(BadPosition) as refusal:
        GAME.read_position(position(**change))
    assert str(refusal.value).startswith(named)


# --- the board -------------------------------------------------------------------------------------------


def test_the_board_is_as_the_rulebook_tells_where_it_does():
    board = load_board()
    assert board.reputation[6] == 7
    assert (board.reputation[1], board.reputation[8]) == (1, 12)
    assert board.top == 8
    firsts = [(section[0], board.prices[0]) for track in board.canals for section in track]
    assert (COLOURS.index("blue"), 1) in firsts


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"prices": [1, 2, 3]}, "prices"),
        ({"reputation": [1] * 9}, "reputation"),
        ({"reputation": [0, 2, 1, 3, 4, 5, 7, 9, 12]}, "reputation"),
        ({"statues": [2, 3, 4, 5, 6, 7]}, "statues"),
        ({"canals": []}, "canals"),
        ({"canals": [{"left": ["red"] * 5, "right": list(COLOURS)}] * 4}, "canals, guard house 1, left"),
        ({"canals": [{"left": list(COLOURS), "right": list(COLOURS)}] * 4}, "canals"),
    ],
)
def test_a_wrong_board_is_named(change, named):
    data = json.loads(FILE.read_text(encoding="utf-8")) | change
    with pytest.raises(BadDeck, match=f"^board: {named}"):
        read_board(data)


def test_a_board_that_is_no_object_is_refused():
    with pytest.raises(BadDeck):
        read_board([])
