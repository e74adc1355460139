"""Answers to words that are no orders never read as orders themselves, however a client wraps them."""

from __future__ import annotations

import textwrap

import pytest

import engine
from engine import orders as grammar
from tests.cast import asked_seat, make_cast, only_table, running_league
from tests.post import deliver, newest
from tournaments.actions import answers
from tournaments.models import OutboundLetter


@pytest.mark.parametrize("columns", range(40, 81))
def test_the_help_holds_no_order_at_any_width(columns: int) -> None:
    lines = [line for paragraph in answers.HELP for line in textwrap.wrap(paragraph, columns)]
    assert [line for line in lines if grammar.reads(engine.games["bruges"], line)] == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "press",
    ["undo", "workers prince", "17 red", "always climb if climb price <= 3", "say: help", "a long word " * 9 + "undo"],
)
def test_press_that_reads_as_an_order_does_not_when_it_is_mailed_on(press: str) -> None:
    seat = asked_seat(only_table(running_league(make_cast())))
    deliver(newest(seat, "turn"), f"say: {press}")
    for text in OutboundLetter.objects.filter(kind="say").values_list("text", flat=True):
        told = [line for line in text.replace("\xa0", " ").splitlines() if line.startswith("said |")]
        assert " ".join(line.removeprefix("said | ") for line in told) == press
        for columns in range(40, 81):
            wrapped = [piece for line in told for piece in textwrap.wrap(line, columns)]
            assert [line for line in wrapped if grammar.reads(engine.games["bruges"], line)] == []
