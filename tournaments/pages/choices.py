"""The answer of a form with a choice: nothing counts that was not sent, or that the page does not offer."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import forms
from django.http import HttpRequest

from engine.language.languages import to_say
from tournaments.language.speech import say

CHOOSE = to_say("Nothing has changed: press one of the buttons, so that we know what you want.")


def chosen(request: HttpRequest, name: str, offered: Collection[str]) -> str:
    """The posted value of a button; "" where none of the offered ones was posted."""
    value = request.POST.get(name, "")
    return value if value in offered else ""


def changed(form: forms.Form) -> dict[str, Any]:
    """The values changed on the form's page, which may have shown older settings than those of now.

    A field has `show_hidden_initial` for it; one that comes without what was shown counts as changed.
    """
    new = {name for name in form.fields if form.add_initial_prefix(name) not in form.data}.union(form.changed_data)
    return {name: form.cleaned_data[name] for name in new}


class Sent(forms.Form):
    """A form in which an empty field has a meaning: one that was not sent at all is an error.

    Not for boxes to tick, of which a browser sends nothing while they are empty.
    """

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        ticks = [name for name, field in self.fields.items() if isinstance(field, forms.BooleanField)]
        if any(self.add_prefix(name) not in self.data for name in self.fields if name not in ticks):
            raise forms.ValidationError(
                say("Nothing has changed: a part of the form did not arrive. Try it once more.")
            )
        return cleaned
