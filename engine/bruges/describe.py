"""The table in few words, for whoever cannot see the picture. Told from a view; knows no rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.bruges import cards
from engine.bruges.cards import Cards
from engine.bruges.rules import card_turn
from engine.bruges.state import COLOURS, GONE, MAJORITIES, TURNS, House, Seat, State
from engine.wording import whose_turn


def moment(view: State) -> tuple[str, str]:
    """When it is: ("Round 3", "turn 2 of 4, last round")."""
    if view.over:
        return "Final position", f"after {view.round} rounds"
    parts = [{1: "drawing cards", 2: "after the dice"}.get(view.phase) or f"turn {card_turn(view)} of {TURNS}"]
    if view.last == view.round:
        parts.append("last round")
    return f"Round {view.round}", ", ".join(parts)


def describe(view: State, names: Sequence[str], reader: int | None, asked: Collection[int] = ()) -> str:
    """A title line, then one line for the table, for the reader's hand and for each seat."""
    known = cards.of(view.deck)
    turn = " ".join(whose_turn(names, reader, asked)).strip()
    title = ", ".join(part for part in ("Bruges", *moment(view), turn) if part)
    lines = [title, _table(view, known)]
    if reader is not None:
        lines.append(_hand(view.seats[reader], known))
    lines += [_seat(view, names, number, reader, known) for number in view.order(reader or 0)]
    return "\n".join(line for line in lines if line)


def _table(view: State, known: Cards) -> str:
    rolled = ", ".join(f"{colour} {face}" for colour, face in zip(COLOURS, dice(view), strict=True) if face)
    piles = [
        f"{name} {counted(len(pile), 'card')}" + ("" if name in COLOURS else f", {_colour(pile[-1], known)} on top")
        for name, pile in zip(view.pile_names, view.piles, strict=True)
        if pile
    ]
    extra = [f"extra {len(view.extra)}"] if view.extra else []
    statue = f" Next statue {view.statues[0]}." if view.statues else ""
    stacks = f" Piles: {'; '.join(piles + extra)}." if piles or extra else ""
    return (f"Dice: {rolled}." if rolled else "Dice not rolled yet.") + stacks + statue


def _hand(seat: Seat, known: Cards) -> str:
    slots = [f"{slot} {_card(card, known)}" for slot, card in enumerate(seat.hand, 1) if card != GONE]
    return f"Your hand: {', '.join(slots)}." if slots else ""


def _seat(view: State, names: Sequence[str], number: int, reader: int | None, known: Cards) -> str:
    seat = view.seats[number]
    parts = [
        f"{counted(points(view, number), 'point')}, {counted(seat.guilders, 'guilder')}",
        f"reputation step {seat.step}",
        f"workers {_counts(seat.workers)}",
        f"threats {_counts(seat.threats)}",
        f"canals left {seat.canals[0]}, right {seat.canals[1]}",
        "houses " + (", ".join(_house(house, known) for house in seat.houses) or "not one"),
    ]
    if seat.statues:
        parts.append(f"statues {', '.join(map(str, seat.statues))}")
    if any(seat.markers):
        turned = [word for word, is_turned in zip(MAJORITIES, seat.markers, strict=True) if is_turned]
        parts.append(f"majorities {', '.join(turned)}")
    if number != reader and seat.cards():
        parts.append(f"hand {', '.join(_card(card, known) for card in seat.cards())}")
    you = " (you)" if number == reader else ""
    starts = ", start player" if number == view.start and not view.over else ""
    return f"{number + 1} {names[number]}{you}{starts}: {'; '.join(parts)}."


def dice(view: State) -> list[int]:
    """The dice of this round; while cards are drawn those on the table are still the last round's."""
    return [0] * len(COLOURS) if view.phase == 1 and not view.over else view.dice


def points(view: State, number: int) -> int:
    """The points to show for a seat: what it has collected, at the end its whole score."""
    return view.totals[-1][number] if view.over else view.seats[number].points


def counted(number: int, unit: str) -> str:
    """1 guilder, 2 guilders."""
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def _counts(counts: Sequence[int]) -> str:
    return ", ".join(f"{n} {colour}" for colour, n in zip(COLOURS, counts, strict=True) if n) or "not one"


def _house(house: House, known: Cards) -> str:
    if house.person is None:
        return f"{COLOURS[house.colour]} empty"
    used = " (used)" if house.used and known.usable[house.person] else ""
    return f"{COLOURS[house.colour]} {known.title[house.person]}{used}"


def _card(card: int, known: Cards) -> str:
    return f"{known.title[card]} ({COLOURS[known.colour[card]]})" if card >= 0 else f"a {_colour(card, known)} card"


def _colour(card: int, known: Cards) -> str:
    if card >= 0:
        return COLOURS[known.colour[card]]
    return COLOURS[-1 - card] if -1 - card < len(COLOURS) else "hidden"
