"""Tie-breaks as a numbered choice: which decides first, second and so on. Writes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminSelectWidget

from tournaments.formats.tiebreaks import CHAIN
from tournaments.language.speech import say
from tournaments.queries.leagues.terms import TIE_BREAKS

FIRST, *OTHERS = CHAIN  # league points, which always decide first, and what is chosen here
LABELS = (gettext_lazy("First"), gettext_lazy("Second"), gettext_lazy("Third"), gettext_lazy("Fourth"))
NAMES = tuple(f"tie_break_{number}" for number, _ in enumerate(OTHERS, 1))


def fields() -> dict[str, forms.Field]:
    """One field for each place of the order, filled with the usual one."""
    return {
        name: forms.ChoiceField(
            label=label,
            choices=[("", gettext_lazy("nothing more")), *((key, say(TIE_BREAKS[key])) for key in OTHERS)],
            widget=UnfoldAdminSelectWidget,
            required=False,
            initial=usual,
        )
        for name, label, usual in zip(NAMES, LABELS, OTHERS, strict=True)
    }


def settings(data: Mapping[str, Any]) -> list[str]:
    """The order as a league keeps it; [] for the usual one, where nothing was chosen."""
    chosen = [said for name in NAMES if (said := data.get(name))]
    return [FIRST, *chosen] if chosen else []


def twice(data: Mapping[str, Any]) -> str:
    """The field whose choice stands in an earlier one as well; "" if there is none."""
    found = [(name, said) for name in NAMES if (said := data.get(name))]
    before: set[str] = set()
    for name, said in found:
        if said in before:
            return name
        before.add(said)
    return ""


def initial(tie_breaks: Sequence[str]) -> dict[str, str]:
    """The fields, filled from a league."""
    kept = [name for name in tie_breaks if name != FIRST]
    return {name: kept[place] if place < len(kept) else "" for place, name in enumerate(NAMES)}
