"""Position files: what the documentation shows is read, and what cannot be is refused with its place."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.refusals import BadPosition
from engine.venise import GAME
from engine.venise.data.box import shipped
from engine.venise.data.hexagons import adjacency
from engine.venise.positions.layout import TURN, LaidForm, SeatForm, table_layout
from engine.venise.rules.tasks import KINDS
from engine.venise.state import TILES
from tests.engine.any_game import Kind, moments

PAGE = (Path(__file__).resolve().parents[4] / "docs/positions/venise.md").read_text(encoding="utf-8")
SAMPLE: dict[str, Any] = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[0])


def test_the_sample_is_a_position_in_which_seat_0_moves():
    state = GAME.read_position(SAMPLE)
    assert [(ask.seat, ask.kind) for ask in GAME.asks(state)] == [(0, "turn")]
    assert GAME.read_position(json.loads(json.dumps(GAME.write_position(state)))) == state


def test_every_field_is_documented():
    told = set(re.findall(r"""[`"]([a-z0-9]+)[`"]""", PAGE))
    layouts = (table_layout(2), SeatForm.layout, LaidForm.layout, TURN)
    assert {name for layout in layouts for name in layout.fields} <= told
    assert set(KINDS) <= set(re.findall(r'\["([a-z]+)"', PAGE))


# Tiles of the sample's layout that touch: more pairs than a player has bridges.
SIDE_BY_SIDE = [
    [TILES[one], TILES[other]]
    for one, near in enumerate(adjacency(tuple(shipped().layouts["default"].places)))
    for other in near
    if one < other
]


def changed(**seat: Any) -> dict[str, Any]:
    return {**SAMPLE, "seats": [{**SAMPLE["seats"][0], **seat}, *SAMPLE["seats"][1:]]}


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({**SAMPLE, "seats": SAMPLE["seats"][:1]}, "seats: are 1, from 2 to 4 can play"),
        ({**SAMPLE, "harbour": 1}, "position: has no field 'harbour'"),
        ({**SAMPLE, "now": {}}, "nobody has a choice before dice are thrown"),
        (
            {
                **SAMPLE,
                "layout": "star",
                "boat": "flax",
                "now": {"dice": [6, 6]},
                "seats": [{"burgher": "builder"}] * 2,
            },
            "allow no move",
        ),
        ({**SAMPLE, "boat": "sea"}, "boat: is 'sea', not one of"),
        ({**SAMPLE, "bonuses": [5]}, "bonuses: there is no such space of 5"),
        ({**SAMPLE, "bonuses": [1, 2]}, "bonuses: the greatest stands first"),
        ({**SAMPLE, "tiles": {"gold": [0, 0], "wool": [5, 5]}}, "tiles: each touches another along a side"),
        ({**SAMPLE, "spent": []}, "prices: have more cards of value 2 than were spent"),
        ({**SAMPLE, "agenda": [["turn", 1], ["finish", 1], ["next"]]}, "agenda, finish: it is the turn of seat 0"),
        (
            {**SAMPLE, "agenda": [["keep", 0], ["turn", 0], ["finish", 0], ["next"]]},
            "agenda, keep: is wanted once for each list of cards pending for seat 0",
        ),
        ({**SAMPLE, "agenda": [["finish", 0], ["next"]]}, "now, moved: the die that was moved with is wanted"),
        (changed(stock={"gold": 4, "wool": 3}), "seat 0, stock: has 6 spaces"),
        (changed(dice={"gold": 5}), "seat 1, dice, gold: another die lies there"),
        (
            changed(dice=dict.fromkeys(("wool", "flax", "order", "market", "port2"), 1)),
            "one die at least stays in reserve",
        ),
        (
            changed(dice=dict.fromkeys(("wool", "flax", "order", "market"), 1)),
            "seat 0, dice: 3 at most lie on tiles while the two that were rolled are in hand",
        ),
        (changed(bridges=[["wool", "port2"]]), "bridges: wool and port2 are not side by side"),
        (changed(row1=["doublet", "doublet"]), "cards: there are too many of doublet"),
        (changed(row1=["lace 1"]), "seat 0, row1, lace 1: does not lie in this row"),
        (changed(row1=[{"card": "cap", "paid": {"gold": 1}}]), "is paid for in full or beyond"),
        (changed(row2=["pilot", "runner"]), "seat 0: has two permanent Master Builders of one type"),
        (changed(pending=[["cap", "lace 1"]]), "seat 0, pending: a drawing is of one deck"),
        ({**SAMPLE, "tiles": {"gold": [0]}}, "tiles, gold: [0] is no pair of coordinates"),
        ({**SAMPLE, "tiles": {"gold": [0, 0], "wool": [0, 0]}}, "tiles: two lie on one place"),
        ({**SAMPLE, "tiles": {"gold": [0, 0], "wool": [0, 1]}}, "tiles: all nine lie before the first round"),
        (
            {**SAMPLE, "seats": [{}, *SAMPLE["seats"][1:]]},
            "seat 0: Burghers and Boat have their places before the first round",
        ),
        (changed(bridges=[["gold", "port1"], ["port1", "gold"]]), "there is one between them at most"),
        (changed(bridges=[["gold", "port1", "builder"]]), "a bridge joins two tiles"),
        (changed(bridges=SIDE_BY_SIDE[:6]), "seat 0, bridges: are 5 at most"),
        (changed(row2=["pilot"] * 5), "seat 0, row2: has 4 spaces"),
        ({**SAMPLE, "decks": {"workshop": ["lace 1"]}}, "decks, workshop: holds a card of another deck"),
        ({**SAMPLE, "decks": {"workshop": []}}, "in all; with so many seats there are"),
        ({**SAMPLE, "prices": {"lace": [1]}}, "prices, lace: [1] is no pair"),
        ({**SAMPLE, "ports": {"port1": ["lace", "lace"]}}, "ports, port1: names one of the goods twice"),
        ({**SAMPLE, "totals": [[1, 2]]}, "totals: have a number for each seat"),
        ({**SAMPLE, "now": {"dice": [3]}}, "now, dice: are two or none"),
        ({**SAMPLE, "now": {"dice": [3, 4], "shifts": [1]}}, "now, shifts: [1] is no pair of numbers"),
        ({**SAMPLE, "forced": [[0, "pay"]]}, "forced: is no list of seat, kind of choice and move"),
        ({**SAMPLE, "forced": [[0, "pay", "dance"]]}, "forced: 'dance' is no order"),
        ({**SAMPLE, "agenda": []}, "agenda: is empty though the game is not over"),
        ({**SAMPLE, "agenda": [["turn", 0], ["finish", 0]]}, "agenda: ends in a turn with next"),
        ({**SAMPLE, "agenda": [["turn", 0], ["turn", 0], ["next"]]}, "agenda: ends in a turn with next"),
        ({**SAMPLE, "agenda": [["round"], ["turn", 0], ["finish", 0], ["next"]]}, "holds in a turn nothing of another"),
        ({**SAMPLE, "agenda": [["turn"]]}, "agenda, task 1, turn: takes seat"),
        ({**SAMPLE, "agenda": [["sell", 0, "gold", 1]]}, "agenda, sell: nothing is sold on gold"),
        ({**SAMPLE, "agenda": [["take", 0, "order"], ["next"]]}, "drawn: the cards to take from are wanted"),
        (
            {**SAMPLE, "agenda": [["turn", 0], ["finish", 0], ["next"]], "now": {}},
            "now, dice: the dice of a turn are wanted",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(position: dict[str, Any], said: str):
    with pytest.raises(BadPosition) as refusal:
        GAME.read_position(position)
    assert said in str(refusal.value)


def test_a_choice_that_a_slip_leaves_without_an_answer_is_refused_by_name():
    """A seat that has to recall a die while none of its dice lies on the board, because they were left out."""
    refused = set()
    for moment in moments(Kind("venise", 2)):
        written = GAME.write_position(moment.state)
        for row in written["seats"]:
            row.pop("dice", None)
        try:
            GAME.read_position(written)
        except BadPosition as refusal:
            refused.add(str(refusal).partition(" of seat")[0])
    assert "agenda: recall" in refused


@pytest.mark.parametrize("change", ["a Burgher is missing", "a round comes first", "a task more"])
def test_before_the_first_round_an_agenda_holds_what_is_left_of_the_placing(change: str) -> None:
    state = moments(Kind("venise", 3))[0].state
    file = GAME.write_position(state)
    agenda = file["agenda"]
    assert [name for name, *_ in agenda] == ["burgher", "burgher", "burgher", "round"]
    assert GAME.asks(GAME.read_position(file))
    changed = {
        "a Burgher is missing": agenda[1:],
        "a round comes first": agenda[::-1],
        "a task more": [agenda[0], *agenda],
    }[change]
    with pytest.raises(BadPosition, match=r"agenda: .* before the first round"):
        GAME.read_position({**file, "agenda": changed})
