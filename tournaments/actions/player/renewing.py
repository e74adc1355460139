"""The renewal of a player's reply addresses and links after somebody else read their mailbox; questions come anew."""

from __future__ import annotations

from copy import copy
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.actions import journal, present
from tournaments.actions.exchange import keys
from tournaments.actions.league import invitations, organisers_asked
from tournaments.actions.player import asked_addresses, signed_in
from tournaments.actions.seats import offered
from tournaments.actions.table import asking_anew, session
from tournaments.language.refusals import TooOften
from tournaments.language.speech import say
from tournaments.letters import people as letters
from tournaments.letters.headers import renewal_of
from tournaments.models import Player, Seat, Table
from tournaments.outbox import limits, outbox, readdressing

MOST = 3
WITHIN = timedelta(days=1)


@transaction.atomic
def renew(player: Player, keep: str | None = None) -> Player:
    """End what letters to the player carry signed: reply addresses, calendar, links that sign in, join or unsubscribe.

    Their key for programs ends too: whoever read their mail could have made one.
    keep  key of the session that asks for it; all others end
    What waits to be sent is signed anew, open questions are sent once more. Other seats keep their addresses. TooOften.
    """
    if not limits.allow("renewed", str(player.pk), MOST, WITHIN):
        raise TooOften(say("You have done this {most} times today. Try again tomorrow.", most=MOST))
    session.lock_tables(Table.objects.filter(seats__player=player, state=Table.State.RUNNING))
    before = present.hold(player)
    now = copy(before)
    now.renewed_at, now.calendar_epoch = timezone.now(), before.calendar_epoch + 1
    now.set_unusable_password()  # links that sign in, and sessions, are signed with it
    now.save(update_fields=("renewed_at", "calendar_epoch", "password"))
    Seat.objects.filter(player=now).update(token_epoch=F("token_epoch") + 1)
    asked_addresses.forget(now.addresses.filter(verified_at=None))
    invitations.end_links(now)
    offered.end_to(now)
    organisers_asked.end_to(now)
    signed_in.end_all(now, but=keep)
    keys.revoke(now)
    _write(before, now)
    journal.note("addresses renewed", f"{now} ended all older reply addresses and links", actor=now)
    return now


def _write(before: Player, now: Player) -> None:
    renewal = readdressing.Renewal(before, now)
    readdressing.waiting(now, renewal)
    count, too_old = readdressing.questions(now, renewal)
    for letter in too_old:
        asking_anew.instead_of(letter)
    draft = letters.renewed(now, count)
    outbox.write(draft, player=now, dedupe=f"addresses:{now.pk}:{renewal_of(now)}", anyhow=True)
