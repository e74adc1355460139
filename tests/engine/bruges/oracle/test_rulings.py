"""Rulings that random games seldom come to, as positions and moves. Cards are found by what they do, not by name."""

from __future__ import annotations

from typing import Any

import engine
from tests.engine.bruges.oracle.cards import board, shipped

GAME = engine.games["bruges"]
CARDS = shipped()["persons"]
THREES = {"blue": 3, "brown": 3, "purple": 3, "red": 3, "yellow": 3}


def who(**wanted: Any) -> list[str]:
    """The persons whose fields are as wanted, `does` being the kinds of their effects."""
    found = [{**card, "does": [effect["kind"] for effect in card["effect"]]} for card in CARDS]
    return [card["id"] for card in found if all(card[name] == value for name, value in wanted.items())]


# Persons that change nothing during play, by colour: cards to hold, to build with and to lay on piles.
PLAIN = {name: who(icon="laurel", colour=name) for name in THREES}
SEAT = {"guilders": 20, "workers": dict.fromkeys(THREES, 2)}


def table(*seats: dict[str, Any], **more: Any) -> engine.Match:
    position = {"game": "bruges", "dice": THREES, "seats": [{**SEAT, **seat} for seat in seats], **more}
    return engine.Match.start(GAME, len(seats), secret=bytes(32), position=position)


def test_a_section_finished_when_no_statue_is_left_brings_none():
    last_space = board()["canals"][0]["left"][4]
    card = PLAIN[last_space][0]
    owners = [{"canals": {"left": 5, "right": 5}, "statues": pair} for pair in ([7, 6], [5, 4], [3, 2])]
    match = table({"hand": [card], "canals": {"left": 4}}, *owners)
    match.play(0, f"canal {card} left")
    seat = match.position()["seats"][0]
    assert (seat["canals"]["left"], seat["statues"]) == (5, [])


def test_piles_are_split_again_and_again_until_the_last_card():
    match = table({}, {}, phase="draw", extra=None, last=1, piles={"left": 1, "right": 8}, discard="rest")
    sizes = []
    while match.decisions and match.decisions[0].kind == "draw":
        match.play(match.decisions[0].seat, "draw left")
        sizes.append([len(pile) for pile in match.position()["piles"].values()])
    assert sizes[0] == [4, 4]
    assert sizes[4] == [2, 2]
    assert sizes[6] == [1, 1]
    assert sizes[-1] == [0, 0]


def test_a_person_burnt_out_in_anothers_turn_comes_back_and_works_again_in_the_same_round():
    [attacker, *_] = [
        card["id"]
        for card in CARDS
        if {"kind": "each_other_threat", "colour": "red", "n": 1} in card["effect"] and card["icon"] == "arrow"
    ]
    [worker, *_] = who(icon="once", does=["gain"])
    victim = {
        "hand": [PLAIN["red"][0]],
        "threats": {"red": 2},
        "houses": [{"colour": "red"}, {"colour": "blue", "person": worker, "used": True}],
    }
    match = table({"hand": [attacker], "houses": [{"colour": "red"}]}, victim)
    match.play(0, f"recruit {attacker} in red")
    assert match.decisions[0].seat == 1
    match.play(1, f"lose {worker}")
    if match.decisions[0].seat == 0:
        match.play(0, "end")
    match.play(1, f"recruit {worker} in red")
    assert f"use {worker}" in [move.text for move in match.decisions[0].moves]
