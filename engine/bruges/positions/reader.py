"""Reads position files: any situation of a game, written by hand or from a state. Checks everything, changes nothing.

What may be left out has the value of the set-up. Cards named nowhere fill, in deck order, the houses without a
card, the piles that are given as numbers and then those not given at all.
"""

from __future__ import annotations

from collections import Counter

from engine.agenda import Task
from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.positions.agenda import check_agenda, read_agenda
from engine.bruges.positions.cards import Stock, lay_out, pile_names
from engine.bruges.positions.checks import check_state
from engine.bruges.positions.writer import PHASES, PLAYED
from engine.bruges.rules.phases import of_round
from engine.bruges.rules.variants import PERSONS, STEPS, cards_for
from engine.bruges.state import COLOURS, GONE, MAJORITIES, SECTIONS, SPACES, TURNS, House, Seat, State
from engine.positions.values import Json, counted, fail, fields, flag, listed, one_of, shown, ticked, whole, wholes
from engine.refusals import BadOption

FIELDS = (
    *("game", "deck", "persons", "steps", "round", "start", "phase", "turn", "last", "over", "seats", "dice"),
    *("piles", "extra", "discard", "veiled", "statues", "agenda", "totals"),
)
SEAT_FIELDS = (
    *("points", "guilders", "workers", "threats", "step", "hand", "public", "unseen", "houses", "canals"),
    *("statues", "crowned", "markers", "climbed", "unsettled", "track"),
)
HOUSE_FIELDS = ("colour", "card", "person", "used")


def read_position(data: Json, cards: Cards) -> State:
    """The state of a position file. BadPosition names the place and what is impossible there."""
    return _Position(data, cards).state()


class _Position:
    """One position file being read: every card is taken once, the rest fills the piles."""

    def __init__(self, data: Json, cards: Cards) -> None:
        self.data = fields(data, FIELDS, "position")
        fields(data.get("piles", {}), pile_names(data), "piles")
        if data.get("game", "bruges") != "bruges":
            raise fail("game", f"is {shown(data['game'])}, not bruges")
        if data.get("deck", cards.digest) != cards.digest:
            raise fail("deck", "is another deck than the one in use")
        one_of(data.get("persons", "all"), "persons", [str(choice) for choice in PERSONS.choices])
        try:
            self.cards = cards_for(cards, data)
        except BadOption as error:
            raise fail("persons", str(error)) from error
        self.stock = Stock(self.cards)

    def state(self) -> State:
        data, get = self.data, self.data.get
        seats = listed(get("seats"), "seats")
        n = len(seats)
        if not 2 <= n <= 4:
            raise fail("seats", "must be two to four")
        # Cards named anywhere are taken before any pile is filled with the rest.
        read = [self._seat(seat, f"seat {k}") for k, seat in enumerate(seats)]
        tracks = [whole(seat.get("track", k), f"seat {k}, track", 0, 3) for k, seat in enumerate(seats)]
        if len(set(tracks)) < n:
            raise fail("seats", "two have the same track")
        phase = PHASES.index(one_of(get("phase", "cards"), "phase", PHASES)) + 1
        state = State(
            deck=self.cards.digest,
            seats=read,
            tracks=tracks,
            piles=[],
            extra=None,
            discard=[],
            statues=self._statues(read),
            dice=counted(get("dice", {}), "position, dice", COLOURS, 6),
            start=whole(get("start", 0), "position, start", 0, n - 1),
            round=whole(get("round", 1), "position, round", 1, 99),
            turn=whole(get("turn", TURNS * n if phase == 4 else 0), "position, turn", 0, TURNS * n),
            last=whole(get("last", 0), "position, last", 0, 100),
            over=flag(get("over", False), "position, over"),
            totals=[wholes(row, "totals", high=9999) for row in listed(get("totals", []), "totals")],
            phase=phase,
            late_steps=one_of(get("steps", "rule"), "steps", [str(choice) for choice in STEPS.choices]) == "card",
        )
        lay_out(data, self.stock, state)
        state.veiled = self._veiled(state.discard, n)
        state.agenda = self._agenda(state)
        check_state(state, self.cards)
        check_agenda(state, self.cards)
        return state

    # --- a seat ------------------------------------------------------------------------------------------

    def _seat(self, data: Json, place: str) -> Seat:
        get = fields(data, SEAT_FIELDS, place).get
        hand = [self._slot(name, f"{place}, hand") for name in listed(get("hand", []), f"{place}, hand")]
        canals = counted(get("canals", {}), f"{place}, canals", SECTIONS, SPACES)
        crowned = ticked(get("crowned", []), f"{place}, crowned", SECTIONS)
        climbed = flag(get("climbed", False), f"{place}, climbed")
        houses = listed(get("houses", []), f"{place}, houses")
        workers = {"workers": counted(get("workers"), f"{place}, workers", COLOURS, 99)} if "workers" in data else {}
        return Seat(
            points=whole(get("points", 5), f"{place}, points", 0, 999),
            guilders=whole(get("guilders", 5), f"{place}, guilders", 0, 999),
            **workers,
            threats=counted(get("threats", {}), f"{place}, threats", COLOURS, 2),
            step=whole(get("step", 0), f"{place}, step", 0, load_board().top),
            hand=hand,
            public=self._public(get("public", []), hand, f"{place}, public"),
            houses=[self._house(house, f"{place}, house {k}") for k, house in enumerate(houses, 1)],
            canals=canals,
            statues=wholes(get("statues", []), f"{place}, statues"),
            crowned=[full == SPACES or was for full, was in zip(canals, crowned, strict=True)],
            markers=ticked(get("markers", []), f"{place}, markers", MAJORITIES),
            climbed=climbed,
            unsettled=_unsettled(get("unsettled", []), climbed, f"{place}, unsettled"),
            unseen=whole(get("unseen", 0), f"{place}, unseen", 0, len(hand)),
        )

    def _slot(self, name: Json, place: str) -> int:
        return GONE if name == PLAYED else self.stock.card(name, place)

    def _public(self, names: Json, hand: list[int], place: str) -> list[int]:
        """The cards of the hand that everybody has seen, each once."""
        known = [self.cards.name[card] for card in hand if card != GONE]
        if any(name not in known for name in listed(names, place)):
            raise fail(place, "names a card that is not in the hand")
        if len(set(names)) < len(names):
            raise fail(place, "names one twice")
        return [self.cards.number[name] for name in names]

    def _house(self, data: Json, place: str) -> House:
        """A house whose own card may come later, from those left over."""
        get = fields(data, HOUSE_FIELDS, place).get
        card = self.stock.card(data["card"], place) if "card" in data else GONE
        own = COLOURS[self.cards.colour[card]] if card >= 0 else None
        colour = one_of(get("colour", own), f"{place}, colour", COLOURS)
        if own not in (None, colour):
            raise fail(f"{place}, card", f"{data['card']} is not {colour}")
        person = None if get("person") is None else self.stock.card(data["person"], f"{place}, person")
        arrow = person is not None and self.cards.icon[person] == "arrow"
        used = flag(get("used", arrow), f"{place}, used")
        if used and not arrow and (person is None or not self.cards.usable[person]):
            raise fail(f"{place}, used", "nobody lives there who works when told")
        if arrow and not used:
            raise fail(f"{place}, used", "an arrow person has worked on moving in")
        return House(COLOURS.index(colour), card, person, used)

    # --- the table ---------------------------------------------------------------------------------------

    def _veiled(self, discard: list[int], n: int) -> list[tuple[int, int]]:
        names = [self.cards.name[card] for card in discard]
        given = fields(self.data.get("veiled", {}), names, "veiled")
        owners = {self.cards.number[name]: whole(owner, "veiled", 0, n - 1) for name, owner in given.items()}
        return [(card, owners[card]) for card in discard if card in owners]

    def _statues(self, seats: list[Seat]) -> list[int]:
        """The statues left: those given, else all that no seat has."""
        taken = Counter(value for seat in seats for value in seat.statues)
        left = sorted((Counter(load_board().statues) - taken).elements(), reverse=True)
        return wholes(self.data.get("statues", left), "statues")

    def _agenda(self, state: State) -> list[Task]:
        if "agenda" in self.data:
            return read_agenda(self.data["agenda"], len(state.seats), self.cards)
        return [] if state.over else _rest_of_round(state.phase)


def _unsettled(values: Json, climbed: bool, place: str) -> list[int]:
    """A step that may still be taken back (price and what it brought) or made up for (price)."""
    wanted = 3 + len(COLOURS) if climbed else 1
    if len(numbers := wholes(values, place)) not in (0, wanted):
        raise fail(place, f"must be empty or {wanted} numbers")
    return numbers


def _rest_of_round(phase: int) -> list[Task]:
    """The matters to be done in a round from a phase on; the dice of the file are those that have just been thrown."""
    return [*reversed(of_round())][: {1: 6, 2: 4, 3: 2, 4: 1}[phase]]
