"""The turn letter: everything a player needs to decide without opening a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import engine
from engine.events import Event
from engine.orders.api import Plan
from tournaments.language.speech import say
from tournaments.letters.parts.buttons import button
from tournaments.letters.parts.draft import Draft, compose
from tournaments.letters.parts.frame import WRITE_ABOVE, about_turn, is_beside, kept_in_words, picture_of
from tournaments.letters.parts.language import in_its_readers_language
from tournaments.letters.parts.layout import Until, marker
from tournaments.letters.parts.ways import Ways
from tournaments.models import Seat, Turn

GO_ON = '"go on"?'


@in_its_readers_language
def turn(seat: Seat, turn: Turn, match: engine.Match, plan: Plan, since: Iterable[Event]) -> Draft:
    """Ask a seat for its open decision. `since`: what happened after its last letter."""
    values = _values(seat, turn, match, plan, since)
    return compose("turn", values, serial=turn.serial, picture=picture_of(seat, match))


@in_its_readers_language
def exhibited(seat: Seat, turn: Turn, match: engine.Match, since: Iterable[Event], ways: Ways) -> Draft:
    """The same letter to be looked at: its buttons lead where `ways` say."""
    values = _values(seat, turn, match, Plan(), since) | {"ways": ways}
    return compose("turn", values, serial=turn.serial, picture=picture_of(seat, match))


def _values(seat: Seat, turn: Turn, match: engine.Match, plan: Plan, since: Iterable[Event]) -> dict[str, Any]:
    values = about_turn(seat, turn, match, plan, since)
    # A question beside the turns is not what the plan waits for; the next letter about a turn tells of the plan.
    stopped = plan.stopped if plan.kept and not is_beside(values["sections"]) else ""
    values["first"] = _first(values["headline"], values["until"], bool(stopped), values["decision"].sealed)
    values["stopped"] = stopped
    values["waiting"] = kept_in_words(match, seat.number, plan) if stopped else []
    values["go_on"] = button(values["ways"], "go on", say("play it as it stands")) if stopped else None
    values["notes"] = plan.notes
    return values


def _first(headline: str, until: Until, stopped: bool, sealed: bool) -> str:
    """The marker line; it has the deadline however long the rest is."""
    if not stopped:
        return marker(headline, until, say("sealed till all choose") if sealed else say(WRITE_ABOVE))
    whole = marker(headline, say("plan stopped: {order}", order=GO_ON), until)
    return whole if GO_ON in whole else marker(headline, until, GO_ON)
