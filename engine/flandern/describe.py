"""The table in few words, for whoever cannot see the picture. Told from a view; knows no rules."""

from __future__ import annotations

from collections.abc import Sequence

from engine.flandern import box as boxes
from engine.flandern.box import COATS, Box
from engine.flandern.scoring import totals
from engine.flandern.state import State
from engine.flandern.words import towns
from engine.wording import listed, some, whose_turn

DOING = {"setup": "placing the towns", "choose": "choosing", "act": "carrying out", "gold": "the golden card"}


def moment(view: State) -> tuple[str, str]:
    """When it is: ("Round 3", "choosing")."""
    if view.over:
        return "Final position", f"after {some(view.round, 'round')}"
    if view.pair and view.phase != "setup":
        return f"Round {view.round}", f"action {min(2, 1 + len(view.done) - bool(view.card))} of 2"
    return f"Round {max(1, view.round)}", DOING[view.phase]


def asked(view: State) -> list[int]:
    """The seats that are still to answer."""
    match view.phase:
        case "choose":
            return [number for number, seat in enumerate(view.seats) if not seat.choice]
        case "act" | "setup" if not view.pair or view.phase == "setup":
            return view.order[:1]
        case "gold" | "turn" | "act":
            return [view.start]
    return []


def describe(view: State, names: Sequence[str], reader: int | None) -> str:
    """A title line, a line for each town, then for each seat."""
    box = boxes.of(view.box)
    turn = " ".join(whose_turn(names, reader, asked(view))).strip()
    lines = [", ".join(part for part in ("Flandern", *moment(view), turn) if part)]
    lines += [*towns.standing(view, box), *towns.scored(view, box)]
    now = totals(view, box)
    lines += [_seat(view, box, names, number, reader, now[number]) for number in view.around(reader or 0)]
    return "\n".join(lines)


def _seat(view: State, box: Box, names: Sequence[str], number: int, reader: int | None, points: int) -> str:
    own = view.seats[number]
    you = " (you)" if number == reader else ""
    starts = ", starting player" if number == view.start and not view.over else ""
    hand = listed([box.card_name(card) for card in own.hand]) or "nothing"
    more = "" if view.pair else f", {some(own.influence, 'influence card')}"
    under = f", {COATS[own.influenced]} under influence" if own.influenced >= 0 else ""
    said = f"{number + 1} {names[number]}{you}, {COATS[own.guild]}{under}{starts}"
    return f"{said}: {some(points, 'point')} if it ended now; in hand {hand}{more}."
