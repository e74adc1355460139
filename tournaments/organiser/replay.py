"""A game step by step on the desk: as everybody could see it, or as a seat saw it once the organiser may look."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse

from tournaments.models import Table
from tournaments.organiser.acts import rows
from tournaments.organiser.site import site
from tournaments.pages import reader
from tournaments.pages.paper import shown
from tournaments.queries import replays
from tournaments.queries.access.desk_rights import hides, looked_into
from tournaments.queries.access.impartiality import left_to_others
from tournaments.queries.names import seat_names

PUBLIC = "everybody"


@dataclass(frozen=True, slots=True)
class Seen:
    """A table, and the seat as which it is seen: its number, None for what everybody knows."""

    table: Table
    names: list[str]
    seat: int | None
    may_look: bool

    @property
    def by(self) -> str:
        return PUBLIC if self.seat is None else str(self.seat + 1)


def step(request: HttpRequest, pk: int, by: str, number: int) -> HttpResponse:
    """One step, what was taken back included. Steps count from 1."""
    seen = _seen(request, pk, by)
    replay = replays.replay(seen.table, number - 1, seen.names, seen.seat, taken_back=True) if number else None
    if replay is None:
        raise Http404("The game has no such step.")
    last = len(replay.steps)
    links = {"first": 1, "before": max(1, number - 1), "after": min(last, number + 1), "last": last}
    values = {
        **site.each_context(request),
        "title": f"{seen.table}, step {number} of {last}",
        "seen": seen,
        "table": seen.table,
        "replay": replay,
        "number": number,
        "last": last,
        "links": {name: _address(seen.table, seen.by, at) for name, at in links.items()},
        "rounds": [(round_, _address(seen.table, seen.by, first + 1)) for round_, first in replay.rounds],
        "eyes": [(name, _moment(seen.table, eyes, replay.step.until), eyes == seen.by) for name, eyes in _eyes(seen)],
        "words": replay.game.picture(replay.view, seen.names, seen.seat).words,
        "back_to": replay.step.until if number < last and _may_go_back(request, seen.table) else None,
    }
    return TemplateResponse(request, "admin/desk/replay.html", values)


def _may_go_back(request: HttpRequest, table: Table) -> bool:
    running = table.state == Table.State.RUNNING
    return running and not left_to_others(reader.player(request)).holds(table)


def picture(request: HttpRequest, pk: int, by: str, number: int) -> HttpResponse:
    seen = _seen(request, pk, by)
    replay = replays.replay(seen.table, number - 1, seen.names, seen.seat, taken_back=True) if number else None
    if replay is None:
        raise Http404("The game has no such step.")
    return shown(request, replay.game.picture(replay.view, seen.names, seen.seat))


def at(request: HttpRequest, pk: int, by: str, entry: int) -> HttpResponse:
    """The step in which an entry of the log is told to that seat; some see fewer steps than others."""
    seen = _seen(request, pk, by)
    steps = replays.steps(seen.table, seen.names, seen.seat, taken_back=True)
    return redirect(_address(seen.table, by, max(1, sum(step.number <= entry for step in steps))))


def newest(request: HttpRequest, pk: int) -> HttpResponse:
    """The last step, as everybody sees it."""
    seen = _seen(request, pk, PUBLIC)
    steps = replays.steps(seen.table, seen.names, None, taken_back=True)
    return redirect(_address(seen.table, PUBLIC, max(1, len(steps))))


def _seen(request: HttpRequest, pk: int, by: str) -> Seen:
    """The table as a seat sees it only where nothing is hidden any more or the organiser has asked to look."""
    table = get_object_or_404(rows.tables(request), pk=pk)
    names = seat_names(table)
    may_look = not hides(table) or looked_into(reader.player(request)).filter(pk=table.pk).exists()
    if by == PUBLIC:
        return Seen(table, names, None, may_look)
    if not (may_look and by.isdecimal() and len(by) < 4 and 1 <= int(by) <= len(names)):
        raise Http404("This is not shown.")
    return Seen(table, names, int(by) - 1, may_look)


def _eyes(seen: Seen) -> list[tuple[str, str]]:
    seats = [(name, str(number + 1)) for number, name in enumerate(seen.names)] if seen.may_look else []
    return [("Everybody", PUBLIC), *seats]


def _moment(table: Table, by: str, entry: int) -> str:
    return reverse("desk:replay-at", args=[table.pk, by, entry])


def _address(table: Table, by: str, number: int) -> str:
    return reverse("desk:replay-step", args=[table.pk, by, number])


urls = [
    path("<int:pk>/replay/", site.admin_view(newest), name="replay"),
    path("<int:pk>/replay/<slug:by>/at/<int:entry>/", site.admin_view(at), name="replay-at"),
    path("<int:pk>/replay/<slug:by>/<int:number>/", site.admin_view(step), name="replay-step"),
    path("<int:pk>/replay/<slug:by>/<int:number>/picture.svg", site.admin_view(picture), name="replay-picture"),
]
