"""Letters that come back for good: the player is marked as out of reach and the organisers can see it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments.actions import deadlines, journal
from tournaments.mail import outbox
from tournaments.models import Address, Player


@transaction.atomic
def address_is_dead(email: str, why: str) -> Player | None:
    """Mark the player with that registered address; a second call does nothing.

    If it is a second one that gets copies, it gets no more.
    """
    player = Player.objects.select_for_update().filter(email__iexact=email.strip(), is_active=True).first()
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
def address_lives(player: Player) -> datetime | None:
    """A letter from the player has come: the address is in use again. Since when it was dead; None if it was not."""
    since = player.dead_at
    if since is None or not Player.objects.filter(pk=player.pk, dead_at__isnull=False).update(dead_at=None):
        return None
    player.dead_at = None
    journal.note("mail lives", f"letters to {player} arrive again", actor=player)
    return since


@transaction.atomic
def catch_up(player: Player, since: datetime) -> None:
    """After what the player has just done: the clocks go on, and questions that are still open are sent again."""
    deadlines.go_on(player, since)
    outbox.catch_up(player)
