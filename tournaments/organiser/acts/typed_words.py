"""The words that somebody has typed into a form of the desk, whichever act it was for."""

from __future__ import annotations

from django.forms import CharField
from django.http import HttpRequest

from tournaments.organiser.acts.registry import ACTS


def typed(request: HttpRequest) -> list[str]:
    """The words that a posted form holds, field by field; none of a request that posts none."""
    if request.method != "POST":
        return []
    found = (request.POST.get(name, "").strip() for name in sorted(_fields()))
    return [words for words in found if words]


def _fields() -> set[str]:
    """The names of all fields into which words are typed."""
    return {name for act in ACTS for name, field in act.form.base_fields.items() if isinstance(field, CharField)}
