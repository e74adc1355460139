"""The events as one reader is told them: who really moved for a seat, and that something told counts no more.

The engine's events say what a seat did, its log on whose word. Here both come together. Reads entries, loads nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.events import USUAL, Event
from engine.game import Game
from engine.language.wording import Voice
from engine.match.log import Entry, live
from engine.orders.account import END
from tournaments.language.speech import say
from tournaments.queries.names import stand_in_name

PASSED = "passed"  # the event of a turn that ended though nothing was done in it
MOST_NEWS, ROW = 3, 68  # lines of a letter's first screen, letters in each
STOOD_IN, TAKEN_BACK = "stand-in moves", "taken back"  # kinds of events that no game has


def happened(entries: Iterable[Entry]) -> list[Event]:
    """The events of the entries in force; a move of the stand-in follows one that says for which seat it moves."""
    events: list[Event] = []
    for entry in live(entries):
        if entry.by == "stand-in" and entry.events and not _tells_nothing(entry):
            events.append(Event(STOOD_IN, {"seat": entry.seat, "events": len(entry.events)}))
        events += marked(entry.events, entry.by)
    return events


def marked(events: Sequence[Event], by: str) -> list[Event]:
    """The events of a move; of one that no rule of the seat's own has chosen each says so (`USUAL`)."""
    if by != "default":
        return list(events)
    return [replace(event, data={**event.data, USUAL: True}) for event in events]


def doing(game: Game[Any], events: Sequence[Event], seat: int) -> int:
    """The number of events of a seat's move that are its doing; those behind tell how the game went on by itself."""
    return next((at for at, event in enumerate(events) if _goes_on(game, event, seat)), len(events))


def _goes_on(game: Game[Any], event: Event, seat: int) -> bool:
    also_own = game.unordered.get(event.kind)
    return also_own is not None and (also_own or event.data.get("seat") != seat)


def _tells_nothing(entry: Entry) -> bool:
    """Whether the move has no event of its own, as the end of a turn in which something was done."""
    return entry.move == END and entry.events[0].kind != PASSED


def does_not_hold(entries: Iterable[Entry], seen: int, reader: int) -> list[Event]:
    """One event for each who has taken back what the reader had been told, up to the entry `seen`."""
    void = (entry for entry in entries if entry.to is not None and entry.to < seen < entry.number)
    seats = dict.fromkeys(entry.seat for entry in void if entry.seat != reader)
    return [Event(TAKEN_BACK, {"seat": seat}) for seat in seats]


@dataclass(slots=True)
class _Run:
    """Events of a game that can be told in one.

    seat   whose moves the stand-in made in it
    deeds  the indices of such moves among the events; what follows from a move is nobody's deed
    """

    events: list[Event] = field(default_factory=list)
    seat: int | None = None
    deeds: list[int] = field(default_factory=list)


def told(game: Game[Any], events: Iterable[Event], names: Sequence[str], reader: int | None) -> list[str]:
    """The events as sentences for a reader, those worth telling; what belongs together in one.

    What counts no more comes first. A sentence that begins with a move of the stand-in says so itself: nobody has
    to guess where its moves end.
    """
    events = _in_force(game, list(events))
    sentences = [_taken_back(event, names) for event in events if event.kind == TAKEN_BACK]
    for run in _runs(events):
        bullets = game.recount(run.events, names, reader)
        for deed in run.deeds:
            before, after = (len(game.recount(run.events[:end], names, reader)) for end in (deed, deed + 1))
            if before < after:  # otherwise it is not told, or goes on in the bullet of an earlier one
                bullets[before] = _stood_in(run, bullets[before], names, reader)
        sentences += bullets
    return sentences


def _in_force(game: Game[Any], events: list[Event]) -> list[Event]:
    """The events without those that a later one replaces; a stand-in's move is announced with what is left of it."""
    replaced = {id(event) for event in game.replaced(events)}
    if not replaced:
        return events
    kept: list[Event] = []
    for at, event in enumerate(events):
        if event.kind == STOOD_IN:
            moved = events[at + 1 : at + 1 + event.data["events"]]
            left = sum(id(one) not in replaced for one in moved)
            kept += [Event(STOOD_IN, {**event.data, "events": left})] if left else []
        elif id(event) not in replaced:
            kept.append(event)
    return kept


def told_singly(
    game: Game[Any], events: Iterable[Event], names: Sequence[str], reader: int | None
) -> Iterator[tuple[Event, str]]:
    """Each event that happened and was not replaced, by itself and with its sentence; those worth telling."""
    for run in _runs(_in_force(game, list(events))):
        for number, event in enumerate(run.events):
            for sentence in game.recount([event], names, reader):
                yield event, _stood_in(run, sentence, names, reader) if number in run.deeds else sentence


def in_brief(
    game: Game[Any], events: Sequence[Event], names: Sequence[str], reader: int | None
) -> tuple[list[str], int]:
    """At most three lines of news for a reader, and how many sentences more there are.

    What counts no more comes first, then the reader's own losses, then the latest deeds of others that find room.
    """
    void = [_taken_back(event, names) for event in events if event.kind == TAKEN_BACK]
    singly = list(told_singly(game, events, names, reader))
    losses = [event for event, _ in singly if reader is not None and game.hurts(event, reader)]
    first = [*void, *game.recount(losses, names, reader)]
    news: list[str] = first[:1]
    for sentence in first[1:]:
        if not _has_room(news, sentence):
            break
        news.append(sentence)
    others = [(event, words) for event, words in singly if event not in losses and event.data.get("seat") != reader]
    deeds = [words for event, words in others if event.kind in game.first_told]
    deeds = deeds or [words for event, words in others if "seat" in event.data]
    latest: list[str] = []
    for sentence in reversed(deeds):
        if not _has_room([*news, *latest], sentence):
            break
        latest.insert(0, sentence)
    return news + latest, len(first) - len(news) + len(singly) - len(losses) - len(latest)


def _has_room(news: Sequence[str], sentence: str) -> bool:
    rows = sum(-(-len(words) // ROW) for words in (*news, sentence))
    return len(news) < MOST_NEWS and rows <= MOST_NEWS


def _runs(events: Iterable[Event]) -> Iterator[_Run]:
    """The events, split where the stand-in begins to move for a seat: only decisions of that seat continue the run."""
    run, until = _Run(), 0
    for event in events:
        if event.kind == STOOD_IN:
            goes_on = run.seat == event.data["seat"] and until == len(run.events)
            if not goes_on:
                yield run
                run = _Run(seat=event.data["seat"])
            run.deeds.append(len(run.events))
            until = len(run.events) + event.data["events"]
        elif event.kind != TAKEN_BACK:
            run.events.append(event)
    yield run


def _stood_in(run: _Run, sentence: str, names: Sequence[str], reader: int | None) -> str:
    seat = run.seat or 0
    if names[seat] == stand_in_name(seat):
        return sentence  # that says it already
    who = Voice(tuple(names), reader).seat(seat)
    return say("The stand-in moved for {who}: {sentence}", who=who, sentence=sentence)


def _taken_back(event: Event, names: Sequence[str]) -> str:
    seat = event.data["seat"]
    if seat is None:
        return say("The organiser has taken the game back: what you were told before counts no more.")
    return say("Here {who} has taken back the last answer: what you were told of it counts no more.", who=names[seat])
