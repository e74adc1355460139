"""Acts on who organises a league: somebody is asked to, the question is taken back, somebody steps down."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path

from tournaments.actions.league import organisers, passing_over
from tournaments.models import League, OrganiserOffer, Player, SeatOffer
from tournaments.organiser.acts import verbs
from tournaments.organiser.acts.asking import ask, held
from tournaments.organiser.acts.leagues import page_of
from tournaments.organiser.acts.office_forms import OrganiseWith, StepDown, WithdrawQuestion
from tournaments.organiser.site import site
from tournaments.pages import reader
from tournaments.queries.access import rights
from tournaments.queries.access.rights import own


def organise_with(request: HttpRequest, pk: int) -> HttpResponse:
    actor = reader.player(request)
    leagues = own(League.objects.exclude(state__in=League.OVER).filter(practice=False), actor)
    league = get_object_or_404(leagues, pk=pk)
    explained = [
        "The person gets a letter with your reason and organises the league with all rights from the press of a button "
        "in it. Until then nothing changes, and you may take the question back.",
        "It has to be somebody who may organise leagues on this service already. The owner of the service appoints "
        "others on the server, with “bruges appoint” or “manage.py appoint” and the address.",
    ]
    question = f"Organise {league} with somebody"
    return ask(
        request, OrganiseWith, question, page_of(league), lambda form: verbs.organise_with(league, form, actor),
        explained,
    )  # fmt: skip


def withdraw_question(request: HttpRequest, pk: int) -> HttpResponse:
    actor = reader.player(request)
    asked = OrganiserOffer.objects.filter(league__in=own(League.objects.all(), actor), state=OrganiserOffer.State.OPEN)
    row = get_object_or_404(asked.select_related("league", "player"), pk=pk)
    question = f"Take back the question whether {row.player} organises {row.league}"
    back = page_of(row.league)
    return ask(request, WithdrawQuestion, question, back, lambda form: verbs.withdraw_question(row, actor))


def step_down(request: HttpRequest, pk: int) -> HttpResponse:
    """Only for who organises the league themselves; the owner of the service may act for it without that."""
    actor = reader.player(request)
    with held(request, leagues=League.objects.filter(pk=pk)):
        league = get_object_or_404(League.objects.filter(organisers=actor), pk=pk)
        question, back = f"Step down as an organiser of {league}?", "desk:index"
        return ask(
            request, StepDown, question, page_of(league), lambda form: verbs.step_down(league, form, actor),
            list(_what_ends(league, actor)), done=back,
        )  # fmt: skip


def _what_ends(league: League, actor: Player) -> list[str]:
    """What pressing the button ends, in sentences."""
    if organisers.is_last(league, actor):
        return ["Nobody else organises this league: organise it with somebody first, or let it end or cancel it."]
    others = league.organisers.filter(is_active=True).exclude(pk=actor.pk).order_by("pk")
    names = ", ".join(others.values_list("name", flat=True)) or "the owner of the service"
    sentences = [
        f"The league leaves your desk, and what waits for you there waits for {names}. You come back only if somebody "
        "asks you to, and you accept.",
    ]
    for found, done in (
        (rights.looked_into(actor), "looked at what is hidden"),
        (rights.drawn_anew_by(actor), "had dice and cards drawn anew"),
    ):
        theirs = found.filter(league=league).select_related("league").defer("position", "header").order_by("number")
        if tables := ", ".join(map(str, theirs)):
            sentences.append(f"You have {done} at {tables}: you can take no seat there, also afterwards.")
    if SeatOffer.objects.filter(seat__table__league=league, by=actor, state=SeatOffer.State.OPEN).exists():
        sentences.append("Seats that you have offered by letter cannot be taken any more: somebody else offers them.")
    asked = OrganiserOffer.objects.filter(league=league, by=actor, state=OrganiserOffer.State.OPEN)
    if asked.exists():
        sentences.append("Whom you have asked to organise cannot accept any more. Wait for their answer if you can.")
    waiting = passing_over.open_cases(league)
    if waiting.exists() and not any(rights.cases_shown(waiting, other).exists() for other in others):
        sentences.append(
            "All others play at the tables where cases wait: the owner of the service rules on those, unless you do "
            "before."
        )
    return sentences


urls = [
    path("<int:pk>/organise/", site.admin_view(organise_with), name="organise-with"),
    path("<int:pk>/step-down/", site.admin_view(step_down), name="step-down"),
    path("organiser/<int:pk>/withdraw/", site.admin_view(withdraw_question), name="withdraw-question"),
]
