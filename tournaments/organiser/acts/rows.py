"""The rows that acts are about, all of the organiser's own leagues, and the pages that show them. Reads only."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from tournaments.models import Case, League, Role, Seat, SeatOffer, Table, Turn
from tournaments.pages import reader
from tournaments.pages.targets import own_page
from tournaments.queries.access.desk_rights import OPENED, cases_shown, opponents, own


def tables(request: HttpRequest, role: Role | None = None) -> QuerySet[Table]:
    """Tables that are played or were; those of leagues that have not begun have nothing to show.

    role  as `own`
    """
    return own(Table.objects.filter(state__in=OPENED), reader.player(request), role).select_related("league")


def running(request: HttpRequest) -> QuerySet[Table]:
    return tables(request).filter(state=Table.State.RUNNING)


def open_turns(request: HttpRequest) -> QuerySet[Turn]:
    turns = Turn.objects.filter(ended_at=None, seat__table__in=tables(request))
    return turns.select_related("seat__table__league", "seat__player")


def running_seats(request: HttpRequest) -> QuerySet[Seat]:
    return Seat.objects.filter(table__in=running(request)).select_related("table__league", "player")


def misunderstood_seats(request: HttpRequest) -> QuerySet[Seat]:
    """Seats that somebody plays, but none against which the organiser plays; also of leagues that they help."""
    helped = tables(request, Role.HELPER).filter(state=Table.State.RUNNING)
    seats = Seat.objects.filter(table__in=helped).select_related("table__league", "player")
    seats = seats.exclude(mover=Seat.Mover.REPLACED)
    return seats.exclude(pk__in=opponents(reader.player(request)).seats)


def open_offers(request: HttpRequest) -> QuerySet[SeatOffer]:
    offers = SeatOffer.objects.filter(seat__table__in=tables(request), state=SeatOffer.State.OPEN)
    return offers.select_related("seat__table__league", "seat__player")


def open_cases(request: HttpRequest) -> QuerySet[Case]:
    cases = cases_shown(Case.objects.filter(seat__table__state__in=OPENED, ruled_at=None), reader.player(request))
    return cases.select_related("player", "seat__table__league")


def page_of_league(league: League) -> str:
    return reverse("desk:tournaments_league_change", args=[league.pk])


def page_of(table: Table | int) -> str:
    return reverse("desk:tournaments_table_change", args=[table if isinstance(table, int) else table.pk])


def page_for(request: HttpRequest, table: Table) -> str:
    """The page of a table for its organisers; the start page for somebody who has another office in its league."""
    return page_of(table) if tables(request).filter(pk=table.pk).exists() else reverse("desk:index")


def replay_of(table: Table) -> str:
    return reverse("desk:replay", args=[table.pk])


def came_from(request: HttpRequest) -> str:
    """The page of this site that `?back=` names, "" if it names none."""
    return own_page(request.GET.get("back", ""))
