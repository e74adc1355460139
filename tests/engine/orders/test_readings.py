"""Letters that are read before their table is locked: read once, and again only if the table has gone on since."""

from __future__ import annotations

from engine.language.languages import speaking
from engine.match.match import Match
from engine.orders import api
from engine.orders.account import Account
from engine.orders.api import Plan, Readings
from engine.orders.numbers import ALL
from tests.shared import pace
from tests.shared.replies import match_at, positions

POSITION = "bruges-7"
DEAR = [f"I am {word} not quite shoor which crad is the betetr one for the hous {word}" for word in "abcdefghij"] * 40


def position() -> tuple[Match, int]:
    return match_at(POSITION).copy(), positions()[POSITION]["asked"]


def read(match: Match, seat: int, lines: list[str]) -> Readings:
    readings = Readings()
    api.read_ahead(match, seat, lines, serial=None, late=False, numbers=ALL, readings=readings)
    return readings


def apply(match: Match, seat: int, lines: list[str], readings: Readings | None) -> Account:
    plans = {number: Plan() for number in range(match.seats)}
    return api.apply_letter(match, plans, seat, lines, serial=None, readings=readings)


def test_what_was_read_before_is_not_read_again() -> None:
    match, seat = position()
    apply(match.copy(), seat, DEAR[:1], None)  # reads the words of the game from their files
    readings = read(match, seat, DEAR)
    begun = pace.seconds(lambda: apply(match.copy(), seat, DEAR, readings), runs=3)
    assert begun < pace.seconds(lambda: apply(match.copy(), seat, DEAR, None), runs=3) / 5


def test_the_account_is_the_same_whether_a_letter_was_read_before_or_not() -> None:
    match, seat = position()
    decision = match.decision(seat)
    assert decision is not None
    for move in decision.moves[::7]:
        lines = [move.text, "Nice game!", "no idea what to do"]
        assert apply(match.copy(), seat, lines, read(match, seat, lines)) == apply(match.copy(), seat, lines, None)


def test_a_letter_is_read_again_when_the_table_has_gone_on() -> None:
    match, seat = position()
    decision = match.decision(seat)
    assert decision is not None
    lines = [str(number) for number in range(100)]
    before = read(match, seat, lines)
    match.play(seat, decision.moves[0])
    account = apply(match.copy(), seat, lines, before)
    assert account == apply(match.copy(), seat, lines, None)


def test_a_letter_is_read_again_in_another_language() -> None:
    match, seat = position()
    lines = ["what now"]
    before = read(match, seat, lines)
    with speaking("de"):
        assert apply(match.copy(), seat, lines, before) == apply(match.copy(), seat, lines, None)
