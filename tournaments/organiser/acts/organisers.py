"""Acts on the offices of a league: somebody is asked, the question is taken back, an office is left or ended."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.forms import Form
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from unfold.widgets import UnfoldAdminRadioSelectWidget, UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from tournaments.actions.league import offices, organisers, passing_over
from tournaments.models import League, OfficeOffer, Player, Role, SeatOffer, Table
from tournaments.organiser.acts import rows
from tournaments.organiser.acts.act import Act
from tournaments.organiser.acts.forms import Reason
from tournaments.queries.access import desk_rights
from tournaments.queries.access.desk_rights import own
from tournaments.queries.access.offices import leads, role_in

OFFICES = ((Role.ORGANISER, "Organiser"), (Role.REFEREE, "Referee"), (Role.HELPER, "Helper"))


class Asked(Reason):
    """The form for the person to ask, the office, and the reason."""

    read_by = "One line. The person reads it in the letter, and it stands in the journal."

    email = forms.EmailField(
        label="Mail address",
        max_length=254,
        widget=UnfoldAdminTextInputWidget,
        help_text="The one with which the person is registered here.",
    )
    role = forms.ChoiceField(label="As what", choices=OFFICES, widget=UnfoldAdminRadioSelectWidget)
    field_order = ("email", "role", "reason")


class Ask(Act[League]):
    """Ask somebody to organise a league as well, or to help its organisers."""

    name, route, form = "organise-with", "<int:pk>/organise/", Asked
    button = "Ask them"

    def rows(self) -> QuerySet[League]:
        return _asking(self.actor)

    def question(self) -> str:
        return f"Ask somebody to help with {self.row}"

    def back(self) -> str:
        return rows.page_of_league(self.row)

    def explained(self) -> list[str]:
        return [
            "The person gets a letter with your reason, and has the office from the press of a button in it. Until "
            "then nothing changes, and you may take the question back.",
            "An organiser may do everything in this league. A referee rules where players call the referee, sees no "
            "hands and decides nothing else. A helper sees the letters, has them read again, writes to players and "
            "decides nothing.",
            "You can ask who is or was in a league of yours, and who comes to the desk already.",
        ]

    def do(self, form: Asked) -> str:
        filled = form.cleaned_data
        asked = organisers.ask(self.row, self.actor, filled["email"], filled["reason"], filled["role"])
        return f"A letter asks {asked.player}, who has the office once they accept."


def _asking(actor: Player) -> QuerySet[League]:
    """Leagues for which somebody can be asked."""
    return own(League.objects.exclude(state__in=League.OVER).filter(practice=False), actor)


class NewOwner(Reason):
    """The form for the organiser who is to own a league."""

    read_by = "One line. The person reads it in the letter, and it stands in the journal."

    to = forms.ModelChoiceField(queryset=Player.objects.none(), label="To", widget=UnfoldAdminSelectWidget)
    field_order = ("to", "reason")


class HandOver(Act[League]):
    """Ask another organiser to own a league."""

    name, route, form = "hand-over", "<int:pk>/hand-over/", NewOwner
    button = "Ask them"

    def rows(self) -> QuerySet[League]:
        return _asking(self.actor).filter(pk__in=_led(self.actor, self.pk))

    def filled(self, posted: Any) -> Form:
        form = NewOwner(posted)
        others = self.row.organisers.filter(is_active=True).exclude(owned=self.row).order_by("name", "pk")
        field = form.fields["to"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = others
        return form

    def question(self) -> str:
        return f"Hand {self.row} over"

    def back(self) -> str:
        return rows.page_of_league(self.row)

    def explained(self) -> list[str]:
        return [
            "Another organiser gets a letter with your reason, and owns the league from the press of a button in it. "
            "You go on organising it; the new owner may end your office.",
        ]

    def do(self, form: NewOwner) -> str:
        asked = organisers.hand_over(self.row, self.actor, form.cleaned_data["to"], form.cleaned_data["reason"])
        return f"A letter asks {asked.player}, who owns the league once they accept."


def _led(actor: Player, pk: int) -> list[int]:
    """The key of the league, if the person may end offices in it and hand it over."""
    return [league.pk for league in own(League.objects.filter(pk=pk), actor) if leads(league, actor)]


class ReasonForPerson(Reason):
    """The form for the reason why somebody's office ends."""

    read_by = "One line. The person reads it in a letter, and it stands in the journal."


class EndOffice(Act[League]):
    """End the office of another in a league. `person` is that player's key."""

    name, route, form = "end-office", "<int:pk>/office/<int:person>/end/", ReasonForPerson
    button = "End the office"

    def __init__(self, request: HttpRequest, pk: int, person: int) -> None:
        super().__init__(request, pk)
        self.key = person

    @cached_property
    def person(self) -> Player:
        return get_object_or_404(Player.objects.exclude(pk=self.actor.pk), pk=self.key)

    @cached_property
    def role(self) -> Role:
        held = role_in(self.row, self.person)
        if held is None:
            raise Http404("This person has no office in the league.")
        return held

    def rows(self) -> QuerySet[League]:
        return League.objects.filter(pk__in=_led(self.actor, self.pk))

    def question(self) -> str:
        return f"End the office of {self.person}, who is {self.role.label} of {self.row}?"

    def explained(self) -> list[str]:
        return [
            f"{self.person} gets a letter with your reason, and the league leaves their desk. Seats that they have "
            "offered by letter, and people whom they have asked, cannot be had by that any more. What they have seen "
            "stays in the journal.",
        ]

    def back(self) -> str:
        return rows.page_of_league(self.row)

    def do(self, form: ReasonForPerson) -> str:
        offices.end(self.row, self.person, self.actor, form.cleaned_data["reason"])
        return f"{self.person} has no office in {self.row} any more, and is told."


class ReasonForOthers(Reason):
    """The form for the reason why somebody organises a league no more; the journal keeps it."""

    read_by = "One line for the journal, which the other organisers read."


class LeaveOffice(Act[League]):
    """Give an office as a referee or helper back."""

    name, route, form = "leave-office", "<int:pk>/leave-office/", ReasonForOthers
    button = "Leave"
    note = "The league leaves your desk. You come back only if somebody asks you to, and you accept."
    done = "You have left the office."

    def rows(self) -> QuerySet[League]:
        return League.objects.filter(officers__player=self.actor)

    def question(self) -> str:
        return f"Leave your office in {self.row}?"

    def back(self) -> str:
        return reverse("desk:index")

    def end(self) -> str:
        """The start page of the players' site for somebody who came to the desk for this office alone."""
        return "desk:index" if Player.objects.filter(pk=self.actor.pk, is_staff=True).exists() else "player:home"

    def do(self, form: ReasonForOthers) -> None:
        offices.give_back(self.row, self.actor, form.cleaned_data["reason"])


class WithdrawQuestion(Act[OfficeOffer]):
    """Take back the question whether somebody organises a league."""

    name, route, form = "withdraw-question", "organiser/<int:pk>/withdraw/", Form
    button = "Take the question back"
    note = "The link of its letter says then that the question is over. Nobody is written to."
    done = "The question is taken back. Its page says so; nobody is written to."

    def rows(self) -> QuerySet[OfficeOffer]:
        leagues = own(League.objects.all(), self.actor)
        asked = OfficeOffer.objects.filter(league__in=leagues, state=OfficeOffer.State.OPEN)
        return asked.select_related("league", "player")

    def question(self) -> str:
        office = self.row.get_role_display()
        return f"Take back the question whether {self.row.player} is {office} of {self.row.league}"

    def back(self) -> str:
        return rows.page_of_league(self.row.league)

    def do(self, form: Form) -> None:
        organisers.withdraw(self.row.pk, self.actor)


class StepDown(Act[League]):
    """Stop organising a league. The owner of the service may act for a league without organising it: not for them."""

    name, route, form = "step-down", "<int:pk>/step-down/", ReasonForOthers
    button = "Step down"
    done = "You do not organise the league any more."

    def held(self) -> tuple[QuerySet[Table] | None, QuerySet[League]]:
        return None, League.objects.filter(pk=self.pk)

    def rows(self) -> QuerySet[League]:
        return League.objects.filter(organisers=self.actor)

    def question(self) -> str:
        return f"Step down as an organiser of {self.row}?"

    def explained(self) -> list[str]:
        return _what_ends(self.row, self.actor)

    def back(self) -> str:
        return rows.page_of_league(self.row)

    def end(self) -> str:
        return "desk:index"

    def do(self, form: ReasonForOthers) -> None:
        organisers.step_down(self.row, self.actor, form.cleaned_data["reason"])


def _what_ends(league: League, actor: Player) -> list[str]:
    """Tell what pressing the button ends, in sentences."""
    if offices.is_last(league, actor):
        return ["Nobody else organises this league: organise it with somebody first, or let it end or cancel it."]
    others = league.organisers.filter(is_active=True).exclude(pk=actor.pk).order_by("pk")
    names = ", ".join(others.values_list("name", flat=True)) or "the owner of the service"
    sentences = [
        f"The league leaves your desk, and what waits for you there waits for {names}. You come back only if somebody "
        "asks you to, and you accept.",
    ]
    if league.owner_id == actor.pk and (heir := offices.heir(league, actor)):
        sentences.append(f"{heir}, who has organised it longest beside you, owns it from then on.")
    for found, done in (
        (desk_rights.looked_into(actor), "looked at what is hidden"),
        (desk_rights.drawn_anew_by(actor), "had dice and cards drawn anew"),
    ):
        theirs = found.filter(league=league).select_related("league").defer("position", "header").order_by("number")
        if tables := ", ".join(map(str, theirs)):
            sentences.append(f"You have {done} at {tables}: you can take no seat there, also afterwards.")
    if SeatOffer.objects.filter(seat__table__league=league, by=actor, state=SeatOffer.State.OPEN).exists():
        sentences.append("Seats that you have offered by letter cannot be taken any more: somebody else offers them.")
    asked = OfficeOffer.objects.filter(league=league, by=actor, state=OfficeOffer.State.OPEN)
    if asked.exists():
        sentences.append("Whom you have asked to organise cannot accept any more. Wait for their answer if you can.")
    waiting = passing_over.open_cases(league)
    if waiting.exists() and not any(desk_rights.cases_shown(waiting, other).exists() for other in others):
        sentences.append(
            "All others play at the tables where cases wait: the owner of the service rules on those, unless you do "
            "before."
        )
    return sentences


ACTS = (Ask, HandOver, EndOffice, LeaveOffice, StepDown, WithdrawQuestion)
