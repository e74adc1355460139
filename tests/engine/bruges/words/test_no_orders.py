"""Nothing that the game says may come back as an order, however a mail client breaks its lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bruges import GAME
from engine.bruges.state import State
from engine.bruges.words import doing, letter, offers, story, telling
from engine.bruges.words.voice import harmless
from engine.decisions import Decision
from engine.events import Event
from engine.language.languages import speaking
from engine.orders import reader as orders
from engine.orders.command_words import is_command
from tests.engine.bruges.words.games import asked
from tests.engine.wrapping import LONGEST_ORDER, NARROWEST, WIDEST, possible_lines

RULES = {rule.topic: rule.text for rule in GAME.default_rules}
HOSTILE = (
    "workers prince",
    "17 red",
    "Prince",
    "lose canal left",
    "end",
    "Use the Queen",
    "climb",
    "draw left",
    "say: hello",
    "undo",
    "forget",
    "42",
    "ＥＮＤ",
    "Hóuse servant.",
    "tell",
    "x 17 red y",
    "Anna Baker",
    "Can King",
)


@cache
def is_order(line: str) -> bool:
    return orders.reads(GAME, line) or GAME.reads(line) or is_command(line)


def orders_in(paragraphs: Iterable[str]) -> list[str]:
    return [line for paragraph in paragraphs for line in possible_lines(paragraph) if is_order(line)]


def everything(state: State, decision: Decision, names: list[str]) -> Iterator[str]:
    view = GAME.view(state, decision.seat)
    for section in letter.sections(view, decision, names, RULES, decision.seat):
        yield section.title
        yield section.title.upper()
        yield from (paragraph.words for paragraph in section.paragraphs)
    yield from (group.heading for group in offers.menu(view, decision))
    yield doing.headline(view, decision)
    yield from (doing.say(move, view, decision.seat) for move in decision.moves)


@given(names=st.lists(st.sampled_from(HOSTILE) | st.text(max_size=12), min_size=3, max_size=3))
@settings(max_examples=60, deadline=None)
def test_no_name_of_a_player_makes_an_order_of_a_sentence(names: list[str]) -> None:
    state, decision, events = some_moments()[len("".join(names)) % 8]
    view = GAME.view(state, decision.seat)
    titles = [section.title for section in letter.sections(view, decision, names, RULES, decision.seat)]
    told = [telling.tell(event, names, reader) for event in events for reader in (None, 0, 1, 2)]
    assert not orders_in([*titles, *told])
    assert orders_in(["Somebody has written at great length, and then at the end of it all: use queen"])


@pytest.mark.parametrize(("seed", "seats", "language"), [(31, 4, "en"), (32, 3, "en"), (33, 2, "en"), (34, 2, "de")])
def test_letters_wrapped_anew_at_any_width_hold_no_order(seed: int, seats: int, language: str) -> None:
    names = ["Anna Baker", "Price", "Ελένη", "Red Adair"][:seats]
    told: set[str] = set()
    with speaking(language):
        for number, (state, decision, events) in enumerate(asked(seed, seats)):
            told.update(story.recount(events, names, decision.seat))
            if number % 9 == 0:
                told.update(everything(state, decision, names))
    for columns in range(NARROWEST, WIDEST + 1):
        lines = {line for paragraph in told for line in textwrap.wrap(paragraph, columns, break_on_hyphens=False)}
        assert [line for line in lines if len(line.split()) <= LONGEST_ORDER and is_order(line)] == []


def test_ordinary_names_stay_as_they_are() -> None:
    for name in ("Anna Baker", "Price", "Can", "Łódź Ελένη", "布魯日", "Red Adair", "Prince", "Lindsay", "Tellier"):
        assert harmless(name) == name
    assert harmless("17 red") == "_17_red"


@cache
def some_moments() -> list[tuple[State, Decision, list[Event]]]:
    moments = [(state.copy(), decision, events) for state, decision, events in asked(21, 3) if len(events) > 2]
    return moments[-8:]


def test_the_lines_looked_at_are_those_that_wrapping_makes() -> None:
    paragraph = (
        'With "17 red / 42" the second counts if the first cannot be, and workersprinceandmanymorecharacters end.'
    )
    looked_at = set(possible_lines(paragraph))
    for columns in range(NARROWEST, WIDEST + 1):
        for line in textwrap.wrap(paragraph, columns, break_long_words=False, break_on_hyphens=False):
            assert line in looked_at or len(line.split()) > LONGEST_ORDER
    assert {"end.", "17 red"} & looked_at == {"end."}
