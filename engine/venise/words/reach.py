"""Where a Burgher can go and what that brings, in words: the lines of a turn letter. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.decisions import Move
from engine.venise import boards, builders
from engine.venise.builders import FACES
from engine.venise.reasons import title
from engine.venise.routes import Route, routes
from engine.venise.state import CARD_TILES, GOODS, MARKET, MATERIALS, PORT1, TILES, State
from engine.venise.trade import bonus
from engine.venise.turns import die_pairs
from engine.venise.words.voice import Voice, listed, some, tile

CARDS = ("Workshop", "Order", "Master Builder")


@dataclass(frozen=True, slots=True)
class Line:
    """A tile that can be reached: the order to write, what it brings in words, every way to say it."""

    move: Move
    words: str
    moves: tuple[Move, ...]


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
    counts = "" if die == points else f", which counts {points}"
    return f"Moving with the {die}{counts} and working with {work}:"


def _line(view: State, voice: Voice, seat: int, moves: Sequence[Move], ways: Sequence[Route], work: int) -> Line:
    first = ways[0]
    how = _journey(view, first)
    parts = [brings(view, seat, first.end, work), *die_words(view, voice, seat, first.end, work)]
    parts += others_get(view, voice, seat, first.end, work)
    words = f"[{moves[0].text}] {'; '.join(parts)}{how}."
    return Line(moves[0], f"{words}{_boats(view, moves)}", tuple(moves))


def _journey(view: State, route: Route) -> str:
    """The route where it is more than a walk: "(Order, Boat to Workshop, Port 1)"."""
    if all(step == "walk" for step, _ in route.steps):
        return ""
    ways = {"walk": "{}", "bridge": "your bridge to {}", "boat": "Boat to {}"}
    return f" ({', '.join(ways[step].format(tile(at)) for step, at in route.steps)})"


def _boats(view: State, moves: Sequence[Move]) -> str:
    """Where else the Boat can be left by going there, as a pattern."""
    others = [move for move in moves if "boat" in move and move[-1] != "idle" and move != moves[0]]
    if not others:
        return ""
    places = [title(move[4]) for move in others]
    return f" The Boat can be left at {listed(places, 'or')}: [{others[0].text}]."


# --- what a tile brings ----------------------------------------------------------------------------------


def brings(view: State, seat: int, end: int, work: int) -> str:
    """ "4 gold", "draws 2 of 9 Orders", "sells up to 2 at the price and 3 more", "nothing"."""
    name = tile(end)
    if end < len(MATERIALS):
        room = boards.free(view.seats[seat]) + sum(room for _, room in boards.targets(view.seats[seat], end))
        lost = f" (room for {room})" if room < work else ""
        return f"{work} {MATERIALS[end]}{lost}"
    if end in CARD_TILES:
        return _draws(view, seat, end - CARD_TILES[0], work)
    if end == MARKET:
        return f"{name}: {_market(view, seat, work)}"
    return f"{name}: {_port(view, seat, end, work)}"


def _draws(view: State, seat: int, deck: int, work: int) -> str:
    left = len(view.decks[deck])
    if not left:
        return f"no {CARDS[deck]} cards are left"
    if not boards.has_space(view.seats[seat], deck):
        return f"no space for another {CARDS[deck]} card"
    return f"{some(min(work, left), CARDS[deck] + ' card')} to choose from"


def _market(view: State, seat: int, work: int) -> str:
    store = view.seats[seat].store
    best = []
    for goods in (2, 1, 0):
        if store[goods]:
            sold = min(work, store[goods])
            best.append(f"{sold} {title(GOODS[goods])} for {sold * (view.price(goods) + bonus(view))}")
    return listed(best, "or") if best else "you have nothing to sell"


def _port(view: State, seat: int, end: int, work: int) -> str:
    store, sold = view.seats[seat].store, view.ports[end - PORT1]
    best = [title(GOODS[goods]) for goods in (2, 1, 0) if store[goods] and goods not in sold]
    return f"1 {listed(best, 'or')} for {work}" if best else "you have nothing to sell"


def die_words(view: State, voice: Voice, seat: int, end: int, work: int) -> list[str]:
    """What becomes of the die: it drives one out, or finds no place."""
    old = view.dice[end]
    if old is None:
        return []
    whose = voice.whose(old[0]) + (" own" if old[0] == seat else "")
    if old[1] < work:
        return [f"no place for your die ({whose} {old[1]} stays)"]
    return [f"{whose} {old[1]} goes back"]


def others_get(view: State, voice: Voice, seat: int, end: int, work: int) -> list[str]:
    """Who else profits, after the die has been placed."""
    if end > CARD_TILES[-1]:
        return []
    old = view.dice[end]
    staying = old is not None and old[1] < work
    found = []
    for other in view.others(seat):
        part = (view.seats[other].burgher == end) + bool(old and old[0] == other and staying)
        if part:
            found.append(f"{voice.who(other)} gets {part}")
    return found


def changes(view: State, seat: int) -> list[tuple[Move, str]]:
    """What a Master Builder makes possible before the move: "[use pilot up]: the die you move with counts 1 more"."""
    found = []
    for move, shifts in builders.die_moves(view.seats[seat], view.now):
        pairs = [pair for pair in die_pairs(view, shifts) if pair[1] in FACES]
        ends = {die: sorted({route.end for route in routes(view, seat, points)}) for die, points, _ in pairs}
        reached = [f"{die} to {listed([tile(end) for end in ends[die]], 'or')}" for die, _, _ in pairs if ends[die]]
        if reached:
            found.append((move, "; ".join(reached)))
    return found
