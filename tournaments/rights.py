"""Which rows an organiser may see: those of the own leagues; a superuser sees all. Reads only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import Model, Q, QuerySet

from tournaments.models import Entry, InboundLetter, JournalLine, League, OutboundLetter, Player, Press, Seat, Table

Scope = Callable[[QuerySet[Any], Player], QuerySet[Any]]
LOOKED = "looked inside"  # verb of the journal
EVERY = Q()
# Tables with hands and plans that others must not know: also a stopped one may go on as long as its league runs.
HIDES = Q(state=Table.State.RUNNING) | Q(state=Table.State.STOPPED, league__state=League.State.RUNNING)
# A letter that could not be read and may be for any table at which its sender plays.
FOR_ANY_TABLE = Q(
    seat=None,
    state=InboundLetter.State.LAID_ASIDE,
    player__seats__table__state=Table.State.RUNNING,
    player__seats__mover__in=(Seat.Mover.PLAYER, Seat.Mover.STAND_IN),
)
# How the rows of each model lead to the leagues whose organisers may see them, and which rows that way is for.
TO_LEAGUES: dict[type[Model], dict[str, Q]] = {
    League: {"pk": EVERY},
    Table: {"league": EVERY},
    Seat: {"table__league": EVERY},
    Entry: {"league": EVERY},
    JournalLine: {"league": EVERY},
    Player: {"entries__league": EVERY},
    InboundLetter: {"seat__table__league": EVERY, "player__seats__table__league": FOR_ANY_TABLE},
    OutboundLetter: {"league": EVERY, "seat__table__league": EVERY},
}


def own(rows: QuerySet[Any], organiser: Player) -> QuerySet[Any]:
    """The rows of a queryset that belong to the organiser's leagues; all of them for the owner of the service."""
    return rows if organiser.is_superuser else organised(rows, organiser)


def organised(rows: QuerySet[Any], organiser: Player) -> QuerySet[Any]:
    """The rows that belong to leagues which the person organises, whoever it is."""
    leagues = League.objects.filter(organisers=organiser).values("pk")
    allowed = Q(pk__in=())
    for path, only in TO_LEAGUES[rows.model].items():
        allowed |= Q(**{f"{path}__in": leagues}) & only
    # A subquery instead of `distinct()`: rows are also updated, counted and sliced.
    return rows.filter(pk__in=rows.model._default_manager.filter(allowed).values("pk"))


def looked_into(organiser: Player) -> QuerySet[Table]:
    """Tables whose hidden things the organiser has opened, which the journal tells."""
    return Table.objects.filter(journal__verb=LOOKED, journal__actor=organiser)


def closed_to(organiser: Player) -> QuerySet[Table]:
    """Tables of which something is closed to the organiser until they say why they look, which the journal keeps.

    Hands and plans until the game has ended; what players told each other alone always. Letters hold all of that.
    """
    private = Press.objects.filter(to__isnull=False).values("seat__table")
    return Table.objects.filter(HIDES | Q(pk__in=private)).exclude(pk__in=looked_into(organiser).values("pk"))


def tables_played(organiser: Player) -> QuerySet[Table]:
    """Tables at which the organiser plays and whose hands are hidden: there not even a list shows others' letters.

    Unless they have opened them, of which the table has been told.
    """
    tables = Table.objects.filter(HIDES, seats__player=organiser)
    return tables.exclude(pk__in=looked_into(organiser).values("pk"))


def letters_shown(rows: QuerySet[Any], organiser: Player, mine: Scope = own) -> QuerySet[Any]:
    """Own letters without those of opponents at tables where the organiser plays, for whatever table they may be."""
    opponents = Seat.objects.filter(table__in=tables_played(organiser)).exclude(player=organiser)
    theirs = Q(seat__in=opponents)
    if rows.model is InboundLetter:
        theirs |= Q(seat=None, player__in=Player.objects.filter(seats__in=opponents))
    return mine(rows, organiser).exclude(theirs)
