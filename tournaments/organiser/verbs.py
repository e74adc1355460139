"""What the desk's forms do: each hands a filled form to one action and says how it went."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.messages import ERROR, SUCCESS

from tournaments.actions import deadlines, seats
from tournaments.actions.refusals import Refused
from tournaments.models import Player, Seat, Turn
from tournaments.organiser.forms import Extend, Replace

Said = tuple[int, str]  # level and words of the message


def extend(turn: Turn, form: Extend, actor: Player) -> Said:
    by = timedelta(hours=form.cleaned_data["hours"])
    try:
        deadlines.extend(turn.pk, by, actor, form.cleaned_data["reason"])
    except Refused as refusal:
        return ERROR, str(refusal)
    return SUCCESS, "The deadline is later now; the player has been told."


def replace(seat: Seat, form: Replace, actor: Player) -> Said:
    try:
        seats.replace_by_bot(seat.pk, actor, form.cleaned_data["reason"])
    except Refused as refusal:
        return ERROR, str(refusal)
    return SUCCESS, "A bot plays this seat from here on; the table has been told."
