"""Acts on the clocks of a table, and the look at what is hidden there."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path

from tournaments.models import Table
from tournaments.organiser.acts import rows, verbs
from tournaments.organiser.acts.asking import ask, held
from tournaments.organiser.acts.forms import Look, Reason
from tournaments.organiser.site import site
from tournaments.pages import reader
from tournaments.queries.access.rights import closed_to, looked_into


def pause(request: HttpRequest, pk: int) -> HttpResponse:
    with held(request, Table.objects.filter(pk=pk)):
        table, actor = get_object_or_404(rows.running(request), pk=pk, paused_at=None), reader.player(request)
        explained = [
            "No deadline counts and nobody is reminded until you let the clocks go on; then every open question has as "
            "much time as it had left. Whoever likes may play on meanwhile. Everybody at the table reads your reason."
        ]
        question = f"Stop the clocks of {table}?"
        return ask(
            request, Reason, question, rows.page_of(table), lambda form: verbs.pause(table, form, actor), explained,
            button="Stop the clocks",
        )  # fmt: skip


def go_on(request: HttpRequest, pk: int) -> HttpResponse:
    with held(request, Table.objects.filter(pk=pk)):
        table = get_object_or_404(rows.running(request).exclude(paused_at=None), pk=pk)
        actor = reader.player(request)
        explained = ["Every open question gets a new deadline with as much time as it had left. The table reads why."]
        question = f"Let the clocks of {table} go on?"
        return ask(
            request, Reason, question, rows.page_of(table), lambda form: verbs.go_on(table, form, actor), explained,
            about=[table.paused_at], button="Let them go on",
        )  # fmt: skip


def look_inside(request: HttpRequest, pk: int) -> HttpResponse:
    """`?back=…` leads to the page that somebody came from, otherwise to the replay."""
    actor = reader.player(request)
    table = get_object_or_404(rows.tables(request), pk=pk)
    if not any(tables.filter(pk=pk).exists() for tables in (closed_to(actor), looked_into(actor))):
        raise Http404("Nothing is closed there.")
    explained = [
        "You will see the game as each seat sees it, with its hand, what its letters say, and what players have told "
        "each other alone. It stands in the journal that you looked, and why. You cannot play at this table after it."
    ]
    plays = table.seats.filter(player=actor).exists()
    if plays:
        explained = [
            "You play at this table. You will see the hands and the letters of the others and what they have told each "
            "other alone, and everybody at the table gets a letter that says so, with your reason. This cannot be "
            "taken back.",
        ]
    question = f"Look at what is hidden at {table}?"
    back = rows.came_from(request) or rows.replay_of(table)
    kind = partial(Look, plays)
    return ask(request, kind, question, back, lambda form: verbs.look_inside(table, form, actor), explained)


urls = [
    path("<int:pk>/pause/", site.admin_view(pause), name="pause"),
    path("<int:pk>/go-on/", site.admin_view(go_on), name="go-on"),
    path("<int:pk>/look/", site.admin_view(look_inside), name="look-inside"),
]
