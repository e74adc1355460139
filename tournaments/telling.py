"""What happened, as one reader is told it: who really moved for a seat, and that something told counts no more.

The engine's events say what a seat did, its log on whose word. Here both come together. Reads entries, loads nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.events import Event
from engine.game import Game
from engine.log import Entry, live

STOOD_IN, TAKEN_BACK = "stand-in moves", "taken back"  # kinds of events that no game has


def happened(entries: Iterable[Entry]) -> list[Event]:
    """The events of the entries in force; in front of what the stand-in did for a seat stands one that says so.

    Its data: {"seat": for whom, "events": how many of those that follow are of that move}.
    """
    events: list[Event] = []
    for entry in live(entries):
        if entry.by == "stand-in":
            events.append(Event(STOOD_IN, {"seat": entry.seat, "events": len(entry.events)}))
        events += entry.events
    return events


def does_not_hold(entries: Iterable[Entry], seen: int, reader: int) -> list[Event]:
    """One event for each who has taken back what the reader had been told, up to the entry `seen`."""
    void = (entry for entry in entries if entry.to is not None and entry.to < seen < entry.number)
    seats = dict.fromkeys(entry.seat for entry in void if entry.seat != reader)
    return [Event(TAKEN_BACK, {"seat": seat}) for seat in seats]


@dataclass(slots=True)
class _Run:
    """Events of a game in a row; `moves`: from where to where they tell of one move of the stand-in for `seat`."""

    events: list[Event] = field(default_factory=list)
    seat: int | None = None
    moves: list[range] = field(default_factory=list)


def told(game: Game[Any], events: Iterable[Event], names: Sequence[str], reader: int | None) -> list[str]:
    """The events as sentences for a reader, those worth telling; what belongs together in one.

    What counts no more stands first. A sentence that begins with a move of the stand-in says so itself: nobody has
    to guess where its moves end.
    """
    events = list(events)
    sentences = [_taken_back(event, names) for event in events if event.kind == TAKEN_BACK]
    for run in _runs(events):
        bullets = game.recount(run.events, names, reader)
        for deed in _deeds(game, run, names, reader):
            before, after = (len(game.recount(run.events[:end], names, reader)) for end in (deed, deed + 1))
            if before < after:  # otherwise it goes on in the bullet of an earlier one
                bullets[before] = _stood_in(run, bullets[before], names, reader)
        sentences += bullets
    return sentences


def told_singly(
    game: Game[Any], events: Iterable[Event], names: Sequence[str], reader: int | None
) -> Iterator[tuple[str, str]]:
    """(kind of event, sentence) of what happened, for each event by itself; those worth telling."""
    for run in _runs(events):
        deeds = _deeds(game, run, names, reader)
        for number, event in enumerate(run.events):
            for sentence in game.recount([event], names, reader):
                yield event.kind, _stood_in(run, sentence, names, reader) if number in deeds else sentence


def _deeds(game: Game[Any], run: _Run, names: Sequence[str], reader: int | None) -> list[int]:
    """Which events of a run tell of what the stand-in did: of each move the first one told, if it is of that seat.

    A move that is not worth telling may bring what is: the dice of a new round are nobody's deed.
    """
    found = []
    for move in run.moves:
        first = next((number for number in move if game.recount([run.events[number]], names, reader)), None)
        if first is not None and run.events[first].data.get("seat") == run.seat:
            found.append(first)
    return found


def _runs(events: Iterable[Event]) -> Iterator[_Run]:
    """What can be told in one: broken where the stand-in begins to move for a seat."""
    run = _Run()
    for event in events:
        if event.kind == STOOD_IN:
            goes_on = run.moves and run.seat == event.data["seat"] and run.moves[-1].stop == len(run.events)
            if not goes_on:
                yield run
                run = _Run(seat=event.data["seat"])
            run.moves.append(range(len(run.events), len(run.events) + event.data["events"]))
        elif event.kind != TAKEN_BACK:
            run.events.append(event)
    yield run


def _stood_in(run: _Run, sentence: str, names: Sequence[str], reader: int | None) -> str:
    return f"The stand-in moved for {'you' if run.seat == reader else names[run.seat or 0]}: {sentence}"


def _taken_back(event: Event, names: Sequence[str]) -> str:
    seat = event.data["seat"]
    if seat is None:
        return "The organiser has taken the game back: what you were told before counts no more."
    return f"Here {names[seat]} has taken back the last answer: what you were told of it counts no more."
