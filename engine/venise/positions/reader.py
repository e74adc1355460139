"""Reads position files: states from JSON values, completely checked. See docs/positions/venise.md.

A short position leaves out what is as usual: without an agenda the seat of `turn` moves with the dice of `now`,
without decks the cards that are nowhere else lie in them in the order of the data file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.agenda import Task, shape
from engine.positions.values import fail, fields, flag, listed, one_of, whole, wholes
from engine.venise.data.box import shipped
from engine.venise.orders.parser import reads
from engine.venise.orders.reasons import KINDS
from engine.venise.positions.checks import check
from engine.venise.positions.writer import WORDS
from engine.venise.rules import setup, tasks
from engine.venise.rules.view import known_cards
from engine.venise.state import (
    DECKS,
    GOODS,
    MARKET,
    MATERIALS,
    NOWHERE,
    PORT1,
    ROWS,
    TILES,
    Cubes,
    Laid,
    Place,
    Seat,
    State,
    Turn,
    edge,
)

Json = Any
FIELDS = (
    "game", "about", "layout", "tiles", "boat", "seats", "first", "round", "turn", "prices", "bonuses", "ports",
    "decks", "spent", "agenda", "now", "drawn", "gifts", "last", "ending", "over", "cap", "shuffles", "totals",
    "undecided", "forced",
)  # fmt: skip
SEAT = ("points", "burgher", "stock", "store", "dice", "bridges", *ROWS, "used", "pending")
NOW = ("dice", "moved", "work", "shifts", "used", "made", "bridged")
MOST = 99_999


def read_position(data: Json) -> State:
    """The state of a position file. BadPosition names the place of what cannot be."""
    given = fields(data, FIELDS, "position")
    seats = listed(given.get("seats"), "seats")
    if not 2 <= len(seats) <= 4:
        raise fail("seats", f"are {len(seats)}, from 2 to 4 can play")
    state = _map(given, [_seat(row, f"seat {n}") for n, row in enumerate(seats)])
    for number, row in enumerate(seats):
        _pieces(state, number, row, f"seat {number}")
    _market(state, given)
    _course(state, given)
    _cards(state, given)
    state.agenda = _agenda(state, given)
    check(state)
    return state


def _map(given: dict[str, Json], seats: list[Seat]) -> State:
    known = shipped().layouts
    layout = one_of(given.get("layout", next(iter(known))), "layout", (*known, setup.FREE))
    places: list[Place | None] = [None] * len(TILES)
    if "tiles" in given:
        for name, at in fields(given["tiles"], TILES, "tiles").items():
            numbers = wholes(at, f"tiles, {name}", -8, 8)
            if len(numbers) != 2:
                raise fail(f"tiles, {name}", "is no pair of coordinates")
            places[TILES.index(name)] = (numbers[0], numbers[1])
    elif layout != setup.FREE:
        places = list(known[layout].places)
    boat = known[layout].boat if layout in known else NOWHERE
    if "boat" in given:
        boat = TILES.index(one_of(given["boat"], "boat", TILES))
    return State(seats, layout, places, boat)


# --- seats -----------------------------------------------------------------------------------------------


def _seat(row: Json, place: str) -> Seat:
    given = fields(row, SEAT, place)
    burgher = TILES.index(one_of(given["burgher"], f"{place}, burgher", TILES)) if "burgher" in given else NOWHERE
    used = cards(given.get("used", []), f"{place}, used")
    pending = []
    for names in listed(given.get("pending", []), f"{place}, pending"):
        some = cards(names, f"{place}, pending")
        decks = {shipped().cards[card].deck for card in some}
        if len(decks) != 1:
            raise fail(f"{place}, pending", "a drawing is of one deck")
        pending.append((decks.pop(), tuple(some)))
    return Seat(
        whole(given.get("points", 0), f"{place}, points", 0, MOST),
        burgher,
        list(cubes(given.get("stock", {}), f"{place}, stock", MATERIALS)),
        list(cubes(given.get("store", {}), f"{place}, store", GOODS, MOST)),
        [_row(given, name, place) for name in ROWS],
        used,
        pending,
    )


def _row(given: dict[str, Json], name: str, place: str) -> list[Laid]:
    return [_laid(card, f"{place}, {name}") for card in listed(given.get(name, []), f"{place}, {name}")]


def cards(value: Json, place: str) -> list[int]:
    known = shipped().number
    return [known[one_of(name, place, tuple(known))] for name in listed(value, place)]


def cubes(value: Json, place: str, words: Sequence[str], most: int = 6) -> Cubes:
    given = fields(value, words, place)
    wool, flax, gold = (whole(given.get(word, 0), f"{place}, {word}", 0, most) for word in words)
    return (wool, flax, gold)


def _laid(value: Json, place: str) -> Laid:
    given = {"card": value} if isinstance(value, str) else fields(value, ("card", "paid", "ready", "held"), place)
    card = cards([given.get("card")], place)[0]
    kind = shipped().cards[card]
    ready = kind.is_order or flag(given.get("ready", False), f"{place}, ready")
    return Laid(
        card,
        cubes(given.get("paid", {}), f"{place}, {kind.name}, paid", MATERIALS),
        ready,
        whole(given.get("held", 0), f"{place}, {kind.name}, held", 0, kind.capacity if ready else 0),
    )


def _pieces(state: State, number: int, row: dict[str, Json], place: str) -> None:
    for tile, value in fields(row.get("dice", {}), TILES, f"{place}, dice").items():
        at = TILES.index(tile)
        if state.dice[at] is not None:
            raise fail(f"{place}, dice, {tile}", "another die lies there")
        state.dice[at] = (number, whole(value, f"{place}, dice, {tile}", 1, 6))
    for pair in listed(row.get("bridges", []), f"{place}, bridges"):
        ends = [TILES.index(one_of(tile, f"{place}, bridges", TILES)) for tile in listed(pair, f"{place}, bridges")]
        if len(ends) != 2 or edge(*ends) in state.bridges:
            raise fail(f"{place}, bridges", "a bridge joins two tiles, and there is one between them at most")
        state.bridges[edge(*ends)] = number


# --- the table -------------------------------------------------------------------------------------------


def _market(state: State, given: dict[str, Json]) -> None:
    for goods, pair in fields(given.get("prices", {}), GOODS, "prices").items():
        numbers = wholes(pair, f"prices, {goods}", 0, MOST)
        if len(numbers) != 2:
            raise fail(f"prices, {goods}", "is no pair: how many of value 1, how many of value 2")
        kind = GOODS.index(goods)
        state.singles[kind], state.doubles[kind] = numbers
    usual = setup.market(shipped(), len(state.seats))
    state.bonuses = wholes(given.get("bonuses", usual), "bonuses", 1, 9)
    for port, sold in fields(given.get("ports", {}), TILES[PORT1:], "ports").items():
        names = [GOODS.index(one_of(goods, f"ports, {port}", GOODS)) for goods in listed(sold, f"ports, {port}")]
        if len(set(names)) < len(names):
            raise fail(f"ports, {port}", "names one of the goods twice")
        state.ports[TILES.index(port) - PORT1] = names


def _course(state: State, given: dict[str, Json]) -> None:
    seats = len(state.seats)
    state.first = whole(given.get("first", 0), "first", 0, seats - 1)
    state.round = whole(given.get("round", 1), "round", 0, MOST)
    state.turn = whole(given.get("turn", 0), "turn", 0, seats - 1)
    state.last = whole(given.get("last", 0), "last", 0, MOST)
    state.ending = one_of(given.get("ending", ""), "ending", ("", "bridges", "orders", "market", "cap"))
    state.over = flag(given.get("over", False), "over")
    state.cap = whole(given.get("cap", 0), "cap", 0, MOST)
    state.shuffles = whole(given.get("shuffles", 0), "shuffles", 0, MOST)
    state.totals = [wholes(row, "totals", 0, MOST) for row in listed(given.get("totals", []), "totals")]
    if any(len(row) != seats for row in state.totals):
        raise fail("totals", "have a number for each seat")
    state.undecided = whole(given.get("undecided", 0), "undecided", 0, MOST)
    state.forced = [_forced(row, seats) for row in listed(given.get("forced", []), "forced")]
    state.now = _now(fields(given.get("now", {}), NOW, "now"))
    for gift in listed(given.get("gifts", []), "gifts"):
        seat, kind, count = _triple(gift, "gifts")
        kind = MATERIALS.index(one_of(kind, "gifts", MATERIALS))
        state.gifts.append(tasks.Gift(whole(seat, "gifts", 0, seats - 1), kind, whole(count, "gifts", 1, 2)))


def _forced(value: Json, seats: int) -> tuple[int, str, str]:
    seat, kind, text = _triple(value, "forced", "seat, kind of choice and move")
    if not isinstance(text, str) or not text or not reads(text):
        raise fail("forced", f"{text!r} is no order")
    kinds = KINDS.get(text.split()[0], ())
    return (whole(seat, "forced", 0, seats - 1), one_of(kind, "forced", kinds), text)


def _triple(value: Json, place: str, parts: str = "seat, raw material and number") -> list[Json]:
    if len(listed(value, place)) != 3:
        raise fail(place, f"is no list of {parts}")
    return list(value)


def _now(given: dict[str, Json]) -> Turn:
    dice = wholes(given.get("dice", []), "now, dice", 1, 6)
    shifts = wholes(given.get("shifts", [0, 0]), "now, shifts", -1, 1)
    if len(dice) not in (0, 2) or len(shifts) != 2:
        raise fail("now", "dice and shifts are two numbers each")
    return Turn(
        tuple(dice),
        whole(given.get("moved", 0), "now, moved", 0, 6),
        whole(given.get("work", 0), "now, work", 0, 6),
        (shifts[0], shifts[1]),
        tuple(cards(given.get("used", []), "now, used")),
        tuple(cards(given.get("made", []), "now, made")),
        flag(given.get("bridged", False), "now, bridged"),
    )


def _cards(state: State, given: dict[str, Json]) -> None:
    """Decks that are named, or what is left for them."""
    twos = [f"{goods} 2" for kind, goods in enumerate(GOODS) for _ in range(state.doubles[kind])]
    state.spent = cards(given.get("spent", twos), "spent")
    state.drawn = tuple(cards(given.get("drawn", []), "drawn"))
    named = fields(given.get("decks", {}), DECKS, "decks")
    for deck, name in enumerate(DECKS):
        if name in named:
            state.decks[deck] = cards(named[name], f"decks, {name}")
            continue
        left = setup.cards_for(deck, len(state.seats))
        for card in known_cards(state):
            if card in left:
                left.remove(card)
        state.decks[deck] = left


# --- what comes next -------------------------------------------------------------------------------------


def _agenda(state: State, given: dict[str, Json]) -> list[Task]:
    if "agenda" in given:
        return [_task(task, len(state.seats)) for task in reversed(listed(given["agenda"], "agenda"))]
    if state.over:
        return []
    if not state.round:
        return list(reversed(setup.first_tasks(state)))
    if not state.now.dice:
        return [tasks.Begin()]
    number = state.active
    agenda: list[Task] = [tasks.Next(), tasks.Finish(number)]
    if not state.now.moved:
        agenda += [tasks.Turn(number), *[tasks.Keep(number)] * len(state.seats[number].pending)]
    return agenda


def _task(value: Json, seats: int) -> Task:
    parts = listed(value, "agenda")
    name = one_of(parts[0] if parts else None, "agenda", tuple(tasks.KINDS))
    wanted, place = shape(tasks.KINDS[name]), f"agenda, {name}"
    if len(parts) != 1 + len(wanted):
        raise fail(place, f"takes {' and '.join(wanted) or 'nothing more'}")
    task = tasks.KINDS[name](*(_value(what, part, place, seats) for what, part in zip(wanted, parts[1:], strict=True)))
    if isinstance(task, tasks.Sell) and task.tile < MARKET:
        raise fail(place, f"nothing is sold on {TILES[task.tile]}")
    return task


def _value(what: str, part: Json, place: str, seats: int) -> int:
    if what in WORDS:
        return WORDS[what].index(one_of(part, place, WORDS[what]))
    return whole(part, place, *((0, seats - 1) if what == "seat" else (1, 12)))
