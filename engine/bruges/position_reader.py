"""Reads position files: any situation of a game, written by hand or from a state. Checks everything, changes nothing.

What may be left out has the value of the set-up. Cards named nowhere fill, in deck order, the houses without a
card, the piles that are given as numbers and then those not given at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.bruges.board import load_board
from engine.bruges.cards import Cards
from engine.bruges.position_cards import Stock, fail, lay_out, pile_names
from engine.bruges.positions import PHASES, PLAYED
from engine.bruges.rules import CHOICES
from engine.bruges.state import COLOURS, GONE, MAJORITIES, SECTIONS, SPACES, TURNS, House, Matter, Seat, State
from engine.bruges.variants import PERSONS, cards_for
from engine.refusals import BadPosition

FIELDS = (
    *("game", "deck", "persons", "round", "start", "phase", "turn", "last", "over", "seats", "dice"),
    *("piles", "extra", "discard", "veiled", "statues", "agenda", "totals"),
)
SEAT_FIELDS = (
    *("points", "guilders", "workers", "threats", "step", "hand", "public", "unseen", "houses", "canals"),
    *("statues", "crowned", "markers", "climbed", "unsettled", "track"),
)
# How many values each matter of the agenda has, its name included.
SIZES = {
    **dict.fromkeys(("round", "dice", "deal", "turns", "majorities"), 1),
    **dict.fromkeys(("refill", "climbs"), 2),
    **dict.fromkeys(("climb", "mason", "ward"), 3),
    **dict.fromkeys(("penalties", "fire", "plague", "canal", "threat", "take", "do", "turn"), 4),
    **dict.fromkeys(("advance", "exchange", "discard", "settle"), 4),
    **dict.fromkeys(("draw", "pay", "remove", "dig", "recruit"), 5),
    "workers": 6,
}
Json = Any


def read_position(data: Json, cards: Cards) -> State:
    """The state of a position file. BadPosition names the place and what is impossible there."""
    return _Position(data, cards).state()


class _Position:
    """One position file being read: every card is taken once, the rest fills the piles."""

    def __init__(self, data: Json, cards: Cards) -> None:
        if not isinstance(data, dict):
            raise BadPosition("position: is no object")
        self.data = data
        _known(data, FIELDS, "position")
        _known(data.get("piles", {}), pile_names(data), "piles")
        if data.get("game", "bruges") != "bruges":
            raise fail("game", f"is {data['game']!r}, not bruges")
        if data.get("deck", cards.digest) != cards.digest:
            raise fail("deck", "is another deck than the one in use")
        if data.get("persons", "all") not in PERSONS.choices:
            raise fail("persons", f"is {data['persons']!r}, not one of {', '.join(map(str, PERSONS.choices))}")
        self.cards = cards_for(cards, data)
        self.stock = Stock(self.cards)

    def state(self) -> State:
        data = self.data
        seats = data.get("seats")
        if not isinstance(seats, list) or not 2 <= len(seats) <= 4:
            raise fail("seats", "must be a list of two to four")
        n = len(seats)
        # Cards named anywhere are taken before any pile is filled with the rest.
        read = [self._seat(seat, f"seat {k}") for k, seat in enumerate(seats)]
        tracks = [self._number(seat, "track", k, 0, 3, f"seat {k}") for k, seat in enumerate(seats)]
        if len(set(tracks)) < n:
            raise fail("seats", "two have the same track")
        number = self._number
        state = State(
            deck=self.cards.digest,
            seats=read,
            tracks=tracks,
            piles=[],
            extra=None,
            discard=[],
            statues=self._statues(read),
            dice=self._by_colour(data, "dice", 0, 6, "position"),
            start=number(data, "start", 0, 0, n - 1, "position"),
            round=number(data, "round", 1, 0, 99, "position"),
            turn=number(data, "turn", 0, 0, TURNS * n, "position"),
            last=number(data, "last", 0, 0, 100, "position"),
            over=bool(data.get("over", False)),
            totals=[_numbers(row, "totals") for row in data.get("totals", [])],
        )
        lay_out(data, self.stock, state)
        state.veiled = self._veiled(state.discard, n)
        self._phase(state)
        _check(state)
        return state

    # --- single values --------------------------------------------------------------------------------

    def _number(self, data: dict[str, Json], field: str, default: int, low: int, high: int, place: str) -> int:
        value = data.get(field, default)
        if type(value) is not int or not low <= value <= high:
            raise fail(f"{place}, {field}", f"is {value!r}, not a whole number from {low} to {high}")
        return value

    def _by_colour(self, data: dict[str, Json], field: str, default: int, most: int, place: str) -> list[int]:
        """{"red": 2} -> numbers by colour; colours left out are 0, the whole left out is `default` each."""
        if field not in data:
            return [default] * 5
        values = data[field]
        _known(values, COLOURS, f"{place}, {field}")
        return [self._number(values, colour, 0, 0, most, f"{place}, {field}") for colour in COLOURS]

    def _words(self, data: dict[str, Json], field: str, known: tuple[str, ...], place: str) -> list[bool]:
        listed = data.get(field, [])
        if not isinstance(listed, list) or any(word not in known for word in listed):
            raise fail(f"{place}, {field}", f"must be a list of {', '.join(known)}")
        return [word in listed for word in known]

    # --- a seat ------------------------------------------------------------------------------------------

    def _seat(self, data: Json, place: str) -> Seat:
        _known(data, SEAT_FIELDS, place)
        hand = [GONE if name == PLAYED else self.stock.card(name, f"{place}, hand") for name in data.get("hand", [])]
        public = [self.cards.number.get(name, -1) for name in data.get("public", [])]
        if any(card not in hand for card in public):
            raise fail(f"{place}, public", "names a card that is not in the hand")
        canals = data.get("canals", {})
        _known(canals, SECTIONS, f"{place}, canals")
        built = [self._number(canals, side, 0, 0, SPACES, f"{place}, canals") for side in SECTIONS]
        crowned = self._words(data, "crowned", SECTIONS, place)
        return Seat(
            points=self._number(data, "points", 5, 0, 999, place),
            guilders=self._number(data, "guilders", 5, 0, 999, place),
            workers=self._by_colour(data, "workers", 1, 99, place),
            threats=self._by_colour(data, "threats", 0, 2, place),
            step=self._number(data, "step", 0, 0, load_board().top, place),
            hand=hand,
            public=public,
            houses=[self._house(house, f"{place}, house {k}") for k, house in enumerate(data.get("houses", []), 1)],
            canals=built,
            statues=_numbers(data.get("statues", []), f"{place}, statues"),
            crowned=[full == SPACES or was for full, was in zip(built, crowned, strict=True)],
            markers=self._words(data, "markers", MAJORITIES, place),
            climbed=bool(data.get("climbed", False)),
            unsettled=self._unsettled(data, place),
            unseen=self._number(data, "unseen", 0, 0, len(hand), place),
        )

    def _unsettled(self, data: dict[str, Json], place: str) -> list[int]:
        """A step that may still be taken back (price and what it brought) or made up for (price)."""
        values = _numbers(data.get("unsettled", []), f"{place}, unsettled")
        wanted = 3 + len(COLOURS) if data.get("climbed", False) else 1
        if values and (len(values) != wanted or min(values) < 0):
            raise fail(f"{place}, unsettled", f"must be empty or {wanted} numbers from 0 on")
        return values

    def _house(self, data: Json, place: str) -> House:
        """A house whose own card may come later, from those left over."""
        _known(data, ("colour", "card", "person", "used"), place)
        card = self.stock.card(data["card"], place) if "card" in data else GONE
        colour = data.get("colour", COLOURS[self.cards.colour[card]] if card >= 0 else None)
        if colour not in COLOURS:
            raise fail(f"{place}, colour", f"is {colour!r}, not one of {', '.join(COLOURS)}")
        if card >= 0 and self.cards.colour[card] != COLOURS.index(colour):
            raise fail(f"{place}, card", f"{data['card']} is not {colour}")
        person = self.stock.card(data["person"], f"{place}, person") if data.get("person") is not None else None
        arrow = person is not None and self.cards.icon[person] == "arrow"
        return House(COLOURS.index(colour), card, person, bool(data.get("used", arrow)))

    def _veiled(self, discard: list[int], n: int) -> list[tuple[int, int]]:
        owners = {self.cards.number.get(name, -1): owner for name, owner in self.data.get("veiled", {}).items()}
        for card, owner in owners.items():
            if card not in discard or type(owner) is not int or not 0 <= owner < n:
                raise fail("veiled", "names a card that is not discarded, or no seat")
        return [(card, owners[card]) for card in discard if card in owners]

    def _statues(self, seats: list[Seat]) -> list[int]:
        """The statues left: those given, else all that no seat has."""
        taken = Counter(value for seat in seats for value in seat.statues)
        known = Counter(load_board().statues)
        if taken - known:
            raise fail("statues", "a seat has one that there is not")
        left = self.data.get("statues", sorted((known - taken).elements(), reverse=True))
        if not isinstance(left, list) or (Counter(left) + taken) - known or left != sorted(left, reverse=True):
            raise fail("statues", "must be those that no seat has, the dearest first")
        return list(left)

    # --- what is next ------------------------------------------------------------------------------------

    def _phase(self, state: State) -> None:
        phase = self.data.get("phase", "cards")
        if phase not in PHASES:
            raise fail("phase", f"is {phase!r}, not one of {', '.join(PHASES)}")
        state.phase = PHASES.index(phase) + 1
        if "agenda" in self.data:
            state.agenda = [self._matter(matter) for matter in self.data["agenda"]]
        elif not state.over:
            state.agenda = list(reversed(_course_of(phase)))

    def _matter(self, data: Json) -> Matter:
        scalar = (int, str, bool, type(None))
        if not isinstance(data, list) or not data or not all(isinstance(value, scalar) for value in data):
            raise fail("agenda", f"{data!r} is no matter")
        if SIZES.get(data[0]) != len(data):
            raise fail("agenda", f"{data!r} is unknown or has the wrong length")
        if (data[0] in CHOICES or data[0] == "do") and data[1] not in range(len(self.data["seats"])):
            raise fail("agenda", f"{data!r} names no seat")
        return tuple(data)


def _course_of(phase: str) -> list[Matter]:
    """What is to be done in a round from a phase on; the dice of the file are those that have just been thrown."""
    matters: list[Matter] = [("refill", 0), ("dice",), ("deal",), ("climbs", 0), ("turns",), ("majorities",)]
    return matters[{"draw": 0, "dice": 2, "cards": 4, "majorities": 5}[phase] :]


def _numbers(data: Json, place: str) -> list[int]:
    if not isinstance(data, list) or any(type(value) is not int for value in data):
        raise fail(place, "must be a list of whole numbers")
    return data[:]


def _known(data: Json, fields: tuple[str, ...], place: str) -> None:
    if not isinstance(data, dict):
        raise fail(place, "is no object")
    for field in data:
        if field not in fields:
            raise fail(place, f"has no field {field!r}")


def _check(state: State) -> None:
    """What no single field can tell."""
    for faults in _impossible(state):
        raise BadPosition(faults)


def _impossible(state: State) -> Iterator[str]:
    for colour, word in enumerate(COLOURS):
        if state.supply(colour) < 0:
            yield f"seats: more than nine {word} threats"
    for number, seat in enumerate(state.seats):
        if len(seat.statues) > sum(seat.crowned):
            yield f"seat {number}: more statues than finished sections"
    if state.extra is None and not state.last:
        yield "last: the extra pile is in play, so the last round must be named"
    if state.extra is not None and not _can_draw(state):
        yield "piles: a pile is empty, so the extra pile would be in play"
    if state.extra == []:
        yield "extra: is empty; write null when it is in play"
    if state.phase > 1 and not all(state.dice):
        yield "dice: must be named once they are thrown"
    if state.last and state.round > state.last:
        yield "round: is after the last"


def _can_draw(state: State) -> bool:
    """Whether no pile has ended in a way that brings the extra pile: one of two, or the last of five."""
    return any(state.piles) if state.pile_names == COLOURS else all(state.piles)
