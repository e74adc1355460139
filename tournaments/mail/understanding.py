"""What a mail says, by the grammar of the game that it is for. Carries out nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import engine
from engine import orders as grammar
from tournaments import matches
from tournaments.mail import desk_words, reply
from tournaments.models import InboundLetter, Seat


def understood(row: InboundLetter) -> reply.Letter:
    """What the letter says, by the grammar of its seat's game."""
    return by_the_grammar_of(row, bytes(row.raw))


def by_the_grammar_of(row: InboundLetter, raw: bytes) -> reply.Letter:
    """What a mail says, read as the one of this row is."""
    return reply.extract(
        raw,
        is_order(row.seat),
        in_first_lines=is_order(row.seat, first_lines=True),
        mail_from=row.mail_from or None,
    )


def is_order(seat: Seat | None, *, first_lines: bool = False) -> Callable[[str], bool]:
    """The grammar for the mail reader: of the seat's game, or of all while the seat is not known."""
    games = [matches.game_at(seat.table)] if seat else list(engine.games.values())
    if seat is None:
        return lambda line: desk_words.reads(line) or _reads(games, line, first_lines=first_lines)
    return lambda line: _reads(games, line, first_lines=first_lines)


def _reads(games: Sequence[engine.Game[Any]], line: str, *, first_lines: bool) -> bool:
    return any(grammar.reads(game, line, first_lines=first_lines) for game in games)
