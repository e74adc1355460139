"""The reports of a mail provider on a letter that we sent: arrived, put off, came back, unwanted. Sends nothing."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from tournaments.actions import journal
from tournaments.actions.observing import ending
from tournaments.actions.player import bounces, preferences
from tournaments.models import Entry, OutboundLetter, Player

Delivery = OutboundLetter.Delivery
# Words of anymail; that somebody opened a letter or followed a link is nobody's business and not kept.
TOLD = {
    "deferred": Delivery.PUT_OFF,
    "delivered": Delivery.ARRIVED,
    "failed": Delivery.CAME_BACK,
    "rejected": Delivery.CAME_BACK,
    "bounced": Delivery.CAME_BACK,
    "complained": Delivery.UNWANTED,
}
STRIKES = 3
RANKS = ("", *Delivery.values)


class UnknownLetter(LookupError):
    """A provider tells of a letter that was never sent to that address."""


@transaction.atomic
def note(
    event: str, name: str, recipient: str, *, for_good: bool, provider: str, at: datetime
) -> OutboundLetter | None:
    """Write down what became of a letter; the letter, None for an event that is not kept.

    name      the provider's id of the letter or our Message-ID
    for_good  whether one that came back did so because there is no such mailbox

    Events come twice and in any order: a later stage is never overwritten by an earlier one.
    """
    delivery = TOLD.get(event)
    if delivery is None:
        return None
    letter = _letter_of(name, recipient)
    if letter is None:
        raise UnknownLetter(f"{provider} tells of a letter that was never sent there")
    letter = _locked(letter)
    if RANKS.index(delivery) <= RANKS.index(letter.delivery):
        return letter
    letter.delivery, letter.delivery_at = delivery, at
    letter.save(update_fields=("delivery", "delivery_at"))
    if delivery == Delivery.CAME_BACK and (for_good or _struck_out(letter)):
        why = "there is no such mailbox" if for_good else f"{STRIKES} letters in a row came back"
        bounces.address_is_dead(letter.to, f"{provider} says that {why}")
    if delivery == Delivery.UNWANTED:
        _unwanted(letter)
    return letter


def _unwanted(letter: OutboundLetter) -> None:
    """Show it to the organiser, and send the league's letters in the daily one from now on."""
    words = f"{letter.player or 'Somebody new'} called a letter unwanted mail"
    journal.note("unwanted", words, actor=letter.player, league=letter.league, letter=letter.pk)
    ending.of_letter(letter)
    if letter.player is None:
        return
    entry = Entry.objects.select_related("player", "league").filter(player=letter.player, league=letter.league).first()
    if entry is not None:
        preferences.fewest_for(entry)


def _struck_out(letter: OutboundLetter) -> bool:
    """Whether the newest letters there of which anything is known all came back."""
    known = OutboundLetter.objects.filter(to=letter.to).exclude(delivery__in=("", Delivery.PUT_OFF))
    newest = list(known.order_by("-pk").values_list("delivery", flat=True)[:STRIKES])
    return newest == [Delivery.CAME_BACK] * STRIKES


def _letter_of(name: str, recipient: str) -> OutboundLetter | None:
    """The letter by the provider's id or our Message-ID, with or without brackets."""
    bare = name.strip().strip("<>")
    if not bare:
        return None
    names = (name, bare, f"<{bare}>")
    named = OutboundLetter.objects.filter(Q(provider_id__in=names) | Q(message_id__in=names)).order_by()
    found = list(named.values_list("pk", flat=True))
    # By two indexes each: joined in one statement with their copies, every letter would be looked into.
    theirs = Q(pk__in=found) | Q(copy_of__in=found)
    return OutboundLetter.objects.filter(theirs, to__same=recipient.strip(), attempts__gt=0).first() if found else None


def _locked(letter: OutboundLetter) -> OutboundLetter:
    """The letter, locked, since events come at the same time; first the rows that one may change for its reader."""
    if letter.player_id is not None:
        list(Entry.objects.select_for_update(no_key=True).filter(player=letter.player_id, league=letter.league_id))
        Player.objects.select_for_update(no_key=True).get(pk=letter.player_id)
    rows = OutboundLetter.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("player", "league").get(pk=letter.pk)
