"""Which rows an organiser may see: those of the own leagues; a superuser sees all. Reads only."""

from __future__ import annotations

from typing import Any

from django.db.models import Model, Q, QuerySet

from tournaments.models import Entry, InboundLetter, JournalLine, League, OutboundLetter, Player, Seat, Table

# How the rows of each model lead to the leagues whose organisers may see them.
TO_LEAGUES: dict[type[Model], tuple[str, ...]] = {
    League: ("pk",),
    Table: ("league",),
    Seat: ("table__league",),
    Entry: ("league",),
    JournalLine: ("league",),
    Player: ("entries__league",),
    InboundLetter: ("seat__table__league",),
    OutboundLetter: ("league", "seat__table__league"),
}


def own(rows: QuerySet[Any], organiser: Player) -> QuerySet[Any]:
    """The rows of a queryset that belong to the organiser's leagues."""
    if organiser.is_superuser:
        return rows
    leagues = League.objects.filter(organisers=organiser).values("pk")
    allowed = Q(pk__in=())
    for path in TO_LEAGUES[rows.model]:
        allowed |= Q(**{f"{path}__in": leagues})
    # A subquery instead of `distinct()`: rows are also updated, counted and sliced.
    return rows.filter(pk__in=rows.model._default_manager.filter(allowed).values("pk"))


def tables_played(organiser: Player) -> QuerySet[Table]:
    """Running tables at which the organiser plays: what is hidden there stays hidden from the desk too."""
    return Table.objects.filter(state=Table.State.RUNNING, seats__player=organiser)


def letters_shown(rows: QuerySet[Any], organiser: Player) -> QuerySet[Any]:
    """Own letters without those of opponents at tables where the organiser plays."""
    opponents = Seat.objects.filter(table__in=tables_played(organiser)).exclude(player=organiser)
    return own(rows, organiser).exclude(seat__in=opponents)
