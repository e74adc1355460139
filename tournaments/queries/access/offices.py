"""The people who may act for a league, and as what. Reads only.

Its organisers, one of whom owns it, may do everything for a league, and so may the owner of the service. A referee
rules on cases. A helper reads letters, has them read again and writes to players. Neither sees a hand at the table, but
a helper who looks inside it, which the journal keeps; neither decides anything else.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from django.db.models import Exists, OuterRef, Q

from tournaments.models import League, Officer, Player, Role

ORGANISES, STEPPED_DOWN, DISMISSED = "organises", "stepped down", "dismissed"  # verbs of the journal
ASSISTS, OWNS, ENDED = "office taken", "owns", "office ended"  # further ones


class Office(Enum):
    """The office that gives somebody the right to act for a league."""

    ORGANISER = "organiser"
    OWNER = "owner of the service"


def office(league: League, actor: Player) -> Office | None:
    """The office in which the person acts for the league, None without one. The owner may organise it as well."""
    organises = League.organisers.through.objects.filter(league=league, player=OuterRef("pk"))
    here = Player.objects.filter(pk=actor.pk, is_active=True).annotate(organises=Exists(organises))
    organiser, owner = here.values_list("organises", "is_superuser").first() or (False, False)
    if organiser:
        return Office.ORGANISER
    return Office.OWNER if owner else None


def assists(league: League, actor: Player, role: Role) -> bool:
    """Tell whether the person, who is still here, has that office beside the league's organisers."""
    return Officer.objects.filter(league=league, player=actor, role=role, player__is_active=True).exists()


def role_in(league: League, person: Player) -> Role | None:
    """The office that somebody has in a league, whether they are still here or not."""
    if league.organisers.filter(pk=person.pk).exists():
        return Role.OWNER if league.owner_id == person.pk else Role.ORGANISER
    found = Officer.objects.filter(league=league, player=person).values_list("role", flat=True).first()
    return Role(found) if found else None


def leads(league: League, actor: Player) -> bool:
    """Tell whether the person, who is still here, may end offices in a league, and hand it over."""
    here = Player.objects.filter(pk=actor.pk, is_active=True).first()
    return here is not None and leads_among(league, here, league.organisers.filter(is_active=True))


def leads_among(league: League, actor: Player, organisers: Iterable[Player]) -> bool:
    """As `leads`: the league's owner, and the owner of the service; every organiser where its owner is gone.

    organisers  all of the league who are still here
    """
    keys = {organiser.pk for organiser in organisers}
    return actor.is_superuser or (actor.pk in keys and (league.owner_id == actor.pk or league.owner_id not in keys))


def acts_for(league: str, actor: str) -> Q:
    """The condition that `office` puts to the rows of a query; `league` and `actor` are paths of fields from there."""
    organisers = League.organisers.through.objects.filter(league=OuterRef(league), player=OuterRef(actor))
    may = Q(Exists(organisers)) | Q(**{f"{actor}__is_superuser": True})
    return may & Q(**{f"{actor}__is_active": True})
