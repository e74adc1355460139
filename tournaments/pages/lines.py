"""The field for words in lines, whoever fills it in."""

from __future__ import annotations

from django import forms


class Lines(forms.CharField):
    """Words in lines, whose ends count once, as browsers count them before they send each as two characters."""

    widget = forms.Textarea

    def to_python(self, value: object) -> str:
        return str(super().to_python(value)).replace("\r\n", "\n")
