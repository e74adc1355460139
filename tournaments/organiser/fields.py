"""Fields that several forms of the desk have."""

from __future__ import annotations

from django import forms
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextareaWidget


class Lines(forms.CharField):
    """Words in lines, whose ends count once, as browsers count them before they send each as two characters."""

    def to_python(self, value: object) -> str:
        return str(super().to_python(value)).replace("\r\n", "\n")


def some_lines(most: int, help_text: str) -> forms.CharField:
    """Words for a letter, of so many characters at most."""
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
