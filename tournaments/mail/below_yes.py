"""What stands below a "yes" to a question of ours. It is not carried out, and its writer is told so.

The yes may let an earlier letter be read, which happens later: lines below it would overtake that one.
"""

from __future__ import annotations

from engine.orders.commands import without_note
from tournaments.mail import limits, outbox, reply, understanding
from tournaments.mail.letters import people
from tournaments.mail.letters.layout import quoted
from tournaments.models import InboundLetter, Player
from tournaments.speech import say
from tournaments.spoken import spoken_to

MOST_SHOWN = 20  # lines


def tell(row: InboundLetter, letter: reply.Letter, player: Player) -> None:
    """Show the player what was left aside, if any of it looks like something to be done: a name alone does not."""
    below = letter.lines[1:]
    if not _is_meant(row, below, letter.sure - 1):
        return
    with spoken_to(player):
        why = say(
            "Your yes counts. The lines below it in your letter were left aside and did nothing; if you still want "
            "them, send them in a letter of their own:"
        )
    echoes = [echo for line in below[:MOST_SHOWN] for echo in quoted(without_note(line))]
    how = limits.answers("words", player, row)
    draft = people.answered(player, "yes", [why, *echoes], later=how.later)
    outbox.write(draft, player=player, dedupe=f"below-yes:{row.pk}", answers=row, until=how.until)


def _is_meant(row: InboundLetter, lines: tuple[str, ...], sure: int) -> bool:
    """`sure`: how many of the lines are surely the writer's own; of the others only whole orders count."""
    begins, is_order = understanding.words_for_people(row.seat).begins, understanding.is_order(row.seat)
    return any(begins(line) for line in lines[: max(0, sure)]) or any(map(is_order, lines))
