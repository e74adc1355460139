"""People: signing up, signing in by mailed link, name and zone, second addresses, being erased."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from sesame.utils import get_query_string

from engine.languages import ENGLISH
from tournaments.actions import bounces, erasure, journal, names
from tournaments.actions.refusals import AddressTaken, BadSettings, LinkExpired, TooOften
from tournaments.mail import limits, outbox
from tournaments.mail.letters import people as letters
from tournaments.models import Address, Entry, League, Player
from tournaments.speech import say

LINKS_AN_HOUR = 5
LINKS_AN_HOUR_FROM_ONE_PLACE = 30
ADDRESSES_AN_HOUR = 5  # that one player names
NAME_AT_MOST = 60  # letters
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
VERIFY_SALT = "second address"
VERIFY_WITHIN = timedelta(days=3)


def sign_up(email: str, name: str, zone: str, origin: str = "", language: str = ENGLISH) -> None:
    """Make a player and mail a link. For an address that is known already this is `request_link`: same answer.

    `origin` is where the request came from, for the limit. BadSettings names what is wrong with name, zone, language or
    address, whether the address is known or not.
    """
    _limit(email, origin)
    new = Player(email=_clean(email), name=names.clean(name), zone=zone, language=language)
    new.set_unusable_password()
    _check(new)
    with transaction.atomic():
        player = player_of(email) or _first_of_the_address(new)
        if player is not None:
            _mail_link(player)


def _first_of_the_address(new: Player) -> Player | None:
    """The new player, stored, or whoever has signed up with the address at this moment.

    None when somebody who may not sign in has the address: that is told to nobody.
    """
    try:
        with transaction.atomic():
            new.save()
    except IntegrityError:
        return player_of(new.email)
    journal.note("signed up", "a new player signed up", actor=new)
    return new


def request_link(email: str, origin: str = "") -> None:
    """Mail a sign-in link to a known address; nothing tells whether it is known. TooOften for known and unknown."""
    _limit(email, origin)
    player = player_of(email)
    if player is not None:
        _mail_link(player)


def invite(email: str, name: str) -> None:
    """To a stranger who wants to join by mail: a player that is not proved yet, and the letter with which it begins.

    Name and zone are only a beginning; whoever presses the button of the letter chooses others.
    """
    if not limits.allow("invited", _clean(email), 1, DAY):
        return
    new = Player(email=_clean(email), name=first_name(name, email), zone="UTC")
    new.set_unusable_password()
    _check(new)
    with transaction.atomic():
        player = player_of(email) or _first_of_the_address(new)
        if player is not None:
            key = f"invited:{player.pk}:{timezone.now().timestamp():.6f}"
            outbox.write(letters.sign_up(player, _link(player)), player=player, dedupe=key, kind="sign_in", anyhow=True)


def known_or_new(email: str, name: str) -> Player:
    """Whose address it is, else a new player of that name who has proved nothing yet; in the caller's transaction.

    BadSettings for a name or an address that cannot be, AddressTaken for one whose owner may not play.
    """
    known = player_of(email)
    if known is not None:
        return known
    new = Player(email=_clean(email), name=names.clean(name), zone="UTC")
    new.set_unusable_password()
    _check(new)
    player = _first_of_the_address(new)
    if player is None:
        raise AddressTaken(say("This address cannot be used."))
    return player


def first_name(name: str, email: str) -> str:
    """What a stranger calls themselves if it can be a name, else the beginning of the address, else any."""
    for wish in (name, email.partition("@")[0]):
        try:
            return names.clean(wish[:NAME_AT_MOST])
        except BadSettings:
            continue
    return "Newcomer"


def _limit(email: str, origin: str) -> None:
    by_address = limits.allow("link", _clean(email), LINKS_AN_HOUR, HOUR)
    by_place = not origin or limits.allow("link from", origin, LINKS_AN_HOUR_FROM_ONE_PLACE, HOUR)
    if not (by_address and by_place):
        raise TooOften(say("A link has been asked for very often. Look into your mailbox, or try again in an hour."))


def _clean(email: str) -> str:
    return email.strip().lower()


def player_of(email: str) -> Player | None:
    """The player who is registered with an address or has verified it as a second one."""
    email = _clean(email)
    player = Player.objects.filter(email__iexact=email, is_active=True).first()
    if player is not None:
        return player
    address = Address.objects.filter(email__iexact=email, verified_at__isnull=False, player__is_active=True)
    found = address.select_related("player").first()
    return found.player if found else None


def _check(player: Player) -> None:
    try:
        player.clean_fields(exclude=("password",))
    except ValidationError as error:
        raise BadSettings(" ".join(error.messages)) from error


@transaction.atomic
def _mail_link(player: Player) -> None:
    """To the registered address only, even when a second one asked."""
    url = _link(player)
    stamp = timezone.now().timestamp()
    outbox.write(letters.sign_in(player, url), player=player, dedupe=f"sign-in:{player.pk}:{stamp:.6f}", anyhow=True)


def _link(player: Player) -> str:
    return settings.SITE_URL.rstrip("/") + reverse("player:sign-in-link") + get_query_string(player)


def confirm(player: Player) -> Player:
    """The player pressed the button behind a mailed link: the address is the player's, and letters arrive there."""
    player = prove(player)
    bounces.hear_from(player)
    return player


@transaction.atomic
def prove(player: Player) -> Player:
    """The address is the player's."""
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if player.verified_at is None:
        player.verified_at = timezone.now()
        journal.note("verified", f"{player} signed in for the first time", actor=player)
    player.save(update_fields=("verified_at",))
    return player


@transaction.atomic
def change_profile(player: Player, name: str, zone: str, language: str = "") -> Player:
    """Another name, zone or language; the same language where none is named.

    NameTaken when somebody of that name is in a league of the player's, BadSettings else.
    """
    name = names.clean(name)
    entered = League.objects.filter(entries__in=player.entries.exclude(state__in=Entry.GONE))
    for league in League.objects.select_for_update(no_key=True).filter(pk__in=entered.values("pk")).order_by("pk"):
        names.refuse_taken(league, player, name)
        names.refuse_order(league, name)
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    before, player.name = player.name, name
    moved, player.zone = player.zone != zone, zone
    player.language = language or player.language
    _check(player)
    player.save(update_fields=("name", "zone", "language"))
    if before != name:
        journal.note("renamed", f"{before} is called {name} now", actor=player, before=before)
    if moved:
        journal.note("moved", f"{player} reads times of {zone} now", actor=player)
    return player


@transaction.atomic
def add_address(player: Player, email: str) -> Address:
    """Name a second address; letters from it count once its owner has pressed the button that is mailed to it."""
    email = _clean(email)
    _limit(email, "")
    if not limits.allow("addresses of", str(player.pk), ADDRESSES_AN_HOUR, HOUR):
        raise TooOften(say("That were many addresses. Look into their mailboxes, or try again in an hour."))
    owner = player_of(email)
    if owner is not None:
        raise AddressTaken(say("This address cannot be used."))
    address = _claimed(email, player)
    key = signing.dumps([address.pk, player.pk, email], salt=VERIFY_SALT)
    url = settings.SITE_URL.rstrip("/") + reverse("doors:verify-address", args=(key,))
    stamp = timezone.now().timestamp()
    draft = letters.verify_address(player, email, url)
    # The other mailbox may work although letters to the registered one come back.
    outbox.write(draft, player=player, to=email, dedupe=f"verify:{address.pk}:{stamp:.6f}", anyhow=True)
    journal.note("address named", f"{player} named a second address", actor=player)
    return address


def _claimed(email: str, player: Player) -> Address:
    """The stored row of an address that nobody has proved; the newest claim is the one that is asked to."""
    rows = Address.objects.select_for_update(no_key=True)
    address = rows.filter(email__iexact=email, verified_at=None).first() or Address(email=email)
    address.player = player
    try:
        address.clean_fields()
    except ValidationError as error:
        raise BadSettings(" ".join(error.messages)) from error
    try:
        with transaction.atomic():
            address.save()
    except IntegrityError as error:  # named, or proved, through another process at this moment
        raise AddressTaken(
            say("This address was named a moment ago. Look into its mailbox before you try again.")
        ) from error
    return address


@transaction.atomic
def verify_address(key: str) -> Address:
    """The button behind the link that was mailed to a second address. LinkExpired when it is no good."""
    try:
        pk, player_pk, email = signing.loads(key, salt=VERIFY_SALT, max_age=VERIFY_WITHIN)
    except signing.BadSignature as error:
        raise LinkExpired(say("This link is too old or was altered. Name the address again.")) from error
    address = Address.objects.select_for_update(no_key=True).filter(pk=pk, player=player_pk, email=email).first()
    if address is None:
        raise LinkExpired(say("This address is no longer asked about."))
    if address.verified_at is None:
        address.verified_at = timezone.now()
        address.save(update_fields=("verified_at",))
        journal.note("address verified", f"{address.player} proved a second address", actor=address.player)
    return address


@transaction.atomic
def remove_address(player: Player, pk: int) -> None:
    """Letters from this address do not count any more; without an address of that number nothing happens."""
    removed, _ = player.addresses.filter(pk=pk).delete()
    if removed:
        journal.note("address removed", f"{player} removed a second address", actor=player)


@transaction.atomic
def erase(player: Player, actor: Player, reason: str = "") -> Player:
    """Forget a person: nameless from now on, the games stay. Running seats go to a bot.

    By the player, by an organiser of every league that the player is in now, or by the owner of the service.
    StillNeeded when a league would lose its only organiser.
    """
    player = Player.objects.get(pk=player.pk)
    if player.erased_at is not None:
        return player
    why_not = erasure.why_not(player, actor)
    if why_not is not None:
        raise why_not
    who = player if actor.pk == player.pk else actor
    words = f"{names.NAMELESS} was erased{f': {reason}' if reason else ''}"
    for league in list(League.objects.filter(entries__player=player)) or [None]:
        journal.note("erased", words, actor=who, league=league)
    erasure.erase(player)  # in the journal's reason too
    return player
