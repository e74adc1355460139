"""Letters to the toy game and what came of them: what is played, what is kept, what is in a hand."""

from __future__ import annotations

from typing import Any

from engine import Match
from engine.match.log import live
from engine.orders.api import Account, Plan, apply_letter
from tests.engine.toy import CARDS, at_turn

Book = dict[int, Plan]


def letter(match: Match, book: Book, text: str, seat: int = 0, serial: int | None = -1, **how: Any) -> Account:
    decision = match.decision(seat)
    answered = (decision.serial if decision else None) if serial == -1 else serial
    return apply_letter(match, book, seat, text.splitlines(), serial=answered, **how)


def states(account: Account) -> list[str]:
    return [line.state for line in account.lines]


def played(match: Match, seat: int = 0) -> list[str]:
    return [f"{entry.move} ({entry.by})" for entry in live(match.log) if entry.seat == seat and entry.move][2:]


def hand(match: Match, seat: int = 0) -> list[str]:
    return [CARDS[card] for card in match.view(seat).seats[seat].hand]


def kept(book: Book, seat: int = 0) -> list[str]:
    return [order.words for order in book[seat].kept]


def planned(text: str, seat: int = 1) -> tuple[Match, Book]:
    """Seat 0 is to move; `seat` has sent its plan ahead."""
    match, book = at_turn(), Book()
    letter(match, book, text, seat=seat)
    return match, book
