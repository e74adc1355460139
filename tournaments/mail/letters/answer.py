"""The answer to a player's letter: line by line what was done, kept, refused and ignored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import engine
from engine.events import Event
from engine.plans import Account, Plan
from tournaments.mail.letters.draft import Draft, compose
from tournaments.mail.letters.frame import about_table, about_turn, told
from tournaments.mail.letters.layout import marker
from tournaments.models import Seat, Turn

ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th")


def account(
    seat: Seat,
    account: Account,
    match: engine.Match[Any],
    plan: Plan,
    turn: Turn | None,
    since: Iterable[Event],
    ignored: Iterable[str] = (),
) -> Draft:
    """Tell a seat what became of its orders; with `turn`, its next open decision, ask that in the same letter.

    since    what happened through these orders and after them, as events; told to this reader
    ignored  lines of the letter that read like no order
    """
    values = about_turn(seat, turn, match, plan, ()) if turn else about_table(seat, match)
    values |= _lines(account)
    values["ignored"] = [" ".join(line.split())[:60] for line in ignored]
    values["happened"] = told(match.game, since, values["names"], seat.number)
    values["kept"] = _kept(plan)
    values["refused_any"] = bool(values["refused"])
    values["waiting_for"] = _waiting_for(seat, match, values["names"])
    values["first"] = marker(_state(values, turn))
    return compose(
        "orders_account",
        values,
        serial=turn.serial if turn else 0,
        picture={"table": seat.table_id, "seat": seat.number} if turn else None,
    )


def _lines(account: Account) -> dict[str, Any]:
    by_state: dict[str, list[Any]] = {"played": [], "refused": [], "rule": [], "stale": []}
    for line in account.lines:
        by_state.setdefault(line.state, []).append(line)
    return {
        "played": by_state["played"],
        "refused": by_state["refused"] + by_state["stale"],
        "rules_set": by_state["rule"] + by_state.get("command", []),
        "dropped": account.kept_dropped,
    }


def _kept(plan: Plan) -> list[tuple[str, str]]:
    return [(ORDINALS[min(index, 8)], order.text) for index, order in enumerate(plan.kept)]


def _waiting_for(seat: Seat, match: engine.Match[Any], names: list[str]) -> str:
    others = [names[decision.seat] for decision in match.decisions if decision.seat != seat.number]
    return " and ".join(others)


def _state(values: dict[str, Any], turn: Turn | None) -> str:
    """What the marker line says: result first."""
    until = values.get("due_short", "") if turn else ""
    done = f"{len(values['played'])} played" if values["played"] else ""
    kept = f"{len(values['kept'])} kept" if values["kept"] else ""
    counted = ", ".join(part for part in (done, kept) if part)
    if values["refused"] and not values["played"]:
        return f"NOT ACCEPTED - {('until ' + until + ' - write above here') if until else 'nothing has changed'}"
    if turn:
        return f"{counted or 'DONE'}, now {values.get('headline', 'your decision')} - until {until} - write above here"
    if values["refused"]:
        return f"DONE IN PART - {counted}, {len(values['refused'])} not accepted"
    tail = f"{values['waiting_for']} is next" if values["waiting_for"] else "the game is over"
    return f"DONE - {counted + '. ' if counted else ''}Nothing to do, {tail}"
