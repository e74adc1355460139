"""Acts on one seat or its open question: more time, the stand-in's yes, a bot in the player's place and back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from tournaments.organiser.acts import rows, verbs
from tournaments.organiser.acts.asking import ask
from tournaments.organiser.acts.forms import Extend, GiveBack, LetMove, Replace
from tournaments.organiser.site import site
from tournaments.player import reader


def extend(request: HttpRequest, pk: int) -> HttpResponse:
    turn, actor = rows.open_turn(request, pk), reader.player(request)
    question = f"Give {turn.seat.player} more time at {turn.seat.table}"
    back = rows.page_of(turn.seat.table_id)
    return ask(request, Extend, question, back, lambda form: verbs.extend(turn, form, actor))


def allow_stand_in(request: HttpRequest, pk: int) -> HttpResponse:
    turn, actor = rows.open_turn(request, pk), reader.player(request)
    question = f"Let the stand-in move for {turn.seat.player} at {turn.seat.table}"
    back = rows.page_of(turn.seat.table_id)
    return ask(request, LetMove, question, back, lambda form: verbs.allow_stand_in(turn, actor))


def replace(request: HttpRequest, pk: int) -> HttpResponse:
    seat, actor = rows.running_seat(request, pk), reader.player(request)
    question = f"Let a bot play for {seat.player} at {seat.table}"
    back = rows.page_of(seat.table_id)
    return ask(request, Replace, question, back, lambda form: verbs.replace(seat, form, actor))


def give_back(request: HttpRequest, pk: int) -> HttpResponse:
    seat, actor = rows.running_seat(request, pk), reader.player(request)
    question = f"Give {seat.player} the seat at {seat.table} back"
    back = rows.page_of(seat.table_id)
    return ask(request, GiveBack, question, back, lambda form: verbs.give_back(seat, form, actor))


urls = [
    path("turn/<int:pk>/extend/", site.admin_view(extend), name="extend"),
    path("turn/<int:pk>/stand-in/", site.admin_view(allow_stand_in), name="allow-stand-in"),
    path("seat/<int:pk>/replace/", site.admin_view(replace), name="replace"),
    path("seat/<int:pk>/give-back/", site.admin_view(give_back), name="give-back"),
]
