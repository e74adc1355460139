"""Acts that bring a league to its start, and words to everybody in it."""

from __future__ import annotations

from datetime import timedelta
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.forms import Form
from django.utils import timezone

from tournaments.actions.clock import beginnings
from tournaments.actions.league import announcements, checkin, invitations, leagues
from tournaments.language.refusals import CannotStart
from tournaments.language.speech import say
from tournaments.models import Entry, League, Table
from tournaments.organiser.acts import rows
from tournaments.organiser.acts.act import Act
from tournaments.organiser.acts.tables import WordsToAll
from tournaments.organiser.fields import some_lines, whole_number
from tournaments.organiser.league_form import starts
from tournaments.outbox import caused
from tournaments.queries import proofs
from tournaments.queries.access.desk_rights import own
from tournaments.queries.leagues import facts, forecasts
from tournaments.queries.leagues.terms import fairness, settings_of


class _OnLeague(Act[League]):
    def held(self) -> tuple[QuerySet[Table] | None, QuerySet[League]]:
        return None, League.objects.filter(pk=self.pk)

    def rows(self) -> QuerySet[League]:
        return own(League.objects.all(), self.actor)

    def back(self) -> str:
        return rows.page_of_league(self.row)

    def about(self) -> list[object]:
        return [self.row.state, self.row.ready_by]


class _AsItIsSet(_OnLeague):
    """An act that takes a league with its settings and its entrants; its page shows both."""

    template = "admin/desk/ask_league.html"

    @cached_property
    def settings(self) -> list[tuple[str, str]]:
        return settings_of(self.row)

    @cached_property
    def entries(self) -> list[Entry]:
        """The entrants of the league, where the page names them."""
        return []

    def about(self) -> list[object]:
        joined = [(one.player.name, one.state, bool(one.player.dead_at), bool(one.ready_at)) for one in self.entries]
        return [self.settings, joined]

    def shown(self) -> dict[str, Any]:
        entered = self.row.entries.filter(state=Entry.State.IN).count()
        return {
            "opts": League._meta, "original": self.row, "settings_shown": self.settings, "entries": self.entries,
            "begins": facts.beginning(self.row, entered, self.actor.zone),
            "fairness": fairness(self.row, entered), "forecast": forecasts.forecast(self.row),
        }  # fmt: skip


class Open(_AsItIsSet):
    """Let players join a league; its settings are fixed from then on."""

    name, form = "open_to_join", Form
    button = "Open to join"

    def question(self) -> str:
        return f"Open {self.row} to join?"

    def do(self, form: Form) -> str:
        with caused.freely():  # a league opens and starts but once
            leagues.open_league(self.row, self.actor)
        return f"{self.row} is open to join."


class Start(_AsItIsSet):
    """Close the entries of a league and begin its games."""

    name, form = "start", Form
    button = "Start the league"

    @cached_property
    def entries(self) -> list[Entry]:
        return list(self.row.entries.exclude(state__in=Entry.GONE).select_related("player"))

    def question(self) -> str:
        return f"Start {self.row}?"

    def shown(self) -> dict[str, Any]:
        impossible = self._why_not()
        return {
            **super().shown(),
            "waits_for": settings.CHANCE_SOURCE,
            "impossible": impossible,
            "warning": impossible or self._few_are_ready(),
            "first": [("invite", say("Invite")), ("ask_ready", say("Ask who is ready"))],
        }

    def _why_not(self) -> str:
        """The reason why the league cannot start now; "" where it can."""
        try:
            leagues.entries_to_start(self.row)
        except CannotStart as why:
            return str(why)
        return ""

    def _few_are_ready(self) -> str:
        """The warning of a league of which fewer than fill a table have said that they are ready."""
        ready = sum(entry.state == Entry.State.IN and entry.ready_at is not None for entry in self.entries)
        if ready >= self.row.seats:
            return ""
        why = say("Where nobody answers the stand-in moves after each deadline, and everybody waits for it.")
        if not ready:
            return f"{say('Nobody has said “ready” yet.')} {why}"
        few = say(
            "Only {n:# of them has|# of them have} said “ready”; a table needs {seats}.", n=ready, seats=self.row.seats
        )
        return f"{few} {why}"

    def do(self, form: Form) -> str:
        with caused.freely():
            league = leagues.start(self.row, self.actor)
        if league.state != League.State.DRAWING:
            return f"{league} has started; the first letters are on their way."
        until = proofs.awaited_at(league, self.actor.zone)
        return f"{league} takes no more entries: the draw waits for the public value of {until}."


class HowItStarts(Form):
    """The fields of the league's form, filled as it is set."""

    def __init__(self, data: Any = None, *, initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial)
        self.fields.update(starts.fields())
        self.fields["start"].required = True


class MoveStart(_OnLeague):
    """Let an open league start otherwise than was set."""

    name, form = "move_start", HowItStarts
    template = "admin/desk/ask_start.html"
    button = "Move the start"

    def question(self) -> str:
        return say("When does {league} start?", league=self.row)

    def explained(self) -> list[str]:
        entered = self.row.entries.filter(state=Entry.State.IN).count()
        return [
            say("Now: {how}.", how=facts.beginning(self.row, entered, self.actor.zone)),
            say("Everybody who has joined gets a letter that says how it begins then."),
        ]

    def filled(self, posted: Any) -> HowItStarts:
        return HowItStarts(posted, initial=starts.initial(self.row))

    def do(self, form: HowItStarts) -> str:
        chosen = starts.settings(form.cleaned_data)
        with caused.freely():  # as its announcements
            beginnings.move(self.row, self.actor, chosen["start"], chosen["start_at"])
        return say("It is moved; everybody who has joined is told.")


class Addresses(Form):
    """Mail addresses, however they were pasted."""

    addresses = some_lines(
        invitations.LONGEST_LIST, "Paste them as they are: one to a line, with commas, or with names around them."
    )


class Invite(_OnLeague):
    """Invite people to join a league."""

    name, form, lasting = "invite", Addresses, True
    button = "Send the invitations"
    note = (
        "Each address gets a letter with a button that shows the league and joins it, without signing up first. Who "
        "is in already gets none, and nobody gets two on one day."
    )

    def question(self) -> str:
        return f"Invite to {self.row}"

    def do(self, form: Addresses) -> str:
        count = invitations.invite(self.row, self.actor, form.cleaned_data["addresses"])
        return f"{count} {'invitation is' if count == 1 else 'invitations are'} on the way."


class AskAgain(_OnLeague):
    """Invite the people of the league that this one was copied from."""

    name, form, lasting = "ask_again", Form, True
    button = "Send the invitations"

    def question(self) -> str:
        return say("Ask the people of {earlier} again?", earlier=self.row.copied_from)

    def explained(self) -> list[str]:
        count = len(invitations.to_ask_again(self.row, self.actor))
        return [
            say(
                "{n:person|people} who took part there, or waited for a place, and are not in {league} yet.",
                n=count,
                league=self.row,
            ),
            say("Each gets a letter with a button that shows the league and joins it. Nobody gets two on one day."),
        ]

    def do(self, form: Form) -> str:
        count = invitations.ask_again(self.row, self.actor)
        return say("{n:# invitation is|# invitations are} on the way.", n=count)


class DaysToAnswer(Form):
    days = whole_number("Days to answer", least=1, most=14, initial=3)


class AskReady(_OnLeague):
    """Ask the entrants of a league whether they are ready."""

    name, form = "ask_ready", DaysToAnswer
    button = "Ask them"
    note = (
        "Everybody who has a place and has not said it yet gets a letter and answers it with the one word “ready”. "
        "Who is silent is shown to you before you start, and can be replaced from the waiting list once the time is "
        "over."
    )
    done = "The letters that ask for it are on their way."

    def question(self) -> str:
        return f"Ask who is ready for {self.row}?"

    def do(self, form: DaysToAnswer) -> None:
        checkin.call(self.row, self.actor, timezone.now() + timedelta(days=form.cleaned_data["days"]))


class ReplaceSilent(_OnLeague):
    """Give the places of those who have not said that they are ready to those who wait."""

    name, form = "replace_silent", Form
    button = "Replace them"
    note = (
        "Whoever was asked by letter and has not said “ready” in time goes behind the others on the waiting list, as "
        "far as somebody there can take the place; those who are ready come first. Everybody concerned is told by "
        "letter."
    )
    done = "Those who waited have the places; everybody concerned is told."

    @cached_property
    def places(self) -> list[tuple[Entry, Entry]]:
        """Pairs of the player who loses a place and the one who gets it."""
        if self.request.method == "POST":
            leagues.hold_entries(self.row)
        return checkin.places(self.row, self.actor)

    def question(self) -> str:
        return f"Replace the silent of {self.row}?"

    def explained(self) -> list[str]:
        told = [f"{new.player} gets the place of {old.player}, who waits from then on." for old, new in self.places]
        return told or [checkin.NOBODY]

    def about(self) -> list[object]:
        return [self.row.state, self.row.ready_by, [(old.pk, new.pk) for old, new in self.places]]

    def do(self, form: Form) -> None:
        checkin.replace_silent(self.row, self.actor)


class AnnounceToLeague(_OnLeague):
    """Write to everybody in a league."""

    name, form, lasting = "announce", WordsToAll, True
    button = "Send"
    done = "Your words are on their way."

    def question(self) -> str:
        return f"Write to everybody in {self.row}"

    def do(self, form: WordsToAll) -> None:
        announcements.announce(self.row, self.actor, form.cleaned_data["words"], None)


ACTS = (Open, Start, MoveStart, AskAgain, Invite, AskReady, ReplaceSilent, AnnounceToLeague)
