"""The turn letter: everything a player needs to decide without opening a page."""

from __future__ import annotations

from collections.abc import Iterable

import engine
from engine.events import Event
from engine.plans import Plan
from tournaments.mail.letters.draft import Draft, compose
from tournaments.mail.letters.frame import about_turn, kept_in_words
from tournaments.mail.letters.layout import marker
from tournaments.mail.letters.offers import answer_link
from tournaments.models import Seat, Turn


def turn(seat: Seat, turn: Turn, match: engine.Match, plan: Plan, since: Iterable[Event]) -> Draft:
    """Ask a seat for its open decision. `since`: what happened after its last letter."""
    values = about_turn(seat, turn, match, plan, since)
    asks = ('plan stopped: "go on"?',) if plan.stopped else ()
    values["first"] = marker(values["headline"], *asks, f"until {values['due_short']}", "write above here")
    values["stopped"] = plan.stopped
    values["waiting"] = kept_in_words(match, seat.number, plan) if plan.stopped else []
    values["go_on"] = answer_link(values["reply_to"], "go on") if plan.stopped else ""
    values["notes"] = plan.notes
    return compose("turn", values, serial=turn.serial, picture={"table": seat.table_id, "seat": seat.number})
