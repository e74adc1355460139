"""What the desk's forms do: each hands a filled form to one action and says how it went."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from functools import wraps
from typing import ParamSpec

from django.contrib.messages import ERROR, SUCCESS
from django.utils import timezone

from tournaments.actions.clock import deadlines, pausing
from tournaments.actions.commands import cases, held_letters
from tournaments.actions.league import announcements, checkin, invitations, leagues, organisers, results
from tournaments.actions.league import cancel as cancelling
from tournaments.actions.league import disqualify as disqualifying
from tournaments.actions.league import readmit as readmitting
from tournaments.actions.player import people
from tournaments.actions.seats import offers, seats
from tournaments.actions.table import helping, looking, rollback
from tournaments.language.refusals import Refused
from tournaments.models import Case, Entry, InboundLetter, League, OrganiserOffer, Player, Seat, SeatOffer, Table, Turn
from tournaments.organiser.acts.forms import (
    Announce,
    AskReady,
    Cancel,
    Decide,
    Disqualify,
    Erase,
    Extend,
    GiveBack,
    GiveSeat,
    Help,
    Invite,
    Open,
    Reason,
    Replace,
    ReplaceSilent,
    RollBack,
    Rule,
    Start,
    ToLeague,
)
from tournaments.organiser.acts.office_forms import OrganiseWith, StepDown
from tournaments.outbox import caused
from tournaments.queries import proofs

Said = tuple[int, str]  # level and words of the message
Asked = ParamSpec("Asked")


def says(done: str) -> Callable[[Callable[Asked, None]], Callable[Asked, Said]]:
    """Makes of a verb one that says `done`, or the sentence of the refusal."""

    def saying(verb: Callable[Asked, None]) -> Callable[Asked, Said]:
        @wraps(verb)
        def said(*asked: Asked.args, **named: Asked.kwargs) -> Said:
            try:
                verb(*asked, **named)
            except Refused as refusal:
                return ERROR, str(refusal)
            return SUCCESS, done

        return said

    return saying


@says("The deadline is later now; the table has been told.")
def extend(turn: Turn, due: datetime, form: Extend, actor: Player) -> None:
    by = timedelta(hours=form.cleaned_data["hours"])
    deadlines.extend(turn.pk, by, actor, form.cleaned_data["reason"], seen=due)


@says("The stand-in has moved. A letter tells the player, unless letters to them come back.")
def allow_stand_in(turn: Turn, due: datetime, actor: Player) -> None:
    deadlines.allow_stand_in(turn.pk, actor, seen=due)


@says("The player has the seat again; the table has been told.")
def give_back(seat: Seat, form: GiveBack, actor: Player) -> None:
    seats.give_back(seat.pk, actor, form.cleaned_data["reason"], epoch=seat.token_epoch)


@says("The letter is being read again.")
def read_again(letter: InboundLetter, actor: Player) -> None:
    held_letters.read_again(letter, actor)


@says("The person is forgotten; the games stay.")
def erase(player: Player, form: Erase, actor: Player) -> None:
    with caused.freely():
        people.erase(player, actor, form.cleaned_data["reason"])


@says("The table counts as you have ruled.")
def rule(table: Table, form: Rule, actor: Player) -> None:
    results.rule(table.pk, form.places(), actor, form.cleaned_data["reason"], seen=table.result)


@says("A bot plays this seat from here on; the table has been told.")
def replace(seat: Seat, form: Replace, actor: Player) -> None:
    seats.replace_by_bot(seat.pk, actor, form.cleaned_data["reason"], epoch=seat.token_epoch)


@says("The player is out of the league; everybody in it is told.")
def disqualify(entry: Entry, form: Disqualify, actor: Player) -> None:
    filled = form.cleaned_data
    disqualifying.disqualify(entry.pk, actor, filled["reason"], void=filled["games"] == "void")


@says("The player is in the league again; everybody in it is told.")
def readmit(entry: Entry, form: ToLeague, actor: Player) -> None:
    readmitting.readmit(entry.pk, actor, form.cleaned_data["reason"])


@says("The league is cancelled; everybody who had joined is told.")
def cancel(league: League, form: Cancel, actor: Player) -> None:
    with caused.freely():
        cancelling.cancel(league, actor, form.cleaned_data["reason"], seen=league.state)


@says("The results are final; everybody gets the final standings.")
def confirm(league: League, seen: str, over: Collection[int], actor: Player) -> None:
    with caused.freely():
        results.confirm(league, actor, seen, over)


def give_seat(seat: Seat, form: GiveSeat, actor: Player) -> Said:
    filled = form.cleaned_data
    email, everywhere, epoch = filled["email"], filled["everywhere"], seat.token_epoch
    try:
        offer = offers.give(seat.pk, email, filled["name"], actor, filled["reason"], epoch=epoch, everywhere=everywhere)
    except Refused as refusal:
        return ERROR, str(refusal)
    if offer is None:
        return SUCCESS, "The seat has a new player; everybody concerned has a letter."
    keeps = seat.player or "the stand-in"
    return SUCCESS, f"A letter offers the seat to {offer.email}. It stays with {keeps} until they take it."


@says("The offer is taken back. Its page says so; nobody is written to.")
def withdraw_offer(offer: SeatOffer, actor: Player) -> None:
    offers.withdraw(offer.pk, actor)


def organise_with(league: League, form: OrganiseWith, actor: Player) -> Said:
    try:
        asked = organisers.ask(league, actor, form.cleaned_data["email"], form.cleaned_data["reason"])
    except Refused as refusal:
        return ERROR, str(refusal)
    return SUCCESS, f"A letter asks {asked.player}, who organises the league once they accept."


@says("The question is taken back. Its page says so; nobody is written to.")
def withdraw_question(asked: OrganiserOffer, actor: Player) -> None:
    organisers.withdraw(asked.pk, actor)


@says("You do not organise the league any more.")
def step_down(league: League, form: StepDown, actor: Player) -> None:
    organisers.step_down(league, actor, form.cleaned_data["reason"])


@says("The clocks stand still; everybody at the table is told.")
def pause(table: Table, form: Reason, actor: Player) -> None:
    pausing.pause(table.pk, actor, form.cleaned_data["reason"])


@says("The clocks go on; everybody at the table is told.")
def go_on(table: Table, form: Reason, actor: Player) -> None:
    pausing.go_on(table.pk, actor, form.cleaned_data["reason"])


@says("You may look now; the journal says so.")
def look_inside(table: Table, form: Reason, actor: Player) -> None:
    looking.look_inside(table.pk, actor, form.cleaned_data["reason"])


@says("The game is back where it stood; everybody at the table is told.")
def roll_back(table: Table, entry: int, form: RollBack, actor: Player) -> None:
    filled = form.cleaned_data
    anew = filled["chance"] == "anew"
    rollback.roll_back(table.pk, entry, actor, filled["reason"], anew=anew, seen=table.head)


@says("Your words are on their way.")
def announce(league: League, form: Announce, actor: Player, table: Table | None = None) -> None:
    announcements.announce(league, actor, form.cleaned_data["words"], table)


@says("Your letter is on its way, with what the player is asked now.")
def help_player(seat: Seat, form: Help, actor: Player) -> None:
    helping.help_player(seat.pk, actor, form.cleaned_data["words"], seat.token_epoch)


@says("Your ruling is on its way to the table.")
def decide(case: Case, form: Decide, actor: Player) -> None:
    cases.rule(case.pk, actor, form.cleaned_data["ruling"])


def invite(league: League, form: Invite, actor: Player) -> Said:
    try:
        count = invitations.invite(league, actor, form.cleaned_data["addresses"])
    except Refused as refusal:
        return ERROR, str(refusal)
    return SUCCESS, f"{count} {'invitation is' if count == 1 else 'invitations are'} on the way."


@says("The letters that ask for it are on their way.")
def ask_ready(league: League, form: AskReady, actor: Player) -> None:
    checkin.call(league, actor, timezone.now() + timedelta(days=form.cleaned_data["days"]))


def open_league(league: League, form: Open, actor: Player) -> Said:
    try:
        with caused.freely():  # a league opens and starts but once
            leagues.open_league(league, actor)
    except Refused as refusal:
        return ERROR, str(refusal)
    return SUCCESS, f"{league} is open to join."


def start(league: League, form: Start, actor: Player) -> Said:
    try:
        with caused.freely():
            league = leagues.start(league, actor)
    except Refused as refusal:
        return ERROR, str(refusal)
    if league.state != League.State.DRAWING:
        return SUCCESS, f"{league} has started; the first letters are on their way."
    until = proofs.awaited_at(league, actor.zone)
    return SUCCESS, f"{league} takes no more entries: the draw waits for the public value of {until}."


@says("Those who waited have the places; everybody concerned is told.")
def replace_silent(league: League, form: ReplaceSilent, actor: Player) -> None:
    checkin.replace_silent(league, actor)
