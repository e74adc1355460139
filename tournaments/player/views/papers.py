"""Papers of a table and of a league: what there is, what is being made, and the files. Looking never makes anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from engine.language.languages import to_say
from tournaments.actions import printing
from tournaments.language.refusals import TooOften
from tournaments.language.speech import say
from tournaments.models import League, Print
from tournaments.pages import reader
from tournaments.pages.paper import pdf
from tournaments.queries import prints
from tournaments.queries.access import player_rights
from tournaments.queries.names import table_title
from tournaments.queries.prints import Subject

TITLES = {
    Print.Kind.RECORD: to_say("Game record"),
    Print.Kind.BOOK: to_say("League book"),
    Print.Kind.CERTIFICATES: to_say("Certificates"),
}
ABOUT = {
    Print.Kind.RECORD: to_say(
        "Every round on a page: what happened, the position, the points. The game itself is inside the file, for "
        "verify.py."
    ),
    Print.Kind.BOOK: to_say("Standings, who finished ahead of whom, how fair the schedule is, and every final."),
    Print.Kind.CERTIFICATES: to_say("A page to hang up for each of the first three places."),
}
ASK_AGAIN = 4  # seconds after which the page of a print in the making is loaded anew
IN_THE_MAKING = (Print.State.WAITING, Print.State.MAKING)


@dataclass(frozen=True, slots=True)
class Shown:
    """A paper as the page shows it; `row` is None while nobody has asked for the current one."""

    kind: str
    row: Print | None

    @property
    def title(self) -> str:
        return say(TITLES[Print.Kind(self.kind)])

    @property
    def about(self) -> str:
        return say(ABOUT[Print.Kind(self.kind)])

    @property
    def made(self) -> bool:
        return self.row is not None and self.row.state == Print.State.MADE

    @property
    def making(self) -> bool:
        return self.row is not None and self.row.state in IN_THE_MAKING

    @property
    def failed(self) -> bool:
        return self.row is not None and self.row.state == Print.State.FAILED


def kinds(of: Subject) -> tuple[str, ...]:
    """The kinds of papers that there can be of it now."""
    if of.table is not None:
        return (Print.Kind.RECORD,)
    done = of.league.state == League.State.FINISHED
    return (Print.Kind.BOOK, Print.Kind.CERTIFICATES) if done else (Print.Kind.BOOK,)


def values(of: Subject) -> dict[str, Any]:
    """The values for the page of the papers, on either site."""
    shown = [Shown(kind, prints.current(kind, of)) for kind in kinds(of)]
    title = table_title(of.table) if of.table else of.league.name
    again = ASK_AGAIN if any(paper.making for paper in shown) else None
    return {"papers": shown, "table": of.table, "league": of.league, "about": title, "again": again}


def asked(request: HttpRequest, of: Subject) -> None:
    """Have the paper made that the form names, or say why not."""
    try:
        printing.ask(allowed(request.POST.get("kind", ""), of), of, reader.player(request))
    except TooOften as refusal:
        messages.error(request, str(refusal))


def file(kind: str, of: Subject) -> HttpResponse | None:
    """The file, or None while there is none."""
    row = prints.current(allowed(kind, of), of)
    if row is None or row.state != Print.State.MADE:
        return None
    return pdf(prints.file_name(kind, of), printing.take(row))


def allowed(kind: str, of: Subject) -> str:
    if kind not in kinds(of):
        raise Http404("there is no such paper of it")
    return kind


# --- the players' pages -----------------------------------------------------------------------------


def _table(request: HttpRequest, pk: int) -> Subject:
    table = get_object_or_404(player_rights.visible_tables(request.user), pk=pk)
    return Subject(table.league, table)


def _league(request: HttpRequest, pk: int) -> Subject:
    return Subject(get_object_or_404(player_rights.begun_leagues(request.user), pk=pk))


@require_safe
def of_table(request: HttpRequest, pk: int) -> HttpResponse:
    return render(request, "play/papers.html", values(_table(request, pk)))


@require_safe
def of_league(request: HttpRequest, pk: int) -> HttpResponse:
    return render(request, "play/papers.html", values(_league(request, pk)))


@require_POST
def ask_of_table(request: HttpRequest, pk: int) -> HttpResponse:
    asked(request, _table(request, pk))
    return redirect("player:table-papers", pk)


@require_POST
def ask_of_league(request: HttpRequest, pk: int) -> HttpResponse:
    asked(request, _league(request, pk))
    return redirect("player:league-papers", pk)


@require_safe
def file_of_table(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    return file(kind, _table(request, pk)) or redirect("player:table-papers", pk)


@require_safe
def file_of_league(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    return file(kind, _league(request, pk)) or redirect("player:league-papers", pk)
