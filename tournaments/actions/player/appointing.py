"""Appoint and dismiss organisers and owners of the service, in the host's own shell.

Whoever reaches it may do everything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from tournaments.actions import journal, present
from tournaments.actions.exchange import keys
from tournaments.actions.league import offices, organisers_asked
from tournaments.actions.league.leagues import hold_entries
from tournaments.actions.player import people
from tournaments.actions.seats import offered
from tournaments.language.refusals import MovedOn, NoOffice, StillNeeded
from tournaments.models import League, OfficeOffer, Player, Role, SeatOffer
from tournaments.queries.access.offices import DISMISSED, role_in


@dataclass(frozen=True, slots=True)
class Appointed:
    """The person that has the right now, and whether the person or the right is new."""

    player: Player
    is_new: bool
    changed: bool


@transaction.atomic
def appoint(email: str, name: str = "", zone: str = "UTC", *, owner: bool = False) -> Appointed:
    """Let the player of an address organise leagues, or own the service too; make the player if there is none.

    A player who is there keeps name, zone and every right. Who runs the command vouches for the address.

    name  of a new player; the beginning of the address if it is empty
    BadSettings for an address, name or zone that cannot be; AddressTaken for the address of a player who may not play.
    """
    known = people.player_of(email)
    player = present.hold(known or people.begin(email, name or people.first_name("", email), zone))
    changed = not player.prepares or (owner and not player.is_superuser)
    if changed:
        player.is_staff, player.prepares, player.is_superuser = True, True, player.is_superuser or owner
        player.save(update_fields=("is_staff", "prepares", "is_superuser"))
        office = "the owner of the service" if owner else "an organiser"
        journal.note("appointed", f"{player} was made {office} on the server", actor=player)
    return Appointed(player, is_new=known is None, changed=changed)


@dataclass(frozen=True, slots=True)
class Dismissed:
    """The player whose office has ended.

    leagues  in which they had an office until now
    without  those of them that are not over and have no organiser now: the owner of the service acts for them
    """

    player: Player
    leagues: tuple[League, ...]
    without: tuple[League, ...]


@transaction.atomic
def dismiss(email: str, *, only_owner: bool = False) -> Dismissed:
    """Take from the player of an address the office of owner of the service and, unless `only_owner`, of organiser.

    They organise no league any more, from the next request on; what they have seen and done stays in the journals.
    NoOffice without such an office; StillNeeded for the last owner, and for the only organiser of a league that is
    not over where there is no owner either; MovedOn when they have come to organise another league at this moment.
    """
    known = people.player_of(email)
    if known is None:
        raise NoOffice(f"Nobody is registered here with the address {email}.")
    leagues = [] if only_owner else _held(known)
    player, owners = _with_owners(known)
    if not (player.is_superuser or (player.is_staff and not only_owner)):
        raise NoOffice(f"{player} <{player.email}> is no {'owner of the service' if only_owner else 'organiser'}.")
    if player.is_superuser and not owners:
        raise StillNeeded(f"{player} is the last owner of the service. Appoint another one first: --owner.")
    without = [league for league in leagues if offices.is_last(league, player)]
    if without and not owners:
        raise StillNeeded(
            f"{_listed(without)} would have no organiser, and the service has no owner who could act. Let somebody "
            "else organise first, let it end, or appoint an owner: `appoint EMAIL --owner`."
        )
    if not only_owner and set(_offices_of(player)) != {league.pk for league in leagues}:
        raise MovedOn(f"{player} has come to organise another league at this moment. Try again.")
    _end(player, leagues, only_owner=only_owner)
    return Dismissed(player, tuple(leagues), tuple(without))


def _held(player: Player) -> list[League]:
    """The leagues in which the player has an office, locked in the order of their keys, and the open ones' entries."""
    rows = League.objects.filter(pk__in=_offices_of(player))
    held = list(rows.select_for_update(no_key=True).order_by("pk"))
    hold_entries(*(league for league in held if league.state == League.State.OPEN))
    return held


def _offices_of(player: Player) -> QuerySet[Any, Any]:
    organised = player.organised.order_by().values_list("pk", flat=True)
    return organised.union(player.offices.order_by().values_list("league", flat=True))


def _with_owners(player: Player) -> tuple[Player, list[Player]]:
    """The player and all other owners of the service, locked: of two who are dismissed at once one stays."""
    rows = Player.objects.filter(Q(pk=player.pk) | Q(is_superuser=True, is_active=True))
    held = list(rows.select_for_update(no_key=True).order_by("pk"))
    return next(row for row in held if row.pk == player.pk), [row for row in held if row.pk != player.pk]


def _end(player: Player, leagues: list[League], *, only_owner: bool) -> None:
    player.is_superuser, player.is_staff = False, player.is_staff and only_owner
    player.prepares, player.needs_at = player.prepares and only_owner, player.needs_at if player.is_staff else None
    player.save(update_fields=("is_superuser", "is_staff", "prepares", "needs_at"))
    for league in leagues:
        held = role_in(league, player)
        offices.leave(league, player)
        does = offices.SAID[Role.ORGANISER if held in (None, Role.OWNER) else held]
        words = f"{player} {does} {league} no more: dismissed on the server"
        journal.note(DISMISSED, words, league=league, player=player.pk)
    keys.end_without_right(player)
    # What they have offered as the owner, where others organise.
    offered.end(SeatOffer.objects.filter(by=player).exclude(seat__table__league__organisers=player))
    organisers_asked.end(OfficeOffer.objects.filter(by=player).exclude(league__organisers=player))
    if not player.is_staff:
        organisers_asked.end_to(player)
    office = "the owner of the service" if only_owner else "an organiser"
    journal.note(DISMISSED, f"{player} was dismissed as {office} on the server", player=player.pk)


def _listed(leagues: list[League]) -> str:
    return ", ".join(str(league) for league in leagues)
