"""The places that a Burgher can go to and what that brings, in words: the lines of a turn letter. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.decisions import Move
from engine.language.languages import to_say
from engine.venise.rules import boards, builders
from engine.venise.rules.builders import FACES
from engine.venise.rules.routes import Route, routes
from engine.venise.rules.trade import bonus
from engine.venise.rules.turns import die_pairs
from engine.venise.state import CARD_TILES, MARKET, MATERIALS, PORT1, TILES, State
from engine.venise.words.speech import say
from engine.venise.words.voice import Voice, drawn, goods, listed, material, tile

# By the deck.
NONE_LEFT = (
    to_say("no Workshop cards are left"),
    to_say("no Order cards are left"),
    to_say("no Master Builder cards are left"),
)
NO_SPACE = (
    to_say("no space for another Workshop card"),
    to_say("no space for another Order card"),
    to_say("no space for another Master Builder card"),
)
STEPS = {"walk": to_say("{tile}"), "bridge": to_say("your bridge to {tile}"), "boat": to_say("Boat to {tile}")}


@dataclass(frozen=True, slots=True)
class Line:
    """A tile that can be reached: the order to write, what it brings in words, every way to say it.

    idle    whether the tile brings nothing now
    shared  whether others get something too
    stays   whether the die that works stays there
    lost    whether there is no room for some of its cubes
    """

    tile: int
    move: Move
    words: str
    moves: tuple[Move, ...]
    idle: bool
    shared: bool
    stays: bool
    lost: bool

    @property
    def boats(self) -> list[Move]:
        """The ways that leave the Boat elsewhere than the one that is offered."""
        return [move for move in self.moves if "boat" in move and move[-1] != "idle" and move != self.move]


@dataclass(frozen=True, slots=True)
class Reach:
    """All that a die can do: "Move 2, work with 4" and its lines."""

    heading: str
    lines: tuple[Line, ...]


def reach(view: State, voice: Voice, seat: int, legal: Iterable[Move]) -> list[Reach]:
    """For each of the two dice the tiles with what happens there, by the cheapest route."""
    by_start: dict[tuple[str, ...], list[Move]] = {}
    for move in legal:
        by_start.setdefault(move[:3], []).append(move)
    found = []
    for die, points, work in die_pairs(view, view.now.shifts):
        ways: dict[int, list[Route]] = {}
        for route in routes(view, seat, points):
            ways.setdefault(route.end, []).append(route)
        lines = [
            _line(view, voice, seat, by_start[("move", str(die), TILES[end])], some_ways, work)
            for end, some_ways in ways.items()
        ]
        if lines:
            found.append(Reach(_heading(die, points, work), tuple(lines)))
    return found


def _heading(die: int, points: int, work: int) -> str:
    if die == points:
        return say("Moving with the {die} and working with {work}:", die=die, work=work)
    return say(
        "Moving with the {die}, which counts {points} and working with {work}:", die=die, points=points, work=work
    )


def _line(view: State, voice: Voice, seat: int, moves: Sequence[Move], ways: Sequence[Route], work: int) -> Line:
    """In a line of a tile that brings nothing only what others have of it is told besides."""
    end = ways[0].end
    idle = not gains(view, seat, end)
    parts = [brings(view, seat, end, work), *([] if idle else die_words(view, voice, seat, end, work))]
    others = others_get(view, voice, seat, end, work)
    words = f"{tile(end)}: {', '.join([*parts, *others])}{'' if idle else _journey(ways[0])}"
    old = view.dice[end]
    return Line(
        end, moves[0], words, tuple(moves), idle,
        shared=bool(others), stays=old is None or old[1] >= work,
        lost=end < len(MATERIALS) and _room(view, seat, end) < work,
    )  # fmt: skip


def _journey(route: Route) -> str:
    """The route where it is more than a walk: " (by Order, Boat to Workshop, Port 1)"."""
    if all(step == "walk" for step, _ in route.steps):
        return ""
    return say(" (by {steps})", steps=", ".join(say(STEPS[step], tile=tile(at)) for step, at in route.steps))


def boats(lines: Sequence[Line]) -> str:
    """The sentence that the Boat may be left elsewhere on one of these ways, with an example; "" where it may not."""
    order = next((line.boats[0].text for line in lines if line.boats), "")
    if not order:
        return ""
    return say("The Boat stays where you leave it, which may be another place too, as in [{order}].", order=order)


def remarks(lines: Sequence[Line]) -> str:
    """The sentences that explain the words of these lines to whoever reads them for the first time."""
    found = []
    if any(not line.stays and not line.idle for line in lines):
        found.append(say("Where your die does not stay you get the same, but it comes back to your reserve."))
    if any(line.shared for line in lines):
        found.append(say("Others get 1 for the Burgher or a die that they have there, 2 for both."))
    if any(line.lost for line in lines):
        found.append(
            say(
                "What has no room is lost, unless you throw other cubes of your stock away behind the move: "
                "[discard NUMBER MATERIAL]."
            )
        )
    return " ".join(found)


# --- what a tile brings ----------------------------------------------------------------------------------


def gains(view: State, seat: int, end: int) -> bool:
    """Whether a tile gives the seat anything now."""
    own = view.seats[seat]
    if end < len(MATERIALS):
        return _room(view, seat, end) > 0
    if end in CARD_TILES:
        deck = end - CARD_TILES[0]
        return bool(view.decks[deck]) and boards.has_space(own, deck)
    return any(count and not (end >= PORT1 and kind in view.ports[end - PORT1]) for kind, count in enumerate(own.store))


def _room(view: State, seat: int, kind: int) -> int:
    own = view.seats[seat]
    return boards.free(own) + sum(room for _, room in boards.targets(own, kind))


def brings(view: State, seat: int, end: int, work: int) -> str:
    """ "4 gold", "draw 2 Orders, keep one", "sell 2 Lace for 6 points", "you have nothing to sell"."""
    if end < len(MATERIALS):
        room = _room(view, seat, end)
        if not room:
            return say("no room for {material}", material=material(end))
        return say("take {n} {material}", n=work, material=material(end)) + (
            say(" (room for {n})", n=room) if room < work else ""
        )
    if end in CARD_TILES:
        return _draws(view, seat, end - CARD_TILES[0], work)
    return _market(view, seat, work) if end == MARKET else _port(view, seat, end, work)


def _draws(view: State, seat: int, deck: int, work: int) -> str:
    left = len(view.decks[deck])
    if not left:
        return say(NONE_LEFT[deck])
    if not boards.has_space(view.seats[seat], deck):
        return say(NO_SPACE[deck])
    return say("draw {cards}, keep at most one", cards=drawn(deck, min(work, left)))


def _market(view: State, seat: int, work: int) -> str:
    store = view.seats[seat].store
    best = []
    for kind in (2, 1, 0):
        if store[kind]:
            sold = min(work, store[kind])
            best.append(_sale(sold, goods(kind), sold * (view.price(kind) + bonus(view))))
    return listed(best, say("or")) if best else say("you have nothing to sell")


def _port(view: State, seat: int, end: int, work: int) -> str:
    store, sold = view.seats[seat].store, view.ports[end - PORT1]
    best = [goods(kind) for kind in (2, 1, 0) if store[kind] and kind not in sold]
    return _sale(1, listed(best, say("or")), work) if best else say("you have nothing to sell")


def _sale(count: int, wares: str, points: int) -> str:
    return say("sell {n} {goods} for {points:point|points}", n=count, goods=wares, points=points)


def die_words(view: State, voice: Voice, seat: int, end: int, work: int) -> list[str]:
    """The fate of the die: it drives one out, or does not stay."""
    old = view.dice[end]
    if old is None:
        return []
    known = {"who": voice.seat(old[0]), "value": old[1]}
    if old[1] < work:
        return [say("your die does not stay ({who:your own|#'s} {value} is lower)", **known)]
    return [say("sends {who:your own|#'s} die {value} back", **known)]


def others_get(view: State, voice: Voice, seat: int, end: int, work: int) -> list[str]:
    """Tell which others profit by a Burgher or a die there, after the die has been placed."""
    if end > CARD_TILES[-1]:
        return []
    old = view.dice[end]
    staying = old is not None and old[1] < work
    by_number: dict[int, list[str]] = {}
    for other in view.others(seat):
        part = (view.seats[other].burgher == end) + bool(old and old[0] == other and staying)
        if part:
            by_number.setdefault(part, []).append(str(voice.seat(other)))
    also = (
        to_say("{names} {k:!gets|get} {n} too") if end < len(MATERIALS) else to_say("{names} {k:!draws|draw} {n} too")
    )
    return [say(also, names=listed(names), k=len(names), n=n) for n, names in by_number.items()]


def changes(view: State, seat: int) -> list[tuple[Move, str]]:
    """The moves that a Master Builder makes possible: "[use pilot up]: the die you move with counts 1 more"."""
    found = []
    for move, shifts in builders.die_moves(view.seats[seat], view.now):
        pairs = [pair for pair in die_pairs(view, shifts) if pair[1] in FACES]
        ends = {die: sorted({route.end for route in routes(view, seat, points)}) for die, points, _ in pairs}
        reached = [
            say("{die} to {tiles}", die=die, tiles=listed([tile(end) for end in ends[die]], say("or")))
            for die, _, _ in pairs
            if ends[die]
        ]
        if reached:
            found.append((move, "; ".join(reached)))
    return found
