"""The fields that say how and when a league starts, of its form and of the page that moves it. Writes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time
from typing import Any, TypedDict

from django import forms
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminTextInputWidget

from tournaments.formats import clocks
from tournaments.models import League
from tournaments.organiser.league_form.choices import Radios
from tournaments.queries.leagues import facts

HOUR = 18  # at which leagues start, where their organiser lives
NAMES = ("start", "start_on")


class Start(TypedDict):
    """The fields of `League`."""

    start: str
    start_at: datetime | None


def fields() -> dict[str, forms.Field]:
    """Of a league in preparation the first choice stands there; the date is as a browser's calendar gives it."""
    return {
        "start": forms.ChoiceField(
            label=gettext_lazy("It starts"),
            choices=[
                (League.Start.HAND, gettext_lazy("When you start it")),
                (League.Start.FULL, gettext_lazy("By itself, as soon as it is full")),
                (League.Start.DATE, gettext_lazy("By itself, on a date")),
            ],
            widget=Radios,
            initial=League.Start.HAND,
            required=False,
        ),
        "start_on": forms.DateField(
            label=gettext_lazy("Entries close on"),
            required=False,
            widget=UnfoldAdminTextInputWidget(attrs={"type": "date"}),
            help_text=format_lazy(
                gettext_lazy(
                    "At {hour}:00 {where}. If it starts by itself, it does so then, with those who have joined. If you "
                    "start it, or if they are too few, you get a letter then. Only a start on a date needs this."
                ),
                hour=str(HOUR),
                where=clocks.place(timezone.get_current_timezone_name()),
            ),
        ),
    }


def settings(data: Mapping[str, Any]) -> Start:
    start, day = data.get("start") or League.Start.HAND, data.get("start_on")
    if day is None:
        return {"start": start, "start_at": None}
    return {"start": start, "start_at": datetime.combine(day, time(HOUR), timezone.get_current_timezone())}


def initial(league: League) -> dict[str, Any]:
    """The fields, filled from a league; a date that is over is left out."""
    at = league.start_at
    there = at is not None and at > timezone.now()
    return {"start": league.start, "start_on": timezone.localdate(at).isoformat() if at and there else ""}


def told(league: League) -> str:
    return facts.beginning(league, league.seats, timezone.get_current_timezone_name())
