"""Forms that several acts have: a reason, with a word on who reads it."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from unfold.widgets import UnfoldAdminTextareaWidget

from tournaments.models.fields import one_line
from tournaments.pages.lines import Lines


class Reason(forms.Form):
    """A reason. `read_by` says who reads it."""

    read_by: ClassVar[str] = "One line. The players at the table read it, and it stands in the journal."

    reason = Lines(
        max_length=200,
        validators=[one_line],
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = self.read_by


class ReasonToLeague(Reason):
    """A reason that the whole league reads."""

    read_by = "One line. Everybody in the league reads it, and it stands in the journal."
