"""Acts that end a league: its results become final, or it is cancelled."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import Truncator
from unfold.widgets import UnfoldBooleanWidget

from tournaments.actions.league import cancel, passing_over, results
from tournaments.models import Case, Entry, League, Table
from tournaments.organiser.acts import rows
from tournaments.organiser.acts.act import Act
from tournaments.organiser.acts.forms import ReasonToLeague
from tournaments.outbox import caused
from tournaments.queries import standings
from tournaments.queries.access import desk_rights
from tournaments.queries.access.desk_rights import own

CASES, BEGINNING = 20, 200  # of those that wait, on the page that ends them; letters of each


class FinalResults(Form):
    """The button is the answer; with open cases also a mark that they end without a ruling."""

    sure = forms.BooleanField(
        label="End these cases without a ruling",
        widget=UnfoldBooleanWidget,
        help_text="The journal says so, and a letter to everybody whose case it is.",
    )

    def __init__(self, cases: bool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not cases:
            del self.fields["sure"]


class Confirm(Act[League]):
    """Make provisional results final."""

    name, route, form = "confirm", "<int:pk>/confirm/", FinalResults
    button = "Confirm them"
    note = (
        "The results become final: everybody in the league gets the final standings by letter, and no game can be "
        "ruled on any more."
    )
    done = "The results are final; everybody gets the final standings."

    @cached_property
    def seen(self) -> str:
        return standings.stamp(self.row)

    @cached_property
    def waiting(self) -> QuerySet[Case]:
        """The cases without a ruling that this organiser reads."""
        # By their numbers: PostgreSQL reads the seats of all leagues where it looks for cases and rights together.
        opened = list(passing_over.open_cases(self.row).values_list("pk", flat=True))
        return desk_rights.cases_shown(Case.objects.filter(pk__in=opened), self.actor)

    @cached_property
    def passed_over(self) -> Collection[int]:
        """The keys of the cases that end without a ruling."""
        return list(self.waiting.values_list("pk", flat=True))

    def rows(self) -> QuerySet[League]:
        return standings.to_confirm(own(League.objects.all(), self.actor))

    def filled(self, posted: Any) -> FinalResults:
        return FinalResults(bool(self.passed_over), posted)

    def question(self) -> str:
        return f"Are these the final standings of {self.row}?"

    def explained(self) -> list[str]:
        shown = results.shown(self.row, results.standings(self.row))
        places = [f"{row.place}. {row.name}, {row.points} points" for row in shown]
        return [*places, *_what_waits(self.waiting, len(self.passed_over))]

    def back(self) -> str:
        return rows.page_of_league(self.row)

    def about(self) -> list[object]:
        return [self.seen, self.passed_over]

    def do(self, form: FinalResults) -> None:
        with caused.freely():
            results.confirm(self.row, self.actor, self.seen, self.passed_over)


def _what_waits(cases: QuerySet[Case], count: int) -> list[str]:
    """The beginnings of the first of these cases, and where all of them are."""
    rows = cases.select_related("player", "seat__table__league").defer("seat__table__position", "seat__table__header")
    lines = [
        f"{case.player} at {case.seat.table} asks for a ruling: {Truncator(case.words).chars(BEGINNING)}"
        for case in rows[:CASES]
    ]
    if count > CASES:
        more = '<a href="{}">There are {} more of them.</a>'
        lines.append(format_html(more, reverse("desk:needs", args=["cases"]), count - CASES))
    return lines


class Cancel(Act[League]):
    """End a league before its time. A second press is no error: it leads to the league's page as the first one did."""

    name, route, form = "cancel", "<int:pk>/cancel/", ReasonToLeague
    button = "Cancel the league"

    def held(self) -> tuple[QuerySet[Table], QuerySet[League]]:
        running = Table.objects.filter(league__pk=self.pk, state=Table.State.RUNNING)
        return running, League.objects.filter(pk=self.pk)

    def rows(self) -> QuerySet[League]:
        return own(League.objects.all(), self.actor)

    def over(self) -> HttpResponse | None:
        if self.row.state not in League.OVER:
            return None
        if self.request.method == "POST":
            messages.info(self.request, f"{self.row} is over: there is nothing left to cancel.")
        return redirect(self.back())

    def question(self) -> str:
        return f"Cancel {self.row}?"

    def explained(self) -> list[str]:
        return _what_ends(self.row)

    def back(self) -> str:
        return rows.page_of_league(self.row)

    def about(self) -> list[object]:
        return [self.row.state]

    def do(self, form: ReasonToLeague) -> str:
        seen = self.row.state
        with caused.freely():
            cancel.cancel(self.row, self.actor, form.cleaned_data["reason"], seen=seen)
        told = "" if seen == League.State.DRAFT else "; everybody who had joined is told"
        return f"The league is cancelled{told}."


def _what_ends(league: League) -> list[str]:
    """Tell what pressing the button ends, in sentences."""
    if league.state == League.State.DRAFT:
        return ["Nobody has seen this league yet: no letter is written. This page stays; a deck file of its own goes."]
    loss = cancel.what_ends(league)
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


def _who_is_told(loss: cancel.Loss) -> str:
    waiting = sum(entry.state == Entry.State.WAITING for entry in loss.told)
    if not loss.told:
        return "Nobody has joined, so no letter is written."
    listed = f", {waiting} of them on the waiting list" if waiting else ""
    return (
        f"{_count(len(loss.told), 'player has', 'players have')} joined{listed}: each gets a letter with your reason."
    )


def _count(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


ACTS = (Confirm, Cancel)
