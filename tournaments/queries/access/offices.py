"""The people who may act for a league, and as what: one of its organisers, or the service's owner. Reads only."""

from __future__ import annotations

from enum import Enum

from django.db.models import Exists, OuterRef, Q

from tournaments.models import League, Player

ORGANISES, STEPPED_DOWN, DISMISSED = "organises", "stepped down", "dismissed"  # verbs of the journal


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


def acts_for(league: str, actor: str) -> Q:
    """The condition that `office` puts to the rows of a query; `league` and `actor` are paths of fields from there."""
    organisers = League.organisers.through.objects.filter(league=OuterRef(league), player=OuterRef(actor))
    may = Q(Exists(organisers)) | Q(**{f"{actor}__is_superuser": True})
    return may & Q(**{f"{actor}__is_active": True})
