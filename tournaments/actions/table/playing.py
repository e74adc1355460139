"""Carries out the lines of a letter or a form in the game alone: nobody is told, nothing is written down."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.match.match import Match
from engine.orders import api
from engine.orders.api import Account, Reading, Readings
from engine.orders.numbers import is_void, shows_none
from tournaments.actions.commands import at_table
from tournaments.actions.commands.command import Undone
from tournaments.actions.table import changed_choices, undo, unshown_numbers
from tournaments.actions.table.session import Session
from tournaments.language.spoken import spoken_to
from tournaments.letters import reply_serial
from tournaments.models import Seat
from tournaments.outbox import limits
from tournaments.queries import matches


def play(
    session: Session, seat: Seat, lines: Sequence[str], serial: int | None, numbers: int, undone: Undone, *,
    strict: bool = False, ours: bool = False, beside: Sequence[str] = (), readings: Readings | None = None,
    allow: limits.Allow = limits.allow,
) -> Account:  # fmt: skip
    """Play what can be played, keep the rest. The arguments are those of `orders.take_orders`.

    undone    what an `undo` among the lines has done already
    readings  what `read_ahead` has found the lines to say
    allow     of `limits`: counts what is not done without end; where the lines are only tried `would_allow`
    """
    answered, count = reply_serial.answered(
        seat, serial, numbers, session.match, taken_back=session.taken_back.get(seat.number)
    )
    now_open = session.match.decision(seat.number)
    late = undone.late or is_void(numbers, session.match) or reply_serial.is_older(seat, answered, now_open)
    asked = reply_serial.belongs_to(seat, None if undone.done else serial, now_open, session.match.round, late=late)
    stays = undone.fails and not (now_open and now_open.sealed)  # a choice that replaces a sealed one needs no undo
    take = partial(
        api.apply_letter, seat=seat.number, lines=lines, serial=answered, numbers=count, strict=strict,
        late=late, asked=asked, may_reopen=undo.may_reopen(session, seat), stays=stays, ours=ours, beside=beside,
        readings=readings,
    )  # fmt: skip
    account = changed_choices.bounded(session, seat, take, allow)
    if shows_none(numbers) and not late and (now_open is None or answered in (None, now_open.serial)):
        account = unshown_numbers.by_number(account)
    return at_table.without_late(account, undone)


def read_ahead(
    seat: Seat, lines: Sequence[str], serial: int | None, numbers: int, *, strict: bool, ours: bool,
    beside: Sequence[str] = (),
) -> Readings:  # fmt: skip
    """Read the lines as `play` will if the table is still as it is now: before it is locked, as that takes long."""
    readings = Readings()
    with spoken_to(seat.player):
        _read(matches.load(seat.table), seat, lines, serial, numbers, readings, strict, ours, beside)
    return readings


def undoes_itself(
    match: Match, seat: Seat, lines: Sequence[str], serial: int | None, numbers: int,
    readings: Readings | None = None, strict: bool = False, ours: bool = False, beside: Sequence[str] = (),
) -> bool:  # fmt: skip
    """Whether an `undo` stands below an order, asked before anything is done: then neither of them is."""
    return _read(match, seat, lines, serial, numbers, readings or Readings(), strict, ours, beside).undoes


def _read(
    match: Match, seat: Seat, lines: Sequence[str], serial: int | None, numbers: int, readings: Readings,
    strict: bool, ours: bool, beside: Sequence[str],
) -> Reading:  # fmt: skip
    answered, count = reply_serial.answered(seat, serial, numbers, match)
    late = is_void(numbers, match) or reply_serial.is_older(seat, answered, match.decision(seat.number))
    return api.read_ahead(
        match, seat.number, lines, serial=answered, numbers=count, strict=strict, late=late, ours=ours,
        beside=beside, readings=readings,
    )  # fmt: skip
