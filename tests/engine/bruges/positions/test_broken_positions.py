"""Position files with something wrong in them: refused in words, or good for all that a position is good for."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import BadPosition, Match
from engine.bruges import GAME, Bruges
from engine.bruges.rules import rules
from engine.pictures.svg import to_svg
from engine.positions import files
from tests.engine.bruges.oracle import cards
from tests.engine.bruges.oracle.decks import random_deck
from tests.engine.bruges.oracle.lockstep import random_move
from tests.engine.bruges.oracle.positions import crowded
from tests.engine.bruges.table import THREES, house

CHOICES = [choice.task.name for choice in rules.CHOICES]
Position = dict[str, Any]
Spot = tuple[Any, Any]  # a list or an object of a position, and a place in it
PIECES: tuple[Any, ...] = (None, 0, -1, 3, 10**6, 1.5, True, "", "x", "prince", "rest", [], [["x"]], {}, {"red": 1})


def start(game: Bruges, position: Position) -> Match:
    return Match.start(game, len(position["seats"]), secret=bytes(32), position=position)


@cache
def asked() -> dict[str, tuple[Bruges, str]]:
    """A position for each kind of question, as it came up in games with decks of all kinds of effect; as JSON."""
    rng, found = Random(4), dict[str, tuple[Bruges, str]]()
    while found.keys() != set(CHOICES):
        game = GAME.with_deck(json.dumps(random_deck(rng)), "random deck")
        cards.lay_out(game.deck)
        with suppress(BadPosition):
            match = start(game, crowded(rng))
            for _ in range(60):
                if not match.decisions:
                    break
                decision = rng.choice(match.decisions)
                found.setdefault(decision.kind, (game, json.dumps(match.position())))
                match.play(decision.seat, random_move(decision, rng))
    return found


# --- what is taken is good -------------------------------------------------------------------------------


def use_fully(game: Bruges, position: Position, rng: Random) -> None:
    """Read, print, draw, dump, write back and play on for 30 moves."""
    state = game.read_position(position)
    for seat in (None, *range(len(state.seats))):
        assert files.words(game, state, seat)
        names = [f"Seat {number}" for number in range(len(state.seats))]
        assert to_svg(game.picture(game.view(state, seat), names, seat)).startswith("<svg")
    assert game.load(json.loads(json.dumps(game.dump(state)))) == state
    assert game.read_position(json.loads(json.dumps(game.write_position(state)))) == state
    match = start(game, position)
    for _ in range(30):
        if match.decisions:
            decision = rng.choice(match.decisions)
            match.play(decision.seat, rng.choice(decision.moves))
    assert game.read_position(match.position()) == game.load(match.dump()["state"])


@pytest.mark.parametrize("kind", CHOICES)
def test_a_position_at_every_kind_of_question_is_good_for_everything(kind: str):
    game, written = asked()[kind]
    use_fully(game, json.loads(written), Random(1))


def is_read(game: Bruges, position: Position) -> bool:
    try:
        game.read_position(position)
    except BadPosition:
        return False
    return True


def some_spot(position: Position, rng: Random) -> Spot:
    """A place in a position; the fields are as likely as the many cards in them."""
    within: Any = position
    while True:
        key = rng.choice(list(within) if isinstance(within, dict) else range(len(within)))
        if not isinstance(within[key], (dict, list)) or not within[key] or rng.random() < 0.3:
            return within, key
        within = within[key]


def put(within: Any, key: Any, rng: Random, position: Position) -> None:
    within[key] = rng.choice(PIECES)


def nudge(within: Any, key: Any, rng: Random, position: Position) -> None:
    value = within[key]
    within[key] = value + rng.choice((-1, 1)) if type(value) is int else rng.choice(PIECES)


def leave_out(within: Any, key: Any, rng: Random, position: Position) -> None:
    del within[key]


def double(within: Any, key: Any, rng: Random, position: Position) -> None:
    if isinstance(within, list):
        within.insert(key, within[key])
    else:
        within[rng.choice(list(within))] = within[key]


def exchange(within: Any, key: Any, rng: Random, position: Position) -> None:
    other, place = some_spot(position, rng)
    within[key], other[place] = json.loads(json.dumps([other[place], within[key]]))


CHANGES: tuple[Callable[[Any, Any, Random, Position], None], ...] = (put, nudge, leave_out, double, exchange)


@given(kind=st.sampled_from(CHOICES), change=st.sampled_from(CHANGES), agenda=st.booleans(), rng=st.randoms())
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_position_with_one_thing_changed_is_refused_in_words_or_good_for_everything(
    kind: str, change: Callable[[Any, Any, Random, Position], None], agenda: bool, rng: Random
):
    """Half of the changes are made in the agenda, where most is to be known."""
    game, written = asked()[kind]
    position = json.loads(written)
    tail = position["agenda"][-2:]
    change(*some_spot(tail if agenda else position, rng), rng, {"agenda": tail} if agenda else position)
    if agenda:
        position["agenda"][-2:] = tail
    if is_read(game, position):
        use_fully(game, position, Random(1))


# --- what was once taken, or broke ------------------------------------------------------------------------

SEATS: list[dict[str, Any]] = [
    {"hand": ["prince", "mayor"], "houses": [house("red", "queen"), house("blue")]},
    {"hand": ["king"]},
]
ROUND = [["majorities"], ["turns"], ["turn", 0, 1, False]]
DRAWING = [["majorities"], ["turns"], ["climbs", 0], ["deal"], ["dice"]]
DICE = {**THREES, "red": 6, "blue": 1}
STEPS = [["majorities"], ["turns"], ["climbs", 1]]


def seat(**fields: Any) -> dict[str, Any]:
    return {"seats": [SEATS[0] | fields, SEATS[1]]}


def at_work(person: str, **fields: Any) -> list[dict[str, Any]]:
    """The seats when a person of the first has just been used."""
    return [{"hand": ["mayor"], "houses": [house("red", person, used=True)]} | fields, {"hand": ["king"]}]


PRINCE_AT_WORK = at_work("prince")


def opened(person: str, *tasks: Any, **fields: Any) -> dict[str, Any]:
    """What the first effect of a person at work has left to be chosen."""
    return {"agenda": [*ROUND, ["do", 0, person, 1], *tasks], "seats": at_work(person, **fields)}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        *(
            (seat(**{field: value}), f"seat 0, {field}")
            for field in ("hand", "public", "houses")
            for value in (None, 3)
        ),
        *(({field: value}, field) for field in ("totals", "agenda") for value in (None, 3)),
        (seat(public=[["x"]]), "seat 0, public"),
        (seat(public=["prince", "prince"]), "seat 0, public"),
        (seat(markers=["canal", "canal"]), "seat 0, markers"),
        (seat(houses={}), "seat 0, houses"),
        (seat(houses=[house("red", used=True)]), "seat 0, house 1, used"),
        (seat(houses=[house("red", "archer", used=False)]), "seat 0, house 1, used"),
        (seat(climbed="yes"), "seat 0, climbed"),
        (seat(climbed=True), "seat 0: has gone up"),
        (seat(climbed=True, step=1) | {"phase": "draw", "dice": {}}, "seat 0: cannot have gone up"),
        (seat(unseen=1), "seat 0: has cards that were just drawn"),
        (seat(unseen=1, public=["mayor"]), "seat 0: cards just drawn"),
        (seat(unseen=1, hand=["prince", "-"]), "seat 0: cards just drawn"),
        (seat(statues=[6, 7], canals={"left": 5, "right": 5}), "statues: a seat has taken a dearer one"),
        (seat(step=None), "seat 0, step"),
        ({"veiled": None}, "veiled"),
        ({"veiled": []}, "veiled"),
        ({"persons": None}, "persons"),
        ({"over": 1}, "over"),
        ({"over": True}, "totals: the last row"),
        ({"round": 0}, "round"),
        ({"last": 3}, "last: is not known"),
        ({"last": 9, "round": 4, "extra": None}, "last: "),
        ({"totals": [[1]]}, "totals"),
        ({"totals": [[1, 2], [3, 4]], "round": 2}, "totals"),
        ({"statues": []}, "statues"),
        ({"statues": [7, 2]}, "statues"),
        ({"dice": {"red": 1}, "phase": "draw"}, "dice"),
        ({"turn": 2, "phase": "dice"}, "turn"),
        ({"turn": 2, "phase": "majorities"}, "turn"),
        ({"piles": {"left": 0, "right": 9}, "extra": None, "last": 1, "discard": "rest"}, "piles"),
        ({"piles": {"left": 0, "right": 9}, "discard": "rest"}, "piles"),
        ({"agenda": []}, "agenda"),
        ({"agenda": [["turns"]]}, "agenda"),
        ({"agenda": [["majorities"], ["turns"], ["turn", 1, 1, False]]}, "agenda"),
        ({"agenda": [["majorities"], ["turns"], ["turn", 0, 0, False]]}, "agenda"),
        ({"agenda": [["round"]]}, "agenda"),
        ({"agenda": [["round"]], "phase": "majorities", "extra": None, "last": 1}, "agenda: no round"),
        ({"agenda": [["majorities"], ["turn", 0, 0, True]], "phase": "majorities"}, "agenda"),
        ({"agenda": [*DRAWING, ["refill", 1], ["draw", 0, 9, 0, ""]], "phase": "draw", "dice": {}}, "agenda"),
        (opened("servant", ["draw", 0, 1, 0, "servant"], hand=["mayor", "bishop"], unseen=1), "agenda"),
        (opened("pickpocket", ["workers", 0, 1, 0, "pickpocket", True]), "agenda"),
        (opened("pirate", ["canal", 1, 0, "pirate"]), "agenda"),
        (opened("moneychanger", ["take", 0, 1, "moneychanger"]), "agenda"),
        *(
            ({"agenda": [*ROUND, task]}, "agenda")
            for task in (
                ["mason", 0, 9],
                ["mason", 0, 0],
                ["ward", 0, "prince"],
                ["do", 0, "nobody", 0],
                ["do", 0, "prince", 0],
                ["do", 0, "queen", 0],
                ["take", 0, 2, "nobody"],
                ["take", 0, 2, "queen"],
                ["exchange", 0, 5, "prince"],
                ["draw", 0, "x", 0, ""],
                ["climb", 0, "x"],
                ["climb", 0, -3],
                ["climb", 0, 1],
                ["fire", 0, 9, ""],
                ["fire", 0, None, ""],
                ["dance", 0],
                [["turn"], 0],
                [],
                None,
            )
        ),
        *(
            ({"agenda": [*STEPS, task], "phase": "dice", "dice": DICE}, "agenda")
            for task in (["climb", 0, 2], ["climb", 1, 1], ["climb", 0, True], ["fire", 0, None, ""])
        ),
        *(
            ({"agenda": [*STEPS[:2], ["climbs", 0], *struck], "phase": "dice", "dice": DICE}, "agenda")
            for struck in (
                [["plague", 0, None, ""]],
                [["fire", 0, 1, ""]],
                [["fire", 0, None, "queen"]],
                [["fire", 0, None, ""]] * 2,
            )
        ),
        *(
            ({"agenda": [*ROUND, ["do", 0, "prince", 1], *opened], "seats": PRINCE_AT_WORK}, "agenda")
            for opened in (
                [["take", 0, 2, "prince"]],
                [["workers", 0, 1, 0, "prince", True]],
                [["do", 0, "prince", 1]],
                [["turn", 0, 1, False]],
            )
        ),
        ({"agenda": [*ROUND, ["do", 0, "prince", 7]], "seats": PRINCE_AT_WORK}, "agenda"),
    ],
    ids=lambda value: json.dumps(value)[:80] if isinstance(value, dict) else "",
)
def test_what_cannot_be_is_refused_by_name(change: Position, named: str):
    with pytest.raises(BadPosition) as refusal:
        GAME.read_position({"dice": THREES, "seats": SEATS, **change})
    assert str(refusal.value).startswith(named)


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"agenda": ROUND},
        {"agenda": [*STEPS, ["climb", 0, 1]], "phase": "dice", "dice": DICE},
        {"agenda": [*STEPS[:2], ["climbs", 0], ["fire", 0, None, ""]], "phase": "dice", "dice": DICE},
        {"agenda": [["round"]], "phase": "majorities"},
        {"agenda": [*ROUND, ["do", 0, "prince", 0]], "seats": PRINCE_AT_WORK},
        {"extra": None, "last": 2},
        {"agenda": [*DRAWING, ["refill", 1], ["draw", 0, 3, 0, ""]], "phase": "draw", "dice": {}},
        {"piles": {"left": 1, "right": 9}, "discard": "rest"},
        seat(statues=[7, 6], canals={"left": 5, "right": 5}),
        opened("servant", ["draw", 0, 1, 0, "servant"]),
        opened("scrivener", ["draw", 0, 1, 0, "scrivener"]),
        opened("moneychanger", ["pay", 0, 1, "moneychanger", 0]),
    ],
    ids=json.dumps,
)
def test_the_same_without_the_fault_is_taken(change: Position):
    use_fully(GAME, {"dice": THREES, "seats": SEATS, **change}, Random(1))


# --- games that are over ------------------------------------------------------------------------------


@cache
def ended() -> str:
    """The position at the end of a game, as JSON."""
    match, rng = Match.start(GAME, 2, secret=bytes(32)), Random(1)
    while match.decisions:
        decision = match.decisions[0]
        match.play(decision.seat, rng.choice(decision.moves))
    return json.dumps(match.position())


def test_the_position_of_a_game_that_is_over_is_read_and_asks_nobody():
    match = start(GAME, json.loads(ended()))
    assert match.decisions == ()
    assert json.dumps(match.position()) == ended()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"agenda": [["round"]]}, "agenda: must be empty"),
        ({"phase": "cards", "turn": 0}, "over: "),
        ({"last": 99}, "last: "),
        ({"over": False, "agenda": [["round"]]}, "agenda: no round comes after the last"),
        ({"over": False}, "totals: are of more rounds"),
    ],
    ids=["more to do", "cards to play", "rounds to play", "a round to come", "not over"],
)
def test_a_game_that_is_over_has_nothing_to_come(change: Position, named: str):
    with pytest.raises(BadPosition) as refusal:
        GAME.read_position(json.loads(ended()) | change)
    assert str(refusal.value).startswith(named)
