"""Letters to addresses that move nothing: of a seat that is no longer the player's, or that the stand-in has."""

from __future__ import annotations

from collections.abc import Sequence

from engine.orders.command_words import without_note
from tournaments.actions import journal
from tournaments.inbox import no_seat, nothing_said, reply
from tournaments.letters import people
from tournaments.models import InboundLetter, Player, Seat
from tournaments.outbox import limits, outbox


def answer(row: InboundLetter, letter: reply.Letter, seat: Seat, player: Player, *, sure: bool) -> str:
    """Carry out the words that belong to no table, and tell why all else does nothing.

    The verdict; "" where nothing was carried out.

    sure  whether it is proved that the player wrote it, by a yes or by an address that still counts
    """
    others = no_seat.of_tables(letter)
    verdict = no_seat.take(row, letter, player, sure=sure, seated=False, told=others)
    if not verdict:
        aside = [ignored.line for ignored in letter.worth_telling if ignored.line]
        why = no_seat.almost(letter) if letter.said else nothing_said.why(letter)
        _no_longer_yours(row, [*(others or letter.said), *aside], seat, player, why)
    elif others and verdict == "letter":
        _no_longer_yours(row, others, seat, player)
    return verdict


def _no_longer_yours(row: InboundLetter, written: Sequence[str], seat: Seat, player: Player, why: str = "") -> None:
    """Tell a former player of the seat why nothing happens; the address of the answer names no seat.

    why  no line of the letter is carried out anywhere
    """
    how, league = limits.former(seat, player, row), seat.table.league
    organisers = list(league.organisers.filter(is_active=True).order_by("pk"))
    lines = [without_note(line) for line in written]
    draft = people.no_longer_yours(player, seat, organisers, lines, why, how.later)
    outbox.write(draft, player=player, league=league, dedupe=f"not-yours:{row.pk}", answers=row, until=how.until)
    if how.until is None:
        words = f"{player} wrote for {seat}, though letters from there move nothing"
        journal.note("old seat", words, seat=seat, letter=row.pk)
