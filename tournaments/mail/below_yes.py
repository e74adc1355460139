"""What stands beside a "yes" to a question of ours. It is not carried out, and its writer is told so.

The yes may let an earlier letter be read, which happens later: lines below it would overtake that one.
"""

from __future__ import annotations

from tournaments.mail import left_aside, limits, outbox, reply
from tournaments.mail.letters import people
from tournaments.models import InboundLetter, Player
from tournaments.speech import say
from tournaments.spoken import spoken_to


def tell(row: InboundLetter, letter: reply.Letter, player: Player) -> None:
    """Show the player what was left aside, if there is anything."""
    aside = left_aside.of(row, letter, letter.lines[:1])
    if not aside:
        return
    with spoken_to(player):
        why = say(
            "Your yes counts. Whatever else stands in your letter did nothing; if you still want it, send it in a "
            "letter of its own."
        )
    how = limits.answers("words", player, row)
    draft = people.answered(player, "yes", [why], left_aside=aside, later=how.later)
    outbox.write(draft, player=player, dedupe=f"below-yes:{row.pk}", answers=row, until=how.until)
