"""Acts on a league that has been opened: somebody is put out, provisional results are confirmed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse

from tournaments.actions import results
from tournaments.models import Entry, League
from tournaments.organiser.acts import verbs
from tournaments.organiser.acts.asking import ask
from tournaments.organiser.acts.forms import Confirm, Disqualify
from tournaments.organiser.site import site
from tournaments.player import reader
from tournaments.rights import own


def page_of(league: League) -> str:
    return reverse("desk:tournaments_league_change", args=[league.pk])


def disqualify(request: HttpRequest, pk: int) -> HttpResponse:
    actor = reader.player(request)
    entries = own(Entry.objects.exclude(state__in=Entry.GONE), actor).select_related("player", "league")
    entry = get_object_or_404(entries, pk=pk)
    explained = [
        "The player leaves the standings and plays no more in this league. Everybody in the league reads your reason.",
        "This cannot be taken back: who is out stays out of this league.",
    ]
    question = f"Disqualify {entry.player} in {entry.league}?"
    back = page_of(entry.league)
    return ask(request, Disqualify, question, back, lambda form: verbs.disqualify(entry, form, actor), explained)


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
    path("<int:pk>/confirm/", site.admin_view(confirm), name="confirm"),
]
