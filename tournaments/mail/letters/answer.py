"""The answer to a player's letter: line by line what was done, kept, refused and ignored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import engine
from engine.events import Event
from engine.plans import Account, Plan
from tournaments.mail.letters.draft import Draft, compose
from tournaments.mail.letters.frame import about_table, about_turn, kept_in_words, told
from tournaments.mail.letters.layout import marker, ordinal
from tournaments.models import Seat, Turn

ORDINALS = [f"{ordinal(number)}" for number in range(1, 51)]


def account(
    seat: Seat,
    account: Account,
    match: engine.Match,
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
    values["kept"] = list(zip(ORDINALS, kept_in_words(match, seat.number, plan), strict=False))
    values["notes"] = plan.notes
    values["refused_any"] = bool(values["refused"])
    values["waiting_for"] = _waiting_for(seat, match, values["names"])
    values["accepted"] = any(values[name] for name in ("played", "kept", "rules_set", "commands"))
    values["first"] = marker(*_state(values, turn))
    return compose(
        "orders_account",
        values,
        serial=turn.serial if turn else 0,
        picture={"table": seat.table_id, "seat": seat.number} if turn else None,
    )


def _lines(account: Account) -> dict[str, Any]:
    return {
        "played": [line for line in account.lines if line.state == "played"],
        "refused": [line for line in account.lines if line.state in ("refused", "stale")],
        "rules_set": [line.words for line in account.lines if line.state == "rule"],
        "commands": [line.words for line in account.lines if line.state == "command" and line.words != "go on"],
        "passed_over": [line for line in account.lines if line.state == "ignored"],
        "dropped": account.kept_dropped,
    }


def _waiting_for(seat: Seat, match: engine.Match, names: list[str]) -> str:
    others = [names[decision.seat] for decision in match.decisions if decision.seat != seat.number]
    return " and ".join(others)


def _state(values: dict[str, Any], turn: Turn | None) -> tuple[str, ...]:
    """What the marker line says: the result first, then what is asked or who is next."""
    counted = [f"{len(values[name])} {name}" for name in ("played", "kept") if values[name]]
    result = ", ".join(counted)
    asks = (f"until {values['due_short']}", "write above here") if turn and "due_short" in values else ()
    if not values["accepted"]:
        return ("NOT ACCEPTED", *(asks or ("nothing has changed",)))
    if asks:
        return (result.upper() or "DONE", f"now {values['headline']}", *asks)
    if values["refused"]:
        return ("DONE IN PART", f"{result}, {len(values['refused'])} not accepted")
    who = f"{values['waiting_for']} is next" if values["waiting_for"] else "the game is over"
    return ("DONE", f"{result}. Nothing to do, {who}" if result else f"Nothing to do, {who}")
