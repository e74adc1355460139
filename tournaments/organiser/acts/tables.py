"""Acts on a whole table: a ruling on its result or on a case, words to everybody, back to an earlier moment, a look."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.forms import Form
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from unfold.widgets import UnfoldAdminRadioSelectWidget

from engine.refusals import UndoRefused
from tournaments.actions import lengths
from tournaments.actions.commands import cases
from tournaments.actions.league import announcements, results
from tournaments.actions.table import looking, rollback
from tournaments.models import Case, League, Role, Table
from tournaments.organiser.acts import rows
from tournaments.organiser.acts.act import Act
from tournaments.organiser.acts.forms import Reason
from tournaments.organiser.fields import some_lines, whole_number
from tournaments.organiser.shown import tables
from tournaments.queries import replays
from tournaments.queries.access.player_rights import visible_tables
from tournaments.queries.names import seat_names

ALL_CHOOSE = (
    "The entry that you chose lies among choices that all make at once: the game goes back to before the first of "
    "them, and everybody makes theirs again."
)


class _OnTable(Act[Table]):
    def rows(self) -> QuerySet[Table]:
        return rows.running(self.request)

    def back(self) -> str:
        return rows.page_of(self.row)


class Places(Reason):
    """A place for each seat of a finished table."""

    def __init__(self, names: Sequence[str], ranks: Sequence[int], *args: Any) -> None:
        super().__init__(*args)
        self.seats = [f"place_{number}" for number in range(len(names))]
        for field, name, rank in zip(self.seats, names, ranks, strict=True):
            self.fields[field] = whole_number(f"Place of {name}", least=1, most=len(names), initial=rank)
        self.order_fields([*self.seats, "reason"])

    def places(self) -> list[int]:
        return [self.cleaned_data[field] for field in self.seats]


class Rule(_OnTable):
    """Rule how a finished table counts."""

    name, route, form = "rule", "<int:pk>/rule/", Places
    button = "Rule so"
    done = "The table counts as you have ruled."

    def rows(self) -> QuerySet[Table]:
        return rows.tables(self.request).filter(state=Table.State.FINISHED, league__state=League.State.RUNNING)

    def filled(self, posted: Any) -> Places:
        return Places(seat_names(self.row), (self.row.result or {})["counted"], posted)

    def question(self) -> str:
        return f"How does {self.row} count?"

    def explained(self) -> list[str]:
        void = "It counts for nobody, since a player of it was put out. To have it count, readmit them first."
        return [] if tables.can_be_ruled(self.row) else [void]

    def about(self) -> list[object]:
        return [self.row.result]

    def do(self, form: Places) -> None:
        results.rule(self.row.pk, form.places(), self.actor, form.cleaned_data["reason"], seen=self.row.result)


class WordsToAll(Form):
    """Words for everybody of a league, or of a table."""

    words = some_lines(lengths.LONGEST, "Everybody gets them as a letter, with your name. They stand in the journal.")


class Announce(_OnTable):
    """Write to everybody at a table."""

    name, route, form, lasting = "announce", "<int:pk>/announce/", WordsToAll, True
    button = "Send"
    done = "Your words are on their way."

    def question(self) -> str:
        return f"Write to everybody at {self.row}"

    def do(self, form: WordsToAll) -> None:
        announcements.announce(self.row.league, self.actor, form.cleaned_data["words"], self.row)


class Ruling(Form):
    ruling = some_lines(
        lengths.LONGEST, "Everybody at the table reads it, with what was asked. It stands in the journal."
    )


class Decide(Act[Case]):
    """Rule on a case that a player has put to the organiser."""

    name, route, form = "case", "case/<int:pk>/", Ruling
    button = "Send the ruling"
    done = "Your ruling is on its way to the table."

    def rows(self) -> QuerySet[Case]:
        return rows.open_cases(self.request)

    def question(self) -> str:
        return f"{self.row.player} calls the referee at {self.row.seat.table}"

    def back(self) -> str:
        return rows.page_for(self.request, self.row.seat.table)

    def explained(self) -> list[str]:
        page = reverse("player:table", args=[self.row.seat.table_id])
        look = format_html('<a class="text-link" href="{}">The table, as onlookers see it</a>', page)
        seen = visible_tables(self.actor).filter(pk=self.row.seat.table_id).exists()
        return [self.row.words, *([look] if seen else [])]

    def do(self, form: Ruling) -> None:
        cases.rule(self.row.pk, self.actor, form.cleaned_data["ruling"])


class ChanceAndReason(Reason):
    """The form for what chance gives after a table has been taken back, and for the reason."""

    chance = forms.ChoiceField(
        label="Dice and cards from there on",
        choices=[
            ("anew", "drawn anew"),
            ("before", "the same as before"),
        ],
        initial="anew",
        widget=UnfoldAdminRadioSelectWidget,
        help_text="Drawn anew, nobody gains by having seen what came; the same is fair where nobody has learned "
        "anything. The letter says which it is. Who has it drawn anew can take no seat at this table after it.",
    )
    field_order = ("chance", "reason")


class RollBack(_OnTable):
    """Take a table back to an entry of its log."""

    name, route, form = "roll-back", "<int:pk>/back/<int:entry>/", ChanceAndReason
    button = "Take it back"
    done = "The game is back where it stood; everybody at the table is told."

    def __init__(self, request: HttpRequest, pk: int, entry: int) -> None:
        super().__init__(request, pk)
        self.entry = entry

    @cached_property
    def landing(self) -> int:
        """The entry that the table goes back to."""
        try:
            return replays.landing(self.row, self.entry)
        except UndoRefused as none:
            raise Http404("The log has no such entry.") from none

    @cached_property
    def around(self) -> tuple[Any, Any]:
        """The last entry that stays, and the entries that count no more."""
        return tables.around(self.row, self.landing)

    def question(self) -> str:
        return f"Take {self.row} back?"

    def explained(self) -> list[str]:
        words = "; ".join(said.rstrip(".") for said in self.around[0].words) or "nothing that everybody knows"
        return [
            f"The game goes back to entry {self.landing} of the log: {words}.",
            *([ALL_CHOOSE] if self.landing != self.entry else []),
            "Everybody who sits at the table gets a letter with your reason, and whoever is asked then finds the "
            "question in it, with all the time that the league gives. What the seats have kept for later is "
            "cancelled; their standing orders hold. The log keeps what was played.",
        ]

    def about(self) -> list[object]:
        return [self.row.head]

    def shown(self) -> dict[str, Any]:
        return {"lines": self.around[1]}

    def do(self, form: ChanceAndReason) -> None:
        filled = form.cleaned_data
        anew = filled["chance"] == "anew"
        rollback.roll_back(self.row.pk, self.entry, self.actor, filled["reason"], anew=anew, seen=self.row.head)


class LookAlone(Reason):
    """The reason of an organiser who does not play there: the table does not read it."""

    read_by = "One line for the journal."


class LookInside(_OnTable):
    """Look at what is hidden at a table. `?back=…` names the page that somebody came from, otherwise the replay."""

    name, route, form = "look-inside", "<int:pk>/look/", Reason
    button = "Look"
    done = "You may look now; the journal says so."

    @cached_property
    def plays(self) -> bool:
        return self.row.seats.filter(player=self.actor).exists()

    def rows(self) -> QuerySet[Table]:
        return rows.tables(self.request, Role.HELPER)

    def filled(self, posted: Any) -> Reason:
        return Reason(posted) if self.plays else LookAlone(posted)

    def question(self) -> str:
        return f"Look at what is hidden at {self.row}?"

    def back(self) -> str:
        if came_from := rows.came_from(self.request):
            return came_from
        organises = rows.tables(self.request).filter(pk=self.row.pk).exists()
        return rows.replay_of(self.row) if organises else reverse("desk:index")

    def explained(self) -> list[str]:
        if self.plays:
            return [
                "You play at this table. You will see the hands and the letters of the others and what they have told "
                "each other alone, and everybody at the table gets a letter that says so, with your reason. This "
                "cannot be taken back.",
            ]
        return [
            "You will see the game as each seat sees it, with its hand, what its letters say, and what players have "
            "told each other alone. It stands in the journal that you looked, and why. You cannot play at this table "
            "after it."
        ]

    def do(self, form: Reason) -> None:
        looking.look_inside(self.row.pk, self.actor, form.cleaned_data["reason"])


ACTS = (Rule, Announce, RollBack, Decide, LookInside)
