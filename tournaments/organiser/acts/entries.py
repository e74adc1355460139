"""Acts on one entry of a league: its player is put out, or comes back."""

from __future__ import annotations

from django import forms
from django.db.models import QuerySet
from unfold.widgets import UnfoldAdminRadioSelectWidget

from tournaments.actions.league import disqualify, readmit
from tournaments.models import Entry, League, Table
from tournaments.organiser.acts import rows
from tournaments.organiser.acts.act import Act
from tournaments.organiser.acts.forms import ReasonToLeague
from tournaments.queries.access.desk_rights import own

CHANGING = (League.State.OPEN, League.State.RUNNING)


class _OnEntry(Act[Entry]):
    def held(self) -> tuple[QuerySet[Table], QuerySet[League]]:
        """The tables where the entrant sits, and the league."""
        tables = Table.objects.filter(league__entries__pk=self.pk, seats__player__entries__pk=self.pk)
        return tables, League.objects.filter(entries__pk=self.pk)

    def back(self) -> str:
        return rows.page_of_league(self.row.league)


class PutOut(ReasonToLeague):
    """The form for the fate of the games of a player who is put out, and for the reason."""

    games = forms.ChoiceField(
        label="The player's games",
        choices=[
            ("kept", "are kept"),
            ("void", "are void"),
        ],
        initial="kept",
        widget=UnfoldAdminRadioSelectWidget,
        help_text="Kept: the stand-in plays those that have not ended, and all count for the others. Void: none counts "
        "for anybody, and those that run stop; points and places of who loses games by it are multiplied, as if all "
        "had been played.",
    )
    field_order = ("games", "reason")


class Disqualify(_OnEntry):
    """Put a player out of a league."""

    name, route, form = "disqualify", "entry/<int:pk>/disqualify/", PutOut
    button = "Disqualify"
    done = "The player is out of the league; everybody in it is told."

    def rows(self) -> QuerySet[Entry]:
        return own(Entry.objects.exclude(state__in=Entry.GONE), self.actor).select_related("player", "league")

    def question(self) -> str:
        return f"Disqualify {self.row.player} in {self.row.league}?"

    def explained(self) -> list[str]:
        words = [
            "The player leaves the standings and plays no more in this league. Everybody in the league reads your "
            "reason.",
            "Until the results are final you may readmit the player. What the stand-in has played in between stays "
            "played.",
        ]
        if self.row.league.state == League.State.RUNNING and not self.row.league.provisional:
            words.append("There are no days for objections here: with the last game, also if it stops now, they are.")
        return words

    def about(self) -> list[object]:
        return [self.row.state, self.row.league.state]

    def do(self, form: PutOut) -> None:
        filled = form.cleaned_data
        disqualify.disqualify(self.row.pk, self.actor, filled["reason"], void=filled["games"] == "void")


class Readmit(_OnEntry):
    """Take a player who was put out back into a league."""

    name, route, form = "readmit", "entry/<int:pk>/readmit/", ReasonToLeague
    button = "Readmit"
    done = "The player is in the league again; everybody in it is told."

    def rows(self) -> QuerySet[Entry]:
        out = own(Entry.objects.filter(state=Entry.State.OUT, league__state__in=CHANGING), self.actor)
        return out.filter(player__is_active=True).select_related("player", "league")

    def question(self) -> str:
        return f"Readmit {self.row.player} to {self.row.league}?"

    def explained(self) -> list[str]:
        return [*_what_returns(self.row), "Everybody in the league reads your reason."]

    def do(self, form: ReasonToLeague) -> None:
        readmit.readmit(self.row.pk, self.actor, form.cleaned_data["reason"])


def _what_returns(entry: Entry) -> list[str]:
    """Tell what pressing the button brings back, in sentences."""
    back = readmit.what_returns(entry)
    if back.waits and entry.league.started_at is not None:
        return ["The league runs without the player, who has no seat in it and gets no place by this."]
    if back.waits:
        taken = ["The place has been taken meanwhile."] if back.taken else []
        return [*taken, "The player comes onto the waiting list, at the old time of joining."]
    told = [
        ("The stand-in gives the seat back, from the position as it is, at", [seat.table for seat in back.seats]),
        ("Games that were stopped go on where they stopped, with all the time of a question:", back.resumed),
        ("Ended games count again:", back.counted),
        ("Tables that were given up before they began are opened in their turn:", back.later),
    ]
    sentences = [f"{words} {', '.join(map(str, tables))}." for words, tables in told if tables]
    return ["The player is in the league and in its standings again.", *sentences]


ACTS = (Disqualify, Readmit)
