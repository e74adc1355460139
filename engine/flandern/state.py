"""The state of a game of Flandern: plain data, cheap to copy, written to JSON as it is. No rules.

Coats are numbers in the order of `box.COATS`, towns and cards those of the box, spaces their places in the layout of
their town. In a view what is hidden is UNKNOWN; a state and a view are the same type.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.flandern.data.box import GREY, Box
from engine.flandern.data.maps import CENTRE, Addition, Layout

UNKNOWN = -1  # a card that is not seen
NONE = -2  # no golden card in this round
PHASES = ("setup", "choose", "act", "gold", "turn", "over")
OWN, INFLUENCED = "own", "influence"  # the two actions of a turn for two
AREAS = 6


@dataclass(frozen=True, slots=True)
class District:
    """A district on a space. A value: copies of a state may share it.

    masters    printed Guild Masters; `pieces` those set on it later
    site       bears a building-site piece: not completed
    special    "A" to "D" of a church district with a form of its own
    part       of the space that a D has swallowed: the space of the D, else -1
    """

    coat: int
    masters: int = 0
    site: bool = False
    special: str = ""
    cathedral: bool = False
    pieces: int = 0
    part: int = -1


@dataclass(slots=True)
class Town:
    """A town on its area.

    laid      space -> district, the centre among them, a swallowed space too
    covered   spaces under cover tiles
    added     what church districts have added to the area, in this order
    value     of the town when it was scored; 0 before
    points    what each coat but the church got for it; [] before
    """

    area: int
    laid: dict[int, District]
    covered: list[int] = field(default_factory=list)
    added: list[Addition] = field(default_factory=list)
    value: int = 0
    points: list[int] = field(default_factory=list)

    @property
    def scored(self) -> bool:
        return bool(self.points)

    def layout(self, box: Box) -> Layout:
        return box.layout(self.area, self.added)

    def free(self, box: Box) -> list[int]:
        """The spaces that nothing lies on."""
        return [n for n in range(len(self.layout(box).spaces)) if n not in self.laid and n not in self.covered]

    def copy(self) -> Town:
        return Town(self.area, dict(self.laid), self.covered[:], self.added[:], self.value, self.points[:])


@dataclass(slots=True)
class Seat:
    """One player's cards.

    guild      the own coat; `influenced` that of the guild under influence, with two players; -1 before it is chosen
    hand       action cards, sorted; `played` the row of those played
    influence  influence cards in hand
    choice     (card, influence cards) of the sealed choice; revealed ones stay until the round ends; () before
    """

    guild: int
    hand: list[int]
    played: list[int] = field(default_factory=list)
    influence: int = 0
    influenced: int = -1
    choice: tuple[int, ...] = ()

    def copy(self) -> Seat:
        return Seat(self.guild, self.hand[:], self.played[:], self.influence, self.influenced, self.choice)


@dataclass(slots=True)
class State:
    """The whole table.

    towns      by number; None while not placed, and for good if the town is not in the game
    stock      of each coat what is left of its districts; [] of a coat that is not in the game
    pile       golden cards, the next one last; `gone` those that were used or taken out
    golden     the card of this round: UNKNOWN where it is not seen, NONE without one
    order      seats that still act in this round, the next one first; in the set-up those that still choose
    start      the starting player; with two, whose turn it is
    begun      the player who was first in the game
    deck       with two: cards of the guilds under influence as [coat, card], the next one last; `discards` face up
    card       with two: the card being carried out, as [coat, card, index of the action]; []
    done       with two: the actions of this turn that are done
    turn       with two: turns begun; `idle` how many running turns brought no district and completed none
    reshuffled with two: how often the discards were shuffled
    stall      with two: so many idle turns end the game
    bonus      points per seat for influence cards, at the end; [] before
    totals     points per seat "if it ended now" after each round
    viewer     of a view: the seat that sees it; None for the public and for the state itself
    """

    box: str
    seats: list[Seat]
    towns: list[Town | None]
    stock: list[list[int]]
    sites: int
    cathedrals: int
    masters: int
    pile: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    golden: int = NONE
    phase: str = "setup"
    round: int = 0
    start: int = 0
    begun: int = 0
    order: list[int] = field(default_factory=list)
    deck: list[list[int]] = field(default_factory=list)
    discards: list[list[int]] = field(default_factory=list)
    card: list[int] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    turn: int = 0
    idle: int = 0
    moved: bool = False
    reshuffled: int = 0
    stall: int = 0
    bonus: list[int] = field(default_factory=list)
    totals: list[list[int]] = field(default_factory=list)
    viewer: int | None = None

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def pair(self) -> bool:
        """Whether the rules for two hold."""
        return len(self.seats) == 2

    def around(self, first: int) -> list[int]:
        """All seats clockwise from one."""
        n = len(self.seats)
        return [(first + k) % n for k in range(n)]

    def open_towns(self) -> list[tuple[int, Town]]:
        """(number, town) of those in which something may still happen."""
        return [(number, town) for number, town in enumerate(self.towns) if town is not None and not town.scored]

    def town(self, number: int) -> Town:
        town = self.towns[number]
        if town is None:
            raise LookupError(f"town {number} is not in the game")
        return town

    def coats(self) -> list[int]:
        """The coats in the game."""
        return [coat for coat, left in enumerate(self.stock) if left]

    def points(self) -> list[int]:
        """The points of each coat but the church, from towns that were scored."""
        scored = [town.points for town in self.towns if town is not None and town.scored]
        return [sum(points[coat] for points in scored) for coat in range(GREY + 1)]

    def copy(self) -> State:
        twin = State.__new__(State)
        for name in _PLAIN:
            setattr(twin, name, getattr(self, name))
        twin.seats = [seat.copy() for seat in self.seats]
        twin.towns = [None if town is None else town.copy() for town in self.towns]
        for name in _LISTS:
            setattr(twin, name, getattr(self, name)[:])
        for name in _DEEP:
            setattr(twin, name, [inner[:] for inner in getattr(self, name)])
        return twin


_LISTS = ("pile", "gone", "order", "card", "done", "bonus")
_DEEP = ("stock", "deck", "discards", "totals")
_PLAIN = tuple(name for name in State.__slots__ if name not in (*_LISTS, *_DEEP, "seats", "towns"))


def centre(coat: int) -> dict[int, District]:
    """The district that lies in a town before anything is built."""
    return {CENTRE: District(coat)}


def dump(state: State) -> dict[str, Any]:
    """The state as JSON values; shares nothing with it."""
    twin = state.copy()
    data: dict[str, Any] = {name: getattr(twin, name) for name in State.__slots__}
    data["seats"] = [[s.guild, s.hand, s.played, s.influence, s.influenced, list(s.choice)] for s in twin.seats]
    data["towns"] = [None if town is None else _dump_town(town) for town in twin.towns]
    return data


def _dump_town(town: Town) -> list[Any]:
    laid = [
        [n, d.coat, d.masters, d.site, d.special, d.cathedral, d.pieces, d.part] for n, d in sorted(town.laid.items())
    ]
    added = [[base, side, list(shapes)] for base, side, shapes in town.added]
    return [town.area, laid, town.covered, added, town.value, town.points]


def load(data: dict[str, Any]) -> State:
    """The state that `dump` wrote. KeyError or TypeError when it is something else."""
    fields = dict(data)
    fields["seats"] = [_load_seat(*own) for own in data["seats"]]
    fields["towns"] = [None if town is None else _load_town(*town) for town in data["towns"]]
    return State(**fields).copy()


def _load_seat(guild: int, hand: Any, played: Any, influence: int, influenced: int, choice: Any) -> Seat:
    return Seat(guild, hand, played, influence, influenced, tuple(choice))


def _load_town(area: int, laid: Any, covered: Any, added: Any, value: int, points: Any) -> Town:
    districts = {n: District(*rest) for n, *rest in laid}
    return Town(area, districts, covered, [(base, side, tuple(shapes)) for base, side, shapes in added], value, points)
