"""The limit on changes of sealed choices before the reveal: the log keeps each, and all pages read the log."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, MutableMapping
from copy import deepcopy

from engine.language.languages import to_say
from engine.match.match import Match
from engine.orders.api import Account, Line, Plan
from tournaments.actions.commands import at_table
from tournaments.actions.table.session import Session
from tournaments.formats import clocks
from tournaments.language.speech import say
from tournaments.models import Seat
from tournaments.outbox import limits

CHANGED_AN_HOUR = 10  # times at one seat
TOO_OFTEN = to_say(
    "you have changed this choice {most} times in this hour: it stays as it is, and these orders were not carried out; "
    "send them again after {moment}"
)


Apply = Callable[[Match, MutableMapping[int, Plan]], Account]


def bounded(session: Session, seat: Seat, apply: Apply, allow: limits.Allow) -> Account:
    """Carry out a letter by `apply`; where it changes a sealed choice once too often, refuse all orders in it instead.

    Words to the service in the same letter are carried out all the same. allow: `limits.allow`, which counts the
    change, or `would_allow`
    """
    if not _has_chosen(session.match, seat.number):
        return apply(session.match, session.plans)
    trial = session.match.copy()  # the match itself has entries that are not written down yet: nothing takes its place
    account = apply(trial, deepcopy(session.plans))
    changed = trial.count > session.match.count
    if not changed or allow("sealed choice", limits.holder(seat), CHANGED_AN_HOUR, limits.HOUR):
        return apply(session.match, session.plans)
    moment = clocks.short(limits.end_of(limits.HOUR), seat.owner.zone, session.now)
    why = say(TOO_OFTEN, most=CHANGED_AN_HOUR, moment=moment)
    return Account(tuple(_refused(line, why) for line in account.lines), ())


def _has_chosen(match: Match, seat: int) -> bool:
    """Whether the seat's choice is made, and still open to change."""
    decision = match.decision(seat)
    return decision is not None and decision.sealed and decision not in match.waiting


def _refused(line: Line, why: str) -> Line:
    if line.state in ("refused", "ignored") or at_table.is_service(line):
        return line
    return dataclasses.replace(line, state="refused", words=why, nearest=(), events=(), why="")
