"""The field for a time zone: a town that many people choose, or the name of any other."""

from __future__ import annotations

from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from tournaments.language.speech import say
from tournaments.pages import zones

LONGEST = 80
OTHER = "_other"  # behind the name of the field: the one in which another town is typed


class Towns(forms.Select):
    """The towns that people choose first, and a field in which the name of any other is typed; that goes before.

    With script the town of the browser's own zone is chosen beforehand.
    """

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        first, typed = zones.first_towns(), ""
        if value and not any(value == zone for _, towns in first for zone, _ in towns):
            if len(value) <= LONGEST and zones.named(value) == value:
                first = [("", [(value, zones.town(value) if "/" in value else value)]), *first]
            else:
                typed = value[:LONGEST]
        self.choices = [("", say("Choose the nearest town")), *first]
        select = super().render(name, "" if typed else value, {**(attrs or {}), "data-zone": "yes"}, renderer)
        other = {"name": f"{name}{OTHER}", "typed": typed, "towns": zones.every_town(), "select": select}
        return render_to_string("play/_towns.html", other)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return str(data.get(f"{name}{OTHER}") or "").strip() or super().value_from_datadict(data, files, name)


class Zone(forms.CharField):
    """A time zone, chosen or typed as its IANA name or its town; its value is the IANA name."""

    widget = Towns
    hidden_widget = forms.HiddenInput

    def __init__(self, **kwargs: Any) -> None:
        label, words = gettext_lazy("Your time zone"), gettext_lazy("Deadlines are written in this time.")
        super().__init__(max_length=LONGEST, label=label, help_text=words, **kwargs)

    def clean(self, value: Any) -> str:
        words = super().clean(value)
        found = zones.named(words)
        if not found:
            raise forms.ValidationError(say("No time zone is called that: type the nearest large town, like Brussels."))
        return found
