"""Acts on a whole table: a ruling on its result or on a case, words to everybody, back to an earlier moment."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path

from engine.refusals import UndoRefused
from tournaments.models import League, Table
from tournaments.organiser.acts import rows, verbs
from tournaments.organiser.acts.asking import ask
from tournaments.organiser.acts.forms import Announce, Decide, RollBack, Rule
from tournaments.organiser.shown import tables
from tournaments.organiser.site import site
from tournaments.pages import reader
from tournaments.pages.once import lasting
from tournaments.queries import replays
from tournaments.queries.names import seat_names

ALL_CHOOSE = (
    "The entry that you chose lies among choices that all make at once: the game goes back to before the first of "
    "them, and everybody makes theirs again."
)


def rule(request: HttpRequest, pk: int) -> HttpResponse:
    finished = rows.tables(request).filter(state=Table.State.FINISHED, league__state=League.State.RUNNING)
    table, actor = get_object_or_404(finished, pk=pk), reader.player(request)
    form = partial(Rule, seat_names(table), (table.result or {})["counted"])
    question = f"How does {table} count?"
    void = "It counts for nobody, since a player of it was put out. To have it count, readmit them first."
    return ask(
        request, form, question, rows.page_of(table), lambda filled: verbs.rule(table, filled, actor),
        [] if tables.can_be_ruled(table) else [void], about=[table.result],
    )  # fmt: skip


@lasting
def announce(request: HttpRequest, pk: int) -> HttpResponse:
    table, actor = get_object_or_404(rows.running(request), pk=pk), reader.player(request)
    question = f"Write to everybody at {table}"
    back = rows.page_of(table)
    return ask(request, Announce, question, back, lambda form: verbs.announce(table.league, form, actor, table))


def case(request: HttpRequest, pk: int) -> HttpResponse:
    asked, actor = rows.open_case(request, pk), reader.player(request)
    question = f"{asked.player} calls the referee at {asked.seat.table}"
    back = rows.page_of(asked.seat.table_id)
    return ask(request, Decide, question, back, lambda form: verbs.decide(asked, form, actor), [asked.words])


def roll_back(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    table, actor = get_object_or_404(rows.running(request), pk=pk), reader.player(request)
    try:
        landing = replays.landing(table, entry)
    except UndoRefused as none:
        raise Http404("The log has no such entry.") from none
    stays, goes = tables.around(table, landing)
    words = "; ".join(said.rstrip(".") for said in stays.words) or "nothing that everybody knows"
    explained = [
        f"The game goes back to entry {landing} of the log: {words}.",
        *([ALL_CHOOSE] if landing != entry else []),
        "Everybody who sits at the table gets a letter with your reason, and whoever is asked then finds the question "
        "in it, with all the time that the league gives. What the seats have kept for later is cancelled; their "
        "standing orders hold. The log keeps what was played.",
    ]
    return ask(
        request, RollBack, f"Take {table} back?", rows.page_of(table),
        lambda form: verbs.roll_back(table, entry, form, actor), explained, about=[table.head], lines=goes,
    )  # fmt: skip


urls = [
    path("<int:pk>/rule/", site.admin_view(rule), name="rule"),
    path("<int:pk>/announce/", site.admin_view(announce), name="announce"),
    path("<int:pk>/back/<int:entry>/", site.admin_view(roll_back), name="roll-back"),
    path("case/<int:pk>/", site.admin_view(case), name="case"),
]
