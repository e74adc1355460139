"""Tells players that a letter of theirs was laid aside because reading it failed. Reads of the letter only its head."""

from __future__ import annotations

import logging

from django.db import transaction

from tournaments.formats import clocks
from tournaments.inbox import reply
from tournaments.language.speech import say
from tournaments.language.spoken import spoken_to
from tournaments.letters import people
from tournaments.models import InboundLetter, Player
from tournaments.outbox import limits, outbox
from tournaments.queries.letters import identify
from tournaments.runtime import outages

log = logging.getLogger(__name__)


def say_so(row: InboundLetter, sender: str) -> None:
    """Write to the player whose letter it is, if that is believed and its sender is no machine.

    sender  as the letter names it
    """
    player = _writer(row, sender)
    if player is None or not player.is_active or reply.by_a_machine(bytes(row.raw), row.mail_from or None):
        return
    try:
        with transaction.atomic(), spoken_to(player):
            _write(row, player)
    except Exception as error:  # the letter must be laid aside in any case, or workers would try it for ever
        if outages.is_ours(error):
            raise
        log.exception("player %s could not be told that letter %s was laid aside", player.pk, row.pk)


def _writer(row: InboundLetter, sender: str) -> Player | None:
    """The player that has said yes to the letter, or from whose address it came; its seat may be another's by now."""
    if row.verdict == identify.RELEASED:
        return row.player
    return identify.player_at(sender, row.player) if identify.passed(row.auth_results, sender) else None


def _write(row: InboundLetter, player: Player) -> None:
    moment, how = clocks.short(row.received_at, player.zone), limits.laid_aside(player)
    words = [
        say(
            "Your letter of {moment} could not be read: a program of ours fails at it. Nothing of it was done so far, "
            "and nothing is lost.",
            moment=moment,
        ),
        say(
            "Whoever organises the league sees it and can have it read again; then it counts as of the moment at which "
            "it came. If time is short, write your orders in a new letter, one to a line, or on the page of the table."
        ),
    ]
    draft = people.answered(player, say("your letter"), words, later=how.later)
    outbox.write(draft, player=player, dedupe=f"laid-aside:{row.pk}", answers=row, until=how.until)
