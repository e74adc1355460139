"""Answers to words that are no orders never read as orders themselves, however a client wraps them."""

from __future__ import annotations

import textwrap

import pytest

import engine
from engine import orders as grammar
from tests.cast import asked_seat, make_cast, only_table, running_league
from tests.post import deliver, newest
from tournaments.actions import commands
from tournaments.models import OutboundLetter


@pytest.mark.parametrize("columns", range(40, 81))
def test_the_help_holds_no_order_at_any_width(columns: int) -> None:
    lines = [line for paragraph in commands.HELP for line in textwrap.wrap(paragraph, columns)]
    assert [line for line in lines if grammar.reads(engine.games["bruges"], line)] == []


@pytest.mark.django_db
def test_answers_and_press_hold_no_order_at_any_width() -> None:
    seat = asked_seat(only_table(running_league(make_cast())))
    letter = newest(seat, "turn")
    deliver(letter, "status", "log", "orders", "rules", "standings", "games", "help", "say: status\nundo")
    deliver(letter, "say: workers prince")
    letters = OutboundLetter.objects.filter(kind__in=("words", "say"))
    assert letters.count() > 3
    for text in letters.values_list("text", flat=True):
        for columns in range(40, 81, 4):
            lines = [line for own in text.splitlines() for line in textwrap.wrap(own, columns)]
            assert [line for line in lines if grammar.reads(engine.games["bruges"], line)] == []
