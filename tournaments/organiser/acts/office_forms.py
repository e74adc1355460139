"""What is filled in before it changes who organises a league. What it does is in `verbs`."""

from __future__ import annotations

from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminTextInputWidget

from tournaments.organiser.acts.forms import Reason


class OrganiseWith(Reason):
    """Whom to ask, and why."""

    button = "Ask them"

    email = forms.EmailField(
        label="Mail address",
        max_length=254,
        widget=UnfoldAdminTextInputWidget,
        help_text="The one with which the person is registered here.",
    )
    field_order = ("email", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = "One line. The person reads it in the letter, and it stands in the journal."


class WithdrawQuestion(forms.Form):
    """Nothing to fill in: the button is the answer."""

    button = "Take the question back"
    explained = "The link of its letter says then that the question is over. Nobody is written to."


class StepDown(Reason):
    """Why somebody organises a league no more; the journal keeps it."""

    button = "Step down"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = "One line for the journal, which the other organisers read."
