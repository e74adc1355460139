"""What becomes of an order depends on nothing that its seat has not seen, unless what it does shows it for good."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine.decisions import Decision
from engine.orders import api
from engine.orders.plan import Plan
from tests.engine import styles
from tests.engine.any_game import SHIPPED

KEPT, EACH = 40, 4  # order texts that are remembered, and tried at each moment


def another_world(match: engine.Match, seat: int, rng: Random) -> engine.Match:
    """A match that looks the same to the seat: all that it may not know is something else, chance included."""
    twin = match.copy()
    other = engine.Match.start(match.game, match.seats, match.header["options"], secret=rng.randbytes(32))
    twin._secret, twin._chance = other._secret, other._chance
    twin._state = match.game.imagine(match.view(seat), rng)
    twin._look()
    return twin


def became(match: engine.Match, seat: int, line: str) -> tuple[list[str], bool]:
    """The states of the line's account, on a copy; and whether anything was shown that cannot be taken back."""
    trial = match.copy()
    account = api.apply_letter(trial, {}, seat, [line], serial=None)
    shown = any(entry.rolls or trial.game.reveals(entry.events, seat) for entry in trial.log)
    return [state.state for state in account.lines], shown


@pytest.mark.parametrize("slug", SHIPPED)
def test_an_order_becomes_the_same_whatever_is_hidden(slug: str) -> None:
    rng, compared = Random(5), 0
    game = SHIPPED[slug]
    seen: list[str] = []
    for number in range(2):
        match = engine.Match.start(game, max(game.seats), secret=Random(number).randbytes(32))
        while not match.over and match.count < 150:
            decision = rng.choice(match.waiting)
            seen = [*seen, *(move.text for move in decision.moves[:2])][-KEPT:]
            if rng.random() < 0.3:
                compared += _compare(match, decision, seen, rng)
                _compare_moves(match, decision, rng)
            match.play(decision.seat, styles.answer(match, ["random"] * match.seats, decision, rng))
            if (serial := api.to_close(match)) is not None:
                match.close(serial)
    assert compared > 100


def _compare(match: engine.Match, decision: Decision, seen: list[str], rng: Random) -> int:
    """At one moment; how many lines."""
    seat, other = decision.seat, another_world(match, decision.seat, rng)
    facts = sorted(match.game.facts(match.view(seat)).items())
    for _ in range(EACH):
        name, value = rng.choice(facts) if facts else ("", 0)
        line = rng.choice(seen)
        if facts and rng.random() < 0.5:
            line = f"if {name} = {value + rng.choice((0, 1))}: {line}"
        (here, shown), (there, shown_there) = became(match, seat, line), became(other, seat, line)
        assert here == there or (shown and shown_there), (line, decision, here, there)
    return EACH


def _compare_moves(match: engine.Match, decision: Decision, rng: Random) -> None:
    """A move after which the seat knows more than before cannot be taken back: it says that it shows something."""
    seat, other = decision.seat, another_world(match, decision.seat, rng)
    assert match.view(seat) == other.view(seat)
    here, there = match.copy(), other.copy()
    move = rng.choice(decision.moves)
    for trial in (here, there):
        trial.play(seat, move)
    shown = any(entry.rolls or here.game.reveals(entry.events, seat) for entry in here.log)
    assert shown or here.view(seat) == there.view(seat), (move, decision)


def before_the_dice() -> tuple[engine.Match, int]:
    """A draw of the Inventor that may be passed over and is the last choice of a round; and whose it is."""
    rng = Random(1229)
    match = engine.Match.start(engine.games["bruges"], rng.choice([2, 2, 3]), secret=rng.randbytes(32))
    while not match.over:
        decision = rng.choice(match.waiting)
        if decision.kind == "draw" and decision.passing is not None:
            passed = match.copy()
            passed.play(decision.seat, decision.passing, by="automatic")
            if any(entry.rolls for entry in passed.log):
                return match, decision.seat
        wanted = [move for move in decision.moves if move.verb in ("recruit", "use", "draw")]
        match.play(decision.seat, rng.choice(wanted) if wanted and rng.random() < 0.6 else rng.choice(decision.moves))
    raise AssertionError("no such moment")


def test_dice_that_are_not_thrown_yet_decide_nothing_about_an_order() -> None:
    match, seat = before_the_dice()
    asked: dict[int, Plan] = {}
    api.apply_letter(match, asked, seat, ["always draw ask"], serial=None)
    before = match.count
    for value in range(1, 7):
        account = api.apply_letter(match, asked, seat, ["forget", f"if die red = {value}: climb"], serial=None)
        assert [line.state for line in account.lines][-1] == "kept", value
    assert match.count == before
