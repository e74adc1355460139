"""Letters to addresses that move nothing: of a seat that is no longer the player's, or that the stand-in has."""

from __future__ import annotations

from collections.abc import Sequence

from engine.orders.command_words import without_note
from tournaments.actions import journal
from tournaments.inbox import no_seat, reply
from tournaments.letters import people
from tournaments.models import InboundLetter, Player, Seat
from tournaments.outbox import limits, outbox
from tournaments.queries.letters.identify import RELEASED


def answer(row: InboundLetter, letter: reply.Letter, seat: Seat, player: Player) -> str:
    """Carry out the words that belong to no table, and tell why all else does nothing.

    The verdict; "" where nothing was carried out.
    """
    released, others = row.verdict == RELEASED, no_seat.of_tables(letter)
    verdict = no_seat.take(row, letter, player, released=released, seated=False, told=others)
    if not verdict or (others and verdict == "letter"):
        _no_longer_yours(row, others or letter.lines, seat, player)
    return verdict


def _no_longer_yours(row: InboundLetter, written: Sequence[str], seat: Seat, player: Player) -> None:
    """Tell a former player of the seat why nothing happens; the address of the answer names no seat."""
    how, league = limits.former(seat, player, row), seat.table.league
    organisers = list(league.organisers.filter(is_active=True).order_by("pk"))
    lines = [without_note(line) for line in written]
    draft = people.no_longer_yours(player, seat, organisers, lines, how.later)
    outbox.write(draft, player=player, league=league, dedupe=f"not-yours:{row.pk}", answers=row, until=how.until)
    if how.until is None:
        words = f"{player} wrote for {seat}, though letters from there move nothing"
        journal.note("old seat", words, seat=seat, letter=row.pk)
