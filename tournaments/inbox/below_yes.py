"""A "yes" to a question of ours, and other words beside it: these are not carried out, and their writer is told so.

The yes may let an earlier letter be read, which happens later: lines below it would overtake that one.
"""

from __future__ import annotations

from engine.orders.command_words import command
from tournaments.inbox import left_aside, reply
from tournaments.inbox.reply import Doubt
from tournaments.language.speech import say
from tournaments.language.spoken import spoken_to
from tournaments.letters import people
from tournaments.models import InboundLetter, Player
from tournaments.outbox import limits, outbox


def yes_in(letter: reply.Letter) -> str:
    """The word "yes" as the letter begins with it, perhaps below a greeting; "" where it begins with something else.

    Further below it may go on with a sentence, or be meant of something else above it. One in the subject counts though
    the text orders something else, see `is_unsure`: nothing beside a yes is carried out anyway.
    """
    said = letter.in_doubt if letter.doubt is Doubt.SUBJECT else letter.said[len(left_aside.greeting(letter)) :]
    word = command(said[0]) if said else None
    return said[0] if word is not None and word.name == "yes" else ""


def is_unsure(letter: reply.Letter, *, for_good: bool = False) -> bool:
    """Whether a letter says yes in its subject alone, and its text may say no.

    for_good  what the yes would do cannot be undone: then any text but a greeting may
    """
    said = letter.in_doubt if letter.doubt is Doubt.SUBJECT else letter.said
    if said[:1] != (yes_in(letter),) or said[0] in letter.lines:
        return False
    return any(left_aside.says_no(line) or (for_good and not left_aside.greets(line)) for line in said[1:])


def tell(row: InboundLetter, letter: reply.Letter, player: Player) -> None:
    """Show the player what was left aside, if there is anything."""
    aside = left_aside.of(row, letter, [yes_in(letter)])
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
