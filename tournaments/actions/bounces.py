"""Letters that come back for good: the player is marked as out of reach and the organisers can see it."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from tournaments.actions import deadlines, journal, sitting
from tournaments.mail import outbox
from tournaments.models import Address, Player, Table


@transaction.atomic
def address_is_dead(email: str, why: str) -> Player | None:
    """Mark the player with that registered address; a second call does nothing.

    If it is a second one that gets copies, it gets no more.
    """
    player = Player.objects.select_for_update(no_key=True).filter(email__iexact=email.strip(), is_active=True).first()
    if player is None:
        _no_more_copies(email, why)
    if player is None or player.dead_at:
        return player
    player.dead_at = timezone.now()
    player.save(update_fields=("dead_at",))
    journal.note("mail dead", f"letters to {player} come back: {why}", actor=None, player=player.pk)
    return player


def _no_more_copies(email: str, why: str) -> None:
    for address in Address.objects.select_related("player").filter(email__iexact=email.strip(), copies=True):
        address.copies = False
        address.save(update_fields=("copies",))
        words = f"copies to a second address of {address.player} come back: {why}"
        journal.note("copies end", words, actor=None, player=address.player_id)


@transaction.atomic
def hear_from(player: Player) -> bool:
    """A letter from the player has come, or a press of a mailed button: letters arrive again. True if they had not.

    The clocks go on, and questions that are still open are sent again. A transaction of its own, after that of what
    the player has done: it changes turns of all their tables.
    """
    sitting.lock_tables(Table.objects.filter(seats__player=player, state=Table.State.RUNNING))
    row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    player.dead_at, since = None, row.dead_at
    if since is None:
        return False
    row.dead_at = None
    row.save(update_fields=("dead_at",))
    journal.note("mail lives", f"letters to {player} arrive again", actor=player)
    deadlines.go_on(player, since)
    outbox.catch_up(player, since)
    return True
