"""Limits of a letter, so that reading, keeping and playing it end soon whoever wrote it."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.language import typed
from engine.orders import reader
from engine.orders.api import Account, Plan, apply_letter
from tests.engine.any_game import SHIPPED
from tests.engine.orders.planning import Book, letter, states
from tests.engine.toy import at_turn

MANY = 600


def of_game(slug: str, lines: list[str]) -> Account:
    match = engine.Match.start(engine.games[slug], 3, secret=bytes(32))
    decision = match.waiting[0]
    return apply_letter(match, {}, decision.seat, lines, serial=decision.serial)


@pytest.mark.parametrize("slug", sorted(SHIPPED))
@pytest.mark.parametrize("line", ["take 2 lase {n}", "recruit prinse in rod {n}", "choose gant {n}"])
def test_only_the_first_unreadable_lines_of_a_letter_are_answered_with_suggestions(slug: str, line: str) -> None:
    few = of_game(slug, [line.format(n=n) for n in range(20)])
    many = of_game(slug, [line.format(n=n) for n in range(MANY)])
    helped = sum(bool(told.nearest) for told in many.lines)
    assert sum(bool(told.nearest) for told in few.lines) <= 20
    assert helped <= 2 * 20
    assert len(many.lines) < MANY


@pytest.mark.parametrize("slug", sorted(SHIPPED))
def test_what_only_asks_whether_a_line_is_an_order_looks_for_no_suggestions(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []
    unlikeness = typed._unlikeness

    def noted(asked: str, *rest: Any) -> Any:
        compared.append(asked)
        return unlikeness(asked, *rest)

    monkeypatch.setattr(typed, "_unlikeness", noted)
    lines = ["always fire red empty > prinse", "recruit prinse in rod", "if guldens 3: end", "take 2 lase", "lay gray"]
    for line in lines:
        reader.reads(engine.games[slug], line)
    assert compared == []
    of_game(slug, lines)
    assert compared


def test_a_seat_keeps_so_many_orders_however_many_letters_bring_them() -> None:
    match, book = at_turn(), Book()
    for _ in range(4):
        account = letter(match, book, "also take 1\n" + "take 2 / take 3\n" * 60, seat=1)
    named = sum(len(order.moves) for order in book[1].kept)
    assert 90 <= named <= 100
    assert set(states(account)) == {"refused"}
    assert "at most 100" in account.lines[0].words
    letter(match, book, "forget\ntake 1", seat=1)
    assert [order.words for order in book[1].kept] == ["take 1"]


def test_what_is_held_twice_is_held_once() -> None:
    match, book = at_turn(), Book()
    letter(match, book, "hold well\n" * 5 + "hold lamp\nhold well")
    assert book[0].held == ["well", "lamp"]


def test_a_rule_of_bruges_has_no_more_wishes_than_anybody_needs() -> None:
    fire = "always fire " + " > ".join(["red empty", "blue empty"] * 15)
    account = of_game("bruges", [fire, "always fire red empty > cheapest"])
    assert [line.state for line in account.lines] == ["refused", "rule"]
    assert Plan().rules == {}


@pytest.mark.parametrize("slug", sorted(SHIPPED))
@pytest.mark.parametrize("sign", ["ﬃ", "\ufdfa"])
def test_a_line_is_as_long_as_it_becomes_when_it_is_made_plain(slug: str, sign: str) -> None:
    game = engine.games[slug]
    match = engine.Match.start(game, 3, secret=bytes(32))
    line = f"hold {sign * 490}"
    (told,) = reader.Reader(game, match.view(0), match.waiting[0], 0).read(line)
    assert isinstance(told.what, reader.Refused)
    assert ("at most 500" in told.what.reason) == (len(typed.normalise(line)) > reader.LONGEST) == (sign == "ﬃ")
