"""What a mail says, by the grammar of the game that it is for. Carries out nothing."""

from __future__ import annotations

from collections.abc import Callable

import engine
from engine import orders as grammar
from tournaments import matches
from tournaments.mail import desk_words, reply
from tournaments.models import InboundLetter, Seat

MOST_READ = 2_000  # lines of a letter that may be orders; an answer that quotes twenty of ours has fewer
MOST_READ_OF_OTHERS = 300  # of a letter that answers none of ours


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
    """The grammar for the mail reader: of the seat's game, or of all while the seat is not known.

    A letter with more lines than anybody writes or quotes that may be orders by their first word is read no further.
    """
    games = [matches.game_at(seat.table)] if seat else list(engine.games.values())
    left = MOST_READ if seat else MOST_READ_OF_OTHERS

    def reads(line: str) -> bool:
        nonlocal left
        if seat is None and desk_words.reads(line):
            return True
        meant = [game for game in games if grammar.begins(game, line)]
        left -= bool(meant)
        return left >= 0 and any(grammar.reads(game, line, first_lines=first_lines) for game in meant)

    return reads
