"""The fields of the league form for games in which all choose at the same time. Knows no game and writes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminIntegerFieldWidget

from tournaments.models import League

USUAL_MINUTES = int(League._meta.get_field("reveal_delay").default.total_seconds() // 60)
NAMES = ("reveal_minutes", "act_hours")


def fields() -> dict[str, forms.Field]:
    """The fields; left empty they have the default values, as in leagues of games without such choices."""
    return {
        "reveal_minutes": _number(
            "Minutes before sealed choices are shown",
            24 * 60,
            "In games where all choose at the same time: so long after the last choice each may still be changed. "
            f"Empty: {USUAL_MINUTES}.",
        ),
        "act_hours": _number(
            "Hours to carry out a choice",
            24 * 30,
            "In games where all choose at the same time, for the answers that follow one after the other. "
            "Empty: a third of the hours for an answer.",
            least=1,
        ),
    }


def _number(label: str, most: int, help_text: str, least: int = 0) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        required=False,
        widget=UnfoldAdminIntegerFieldWidget,
        help_text=help_text,
    )


def settings(data: Mapping[str, Any]) -> dict[str, timedelta | None]:
    """The fields of `League` that a form says."""
    minutes, hours = data.get("reveal_minutes"), data.get("act_hours")
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
