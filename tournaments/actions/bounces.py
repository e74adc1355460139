"""Letters that come back for good: the player is marked as out of reach and the organisers can see it."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from tournaments.actions import journal
from tournaments.mail import outbox
from tournaments.models import Player


@transaction.atomic
def address_is_dead(email: str, why: str) -> Player | None:
    """Mark the player with that registered address; a second call does nothing."""
    player = Player.objects.select_for_update().filter(email__iexact=email.strip(), is_active=True).first()
    if player is None or player.dead_at:
        return player
    player.dead_at = timezone.now()
    player.save(update_fields=("dead_at",))
    journal.note("mail dead", f"letters to {player} come back: {why}", actor=None, player=player.pk)
    return player


@transaction.atomic
def address_lives(player: Player) -> None:
    """A letter from the player has come: the address is in use again."""
    if Player.objects.filter(pk=player.pk, dead_at__isnull=False).update(dead_at=None):
        player.dead_at = None
        outbox.catch_up(player)
        journal.note("mail lives", f"letters to {player} arrive again", actor=player)
