"""Appoint organisers and owners of the service, in the host's own shell: whoever reaches it may do everything."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from tournaments.actions import journal, people, present
from tournaments.models import Player


@dataclass(frozen=True, slots=True)
class Appointed:
    """Who has the right now, and whether the person or the right is new."""

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
    changed = not player.is_staff or (owner and not player.is_superuser)
    if changed:
        player.is_staff, player.is_superuser = True, player.is_superuser or owner
        player.save(update_fields=("is_staff", "is_superuser"))
        office = "the owner of the service" if owner else "an organiser"
        journal.note("appointed", f"{player} was made {office} on the server", actor=player)
    return Appointed(player, is_new=known is None, changed=changed)
