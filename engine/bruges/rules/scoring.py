"""Counting: what persons count, points if the game ended now, the scoresheet. Changes nothing."""

from __future__ import annotations

from functools import reduce

from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.state import COLOURS, Seat, State
from engine.bruges.words.speech import say
from engine.game import Scoresheet
from engine.language.languages import to_say

ROWS = (
    to_say("points during play"),
    to_say("persons"),
    to_say("houses"),
    to_say("laurels"),
    to_say("majorities"),
    to_say("third spaces"),
    to_say("statues"),
    to_say("reputation"),
)
THIRD_SPACE = 3
MARKER = 4


def count(state: State, cards: Cards, number: int, key: str) -> int:
    """Count a thing that a seat has; the keys are those of the deck file ("group:Noble", "workers", "die:red")."""
    seat = state.seats[number]
    name, _, of = key.partition(":")
    if of:
        return _count_of(state, cards, seat, name, of)
    match name:
        case "workers":
            return sum(seat.workers)
        case "distinct_groups":
            return len({cards.group[person] for person in seat.persons()})
        case "houses":
            return len(seat.houses)
        case "empty_houses":
            return sum(house.person is None for house in seat.houses)
        case "persons":
            return len(seat.persons())
        case "canal_tokens":
            return sum(seat.canals)
        case "statues":
            return len(seat.statues)
        case "third_spaces":
            return third_spaces(seat)
        case "markers":
            return sum(seat.markers)
        case "step":
            return seat.step
        case "guilders":
            return seat.guilders
        case "threats":
            return sum(seat.threats)
        case "hand":
            return len(seat.cards())
    raise KeyError(key)


def _count_of(state: State, cards: Cards, seat: Seat, name: str, of: str) -> int:
    match name:
        case "group":
            return sum(cards.group[person] == of for person in seat.persons())
        case "icon":
            return sum(cards.icon[person] == of for person in seat.persons())
        case "workers":
            return seat.workers[COLOURS.index(of)]
        case "house_colour":
            return sum(house.colour == COLOURS.index(of) for house in seat.houses)
        case "die":
            return state.dice[COLOURS.index(of)]
    raise KeyError(f"{name}:{of}")


def third_spaces(seat: Seat) -> int:
    """The number of a seat's two sections that reach their third space."""
    return sum(built >= 3 for built in seat.canals)


def parts(state: State, cards: Cards, number: int) -> tuple[int, ...]:
    """A seat's points by the categories of `ROWS`, as if the game ended now."""
    seat = state.seats[number]
    persons = seat.persons()
    return (
        seat.points,
        sum(cards.price[person] // 3 for person in persons),
        len(seat.houses),
        sum(laurel(state, cards, number, person) for person in persons),
        MARKER * sum(seat.markers),
        THIRD_SPACE * third_spaces(seat),
        sum(seat.statues),
        load_board().reputation[seat.step],
    )


def laurel(state: State, cards: Cards, number: int, person: int) -> int:
    """The points that a laurel person in play brings its owner as if the game ended now; 0 for others."""
    return sum(
        effect["points"] * (count(state, cards, number, effect["per"]) // effect.get("divisor", 1))
        for effect in cards.final[person]
    )


def totals(state: State, cards: Cards) -> list[int]:
    """Every seat's points as if the game ended now."""
    return [sum(parts(state, cards, number)) for number in range(len(state.seats))]


def ranking(points: list[int], guilders: list[int]) -> list[int]:
    """Places, 1 for the best: most points, then most guilders; equal in both share the place."""
    keys = list(zip(points, guilders, strict=True))
    return [1 + sum(other > key for other in keys) for key in keys]


def scoresheet(state: State, cards: Cards) -> Scoresheet:
    """The result by category, or as it would be if the game ended now."""
    columns = [parts(state, cards, number) for number in range(len(state.seats))]
    points = [sum(column) for column in columns]
    guilders = [seat.guilders for seat in state.seats]
    return Scoresheet(
        rows=tuple((say(name), tuple(column[k] for column in columns)) for k, name in enumerate(ROWS)),
        totals=tuple(points),
        tie_break=(say("guilders"), tuple(guilders)),
        ranks=tuple(ranking(points, guilders)),
        decided=_decided(points, guilders),
        by_round=tuple(tuple(row) for row in state.totals),
    )


def _decided(points: list[int], guilders: list[int]) -> str:
    """Tell how ties were decided, a sentence for each total that several seats have."""
    sentences = []
    for total in sorted(set(points), reverse=True):
        purses = sorted((g for p, g in zip(points, guilders, strict=True) if p == total), reverse=True)
        if len(purses) > 1:
            sentences.append(_tie(total, purses, first=total == max(points)))
    return " ".join(sentences)


SEVERAL = {2: to_say("Two seats"), 3: to_say("Three seats"), 4: to_say("Four seats")}


def _tie(total: int, purses: list[int], first: bool) -> str:
    seats = say(SEVERAL[len(purses)])
    most, *others = map(str, purses)
    compared = reduce(lambda more, fewer: say("{more} to {fewer}", more=more, fewer=fewer), others, most)
    if len(set(purses)) == len(purses):
        return say(
            "{seats} have {total} points; more guilders decide, {purses}.", seats=seats, total=total, purses=compared
        )
    shared = say("the victory") if first and purses[0] == purses[1] else say("a place")
    if len(set(purses)) == 1:
        return say(
            "{seats} have {total} points and {purse} guilders each and share {shared}.",
            seats=seats,
            total=total,
            purse=most,
            shared=shared,
        )
    return say(
        "{seats} have {total} points; more guilders decide, {purses}, and equal purses share {shared}.",
        seats=seats,
        total=total,
        purses=compared,
        shared=shared,
    )
