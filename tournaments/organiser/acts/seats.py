"""Acts on one seat or its open question: more time, the stand-in's move, somebody else in its player's place."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.forms import Form
from django.utils import timezone
from django.utils.formats import date_format
from unfold.widgets import UnfoldAdminTextInputWidget, UnfoldBooleanWidget

from tournaments.actions import lengths
from tournaments.actions.clock import deadlines
from tournaments.actions.player import people
from tournaments.actions.seats import offered, offers, seats
from tournaments.actions.table import helping
from tournaments.models import Entry, Seat, SeatOffer, Turn
from tournaments.organiser.acts import rows
from tournaments.organiser.acts.act import Act
from tournaments.organiser.acts.forms import Reason
from tournaments.organiser.fields import some_lines, whole_number
from tournaments.organiser.shown import refused
from tournaments.organiser.shown.opposed import against
from tournaments.queries.access.desk_rights import due_shown


class _OnTurn(Act[Turn]):
    """An act on an open question, under the deadline that the page shows."""

    @cached_property
    def due(self) -> datetime:
        return due_shown(self.row, lambda: against(self.request))

    def rows(self) -> QuerySet[Turn]:
        return rows.open_turns(self.request)

    def back(self) -> str:
        return rows.page_of(self.row.seat.table_id)

    def about(self) -> list[object]:
        return [self.row.seat.token_epoch, self.due]


class _OnSeat(Act[Seat]):
    """An act on a seat of a running table, with the player whom the page names."""

    def rows(self) -> QuerySet[Seat]:
        return rows.running_seats(self.request)

    def back(self) -> str:
        return rows.page_of(self.row.table_id)

    def about(self) -> list[object]:
        return [self.row.token_epoch]


class MoreTime(Reason):
    hours = whole_number(
        "Hours more",
        least=1,
        most=24 * 30,
        initial=24,
        help_text="Added to the deadline as it stands.",
    )
    field_order = ("hours", "reason")


class Extend(_OnTurn):
    """Give one question more time."""

    name, route, form = "extend", "turn/<int:pk>/extend/", MoreTime
    button = "Give more time"
    done = "The deadline is later now; the table has been told."

    def question(self) -> str:
        return f"Give {self.row.seat.player} more time at {self.row.seat.table}"

    def explained(self) -> list[str]:
        due = date_format(timezone.localtime(self.due), "D j M, H:i")
        return [
            f"The deadline is {due}. This question alone gets more time, from then on or from now if that has passed; "
            "everybody at the table is told."
        ]

    def do(self, form: MoreTime) -> None:
        by = timedelta(hours=form.cleaned_data["hours"])
        deadlines.extend(self.row.pk, by, self.actor, form.cleaned_data["reason"], seen=self.due)


class AllowStandIn(_OnTurn):
    """Have the stand-in answer one question that waits for the organiser's yes."""

    name, route, form = "allow-stand-in", "turn/<int:pk>/stand-in/", Form
    button = "Let it move"
    note = (
        "It answers this one question, by the seat's own kept and standing orders if there are any. The table reads "
        "that the stand-in moved."
    )
    done = "The stand-in has moved. A letter tells the player, unless letters to them come back."

    def question(self) -> str:
        return f"Let the stand-in move for {self.row.seat.player} at {self.row.seat.table}"

    def do(self, form: Form) -> None:
        deadlines.allow_stand_in(self.row.pk, self.actor, seen=self.due)


class Replace(_OnSeat):
    """Give a seat to the stand-in."""

    name, route, form = "replace", "seat/<int:pk>/replace/", Reason
    button = "Let the stand-in play"
    note = "The stand-in plays on until you give the seat back. Letters of the player do not count until then."
    done = "The stand-in plays this seat from here on; the table has been told."

    def question(self) -> str:
        return f"Let the stand-in play for {self.row.player} at {self.row.table}"

    def do(self, form: Reason) -> None:
        seats.replace_by_stand_in(self.row.pk, self.actor, form.cleaned_data["reason"], epoch=self.row.token_epoch)


class GiveBack(_OnSeat):
    """Give a seat that the stand-in has for good back to its player."""

    name, route, form = "give-back", "seat/<int:pk>/give-back/", Reason
    button = "Give the seat back"
    done = "The player has the seat again; the table has been told."

    def question(self) -> str:
        return f"Give {self.row.player} the seat at {self.row.table} back"

    def do(self, form: Reason) -> None:
        seats.give_back(self.row.pk, self.actor, form.cleaned_data["reason"], epoch=self.row.token_epoch)


class NewPlayer(Reason):
    email = forms.EmailField(
        label="Mail address",
        max_length=254,
        widget=UnfoldAdminTextInputWidget,
        help_text="Of the new player. Who is in the league has the seat at once; anybody else gets a letter with a "
        "button and has it from that press on.",
    )
    name = forms.CharField(
        max_length=people.NAME_AT_MOST,
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text="For the letter, and as a beginning for who is new here; they may choose another.",
    )
    everywhere = forms.BooleanField(
        label="Also the player's other seats in this league",
        required=False,
        widget=UnfoldBooleanWidget,
        help_text="Games that have ended stay with who played them.",
    )
    field_order = ("email", "name", "everywhere", "reason")


class GiveSeat(_OnSeat):
    """Give a seat to somebody else, who plays on."""

    name, route, form = "give-seat", "seat/<int:pk>/give/", NewPlayer
    button = "Give the seat"

    def question(self) -> str:
        return f"Who plays on for {self.row.player or 'the stand-in'} at {self.row.table}?"

    def explained(self) -> list[str]:
        waiting = self.row.table.league.entries.filter(state=Entry.State.WAITING).select_related("player")
        explained = [
            "The new player goes on from the same position and keeps what the seat has scored. The old reply addresses "
            "end, kept and standing orders are cleared, and an open question gets all its time again. The table reads "
            "your reason; the former player is told as well. All that happens when the new player takes the seat.",
        ]
        if asked := offered.open_now().filter(seat=self.row):
            names = ", ".join(f"{offer.email} (until {date_format(offer.until, 'D j M')})" for offer in asked)
            explained.append(f"Offered by letter and not answered yet: {names}. Whoever answers first has the seat.")
        if names := ", ".join(f"{entry.player} ({entry.player.email})" for entry in waiting):
            explained.append(f"On the waiting list: {names}.")
        return explained

    def do(self, form: NewPlayer) -> str:
        filled = form.cleaned_data
        offer = offers.give(
            self.row.pk, filled["email"], filled["name"], self.actor, filled["reason"],
            epoch=self.row.token_epoch, everywhere=filled["everywhere"],
        )  # fmt: skip
        if offer is None:
            return "The seat has a new player; everybody concerned has a letter."
        keeps = self.row.player or "the stand-in"
        return f"A letter offers the seat to {offer.email}. It stays with {keeps} until they take it."


class WordsToPlayer(Form):
    words = some_lines(
        lengths.LONGEST,
        "The player alone gets them as a letter, with your name, what is asked of them now and every possible answer. "
        "They stand in the journal.",
    )


class Help(_OnSeat):
    """Answer the refused letters of a seat's player."""

    name, route, form, lasting = "help", "seat/<int:pk>/help/", WordsToPlayer, True
    button = "Send"
    done = "Your letter is on its way, with what the player is asked now."

    def rows(self) -> QuerySet[Seat]:
        return rows.misunderstood_seats(self.request)

    def question(self) -> str:
        return f"Help {self.row.player} at {self.row.table}"

    def shown(self) -> dict[str, Any]:
        return {"refused": refused.of_seat(self.row, self.actor)}

    def do(self, form: WordsToPlayer) -> None:
        helping.help_player(self.row.pk, self.actor, form.cleaned_data["words"], self.row.token_epoch)


class WithdrawOffer(Act[SeatOffer]):
    """Take back the offer of a seat that nobody has answered."""

    name, route, form = "withdraw-offer", "offer/<int:pk>/withdraw/", Form
    button = "Take the offer back"
    note = "The link of its letter says then that the seat is not to be had any more. Nobody is written to."
    done = "The offer is taken back. Its page says so; nobody is written to."

    def rows(self) -> QuerySet[SeatOffer]:
        return rows.open_offers(self.request)

    def question(self) -> str:
        seat = self.row.seat
        return f"Take back the offer of {seat.player or 'the stand-in'}'s seat to {self.row.email}"

    def back(self) -> str:
        return rows.page_of(self.row.seat.table_id)

    def do(self, form: Form) -> None:
        offers.withdraw(self.row.pk, self.actor)


ACTS = (Extend, AllowStandIn, Replace, Help, GiveSeat, WithdrawOffer, GiveBack)
