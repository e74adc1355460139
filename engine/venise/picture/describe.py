"""The table in few words, for whoever cannot see the picture. Told from a view; knows no rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.language.wording import listed, whose_turn
from engine.venise.rules.rules import AGENDA
from engine.venise.state import State
from engine.venise.words import places
from engine.venise.words.speech import say
from engine.venise.words.voice import Voice


def seats_asked(view: State) -> list[int]:
    """The seats that have something to choose now."""
    return [] if view.over else AGENDA.seats_asked(view)


def moment(view: State) -> tuple[str, str]:
    """The moment of the game: ("Round 3", "dice 2 and 4, last round")."""
    if view.over:
        return say("Final position"), say("after {n} rounds", n=view.round)
    if not view.round:
        return say("Set-up"), ""
    parts = [say("dice {dice}", dice=listed([str(die) for die in view.now.dice]))] if view.now.dice else []
    parts += [say("last round")] if view.last else []
    return say("Round {n}", n=view.round), ", ".join(parts)


def describe(view: State, names: Sequence[str], reader: int | None, asked: Collection[int] = ()) -> str:
    """A title line, then one for the map, the Market and each seat."""
    voice = Voice(tuple(names), reader)
    turn = " ".join(whose_turn(names, reader, asked)).strip()
    lines = [", ".join(part for part in ("La Venise du Nord", *moment(view), turn) if part)]
    lines += [places.neighbourhood(view), places.pieces(view, voice), places.market(view)]
    for number in view.order(reader or 0):
        seat = view.seats[number]
        board = places.other(view, number)[0].words
        lines.append(say("{Who}: {points} points. {board}", who=voice.seat(number), points=seat.points, board=board))
    return "\n".join(line for line in lines if line)
