"""Sign-ins: seen by their player, ended by them one by one or all at once, forgotten when they have run out."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.actions import journal, present
from tournaments.formats.amounts import amount
from tournaments.models import Player, SignIn
from tournaments.runtime import portions

SEEN_EVERY = timedelta(hours=1)


def to_the_hour(moment: datetime) -> datetime:
    """The beginning of the hour: the exact moment of a visit is not to be kept."""
    return moment.replace(minute=0, second=0, microsecond=0)


def note_seen(row: SignIn) -> None:
    """Note that the browser has asked for a page, at most once an hour."""
    now = timezone.now()
    if row.seen_at <= now - SEEN_EVERY:
        SignIn.objects.filter(pk=row.pk).update(seen_at=to_the_hour(now))


def of(player: Player) -> list[SignIn]:
    """The player's sign-ins that still hold, the newest first."""
    return list(player.sign_ins.filter(expire_date__gt=timezone.now()).order_by("-begun_at", "session_key"))


@transaction.atomic
def end(player: Player, handle: str) -> bool:
    """End one sign-in; False when there is none of that handle any more. Forgotten."""
    present.hold(player)
    gone = [row.pk for row in of(player) if row.handle == handle]
    if not gone:
        return False
    player.sign_ins.filter(pk__in=gone).delete()
    journal.note("sign-in ended", f"{player} ended a sign-in", actor=player)
    return True


@transaction.atomic
def end_all(player: Player, but: str | None = None) -> int:
    """End every sign-in except the one with the session key `but`; how many there were. Forgotten."""
    present.hold(player)
    count, _ = player.sign_ins.exclude(pk=but or "").delete()
    if count:
        journal.note("sign-ins ended", f"{player} ended {amount(count, 'sign-in')}", actor=player)
    return count


def forget(now: datetime) -> int:
    """Remove sign-ins that have run out and those of players who may not sign in any more; how many there were."""
    return portions.delete(SignIn.objects.filter(Q(expire_date__lte=now) | Q(player__is_active=False)))
