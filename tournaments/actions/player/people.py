"""People: how a player comes to be, name and zone, being erased."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from engine.language.languages import ENGLISH
from tournaments.actions import journal, present
from tournaments.actions.erasing import erasure
from tournaments.actions.player import names, preferences, renaming
from tournaments.formats import clocks
from tournaments.inbox.reply import autoreply
from tournaments.keys import rfc5322
from tournaments.language.no_names import NAMELESS
from tournaments.language.refusals import AddressTaken, BadSettings, TooOften
from tournaments.language.speech import say
from tournaments.models import Address, Entry, Invitation, League, Observer, Player
from tournaments.outbox import limits

NAME_AT_MOST = 60  # letters
RENAMES_A_DAY = 3
TRIES = 3


def checked(email: str, name: str, zone: str, language: str = ENGLISH) -> Player:
    """A player as they would be, not stored. BadSettings names what is wrong with name, zone, language or address."""
    new = Player(email=of_their_own(email), name=names.clean(name), zone=zone, language=language or ENGLISH)
    new.set_unusable_password()
    _check(new)
    return new


def make(email: str, name: str, zone: str, language: str = ENGLISH) -> Player | None:
    """The new player of an address that has proved itself by a press; within the caller's transaction.

    None when somebody has the address by now. BadSettings for what cannot be.
    """
    new = checked(email, name, zone, language)
    limits.hold("address", new.email)
    if player_of(new.email) is not None:
        return None
    new.last_login = timezone.now()
    try:
        with transaction.atomic():
            new.save(force_insert=True)
    except IntegrityError:  # somebody who may not sign in has it
        return None
    # They find the leagues on their own page. Letters to the address stay nobody's, or the desk would tell whose it is.
    Invitation.objects.filter(player=None, email__same=new.email).update(player=new)
    Observer.objects.filter(email__same=new.email).update(player=new, email="", language="")
    journal.note("signed up", "a new player signed up", actor=new)
    return new


def begin(email: str, name: str, zone: str, language: str = "") -> Player:
    """The player whose address it is, who stays unchanged; else its new player, as `make`.

    AddressTaken for an address whose owner may not play.
    """
    player = player_of(email) or make(email, name, zone, language) or player_of(email)
    if player is None:
        raise AddressTaken(say("This address cannot be used."))
    return player


def is_closed(email: str) -> bool:
    """Whether the address is that of a player who may not sign in."""
    return Player.objects.filter(email__same=cleaned(email), is_active=False).exists()


def first_name(name: str, email: str) -> str:
    """The name that a stranger uses if it can be a name, else the beginning of the address, else any."""
    for wish in (name, re.sub("[._]", " ", email.partition("@")[0])):
        try:
            return names.clean(wish[:NAME_AT_MOST])
        except BadSettings:
            continue
    return "Newcomer"


def cleaned(email: str) -> str:
    """An address as it is stored and compared. BadSettings for one from which no letter could be read."""
    found = rfc5322.canonical(email)
    if not found:
        raise BadSettings(str(validate_email.message))
    if autoreply.writes_by_itself(found):
        raise BadSettings(say("Letters from {email} are taken for automatic ones. Use another address.", email=found))
    return found


def of_their_own(email: str) -> str:
    """`cleaned`, with BadSettings also for an address of the service, at which it would answer itself."""
    found = cleaned(email)
    refuse_ours(found)
    return found


def refuse_ours(email: str) -> None:
    """BadSettings for an address of the service."""
    local, _, domain = email.rpartition("@")
    if domain == settings.MAIL_DOMAIN and local.partition("+")[0] == settings.MAIL_LOCAL:
        raise BadSettings(say("{email} is an address of this service itself. Use another one.", email=email))


def player_of(email: str) -> Player | None:
    """The player who is registered with an address or has verified it as a second one."""
    email = rfc5322.canonical(email)
    if not email:
        return None
    player = Player.objects.filter(email__same=email, is_active=True).first()
    if player is not None:
        return player
    address = Address.objects.filter(email__same=email, verified_at__isnull=False, player__is_active=True)
    found = address.select_related("player").first()
    return found.player if found else None


def _check(player: Player) -> None:
    try:
        player.clean_fields(exclude=("password",))
    except ValidationError as error:
        raise BadSettings(" ".join(error.messages)) from error


@transaction.atomic
def change_profile(
    player: Player, name: str = "", zone: str = "", language: str = "", initials: bool | None = None
) -> Player:
    """Another name, zone or language, or initials in its place; what is not named stays as it is in the locked row.

    NameTaken when a league that reads the player's name knows somebody else by it, Forgotten, TooOften, BadSettings
    else.
    """
    name = name and names.clean(name)
    return _with_all_locked(player, lambda: _change_profile(player, name, zone, language, initials))


def _with_all_locked(player: Player, act: Callable[[], Player]) -> Player:
    """The act, begun anew where somebody has got a seat or joined a league whose rows it has not locked."""
    for _ in range(TRIES):
        try:
            with transaction.atomic():  # what it has locked is free again if it has to begin anew
                return act()
        except erasure.JoinedMeanwhile:
            continue
    raise TooOften(say("{player} is joining leagues at this moment. Try it once more.", player=player))


def _change_profile(player: Player, name: str, zone: str, language: str, initials: bool | None) -> Player:
    looked_at = set(_known_in(player)) if name else set()
    rows = League.objects.select_for_update(of=("self",), no_key=True).select_related("deck")
    leagues = list(rows.filter(pk__in=looked_at).order_by("pk"))
    if name:
        names.refuse_taken_in(leagues, player, name)
        names.refuse_order_in(leagues, name)
    player = present.hold(player)
    if name and not looked_at.issuperset(_known_in(player)):  # who enters or prepares a league holds the player as well
        raise erasure.JoinedMeanwhile
    before, zone_before = player.name, player.zone
    player.name, player.zone = name or before, zone or zone_before
    player.language = language or player.language
    player.initials = player.initials if initials is None else initials
    _check(player)
    player.save(update_fields=("name", "zone", "language", "initials"))
    if player.name != before:
        _count_renaming(player)
        renaming.note(player, before, leagues)
    if player.zone != zone_before:
        preferences.count("zone", player)
        journal.note("moved", f"{player} reads times of {player.zone} now", actor=player)
    return player


def _count_renaming(player: Player) -> None:
    """Count a renaming, TooOften for too many: each new name has to stay different from all others in its leagues."""
    if not limits.allow("renamed", str(player.pk), RENAMES_A_DAY, limits.DAY):
        moment = clocks.short(limits.end_of(limits.DAY), player.zone, timezone.now())
        raise TooOften(
            say(
                "You have changed your name {most} times today. You can change it again after {moment}.",
                most=RENAMES_A_DAY,
                moment=moment,
            )
        )


def _known_in(player: Player) -> QuerySet[Any, int]:
    """Keys of the leagues whose players read the player's name.

    Leagues that the player is in, waits for, has an office in, or has a seat in although they are out.
    """
    entered = player.entries.exclude(state__in=Entry.GONE).order_by().values_list("league_id", flat=True)
    seated = player.seats.order_by().values_list("table__league_id", flat=True)
    organised = League.organisers.through.objects.filter(player=player).order_by().values_list("league_id", flat=True)
    return entered.union(seated, organised, player.offices.order_by().values_list("league_id", flat=True))


@transaction.atomic
def erase(player: Player, actor: Player, reason: str = "") -> Player:
    """Forget a person: nameless from now on, the games stay. Running seats go to the stand-in.

    By the player, by an organiser of every league that the player has ever joined, or by the owner of the service.
    StillNeeded when a league would lose its only organiser, TooOften where they go on joining leagues meanwhile.
    """
    limits.hold("erasing", str(player.pk))
    player = Player.objects.get(pk=player.pk)
    if player.erased_at is not None:
        return player
    return _with_all_locked(player, lambda: _erase(player, actor, reason))


def _erase(player: Player, actor: Player, reason: str) -> Player:
    locked = erasure.lock(player)
    erasure.check(player, actor)
    who = player if actor.pk == player.pk else actor
    words = f"{NAMELESS} was erased{f': {reason}' if reason else ''}"
    journal.note_in(list(League.objects.filter(entries__player=player)) or [None], journal.ERASED, words, who)
    return erasure.erase(player, actor, locked)  # in the journal's reason too
