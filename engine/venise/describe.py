"""The table in few words, for whoever cannot see the picture. Told from a view; knows no rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.venise.rules import CHOICES
from engine.venise.state import State
from engine.venise.words import places
from engine.venise.words.voice import Voice
from engine.wording import whose_turn


def seats_asked(view: State) -> list[int]:
    """The seats that have something to choose now."""
    if view.over:
        return []
    asked = [seat for seat, _, _ in view.gifts]
    if view.agenda and view.agenda[-1][0] in CHOICES:
        asked.insert(0, view.agenda[-1][1])
    return list(dict.fromkeys(asked))


def moment(view: State) -> tuple[str, str]:
    """When it is: ("Round 3", "dice 2 and 4, last round")."""
    if view.over:
        return "Final position", f"after {view.round} rounds"
    if not view.round:
        return "Set-up", ""
    parts = [f"dice {' and '.join(map(str, view.now.dice))}"] if view.now.dice else []
    parts += ["last round"] if view.last else []
    return f"Round {view.round}", ", ".join(parts)


def describe(view: State, names: Sequence[str], reader: int | None, asked: Collection[int] = ()) -> str:
    """A title line, then one for the map, the Market and each seat."""
    voice = Voice(tuple(names), reader)
    turn = " ".join(whose_turn(names, reader, asked)).strip()
    lines = [", ".join(part for part in ("La Venise du Nord", *moment(view), turn) if part)]
    lines += [places.neighbourhood(view), places.pieces(view, voice), places.market(view)]
    for number in view.order(reader or 0):
        seat = view.seats[number]
        board = places.other(view, number, names[number])[0].words
        lines.append(f"{voice.start(number)}: {seat.points} points. {board}")
    return "\n".join(line for line in lines if line)
