"""Second addresses: named on the profile, proved by the button behind the letter that goes there, removed.

Naming one looks the same whoever has it: the truth is in the letter, which only the owner of the mailbox reads.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from tournaments.actions import journal, present
from tournaments.actions.player import address_keys, asked_addresses, people
from tournaments.language.refusals import AddressTaken, BadSettings, LinkExpired, TooOften
from tournaments.language.speech import say
from tournaments.letters import people as letters
from tournaments.models import Address, LinkRequest, Player
from tournaments.outbox import limits, outbox
from tournaments.runtime import hints, portions

MOST = 10  # of one player, proved or not
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NAMED_AN_HOUR = 5  # by one player
LETTERS_A_DAY = 3  # about one address for one player
LETTERS_A_DAY_IN_ALL = 6  # about one address, whoever names it
ALL_AN_HOUR = 60  # named by anybody
VERIFY_SALT = "second address"
VERIFY_WITHIN = address_keys.HOLD


@transaction.atomic
def add(player: Player, email: str) -> Address:
    """Name a second address; letters from it count once its owner has pressed the button that is mailed to it.

    AddressTaken only for what is the player's own already. BadSettings also for more than MOST. TooOften, Forgotten.
    """
    email = people.of_their_own(email)
    player = present.hold(player)
    mine = player.addresses.filter(email__same=email)
    if email == player.email.lower() or mine.filter(verified_at__isnull=False).exists():
        raise AddressTaken(say("This address is yours already."))
    address = mine.select_for_update(no_key=True).first() or Address(player=player, email=email)
    if address.pk is None and player.addresses.count() >= MOST:
        raise BadSettings(say("You have named {most} addresses. Remove one of them first.", most=MOST))
    address.named_at = timezone.now()
    try:
        address.clean_fields()
    except ValidationError as error:
        raise BadSettings(" ".join(error.messages)) from error
    _limit(player, email)
    try:
        with transaction.atomic():
            address.save(update_fields=("named_at",) if address.pk else None)
    except IntegrityError as error:  # named in another window at this moment
        raise AddressTaken(
            say("This address was named a moment ago. Look into its mailbox before you try again.")
        ) from error
    row = LinkRequest.objects.create(kind=LinkRequest.Kind.SECOND_ADDRESS, email=email, player=player)
    hints.answer_request(row.pk)
    journal.note("address named", f"{player} named a second address", actor=player)
    return address


def _limit(player: Player, email: str) -> None:
    if not limits.allow("addresses of", str(player.pk), NAMED_AN_HOUR, HOUR):
        raise TooOften(say("That were many addresses. Look into their mailboxes, or try again in an hour."))
    if not limits.allow("address of", f"{email} {player.pk}", LETTERS_A_DAY, DAY):
        raise TooOften(
            say("You have named that address several times today. Look into its mailbox, or try again tomorrow.")
        )
    again = limits.used("address of", f"{email} {player.pk}", DAY) > 1
    if not _has_room("address", email, LETTERS_A_DAY_IN_ALL, DAY, again=again):
        raise TooOften(say("That address was named several times today and gets no more letters. Try again tomorrow."))
    again = limits.used("addresses of", str(player.pk), HOUR) > 1
    if not _has_room("addresses", "", ALL_AN_HOUR, HOUR, again=again):
        raise TooOften(say("Very many addresses are being named just now. Please try again in an hour."))


def _has_room(what: str, who: str, most: int, within: timedelta, *, again: bool) -> bool:
    """Whether a count that all share has room: half of it is only for each player's first in that time.

    Otherwise a few who come again and again keep everybody else out.
    """
    is_open = not again or limits.allow(f"{what} again", who, most // 2, within)
    return is_open and limits.allow(what, who, most, within)


def write(request: int, player: Player, email: str) -> None:
    """Write the letter to an address that a player has named; within the caller's transaction.

    request  number of what is answered, for the letter's own
    """
    address = player.addresses.filter(email__same=email, verified_at=None).first()
    if address is None or not player.is_active or people.is_closed(email):
        return
    owner = people.player_of(email)
    if owner is not None:
        draft = letters.address_known(owner, email)
    else:
        key = signing.dumps([address.pk, player.pk, email], salt=VERIFY_SALT)
        draft = letters.verify_address(player, email, _page(key))
    outbox.write(draft, player=None, to=email, dedupe=f"{asked_addresses.ASKED}{address.pk}:{request}")


def _page(key: str) -> str:
    return settings.SITE_URL.rstrip("/") + reverse("doors:verify-address", args=(key,))


def read(key: str) -> Address:
    """The address that the page behind a mailed link is about. LinkExpired when the link is no good."""
    try:
        pk, player, email = signing.loads(key, salt=VERIFY_SALT, max_age=VERIFY_WITHIN)
    except signing.BadSignature as error:
        raise LinkExpired(say("This link is too old or was altered. Name the address again.")) from error
    named = Address.objects.filter(pk=pk, player=player, email=email, player__is_active=True)
    address = named.select_related("player").first()
    if address is None:
        raise LinkExpired(say("This address is no longer asked about."))
    return address


@transaction.atomic
def verify(key: str) -> Address:
    """Make the address that player's: the button behind the link. A second press does nothing.

    LinkExpired as `read`, and when the address has come to somebody else meanwhile.
    """
    named = read(key)
    limits.hold("address", named.email)
    address = Address.objects.select_for_update(of=("self",), no_key=True).filter(pk=named.pk).first()
    owner = people.player_of(named.email)
    if address is None or owner not in (None, named.player):
        raise LinkExpired(say("This address is no longer asked about."))
    if address.verified_at is None:
        address.verified_at = timezone.now()
        address.save(update_fields=("verified_at",))
        address_keys.end([address.email])
        journal.note("address verified", f"{address.player} proved a second address", actor=address.player)
    return address


def name_if_free(player: Player, email: str) -> None:
    """`add` the address of a letter that the player has called theirs, unless it is known as somebody's.

    Saying so proves nothing: anybody can write a letter to their own seat under any address. What `add` refuses is let
    be, because the letter counts without its address.
    """
    email = people.cleaned(email)
    if not email or people.player_of(email) is not None:
        return
    try:
        add(player, email)
    except (AddressTaken, BadSettings, TooOften):
        return


@transaction.atomic
def remove(player: Player, pk: int) -> None:
    """Letters from this address do not count any more; without an address of that number nothing happens."""
    present.hold(player)
    address = player.addresses.select_for_update(no_key=True).filter(pk=pk).first()
    if address is not None:
        address_keys.end([address.email])
        asked_addresses.forget(player.addresses.filter(pk=pk))
        # What others wrote of it while it was theirs goes when they are forgotten (`forgetting.addresses_of`).
        proved = address.email if address.verified_at is not None else ""
        words = f"{player} removed the second address {proved}" if proved else f"{player} removed an unproved address"
        journal.note("address removed", words, actor=player, before=proved)


def forget_unproved(now: datetime) -> int:
    """Forget addresses that nobody has proved while the link held; how many there were."""
    old = Address.objects.filter(verified_at=None, named_at__lt=now - VERIFY_WITHIN)
    return sum(asked_addresses.forget(portion) for portion in portions.each(old))
