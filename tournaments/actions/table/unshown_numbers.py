"""Orders by number in reply to a letter without numbers: they wait for a yes, in words. Carries out nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.language.languages import to_say
from engine.orders.api import Account, Line
from tournaments.language.speech import say

NO_NUMBERS = to_say(
    "orders by number, and those behind them, wait for your yes, because what you answer shows no numbers"
)


def by_number(account: Account) -> Account:
    """The account of a letter in time, with the reason at orders that wait for a yes only as they are by number."""
    lines = [
        replace(line, why=say(NO_NUMBERS)) if line.state == "stale" and line.words and not line.why else line
        for line in account.lines
    ]
    return replace(account, lines=tuple(lines))


def are_by_number(lines: Sequence[Line]) -> bool:
    """Whether all of these wait only because they were given by number."""
    return all(line.why == say(NO_NUMBERS) for line in lines)


def is_done_at_once(waiting: Line) -> bool:
    """Whether a yes does it without anything being asked of the seat: it is about earlier or later orders."""
    of_rules = bool(waiting.why) and not are_by_number([waiting])
    return of_rules or waiting.words == "undo" or waiting.words.startswith(("forget", "go on"))


def note(waiting: Sequence[Line]) -> str:
    """The words for what a yes does, for the account in which these orders wait for one."""
    if are_by_number(waiting):
        return say("the word [yes] as an answer does what waits for it")
    return say("if you still want what came too late, the word [yes] as an answer does it")
