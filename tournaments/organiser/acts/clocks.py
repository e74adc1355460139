"""Acts on the clocks of a table."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from tournaments.actions.clock import pausing
from tournaments.models import League, Table
from tournaments.organiser.acts import rows
from tournaments.organiser.acts.act import Act
from tournaments.organiser.acts.forms import Reason


class _OnClocks(Act[Table]):
    def held(self) -> tuple[QuerySet[Table], QuerySet[League] | None]:
        return Table.objects.filter(pk=self.pk), None

    def back(self) -> str:
        return rows.page_of(self.row)


class Pause(_OnClocks):
    """Stop the clocks of a table."""

    name, route, form = "pause", "<int:pk>/pause/", Reason
    button = "Stop the clocks"
    done = "The clocks stand still; everybody at the table is told."

    def rows(self) -> QuerySet[Table]:
        return rows.running(self.request).filter(paused_at=None)

    def question(self) -> str:
        return f"Stop the clocks of {self.row}?"

    def explained(self) -> list[str]:
        return [
            "No deadline counts and nobody is reminded until you let the clocks go on; then every open question has as "
            "much time as it had left. Whoever likes may play on meanwhile. Everybody at the table reads your reason."
        ]

    def do(self, form: Reason) -> None:
        pausing.pause(self.row.pk, self.actor, form.cleaned_data["reason"])


class GoOn(_OnClocks):
    """Let the clocks of a paused table go on."""

    name, route, form = "go-on", "<int:pk>/go-on/", Reason
    button = "Let them go on"
    done = "The clocks go on; everybody at the table is told."

    def rows(self) -> QuerySet[Table]:
        return rows.running(self.request).exclude(paused_at=None)

    def question(self) -> str:
        return f"Let the clocks of {self.row} go on?"

    def explained(self) -> list[str]:
        return ["Every open question gets a new deadline with as much time as it had left. The table reads why."]

    def about(self) -> list[Any]:
        return [self.row.paused_at]

    def do(self, form: Reason) -> None:
        pausing.go_on(self.row.pk, self.actor, form.cleaned_data["reason"])


ACTS = (Pause, GoOn)
