"""Nothing that the game says may come back as an order, however a mail client breaks its lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

import pytest

from engine import orders
from engine.commands import is_command
from engine.decisions import Decision
from engine.venise import GAME
from engine.venise.state import State
from engine.venise.words.voice import harmless
from tests.engine.venise_words.games import asked
from tests.engine.wrapping import possible_lines

LONGEST_ORDER = 8  # words; every order of the game and every command is shorter
RULES = {rule.topic: rule.text for rule in GAME.default_rules}
HOSTILE = (
    "move 4 gold",
    "end",
    "None",
    "produce",
    "take ring",
    "say: hello",
    "undo",
    "ＥＮＤ",
    "Lay",
    "x sell lace y",
    "42",
)


@cache
def is_order(line: str) -> bool:
    return orders.reads(GAME, line) or GAME.reads(line) or is_command(line)


def orders_in(paragraphs: Iterable[str]) -> list[str]:
    return [line for paragraph in paragraphs for line in possible_lines(paragraph, LONGEST_ORDER) if is_order(line)]


def everything(state: State, decision: Decision, names: list[str]) -> Iterator[str]:
    view = GAME.view(state, decision.seat)
    for section in GAME.sections(view, decision, names, RULES, decision.seat):
        yield section.title
        yield section.title.upper()
        yield from (paragraph.words for paragraph in section.paragraphs)
    yield from (group.heading for group in GAME.menu(view, decision))
    yield GAME.headline(view, decision)
    yield GAME.course(view, decision, names)
    yield from (GAME.say(move, view, decision.seat) for move in decision.moves)


@pytest.mark.parametrize(("seed", "seats", "layout"), [(11, 4, "default"), (12, 3, "free"), (13, 2, "star")])
def test_no_line_of_any_letter_reads_as_an_order(seed: int, seats: int, layout: str) -> None:
    names = Random(seed).sample(HOSTILE, seats)
    told: set[str] = set()
    kinds: set[str] = set()
    for number, (state, decision, events) in enumerate(asked(seed, seats, layout)):
        for reader in (None, 0, 1):
            told.update(GAME.recount(events, names, reader))
            told.update(GAME.tell(event, names, reader) for event in events)
        if decision.kind not in kinds or number % 23 == 0:
            kinds.add(decision.kind)
            told.update(everything(state, decision, names))
    assert not orders_in(told)
    assert {"turn", "finish", "take", "burgher"} <= kinds


def test_ordinary_names_stay_as_they_are() -> None:
    for name in ("Anna Baker", "Price", "Łódź Ελένη", "布魯日", "Ring Lardner", "Endicott", "Takeshi"):
        assert harmless(name) == name
    assert harmless("move 4 gold") == "_move_4_gold"
