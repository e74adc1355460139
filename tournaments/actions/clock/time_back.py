"""The one place that gives a deadline time back: its clock has stood still, and what was left is left afterwards.

For pauses of a table, players whom no letter reaches, letters that wait to be handed over, and outages of our own.
Every turn keeps which spans have not been counted, so that time which two of them share is given back once. Changes
turns; saves none and tells nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from tournaments.actions.player import vacations
from tournaments.formats import spans
from tournaments.formats.spans import NONE, Span
from tournaments.models import Turn

TELL_FROM = timedelta(minutes=15)  # less is given back without a letter
CHANGED = ("due_by", "judge_at", "remind_at", "grace_until", "not_counted")  # fields of a turn


def give(turn: Turn, stood: Iterable[Span]) -> timedelta:
    """Move the deadline of a turn whose clock stood still for these spans; by how much.

    Its reminder moves as far, if it waits to be sent, and so does the moment at which it is judged, if it waits for
    that. A deadline that comes to lie in days off or quiet hours moves behind them, as it would have been at first.
    """
    known, before = spans.from_json(turn.not_counted), turn.due_by
    for span in spans.union(stood):
        turn.due_by += spans.given_back(turn.counts_from, turn.due_by, span, known)
        known.append(Span(max(span.begins, turn.counts_from), span.ends))
    turn.not_counted = spans.to_json(known)
    if turn.due_by > before:
        turn.due_by = put_behind(turn, turn.due_by)
    moved = turn.due_by - before
    if turn.grace_until is not None:
        turn.grace_until += moved
    if turn.judge_at is not None:
        turn.judge_at = max(turn.judge_at, turn.due_by)
    if turn.remind_at is not None and turn.reminded_at is None:
        turn.remind_at += moved
    return moved


def put_behind(turn: Turn, due: datetime) -> datetime:
    """The deadline behind the days off and quiet hours of the seat's player; the turn keeps that they do not count."""
    behind, free = vacations.moved_behind(turn.seat, turn.opened_at, due)
    turn.not_counted = spans.to_json([*spans.from_json(turn.not_counted), *free])
    return behind


def stopped_for(turn: Turn, begins: datetime, ends: datetime) -> timedelta:
    """`give` for one span, which may be empty."""
    return give(turn, [Span(begins, ends)]) if ends > begins else NONE
