"""Acts on a league that has been opened: somebody is put out, provisional results are confirmed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse

from tournaments.actions import readmitting, results
from tournaments.models import Entry, League
from tournaments.organiser.acts import verbs
from tournaments.organiser.acts.asking import ask
from tournaments.organiser.acts.forms import Confirm, Disqualify, ToLeague
from tournaments.organiser.site import site
from tournaments.player import reader
from tournaments.rights import own

CHANGING = (League.State.OPEN, League.State.RUNNING)


def page_of(league: League) -> str:
    return reverse("desk:tournaments_league_change", args=[league.pk])


def disqualify(request: HttpRequest, pk: int) -> HttpResponse:
    actor = reader.player(request)
    entries = own(Entry.objects.exclude(state__in=Entry.GONE), actor).select_related("player", "league")
    entry = get_object_or_404(entries, pk=pk)
    explained = [
        "The player leaves the standings and plays no more in this league. Everybody in the league reads your reason.",
        "Until the results are final you may readmit the player. What a bot has played in between stays played.",
    ]
    question = f"Disqualify {entry.player} in {entry.league}?"
    back = page_of(entry.league)
    return ask(request, Disqualify, question, back, lambda form: verbs.disqualify(entry, form, actor), explained)


def readmit(request: HttpRequest, pk: int) -> HttpResponse:
    actor = reader.player(request)
    running = own(Entry.objects.filter(state=Entry.State.OUT, league__state__in=CHANGING), actor)
    entry = get_object_or_404(running.filter(player__is_active=True).select_related("player", "league"), pk=pk)
    question, back = f"Readmit {entry.player} to {entry.league}?", page_of(entry.league)
    explained = [*_what_returns(entry), "Everybody in the league reads your reason."]
    return ask(request, ToLeague, question, back, lambda form: verbs.readmit(entry, form, actor), explained)


def _what_returns(entry: Entry) -> list[str]:
    """What pressing the button brings back, in sentences."""
    back = readmitting.what_returns(entry)
    if back.waits:
        return [
            "The place has been taken meanwhile: the player comes onto the waiting list, at the old time of joining."
        ]
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
    league = get_object_or_404(results.to_confirm(own(League.objects.all(), actor)), pk=pk)
    explained = [
        f"{row.place}. {row.name}, {row.points} points" for row in results.shown(league, results.standings(league))
    ]
    question = f"Are these the final standings of {league}?"
    return ask(
        request, Confirm, question, page_of(league), lambda form: verbs.confirm(league, actor), explained
    )  # fmt: skip


urls = [
    path("entry/<int:pk>/disqualify/", site.admin_view(disqualify), name="disqualify"),
    path("entry/<int:pk>/readmit/", site.admin_view(readmit), name="readmit"),
    path("<int:pk>/confirm/", site.admin_view(confirm), name="confirm"),
]
