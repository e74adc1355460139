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
from engine.venise.words.voice import Voice, drawn, goods, listed, material, tile, title

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
    if die == points:
        return say("Moving with the {die} and working with {work}:", die=die, work=work)
    return say(
        "Moving with the {die}, which counts {points} and working with {work}:", die=die, points=points, work=work
    )


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
    return f" ({', '.join(say(STEPS[step], tile=tile(at)) for step, at in route.steps)})"


def _boats(view: State, moves: Sequence[Move]) -> str:
    """The other places at which the Boat can be left by going there, as a pattern."""
    others = [move for move in moves if "boat" in move and move[-1] != "idle" and move != moves[0]]
    if not others:
        return ""
    places = listed([title(move[4]) for move in others], say("or"))
    return say(" The Boat can be left at {tiles}: [{order}].", tiles=places, order=others[0].text)


# --- what a tile brings ----------------------------------------------------------------------------------


def brings(view: State, seat: int, end: int, work: int) -> str:
    """ "4 gold", "draws 2 of 9 Orders", "sells up to 2 at the price and 3 more", "nothing"."""
    name = tile(end)
    if end < len(MATERIALS):
        room = boards.free(view.seats[seat]) + sum(room for _, room in boards.targets(view.seats[seat], end))
        lost = say(" (room for {n})", n=room) if room < work else ""
        return f"{work} {material(end)}{lost}"
    if end in CARD_TILES:
        return _draws(view, seat, end - CARD_TILES[0], work)
    if end == MARKET:
        return f"{name}: {_market(view, seat, work)}"
    return f"{name}: {_port(view, seat, end, work)}"


def _draws(view: State, seat: int, deck: int, work: int) -> str:
    left = len(view.decks[deck])
    if not left:
        return say(NONE_LEFT[deck])
    if not boards.has_space(view.seats[seat], deck):
        return say(NO_SPACE[deck])
    return say("{cards} to choose from", cards=drawn(deck, min(work, left)))


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
    return say("{n} {goods} for {points}", n=count, goods=wares, points=points)


def die_words(view: State, voice: Voice, seat: int, end: int, work: int) -> list[str]:
    """The fate of the die: it drives one out, or finds no place."""
    old = view.dice[end]
    if old is None:
        return []
    known = {"who": voice.seat(old[0]), "value": old[1]}
    if old[1] < work:
        return [say("no place for your die ({who:your own|#'s} {value} stays)", **known)]
    return [say("{who:your own|#'s} {value} goes back", **known)]


def others_get(view: State, voice: Voice, seat: int, end: int, work: int) -> list[str]:
    """Tell which others profit, after the die has been placed."""
    if end > CARD_TILES[-1]:
        return []
    old = view.dice[end]
    staying = old is not None and old[1] < work
    found = []
    for other in view.others(seat):
        part = (view.seats[other].burgher == end) + bool(old and old[0] == other and staying)
        if part:
            found.append(say("{who} gets {n}", who=voice.seat(other), n=part))
    return found


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
