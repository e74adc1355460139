"""The fields of the league form for games in which all choose at the same time. Knows no game and writes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from tournaments.models import League
from tournaments.organiser.fields import whole_number

USUAL_MINUTES = int(League._meta.get_field("reveal_delay").default.total_seconds() // 60)
NAMES = ("reveal_minutes", "act_hours")


def fields() -> dict[str, forms.Field]:
    """The fields; left empty they have the default values, as in leagues of games without such choices."""
    return {
        "reveal_minutes": whole_number(
            gettext_lazy("Minutes before sealed choices are shown"),
            least=0,
            most=24 * 60,
            help_text=format_lazy(
                gettext_lazy(
                    "All choose at the same time: so long after the last choice each may still be changed. "
                    "Empty: {minutes}."
                ),
                minutes=USUAL_MINUTES,
            ),
            initial=None,
            required=False,
        ),
        "act_hours": whole_number(
            gettext_lazy("Hours to carry out a choice"),
            least=1,
            most=24 * 30,
            help_text=gettext_lazy(
                "For the answers that follow one after the other. Empty: a third of the time for an answer."
            ),
            initial=None,
            required=False,
        ),
    }


def settings(data: Mapping[str, Any], *, sealed: bool) -> dict[str, timedelta | None]:
    """The fields of `League` that a form says; of a game without sealed choices the usual ones, whatever it says."""
    minutes, hours = (data.get("reveal_minutes"), data.get("act_hours")) if sealed else (None, None)
    return {
        "reveal_delay": timedelta(minutes=USUAL_MINUTES if minutes is None else minutes),
        "act_time": None if hours is None else timedelta(hours=hours),
    }


def initial(league: League) -> dict[str, int | None]:
    """The form's fields, filled from a league."""
    return {
        "reveal_minutes": int(league.reveal_delay.total_seconds() // 60),
        "act_hours": None if league.act_time is None else int(league.act_time.total_seconds() // 3600),
    }
