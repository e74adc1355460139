"""What happened, as one reader is told it: who really moved for a seat, and that something told counts no more.

The engine's events say what a seat did, its log on whose word. Here both come together. Reads entries, loads nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.events import Event
from engine.game import Game
from engine.log import Entry, live

STOOD_IN, TAKEN_BACK = "stand-in moves", "taken back"  # kinds of events that no game has


def happened(entries: Iterable[Entry]) -> list[Event]:
    """The events of the entries in force; in front of what the stand-in did for a seat stands one that says so."""
    events: list[Event] = []
    absent = None
    for entry in live(entries):
        stood_in = entry.seat if entry.by == "stand-in" else None
        if stood_in is not None and stood_in != absent:
            events.append(Event(STOOD_IN, {"seat": stood_in}))
        if entry.by not in ("rule", "default", "automatic"):
            absent = stood_in
        events += entry.events
    return events


def does_not_hold(entries: Iterable[Entry], seen: int, reader: int) -> list[Event]:
    """One event for each who has taken back what the reader had been told, up to the entry `seen`."""
    void = (entry for entry in entries if entry.to is not None and entry.to < seen < entry.number)
    seats = dict.fromkeys(entry.seat for entry in void if entry.seat != reader)
    return [Event(TAKEN_BACK, {"seat": seat}) for seat in seats]


def told(game: Game[Any], events: Iterable[Event], names: Sequence[str], reader: int | None) -> list[str]:
    """The events as sentences for a reader, those worth telling; what belongs together in one."""
    sentences: list[str] = []
    run: list[Event] = []
    for event in events:
        if event.kind in (STOOD_IN, TAKEN_BACK):
            sentences += [*game.recount(run, names, reader), _sentence(event, names, reader)]
            run = []
        else:
            run.append(event)
    return sentences + game.recount(run, names, reader)


def _sentence(event: Event, names: Sequence[str], reader: int | None) -> str:
    seat = event.data["seat"]
    if event.kind == STOOD_IN:
        return f"The stand-in moved for {'you' if seat == reader else names[seat]}:"
    if seat is None:
        return "The organiser has taken the game back: what you were told before counts no more."
    return f"Here {names[seat]} has taken back the last answer: what you were told of it counts no more."
