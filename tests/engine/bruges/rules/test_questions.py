"""What is not asked and not offered, because every answer comes to the same or nothing would happen."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Match
from engine.bruges import GAME, Bruges
from engine.bruges.state import COLOURS
from tests.engine.bruges.table import BARE, SECRET, THREES, Table, deck_where, house

REST = {"hand": ["king", "abbot"]}
CARDS = GAME.cards
PUT_OFF = {  # how many threats of any colour who puts off
    name: effect["n"]
    for name, effects in zip(CARDS.name, CARDS.active, strict=True)
    for effect in effects
    if effect.kind == "discard_threat" and effect["colour"] == "any"
}
SAFE = {"icon": "situation", "effect": [{"kind": "immune", "to": "attacks"}]}


def queen(*effects: dict[str, Any], **others: dict[str, Any]) -> Bruges:
    """The game in which the Queen works once a round, and some other persons as said."""
    return deck_where(queen={"icon": "once", "effect": list(effects)}, **others)


def with_queen(game: Bruges, seat: dict[str, Any], *others: dict[str, Any]) -> Table:
    """Seat 0 has the Queen in a house and two cards in its hand."""
    mine = {**BARE, "hand": ["mayor", "bishop"], **seat, "houses": [house("red", "queen")]}
    return Table(mine, *(others or (REST,)), game=game)


def attack(loses: str, n: int = 2) -> dict[str, Any]:
    return {"kind": "each_other", "loses": loses, "n": n, "to_owner": False}


# --- all go ----------------------------------------------------------------------------------------------


def test_an_archer_takes_the_last_threats_off_without_a_question():
    table = Table({"hand": ["archer"], "threats": {"blue": 1, "red": 1}, "houses": [house("red")]}, REST)
    table.play(0, "recruit archer in red")
    assert (table.seat(0).threats, table.seat(0).points) == ([0] * 5, 7)
    assert [told["colour"] for told in table.told("threat off")] == ["blue", "red"]
    assert table.asked() == {1: "turn"}


@pytest.mark.parametrize(("person", "n"), PUT_OFF.items())
def test_who_puts_off_threats_asks_nothing_where_all_go(person: str, n: int):
    """With as many threats as the person puts off nothing is asked, with one more it is."""
    comes = CARDS.icon[CARDS.number[person]] == "arrow"
    hand, homes = ([person], [house("red")]) if comes else ([], [house("blue", person)])
    workers = dict.fromkeys(COLOURS, 1)
    seat = {"hand": ["mayor", "bishop", *hand], "houses": homes, "guilders": 20, "workers": workers}
    held = {"blue": min(n, 2), "red": n - min(n, 2)}
    work = f"recruit {person} in red" if comes else f"use {person}"
    exact = Table({**seat, "threats": held}, {"hand": ["king", "queen"]}).play(0, work)
    assert exact.seat(0).threats == [0] * 5
    assert exact.asked() != {0: "remove"}
    more = Table({**seat, "threats": {**held, "yellow": 1}}, {"hand": ["king", "queen"]}).play(0, work)
    assert more.asked() == {0: "remove"}


def test_an_exchange_of_all_workers_asks_for_none_of_them():
    game = queen({"kind": "exchange", "give": {"what": "workers", "n": 2}, "get": {"what": "points", "n": 3}})
    table = with_queen(game, {"workers": {"blue": 1, "red": 1}}).play(0, "use queen")
    assert (table.seat(0).workers, table.seat(0).points) == ([0] * 5, 3)
    paid = {"seat": 0, "what": "workers", "amount": 2, "workers": {"blue": 1, "red": 1}, "person": "queen"}
    assert table.told("paid") == [paid]
    assert table.asked() == {0: "turn"}
    choosy = with_queen(game, {"workers": {"blue": 2, "red": 1}}).play(0, "use queen")
    assert choosy.texts(0) == ["give blue", "give red"]
    choosy.play(0, "give blue")
    assert (choosy.seat(0).workers, choosy.seat(0).points) == ([1, 0, 0, 1, 0], 0)
    choosy.play(0, "give red")
    assert (choosy.seat(0).workers, choosy.seat(0).points) == ([1, 0, 0, 0, 0], 3)


@pytest.mark.parametrize("held", [{"left": 1, "right": 1}, {"left": 1}, {}])
def test_an_attack_that_takes_every_canal_token_asks_for_none_of_them(held: dict[str, int]):
    table = with_queen(
        queen(attack("canal")), {}, {**REST, "canals": held}, {**REST, "canals": {"left": 3}, "hand": []}
    )
    table.play(0, "use queen")
    assert [seat.canals for seat in table.state.seats] == [[0, 0], [0, 0], [1, 0]]
    assert [told["what"] for told in table.told("lost") if told["seat"] == 1] == (["canal"] * len(held) or ["nothing"])
    assert table.asked() == {0: "turn"}


def test_an_attack_that_leaves_a_canal_token_asks_which_go():
    table = with_queen(queen(attack("canal")), {}, {**REST, "canals": {"left": 2, "right": 1}}).play(0, "use queen")
    assert table.texts(1) == ["lose canal left", "lose canal right"]
    table.play(1, "lose canal left", "lose canal left")
    assert table.seat(1).canals == [0, 1]


# --- nothing would happen --------------------------------------------------------------------------------


def test_an_attack_on_nobody_but_the_safe_is_not_offered():
    table = Table(
        {"hand": ["mayor", "bishop"], "houses": [house("red", "pickpocket")]},
        {**REST, "houses": [house("red", "gatekeeper")]},
    )
    assert "use pickpocket" not in table.texts(0)
    table.play(0, "workers mayor")
    assert table.asked() == {1: "turn"}


@pytest.mark.parametrize(
    "effect",
    [attack("workers"), attack("guilders"), {"kind": "each_other_threat", "colour": "any", "n": 1}],
    ids=["workers", "guilders", "threat"],
)
def test_an_attack_is_offered_as_long_as_it_reaches_one_seat(effect: dict[str, Any]):
    game = queen(effect, king=SAFE, mayor=SAFE)
    safe, other = ({"hand": [], "houses": [house("blue", person)]} for person in ("king", "mayor"))
    hand = {"hand": ["bishop", "vicar"]}
    assert "use queen" not in with_queen(game, hand, safe, other).texts(0)
    assert "use queen" in with_queen(game, hand, safe, {"hand": []}).texts(0)


# --- nobody passes who played ----------------------------------------------------------------------------


def test_a_seat_that_built_with_its_last_card_after_playing_one_has_not_passed():
    seat = {"hand": ["mayor", "bishop"], "houses": [house("red", "coachman"), house("blue", "thatcher")]}
    workers = dict.fromkeys(COLOURS, 2)
    table = Table({**seat, "workers": workers}, REST).play(0, "use coachman", "workers mayor", "use thatcher")
    assert table.hand(0) == []
    assert table.told("house")
    assert not table.told("passed")
    assert table.asked() == {1: "turn"}


def test_a_seat_whose_last_card_became_a_house_plays_none_and_passes():
    workers = dict.fromkeys(COLOURS, 2)
    table = Table({"hand": ["mayor"], "houses": [house("blue", "thatcher")], "workers": workers}, REST)
    table.play(0, "use thatcher")
    assert table.told("passed") == [{"seat": 0}]


# --- nobody sees which card is to be a house --------------------------------------------------------------


@pytest.mark.parametrize("hand", [["servant", "prince"], ["prince", "servant"], ["-", "-", "servant", "prince"]])
def test_while_a_worker_is_chosen_the_other_seats_do_not_see_for_which_card(hand: list[str]):
    workers = {"red": 1, "blue": 1}
    builder = {"hand": hand, "houses": [house("red", "locksmith")], "workers": workers}
    match = Match.start(GAME, 2, secret=SECRET, position={"dice": THREES, "seats": [builder, REST]})
    other = Match.start(GAME, 2, secret=SECRET, position={"dice": THREES, "seats": [builder, REST]})
    match.play(0, "house prince")
    other.play(0, "house servant")
    assert match.view(1) == other.view(1)
    assert match.view(None) == other.view(None)
    assert match.view(0) != other.view(0)
    imagined = match.imagined(1)
    imagined.play(0, "give blue")
    assert len(imagined.view(1).seats[0].houses) == 2


# --- what the others imagine of it --------------------------------------------------------------------------


@pytest.mark.parametrize("cheap", ["miniaturist", "muralist", "clerk", "page", "stableboy"])
def test_who_imagines_a_seat_that_is_asked_who_moves_in_imagines_somebody_who_can(cheap: str):
    owner = {"hand": ["puppeteer", cheap], "houses": [house("red"), house("blue")], "guilders": 6}
    match = Match.start(GAME, 2, secret=SECRET, position={"dice": THREES, "seats": [owner, REST]})
    match.play(0, "recruit puppeteer in red")
    asked = match.imagined(1).decision(0)
    assert [move.text for move in asked.moves][-1] == "none"
    assert len(asked.moves) > 1
