"""The rows that an act is about: those of the organiser's own leagues, or there is no such page. Reads only."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tournaments.models import Case, Seat, SeatOffer, Table, Turn
from tournaments.pages import reader
from tournaments.pages.targets import own_page
from tournaments.queries.access.rights import OPENED, cases_shown, opponents, own


def tables(request: HttpRequest) -> QuerySet[Table]:
    """Tables that are played or were; those of leagues that have not begun have nothing to show."""
    return own(Table.objects.filter(state__in=OPENED), reader.player(request)).select_related("league")


def running(request: HttpRequest) -> QuerySet[Table]:
    return tables(request).filter(state=Table.State.RUNNING)


def open_turn(request: HttpRequest, pk: int) -> Turn:
    turns = Turn.objects.filter(ended_at=None, seat__table__in=tables(request))
    return get_object_or_404(turns.select_related("seat__table__league", "seat__player"), pk=pk)


def running_seat(request: HttpRequest, pk: int) -> Seat:
    seats = Seat.objects.filter(table__in=running(request)).select_related("table__league", "player")
    return get_object_or_404(seats, pk=pk)


def misunderstood_seat(request: HttpRequest, pk: int) -> Seat:
    """A seat that somebody plays, but none against which the organiser plays."""
    seats = Seat.objects.filter(table__in=running(request)).exclude(mover=Seat.Mover.BOT)
    seats = seats.exclude(pk__in=opponents(reader.player(request)).seats)
    return get_object_or_404(seats.select_related("table__league", "player"), pk=pk)


def open_offer(request: HttpRequest, pk: int) -> SeatOffer:
    offers = SeatOffer.objects.filter(seat__table__in=tables(request), state=SeatOffer.State.OPEN)
    return get_object_or_404(offers.select_related("seat__table__league", "seat__player"), pk=pk)


def open_case(request: HttpRequest, pk: int) -> Case:
    cases = cases_shown(Case.objects.filter(seat__table__in=tables(request), ruled_at=None), reader.player(request))
    return get_object_or_404(cases.select_related("player", "seat__table__league"), pk=pk)


def page_of(table: Table | int) -> str:
    return reverse("desk:tournaments_table_change", args=[table if isinstance(table, int) else table.pk])


def replay_of(table: Table) -> str:
    return reverse("desk:replay", args=[table.pk])


def came_from(request: HttpRequest) -> str:
    """The page of this site that `?back=` names, "" if it names none."""
    return own_page(request.GET.get("back", ""))
