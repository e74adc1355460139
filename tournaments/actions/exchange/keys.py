"""The key with which an organiser's programs read: made, renewed, revoked. It is shown once and kept nowhere."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.actions import journal, present
from tournaments.keys import programs
from tournaments.language.refusals import NotYours, TooOften
from tournaments.language.speech import say
from tournaments.models import ApiKey, Player
from tournaments.outbox import limits

MOST = 10
WITHIN = timedelta(days=1)
NOTED_EVERY = timedelta(hours=1)


@transaction.atomic
def make(player: Player) -> str:
    """The player's new key; an older one is dead. NotYours for who is no organiser, TooOften above MOST a day."""
    player = present.hold(player)
    if not player.is_organiser:
        raise NotYours(say("Only organisers have a key for programs."))
    if not limits.allow("api keys", str(player.pk), MOST, WITHIN):
        raise TooOften(say("This has been done {most} times today. Try again tomorrow.", most=MOST))
    key = programs.make()
    now = {"digest": programs.digest(key), "made_at": timezone.now(), "used_at": None}
    ApiKey.objects.update_or_create(player=player, defaults=now)
    journal.note("key made", f"{player} made a key for programs", actor=player)
    return key


@transaction.atomic
def revoke(player: Player) -> bool:
    """End the player's key; whether there was one."""
    player = present.hold(player)
    ended, _ = ApiKey.objects.filter(player=player).delete()
    if ended:
        journal.note("key revoked", f"{player} ended their key for programs", actor=player)
    return bool(ended)


def end_without_right(player: Player) -> None:
    """End the key of somebody who is no organiser any more, and is locked: it stays dead if they come to be one again.

    Asked of the rows: what the object knows may be older.
    """
    if player.prepares or player.organised.exists():
        return
    ended, _ = ApiKey.objects.filter(player=player).delete()
    if ended:
        journal.note("key revoked", f"the key for programs of {player} ended with their office", player=player.pk)


def of(player: Player) -> ApiKey | None:
    return ApiKey.objects.filter(player=player).first()


def reader_with(key: str) -> Player | None:
    """The organiser whose key it is, as long as they are one."""
    rows = ApiKey.objects.filter(digest=programs.digest(key), player__is_active=True, player__is_staff=True)
    found = rows.select_related("player").first()
    return found.player if found and found.player.is_organiser else None


def note_used(player: Player, now: datetime) -> None:
    """Note that the player's key is in use, to the hour."""
    long_ago = Q(used_at=None) | Q(used_at__lte=now - NOTED_EVERY)
    ApiKey.objects.filter(long_ago, player=player).update(used_at=now)
