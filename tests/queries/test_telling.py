"""What the stand-in did is told as its doing, and nothing else is: over a whole game, to every reader."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

import engine
from engine.bots import bots
from engine.orders import api
from engine.orders.api import Plan
from tournaments.queries import telling
from tournaments.queries.names import stand_in_name

NAMES = ("Anna", "Bea", "Chidi")
ABSENT = 1
READERS = (0, 1, 2, None)
CARD_PLAYED = ("workers", "guilders", "threat off", "canal", "house", "recruit")  # each card played is one of these
NOBODYS = ("round begins", "dice", "threats", "round ends", "majority", "game ends")
BY_PERSON = re.compile(r" with the [A-Z]| from the [A-Z]")  # follows from a move that was told


@pytest.fixture(scope="module")
def match() -> engine.Match:
    return played(0)


def played(number: int) -> engine.Match:
    """A game at whose table Bea is never there; her rules and the stand-in move for her."""
    match = engine.Match.start(engine.games["bruges"], seats=3, secret=bytes([number] * 32))
    plans_of, random = {seat: Plan() for seat in range(3)}, Random(number)
    while not match.over:
        api.autoplay(match, plans_of, kept=False)
        for decision in match.decisions[:1]:
            if decision.seat == ABSENT:
                api.stand_in(match, plans_of, ABSENT, bots["random"])
            else:
                move = bots["greedy"].choose(match.game, match.view(decision.seat), decision, random)
                match.play(decision.seat, move)
    return match


def mark(reader: int | None) -> str:
    return f"The stand-in moved for {'you' if reader == ABSENT else NAMES[ABSENT]}: "


@pytest.mark.parametrize("reader", READERS)
def test_every_card_that_the_stand_in_played_is_told_as_its_doing_and_no_card_of_another(
    match: engine.Match, reader: int | None
) -> None:
    told = list(telling.told_singly(match.game, telling.happened(match.history), NAMES, reader))
    cards = [words for event, words in told if event.kind in CARD_PLAYED]
    whose = "You" if reader == ABSENT else NAMES[ABSENT]
    marked = [words.removeprefix(mark(reader)) for words in cards if words.startswith(mark(reader))]
    others = [words for words in cards if not words.startswith(mark(reader))]
    assert len(marked) > 20
    assert len(others) > 40
    assert all(words.startswith(whose) for words in marked)
    assert not [words for words in others if words.startswith(f"{whose} ") and not BY_PERSON.search(words)]


def test_a_seat_without_a_player_has_the_stand_ins_name_and_is_told_like_any_other(match: engine.Match) -> None:
    names = [stand_in_name(ABSENT) if seat == ABSENT else name for seat, name in enumerate(NAMES)]
    events = telling.happened(match.history)
    told = [words for _, words in telling.told_singly(match.game, events, names, None)]
    assert not [words for words in told if "moved for" in words]
    assert sum(words.startswith(f"{names[ABSENT]} ") for words in told) > 20


@pytest.mark.parametrize("reader", READERS)
def test_what_follows_from_a_move_of_the_stand_in_is_not_told_as_its_doing(
    match: engine.Match, reader: int | None
) -> None:
    everywhere = [
        replace(entry, by="stand-in") if entry.by != "automatic" else entry for entry in match.history
    ]  # also where rules have moved
    told = list(telling.told_singly(match.game, telling.happened(everywhere), NAMES, reader))
    assert {event.kind for event, words in told if "stand-in moved" in words} >= {"guilders", "house", "recruit"}
    assert not [words for event, words in told if event.kind in NOBODYS and "stand-in" in words]
    bullets = telling.told(match.game, telling.happened(everywhere), NAMES, reader)
    assert not [words for words in bullets if re.match(r"The stand-in moved for \w+: (Round|Dice|No die)", words)]


@pytest.mark.parametrize("reader", READERS)
def test_a_letter_says_of_each_bullet_by_itself_that_the_stand_in_moved_and_leaves_no_word_out(
    match: engine.Match, reader: int | None
) -> None:
    bullets = telling.told(match.game, telling.happened(match.history), NAMES, reader)
    events = (event for entry in match.history for event in telling.marked(entry.events, entry.by))
    plain = match.game.recount(events, NAMES, reader)
    assert sum(words.startswith(mark(reader)) for words in bullets) > 20
    assert not [words for words in bullets if words.endswith(":")]
    unmarked = [words.removeprefix(mark(reader)) for words in bullets]
    assert sorted(" ".join(unmarked).split()) == sorted(" ".join(plain).split())


def test_what_took_the_stand_in_several_decisions_is_told_in_one() -> None:
    shorter = 0
    for number in range(5):
        match = played(number)
        events = telling.happened(match.history)
        bullets = telling.told(match.game, events, NAMES, None)
        singly = [words for _, words in telling.told_singly(match.game, events, NAMES, None)]
        shorter += sum(map(said_of, singly)) - sum(map(said_of, bullets))
        assert not [words for words in bullets if words.count("stand-in moved") > 1]
    assert shorter > 0


def said_of(words: str) -> bool:
    return "stand-in moved" in words


@pytest.mark.parametrize(("rule", "whose"), [("", "The usual rule"), ("if climb price <= 4", "Your standing order")])
def test_a_step_is_told_as_that_of_a_standing_order_only_to_who_has_given_one(rule: str, whose: str) -> None:
    match = engine.Match.start(engine.games["bruges"], seats=3, secret=bytes(32))
    plans, random = {seat: Plan(rules={"climb": rule} if rule else {}) for seat in range(3)}, Random(1)
    said: list[str] = []
    while match.round < 6:
        at = match.count
        api.autoplay(match, plans, kept=False)
        said += telling.told(match.game, telling.happened(match.log[at - match.count :]), NAMES, 0)
        for decision in match.decisions[:1]:
            match.play(decision.seat, bots["greedy"].choose(match.game, match.view(decision.seat), decision, random))
    steps = [words for words in said if "until you play a card" in words]
    assert steps
    assert all(whose in words for words in steps)
