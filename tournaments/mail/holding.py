"""A letter that waits for its player's "that was me": by which letters they are asked, and where all that wait stand.

Anybody can write in a player's name. About so many letters a day the player is asked one by one; then one letter tells
that everything else which comes in their name waits on their page. So nobody can have the player flooded, and what
others have written keeps no letter of the player's own from being confirmed.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.urls import reverse

from engine.commands import without_note
from tournaments.actions import journal
from tournaments.mail import limits, outbox, reply
from tournaments.mail.letters import people
from tournaments.models import InboundLetter, OutboundLetter, Player, Seat

ASKED_A_DAY = 3  # letters about one letter each: about those for one seat, and about those for no seat
DAY = timedelta(days=1)
QUESTION, ALL_WAIT = "was_this_you", "letters_wait"


def hold(row: InboundLetter, letter: reply.Letter, player: Player, seat: Seat | None = None) -> None:
    """Keep the letter until the registered address, or the page, says "that was me"; the sender hears nothing."""
    row.player, row.seat, row.state = row.player if seat else player, seat, InboundLetter.State.HELD
    limits.hold("asked about", str(player.pk))  # two that come at one moment are counted one after the other
    lately = OutboundLetter.objects.filter(player=player, created_at__gt=row.received_at - DAY)
    if lately.filter(kind=QUESTION, seat=seat).count() < ASKED_A_DAY:
        lines = [without_note(line) for line in letter.said]
        draft = people.was_this_you(player, row, letter.sender, lines, _page("player:was-this-you", row.pk))
        outbox.write(draft, player=player, seat=seat, dedupe=f"held:{row.pk}", about=row)
    elif not lately.filter(kind=ALL_WAIT).exists():
        draft = people.letters_wait(player, _page("player:waiting-letters"))
        outbox.write(draft, player=player, dedupe=f"letters-wait:{row.pk}", about=row)
    else:
        return
    whose = f"for {seat} waits for {player}'s yes" if seat else f"in the name of {player} waits for a yes"
    journal.note("held", f"a letter {whose}", seat=seat, letter=row.pk)


def _page(name: str, *arguments: int) -> str:
    return settings.SITE_URL.rstrip("/") + reverse(name, args=arguments)
