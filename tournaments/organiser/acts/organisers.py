"""Acts on who organises a league: somebody is asked to, the question is taken back, somebody steps down."""

from __future__ import annotations

from django import forms
from django.db.models import QuerySet
from django.forms import Form
from unfold.widgets import UnfoldAdminTextInputWidget

from tournaments.actions.league import organisers, passing_over
from tournaments.models import League, OrganiserOffer, Player, SeatOffer, Table
from tournaments.organiser.acts import rows
from tournaments.organiser.acts.act import Act
from tournaments.organiser.acts.forms import Reason
from tournaments.queries.access import desk_rights
from tournaments.queries.access.desk_rights import own


class OtherOrganiser(Reason):
    """The form for the person to ask, and the reason."""

    read_by = "One line. The person reads it in the letter, and it stands in the journal."

    email = forms.EmailField(
        label="Mail address",
        max_length=254,
        widget=UnfoldAdminTextInputWidget,
        help_text="The one with which the person is registered here.",
    )
    field_order = ("email", "reason")


class OrganiseWith(Act[League]):
    """Ask somebody to organise a league as well."""

    name, route, form = "organise-with", "<int:pk>/organise/", OtherOrganiser
    button = "Ask them"

    def rows(self) -> QuerySet[League]:
        return own(League.objects.exclude(state__in=League.OVER).filter(practice=False), self.actor)

    def question(self) -> str:
        return f"Organise {self.row} with somebody"

    def back(self) -> str:
        return rows.page_of_league(self.row)

    def explained(self) -> list[str]:
        return [
            "The person gets a letter with your reason and organises the league with all rights from the press of a "
            "button in it. Until then nothing changes, and you may take the question back.",
            "It has to be somebody who may organise leagues on this service already. The owner of the service appoints "
            "others on the server, with “bruges appoint” or “manage.py appoint” and the address.",
        ]

    def do(self, form: OtherOrganiser) -> str:
        asked = organisers.ask(self.row, self.actor, form.cleaned_data["email"], form.cleaned_data["reason"])
        return f"A letter asks {asked.player}, who organises the league once they accept."


class WithdrawQuestion(Act[OrganiserOffer]):
    """Take back the question whether somebody organises a league."""

    name, route, form = "withdraw-question", "organiser/<int:pk>/withdraw/", Form
    button = "Take the question back"
    note = "The link of its letter says then that the question is over. Nobody is written to."
    done = "The question is taken back. Its page says so; nobody is written to."

    def rows(self) -> QuerySet[OrganiserOffer]:
        leagues = own(League.objects.all(), self.actor)
        asked = OrganiserOffer.objects.filter(league__in=leagues, state=OrganiserOffer.State.OPEN)
        return asked.select_related("league", "player")

    def question(self) -> str:
        return f"Take back the question whether {self.row.player} organises {self.row.league}"

    def back(self) -> str:
        return rows.page_of_league(self.row.league)

    def do(self, form: Form) -> None:
        organisers.withdraw(self.row.pk, self.actor)


class ReasonForOthers(Reason):
    """The form for the reason why somebody organises a league no more; the journal keeps it."""

    read_by = "One line for the journal, which the other organisers read."


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
    if organisers.is_last(league, actor):
        return ["Nobody else organises this league: organise it with somebody first, or let it end or cancel it."]
    others = league.organisers.filter(is_active=True).exclude(pk=actor.pk).order_by("pk")
    names = ", ".join(others.values_list("name", flat=True)) or "the owner of the service"
    sentences = [
        f"The league leaves your desk, and what waits for you there waits for {names}. You come back only if somebody "
        "asks you to, and you accept.",
    ]
    for found, done in (
        (desk_rights.looked_into(actor), "looked at what is hidden"),
        (desk_rights.drawn_anew_by(actor), "had dice and cards drawn anew"),
    ):
        theirs = found.filter(league=league).select_related("league").defer("position", "header").order_by("number")
        if tables := ", ".join(map(str, theirs)):
            sentences.append(f"You have {done} at {tables}: you can take no seat there, also afterwards.")
    if SeatOffer.objects.filter(seat__table__league=league, by=actor, state=SeatOffer.State.OPEN).exists():
        sentences.append("Seats that you have offered by letter cannot be taken any more: somebody else offers them.")
    asked = OrganiserOffer.objects.filter(league=league, by=actor, state=OrganiserOffer.State.OPEN)
    if asked.exists():
        sentences.append("Whom you have asked to organise cannot accept any more. Wait for their answer if you can.")
    waiting = passing_over.open_cases(league)
    if waiting.exists() and not any(desk_rights.cases_shown(waiting, other).exists() for other in others):
        sentences.append(
            "All others play at the tables where cases wait: the owner of the service rules on those, unless you do "
            "before."
        )
    return sentences


ACTS = (OrganiseWith, StepDown, WithdrawQuestion)
