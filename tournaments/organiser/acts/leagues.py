"""Acts on a whole league: somebody is put out of it, provisional results are confirmed, it is cancelled."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.text import Truncator

from tournaments.actions.league import cancel as cancelling
from tournaments.actions.league import passing_over, results
from tournaments.actions.league import readmit as readmitting
from tournaments.models import Case, Entry, League, Table
from tournaments.organiser.acts import verbs
from tournaments.organiser.acts.asking import ask, held
from tournaments.organiser.acts.forms import Cancel, Confirm, Disqualify, ToLeague
from tournaments.organiser.site import site
from tournaments.pages import reader
from tournaments.queries import standings
from tournaments.queries.access import rights
from tournaments.queries.access.rights import own

CHANGING = (League.State.OPEN, League.State.RUNNING)
CASES, BEGINNING = 20, 200  # of those that wait, on the page that ends them; letters of each


def page_of(league: League) -> str:
    return reverse("desk:tournaments_league_change", args=[league.pk])


def _tables_of(entry: int) -> QuerySet[Table]:
    """Where the entrant sits."""
    return Table.objects.filter(league__entries__pk=entry, seats__player__entries__pk=entry)


def disqualify(request: HttpRequest, pk: int) -> HttpResponse:
    actor = reader.player(request)
    with held(request, _tables_of(pk), League.objects.filter(entries__pk=pk)):
        entries = own(Entry.objects.exclude(state__in=Entry.GONE), actor).select_related("player", "league")
        entry = get_object_or_404(entries, pk=pk)
        explained = [
            "The player leaves the standings and plays no more in this league. Everybody in the league reads your "
            "reason.",
            "Until the results are final you may readmit the player. What a bot has played in between stays played.",
        ]
        question = f"Disqualify {entry.player} in {entry.league}?"
        back = page_of(entry.league)
        return ask(
            request, Disqualify, question, back, lambda form: verbs.disqualify(entry, form, actor), explained,
            about=[entry.state, entry.league.state],
        )  # fmt: skip


def readmit(request: HttpRequest, pk: int) -> HttpResponse:
    actor = reader.player(request)
    with held(request, _tables_of(pk), League.objects.filter(entries__pk=pk)):
        running = own(Entry.objects.filter(state=Entry.State.OUT, league__state__in=CHANGING), actor)
        entry = get_object_or_404(running.filter(player__is_active=True).select_related("player", "league"), pk=pk)
        question, back = f"Readmit {entry.player} to {entry.league}?", page_of(entry.league)
        explained = [*_what_returns(entry), "Everybody in the league reads your reason."]
        return ask(request, ToLeague, question, back, lambda form: verbs.readmit(entry, form, actor), explained)


def _what_returns(entry: Entry) -> list[str]:
    """What pressing the button brings back, in sentences."""
    back = readmitting.what_returns(entry)
    if back.waits and entry.league.started_at is not None:
        return ["The league runs without the player, who has no seat in it and gets no place by this."]
    if back.waits:
        taken = ["The place has been taken meanwhile."] if back.taken else []
        return [*taken, "The player comes onto the waiting list, at the old time of joining."]
    told = [
        ("The bot gives the seat back, from the position as it is, at", [seat.table for seat in back.seats]),
        ("Games that were stopped go on where they stopped, with all the time of a question:", back.resumed),
        ("Ended games count again:", back.counted),
        ("Tables that were given up before they began are opened in their turn:", back.later),
    ]
    sentences = [f"{words} {', '.join(map(str, tables))}." for words, tables in told if tables]
    return ["The player is in the league and in its standings again.", *sentences]


def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    actor = reader.player(request)
    league = get_object_or_404(standings.to_confirm(own(League.objects.all(), actor)), pk=pk)
    explained = [
        f"{row.place}. {row.name}, {row.points} points" for row in results.shown(league, results.standings(league))
    ]
    # By their numbers: PostgreSQL reads the seats of all leagues where it looks for cases and rights together.
    opened = list(passing_over.open_cases(league).values_list("pk", flat=True))
    waiting = rights.cases_shown(Case.objects.filter(pk__in=opened), actor)
    over = list(waiting.values_list("pk", flat=True))
    explained += _what_waits(waiting, len(over))
    question = f"Are these the final standings of {league}?"
    seen = standings.stamp(league)
    return ask(
        request, partial(Confirm, bool(over)), question, page_of(league),
        lambda form: verbs.confirm(league, seen, over, actor), explained, about=[seen, over],
    )  # fmt: skip


def _what_waits(cases: QuerySet[Case], count: int) -> list[str]:
    """The beginnings of the first of so many cases, and where all of them are."""
    rows = cases.select_related("player", "seat__table__league").defer("seat__table__position", "seat__table__header")
    lines = [
        f"{case.player} at {case.seat.table} asks for a ruling: {Truncator(case.words).chars(BEGINNING)}"
        for case in rows[:CASES]
    ]
    if count > CASES:
        more = '<a href="{}">There are {} more of them.</a>'
        lines.append(format_html(more, reverse("desk:needs", args=["cases"]), count - CASES))
    return lines


def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """A second press is no error: it leads to the league's page as the first one did."""
    actor = reader.player(request)
    with held(request, Table.objects.filter(league__pk=pk, state=Table.State.RUNNING), League.objects.filter(pk=pk)):
        league = get_object_or_404(own(League.objects.all(), actor), pk=pk)
        if league.state in League.OVER:
            if request.method == "POST":
                messages.info(request, f"{league} is over: there is nothing left to cancel.")
            return redirect(page_of(league))
        question, back = f"Cancel {league}?", page_of(league)
        return ask(
            request, Cancel, question, back, lambda form: verbs.cancel(league, form, actor), _what_ends(league),
            about=[league.state],
        )  # fmt: skip


def _what_ends(league: League) -> list[str]:
    """What pressing the button ends, in sentences."""
    if league.state == League.State.DRAFT:
        return ["Nobody has seen this league yet: it and its deck file end here, and no letter is written."]
    loss = cancelling.what_ends(league)
    sentences = [_who_is_told(loss)]
    if loss.stopped:
        running = _count(len(loss.stopped), "table that runs stops and counts", "tables that run stop and count")
        sentences.append(f"{running} for nobody: no deadline counts there, and no order is taken any more.")
    if loss.kept:
        ended = _count(len(loss.kept), "table that has ended keeps its", "tables that have ended keep their")
        sentences.append(f"{ended} result and scoresheet.")
    if loss.unplayed:
        sentences.append(f"{_count(loss.unplayed, 'table is', 'tables are')} never opened.")
    return [*sentences, "This cannot be taken back."]


def _who_is_told(loss: cancelling.Loss) -> str:
    waiting = sum(entry.state == Entry.State.WAITING for entry in loss.told)
    if not loss.told:
        return "Nobody has joined, so no letter is written."
    listed = f", {waiting} of them on the waiting list" if waiting else ""
    return (
        f"{_count(len(loss.told), 'player has', 'players have')} joined{listed}: each gets a letter with your reason."
    )


def _count(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


urls = [
    path("entry/<int:pk>/disqualify/", site.admin_view(disqualify), name="disqualify"),
    path("entry/<int:pk>/readmit/", site.admin_view(readmit), name="readmit"),
    path("<int:pk>/confirm/", site.admin_view(confirm), name="confirm"),
    path("<int:pk>/cancel/", site.admin_view(cancel), name="cancel"),
]
