"""Carries out the lines of a letter or a form in the game alone: nobody is told, nothing is written down."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.orders import plans
from engine.orders.plans import Account
from tournaments.actions import asked_back, changed_choices, commands, undoing
from tournaments.actions.commands import Undone
from tournaments.actions.sitting import Sitting
from tournaments.mail import naming
from tournaments.models import Seat


def play(
    s: Sitting, seat: Seat, lines: Sequence[str], serial: int | None, numbers: int, undone: Undone, *, strict: bool,
    ours: bool,
) -> Account:  # fmt: skip
    """Play what can be played, keep the rest. The arguments are those of `orders.take_orders`.

    undone  what an `undo` among the lines has done already
    """
    answered, count = naming.answered(seat, serial, numbers, s.match, taken_back=s.taken_back.get(seat.number))
    now_open = s.match.decision(seat.number)
    late = naming.is_older(seat, answered, now_open)
    asked = naming.belongs_to(seat, None if undone.done else serial, now_open, s.match.round, late=late)
    take = partial(
        plans.take, seat=seat.number, lines=lines, serial=answered, numbers=count, strict=strict, late=late,
        asked=asked, may_reopen=undoing.may_reopen(s, seat), ours=ours,
    )  # fmt: skip
    account = changed_choices.bounded(s, seat, take)
    if not (numbers or late) and (now_open is None or answered in (None, now_open.serial)):
        account = asked_back.by_number(account)
    return commands.without_late(account, undone)
