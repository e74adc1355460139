"""What somebody has typed into a form of the desk, whichever it was."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

from django.forms import CharField, Form
from django.http import HttpRequest

from tournaments.organiser.acts import forms, office_forms

MODULES = (forms, office_forms)  # of the desk's small forms


def typed(request: HttpRequest) -> list[str]:
    """The words that a posted form holds, field by field; none of a request that posts none."""
    if request.method != "POST":
        return []
    found = (request.POST.get(name, "").strip() for name in sorted(set(_fields())))
    return [words for words in found if words]


def _fields() -> Iterator[str]:
    """The names of all fields into which words are typed."""
    for module in MODULES:
        for _, form in inspect.getmembers(module, inspect.isclass):
            if issubclass(form, Form):
                yield from _of(form)


def _of(form: type[Form]) -> Iterator[str]:
    for name, field in form.base_fields.items():
        if isinstance(field, CharField):
            yield name
