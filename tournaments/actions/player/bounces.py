"""Letters that come back for good: a probe tries the address, and only if that comes back too is the address dead.

A report that a letter came back is written by whoever writes it, so it is no more than a reason to try. Two others are
first-hand and believed at once: a mail host that answers "no such mailbox" while we hand a letter over
(`running.posting`; one that refuses a full mailbox for days is only a reason to try the address, too), and what our
provider posts with its secret about a letter that it has sent for us (`actions.deliveries`); a provider would not even
send a probe to an address of which it says that.

The tables of a player whose address is dead wait for a limited time, then the rules of their leagues hold as for
anybody.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournaments.actions import journal
from tournaments.actions.clock import deadlines, in_time
from tournaments.actions.observing import ending
from tournaments.actions.table import session
from tournaments.letters import headers
from tournaments.letters import people as letters
from tournaments.models import Address, OutboundLetter, Player, Table
from tournaments.outbox import outbox

PROBE = "probe"
PROBE_AGAIN = timedelta(days=7)  # longer than hosts try to deliver: until then the last probe is still on its way
HEARD_SOON = timedelta(seconds=5)  # after which whoever heard of a player must have died
LATER = timedelta(minutes=5)
BATCH = 200
WAIT_AGAIN = timedelta(days=30)  # or bouncing on purpose would stop a clock for as long as one likes


@transaction.atomic
def came_back(letter: OutboundLetter, probe: int | None) -> OutboundLetter | None:
    """Note a report that a letter of ours has failed for good; return the probe written for it, if any.

    probe  the number of the probe whose own return address the report came to
    """
    if letter.player_id is None:
        ending.of_letter(letter)
        _tell_of_nobodys(letter)
        return None
    player = Player.objects.select_for_update(no_key=True).get(pk=letter.player_id)
    ending.of_letter(letter)
    if letter.kind != PROBE:
        return _try_address(player, letter)
    silent = OutboundLetter.objects.filter(pk=letter.pk, delivery="")  # each probe speaks once
    if probe == letter.pk and silent.update(delivery=OutboundLetter.Delivery.CAME_BACK, delivery_at=timezone.now()):
        address_is_dead(letter.to, "a letter that only tried the address came back too")
    return None


def _tell_of_nobodys(letter: OutboundLetter) -> None:
    """Show organisers the report on a letter to an address as somebody typed it: no game waits for it."""
    unknown = OutboundLetter.objects.filter(pk=letter.pk, delivery__in=("", OutboundLetter.Delivery.PUT_OFF))
    unknown.update(delivery=OutboundLetter.Delivery.CAME_BACK, delivery_at=timezone.now())


def _try_address(player: Player, letter: OutboundLetter) -> OutboundLetter | None:
    """Write a probe, unless one is on its way or letters do not go to that address any more."""
    now, to = timezone.now(), letter.to.lower()
    registered = to == player.email.lower()
    if not player.is_active or (registered and player.dead_at):
        return None
    if not registered and to not in [address.email.lower() for address in player.copied_to]:
        return None
    if player.letters_out.filter(kind=PROBE, to__same=to, created_at__gt=now - PROBE_AGAIN).exists():
        return None
    draft = letters.probe(player, letter.subject, main=registered)
    probe = outbox.write(draft, player=player, to=to, dedupe=f"{PROBE}:{letter.pk}:{now.timestamp():.0f}")
    probe.envelope_sender = headers.probe_address(probe.pk)
    probe.save(update_fields=("envelope_sender",))
    words = f"a letter to {player} is said to have come back: a probe finds out"
    journal.note("mail tried", words, actor=None, player=player.pk, letter=probe.pk)
    return probe


@transaction.atomic
def address_is_dead(email: str, why: str) -> Player | None:
    """Mark the player with that registered address; a second call does nothing.

    If it is a second one that gets copies, it gets no more. Nothing is observed from there any more.
    """
    player = Player.objects.select_for_update(no_key=True).filter(email__same=email.strip(), is_active=True).first()
    ending.of_address(email)
    if player is None:
        _no_more_copies(email, why)
    if player is None or player.dead_at:
        return player
    player.dead_at = now = timezone.now()
    if player.awaited_from is None or player.awaited_from + WAIT_AGAIN < now:
        player.awaited_from = now
    until = player.awaited_from + settings.DEAD_ADDRESS_WAIT
    player.awaited_until = until if until > now else None
    player.save(update_fields=("dead_at", "awaited_from", "awaited_until"))
    journal.note("mail dead", f"letters to {player} come back: {why}", actor=None, player=player.pk)
    return player


def _no_more_copies(email: str, why: str) -> None:
    for address in Address.objects.select_related("player").filter(email__same=email.strip(), copies=True):
        if not Address.objects.filter(pk=address.pk, copies=True).update(copies=False):
            continue  # told of already, or removed at this moment
        words = f"copies to a second address of {address.player} come back: {why}"
        journal.note("copies end", words, actor=None, player=address.player_id)


@transaction.atomic
def wait_no_longer(player_id: int) -> bool:
    """End the tables' wait for a player whose letters still come back, if it was long enough. True if it ended now.

    The clocks run on from where they stopped, and the league's rule for late players holds. Letters still do not go.
    """
    row = _locked(player_id)
    now = timezone.now()
    if row.dead_at is None or row.awaited_until is None or row.awaited_until > now:
        return False
    if in_time.waits(now, row.awaited_until, in_time.of_player(row)):  # by one of them they are heard of
        return False
    dead_at, row.awaited_until = row.dead_at, None
    row.save(update_fields=("awaited_until",))
    words = f"letters to {row} still come back: the tables wait no longer, the league's rule for late players holds"
    journal.note("awaited enough", words, actor=None, player=row.pk)
    deadlines.go_on(row, dead_at)
    return True


def put_off_the_end(player_id: int) -> None:
    """Move a wait that could not be ended out of the way of the others."""
    later = timezone.now() + LATER
    Player.objects.filter(pk=player_id, awaited_until__isnull=False).update(awaited_until=later)


def note_heard(player: Player) -> None:
    """Note that a letter from the player has come, or a press of a mailed button, in the transaction of that act.

    `hear_from` is called behind it; where the worker dies in between, the sweep does (`left_behind`).
    """
    Player.objects.filter(pk=player.pk, dead_at__isnull=False, heard_at=None).update(heard_at=timezone.now())


@transaction.atomic
def hear_from(player: Player) -> bool:
    """Let letters go again to a player who has been heard of (`note_heard`). True if they had not.

    Clocks that were stopped go on, and questions that are still open are sent again. A transaction of its own, after
    that of what the player has done: it changes turns of all their tables.
    """
    row = _locked(player.pk)
    player.dead_at, since = None, row.dead_at
    if since is None:
        return False
    awaited = row.awaited_until is not None
    row.dead_at = row.awaited_until = row.heard_at = None
    row.save(update_fields=("dead_at", "awaited_until", "heard_at"))
    journal.note("mail lives", f"letters to {player} arrive again", actor=player)
    if awaited:
        deadlines.go_on(player, since)
    outbox.catch_up(player, since)
    return True


def left_behind(now: datetime) -> list[int]:
    """Players who have been heard of by a worker that died before it could say so."""
    rows = Player.objects.filter(heard_at__lt=now - HEARD_SOON).order_by("heard_at")
    return list(rows.values_list("pk", flat=True)[:BATCH])


def hear_again(player_id: int) -> None:
    """Do what the worker that died has left."""
    hear_from(Player.objects.get(pk=player_id))


def put_off_hearing(player_id: int) -> None:
    """Move a player whose tables could not go on out of the way of the others."""
    Player.objects.filter(pk=player_id, heard_at__isnull=False).update(heard_at=timezone.now() + LATER)


def _locked(player_id: int) -> Player:
    """The player, locked after all their tables: whoever changes turns takes the tables first."""
    session.lock_tables(Table.objects.filter(seats__player=player_id, state=Table.State.RUNNING))
    return Player.objects.select_for_update(no_key=True).get(pk=player_id)
