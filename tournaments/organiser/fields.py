"""Fields that several forms of the desk have."""

from __future__ import annotations

from django import forms
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextareaWidget

from tournaments.pages.lines import Lines


def some_lines(most: int, help_text: str) -> forms.CharField:
    """Words for a letter, with a limit on their characters."""
    return Lines(max_length=most, widget=UnfoldAdminTextareaWidget(attrs={"rows": 6}), help_text=help_text)


def whole_number(label: str, *, least: int, most: int, initial: int, help_text: str = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        initial=initial,
        widget=UnfoldAdminIntegerFieldWidget,
        help_text=help_text,
    )
