"""What the desk's forms do: each hands a filled form to one action and says how it went."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.messages import ERROR, SUCCESS

from tournaments.actions import deadlines, letters, people, results, seats
from tournaments.actions.refusals import Refused
from tournaments.models import InboundLetter, Player, Seat, Table, Turn
from tournaments.organiser.forms import Erase, Extend, GiveBack, Replace, Rule

Said = tuple[int, str]  # level and words of the message


def extend(turn: Turn, form: Extend, actor: Player) -> Said:
    by = timedelta(hours=form.cleaned_data["hours"])
    try:
        deadlines.extend(turn.pk, by, actor, form.cleaned_data["reason"])
    except Refused as refusal:
        return ERROR, str(refusal)
    return SUCCESS, "The deadline is later now; the player has been told."


def allow_stand_in(turn: Turn, actor: Player) -> Said:
    try:
        deadlines.allow_stand_in(turn.pk, actor)
    except Refused as refusal:
        return ERROR, str(refusal)
    return SUCCESS, "The stand-in has moved; the player has been told."


def give_back(seat: Seat, form: GiveBack, actor: Player) -> Said:
    try:
        seats.give_back(seat.pk, actor, form.cleaned_data["reason"])
    except Refused as refusal:
        return ERROR, str(refusal)
    return SUCCESS, "The player has the seat again."


def read_again(letter: InboundLetter, actor: Player) -> Said:
    try:
        letters.read_again(letter, actor)
    except Refused as refusal:
        return ERROR, str(refusal)
    return SUCCESS, "The letter is being read again."


def erase(player: Player, form: Erase, actor: Player) -> Said:
    try:
        people.erase(player, actor, form.cleaned_data["reason"])
    except Refused as refusal:
        return ERROR, str(refusal)
    return SUCCESS, "The person is forgotten; the games stay."


def rule(table: Table, form: Rule, actor: Player) -> Said:
    try:
        results.rule(table.pk, form.places(), actor, form.cleaned_data["reason"])
    except Refused as refusal:
        return ERROR, str(refusal)
    return SUCCESS, "The table counts as you have ruled."


def replace(seat: Seat, form: Replace, actor: Player) -> Said:
    try:
        seats.replace_by_bot(seat.pk, actor, form.cleaned_data["reason"])
    except Refused as refusal:
        return ERROR, str(refusal)
    return SUCCESS, "A bot plays this seat from here on; the table has been told."
