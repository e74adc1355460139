"""Fields that several forms of the desk have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextareaWidget

from tournaments.pages.lines import Lines

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Words = str | _StrPromise  # said when the page is made, in the reader's language


def some_lines(most: int, help_text: str) -> forms.CharField:
    """Words for a letter, with a limit on their characters."""
    return Lines(max_length=most, widget=UnfoldAdminTextareaWidget(attrs={"rows": 6}), help_text=help_text)


def whole_number(
    label: Words, *, least: int, most: int, initial: int | None, help_text: Words = "", required: bool = True
) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        initial=initial,
        required=required,
        widget=UnfoldAdminIntegerFieldWidget,
        help_text=help_text,
    )
