"""Acts on one seat or its open question: more time, the stand-in's yes, somebody else in its player's place."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.utils.formats import date_format

from tournaments.actions.seats import offered
from tournaments.models import Entry
from tournaments.organiser.acts import rows, verbs
from tournaments.organiser.acts.asking import ask
from tournaments.organiser.acts.forms import Extend, GiveBack, GiveSeat, Help, LetMove, Replace, WithdrawOffer
from tournaments.organiser.shown import refused
from tournaments.organiser.shown.opposed import against
from tournaments.organiser.site import site
from tournaments.pages import reader
from tournaments.pages.once import lasting
from tournaments.queries.access.rights import due_shown


def extend(request: HttpRequest, pk: int) -> HttpResponse:
    turn, actor = rows.open_turn(request, pk), reader.player(request)
    question = f"Give {turn.seat.player} more time at {turn.seat.table}"
    back = rows.page_of(turn.seat.table_id)
    known = due_shown(turn, lambda: against(request))
    due = date_format(timezone.localtime(known), "D j M, H:i")
    explained = [
        f"The deadline is {due}. This question alone gets more time, from then on or from now if that has passed; "
        "everybody at the table is told."
    ]
    return ask(
        request, Extend, question, back, lambda form: verbs.extend(turn, known, form, actor), explained,
        about=[turn.seat.token_epoch, known],
    )  # fmt: skip


def allow_stand_in(request: HttpRequest, pk: int) -> HttpResponse:
    turn, actor = rows.open_turn(request, pk), reader.player(request)
    question = f"Let the stand-in move for {turn.seat.player} at {turn.seat.table}"
    back = rows.page_of(turn.seat.table_id)
    known = due_shown(turn, lambda: against(request))
    return ask(
        request, LetMove, question, back, lambda form: verbs.allow_stand_in(turn, known, actor),
        about=[turn.seat.token_epoch, known],
    )  # fmt: skip


def replace(request: HttpRequest, pk: int) -> HttpResponse:
    seat, actor = rows.running_seat(request, pk), reader.player(request)
    question = f"Let a bot play for {seat.player} at {seat.table}"
    back = rows.page_of(seat.table_id)
    return ask(
        request, Replace, question, back, lambda form: verbs.replace(seat, form, actor), about=[seat.token_epoch]
    )  # fmt: skip


def give_back(request: HttpRequest, pk: int) -> HttpResponse:
    seat, actor = rows.running_seat(request, pk), reader.player(request)
    question = f"Give {seat.player} the seat at {seat.table} back"
    back = rows.page_of(seat.table_id)
    return ask(
        request, GiveBack, question, back, lambda form: verbs.give_back(seat, form, actor), about=[seat.token_epoch]
    )  # fmt: skip


def give_seat(request: HttpRequest, pk: int) -> HttpResponse:
    seat, actor = rows.running_seat(request, pk), reader.player(request)
    waiting = seat.table.league.entries.filter(state=Entry.State.WAITING).select_related("player")
    explained = [
        "The new player goes on from the same position and keeps what the seat has scored. The old reply addresses "
        "end, kept and standing orders are cleared, and an open question gets all its time again. The table reads "
        "your reason; the former player is told as well. All that happens when the new player takes the seat.",
    ]
    if asked := offered.open_now().filter(seat=seat):
        names = ", ".join(f"{offer.email} (until {date_format(offer.until, 'D j M')})" for offer in asked)
        explained.append(f"Offered by letter and not answered yet: {names}. Whoever answers first has the seat.")
    if names := ", ".join(f"{entry.player} ({entry.player.email})" for entry in waiting):
        explained.append(f"On the waiting list: {names}.")
    question = f"Who plays on for {seat.player or 'the stand-in'} at {seat.table}?"
    return ask(
        request, GiveSeat, question, rows.page_of(seat.table_id), lambda form: verbs.give_seat(seat, form, actor),
        explained, about=[seat.token_epoch],
    )  # fmt: skip


@lasting
def help_player(request: HttpRequest, pk: int) -> HttpResponse:
    """The refused letters of a seat's player, and an answer to them."""
    seat, actor = rows.misunderstood_seat(request, pk), reader.player(request)
    shown = refused.of_seat(seat, actor)
    return ask(
        request, Help, f"Help {seat.player} at {seat.table}", rows.page_of(seat.table_id),
        lambda form: verbs.help_player(seat, form, actor), about=[seat.token_epoch], refused=shown,
    )  # fmt: skip


def withdraw_offer(request: HttpRequest, pk: int) -> HttpResponse:
    offer, actor = rows.open_offer(request, pk), reader.player(request)
    question = f"Take back the offer of {offer.seat.player or 'the stand-in'}'s seat to {offer.email}"
    back = rows.page_of(offer.seat.table_id)
    return ask(request, WithdrawOffer, question, back, lambda form: verbs.withdraw_offer(offer, actor))


urls = [
    path("turn/<int:pk>/extend/", site.admin_view(extend), name="extend"),
    path("turn/<int:pk>/stand-in/", site.admin_view(allow_stand_in), name="allow-stand-in"),
    path("seat/<int:pk>/replace/", site.admin_view(replace), name="replace"),
    path("seat/<int:pk>/help/", site.admin_view(help_player), name="help"),
    path("seat/<int:pk>/give/", site.admin_view(give_seat), name="give-seat"),
    path("offer/<int:pk>/withdraw/", site.admin_view(withdraw_offer), name="withdraw-offer"),
    path("seat/<int:pk>/give-back/", site.admin_view(give_back), name="give-back"),
]
