"""A game from its beginning, step by step, as one reader may see it. Reads the log and plays it again; writes nothing.

The players' site and the organisers' desk both step through games: what a step is, is defined here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import engine
from engine.match import restoring
from engine.match.log import Entry, live
from tournaments.models import Table
from tournaments.queries import matches, telling


@dataclass(frozen=True, slots=True)
class Step:
    """The effect of one entry of the log, in words for the reader, with the silent ones that follow it.

    number  of the entry in the log, counted from 0
    until   number of the last entry before the next step
    round   of the game after them
    void    whether it counts no more: it was taken back
    """

    number: int
    until: int
    words: tuple[str, ...]
    void: bool = False
    round: int = 0


@dataclass(frozen=True, slots=True)
class Replay:
    """The steps of a table that tell its reader something, the set-up first, and what the reader saw after one of them.

    at    which of `steps` is shown, counted from 0
    view  of the position when that step was over
    """

    game: engine.Game[Any]
    steps: tuple[Step, ...]
    at: int
    view: Any

    @property
    def step(self) -> Step:
        return self.steps[self.at]

    @property
    def rounds(self) -> list[tuple[int, int]]:
        """(round, its first step counted from 0), in order."""
        first: dict[int, int] = {}
        for at, step in enumerate(self.steps):
            first.setdefault(step.round, at)
        return list(first.items())


@dataclass(frozen=True, slots=True)
class Place:
    """The place of an entry of the log among the steps that a reader sees.

    at    the step that it belongs to, counted from 0; of one that was taken back the last step before it
    void  whether it was taken back
    """

    at: int
    void: bool


def replay(
    table: Table,
    at: int,
    names: Sequence[str],
    reader: int | None,
    *,
    taken_back: bool = False,
    until: int | None = None,
) -> Replay | None:
    """The game of an opened table as that seat (None: the public) saw it go on; None if it has no step `at`.

    at          counted from 0; from the end if it is negative
    taken_back  show what was taken back, too, as organisers see it; players step through what is in force
    until       number of the last entry that is shown
    """
    game, entries = matches.game_at(table), _log(table)
    shown = _shown(game, entries, names, reader, taken_back=taken_back, until=until)
    if not -len(shown) <= at < len(shown):
        return None
    at %= len(shown)
    view, rounds = None, []
    for entry, state in restoring.positions(game, table.opened_header, bytes(table.secret), entries):
        rounds.append(game.round(state))
        if entry.number == shown[at].until:
            view = game.view(game.copy(state), reader)
    return Replay(game, tuple(replace(step, round=rounds[step.until]) for step in shown), at, view)


def steps(
    table: Table, names: Sequence[str], reader: int | None, *, taken_back: bool = False, until: int | None = None
) -> list[Step]:
    """The steps alone, whose rounds are not known without playing."""
    return _shown(matches.game_at(table), _log(table), names, reader, taken_back=taken_back, until=until)


def place_of(
    table: Table, number: int, names: Sequence[str], reader: int | None, *, until: int | None = None
) -> Place | None:
    """The place of entry `number`, which always means the same: the log only grows. None where it tells nothing.

    Nothing is told of an entry behind all that the reader has been told: it may be somebody's silent choice. What was
    taken back after everybody could see it is remembered beyond `until`.
    """
    game, entries = matches.game_at(table), _log(table)
    if until is not None and not _could_be_seen(table, entries, number, until):
        return None
    last = until if until is None else max(number, until)
    told = _shown(game, entries, names, reader, taken_back=True, until=last)
    if number > told[-1].number:
        return None
    step = [step for step in told if step.number <= number][-1]
    in_force = _shown(game, entries, names, reader, taken_back=False, until=until)
    at = sum(shown.number <= number for shown in in_force) - 1
    return Place(at, void=step.void and number <= step.until)


def _could_be_seen(table: Table, entries: Sequence[Entry], number: int, until: int) -> bool:
    """Whether everybody can see that entry, or could once: not what was taken back before its round was whole."""
    if number in {entry.number for entry in live(entries)}:
        return number <= until
    return number < len(entries) and entries[number].to is None and _was_whole(table, entries, number)


def _was_whole(table: Table, entries: Sequence[Entry], number: int) -> bool:
    """Whether that entry was of a whole round at any time when it was taken back."""
    for back in entries[number + 1 :]:
        before, after = ({entry.number for entry in live(entries[:end])} for end in (back.number, back.number + 1))
        if number in before - after and number <= _whole_rounds(table, entries[: back.number]):
            return True
    return False


def landing(table: Table, to: int) -> int:
    """The entry to which an opened table goes back when it is taken back to entry `to`. UndoRefused: it has none."""
    return restoring.landing(matches.game_at(table), table.opened_header, bytes(table.secret), _log(table), to)


def whole_rounds(table: Table) -> int:
    """The number of the last entry of a running table's log that is not of the round being played; 0 in the first.

    What was taken back counts like the rest: nobody who steps through the game sees it.
    """
    return _whole_rounds(table, _log(table))


def is_of_whole_round(table: Table, number: int) -> bool:
    """Whether that entry of a running table's log is in force and of a round that is over."""
    entries = _log(table)
    in_force = number in {entry.number for entry in live(entries)}
    return in_force and number <= _whole_rounds(table, entries)


def _whole_rounds(table: Table, entries: Sequence[Entry]) -> int:
    game = matches.game_at(table)
    ended, now, last = 0, 0, 0
    for entry, state in restoring.positions(game, table.opened_header, bytes(table.secret), live(entries)):
        if game.round(state) != now:
            now, ended = game.round(state), last  # not the number before: that one may have been taken back
        last = entry.number
    return ended


def _log(table: Table) -> list[Entry]:
    return [Entry.from_json(row) for row in table.entries.order_by("number").values_list("entry", flat=True)]


def _shown(
    game: engine.Game[Any],
    entries: Sequence[Entry],
    names: Sequence[str],
    reader: int | None,
    *,
    taken_back: bool,
    until: int | None,
) -> list[Step]:
    in_force = {entry.number for entry in live(entries)}
    steps: list[Step] = []
    for entry in entries[: None if until is None else until + 1]:
        void = entry.number not in in_force
        if void and not (taken_back and entry.to is None):
            continue
        words = tuple(telling.told(game, telling.happened([entry]), names, reader))
        if words or not steps:
            steps.append(Step(entry.number, entry.number, words, void))
        elif steps[-1].void == void:
            steps[-1] = replace(steps[-1], until=entry.number)
    return steps
