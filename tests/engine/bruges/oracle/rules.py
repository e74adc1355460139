"""The oracle's round: draw, dice, card turns, majorities. A generator that asks (seat, moves) and is sent the answer.

The position is the engine's public one (docs/positions/bruges.md), changed in place. Dice come from outside: the
generator asks "dice" for them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from tests.engine.bruges.oracle.cards import COLOURS, colour, deck, icon
from tests.engine.bruges.oracle.deeds import (
    ask,
    build_canal,
    build_house,
    canal_price,
    draw,
    happened,
    improvements,
    penalties,
    recruit_moves,
    spend_worker,
    take_marker_off,
    together,
)
from tests.engine.bruges.oracle.persons import active, carry_out, move_in, step_price, useful
from tests.engine.bruges.oracle.scoring import cards, lasting, totals

Pos = dict[str, Any]
Play = Generator[Any, Any, None]


def play(pos: Pos) -> Play:
    """The whole game. Whoever acts settles the steps that others have left open, unless the table plays otherwise."""
    game, answer = phases_of(pos), None
    while True:
        try:
            asked = game.send(answer)
        except StopIteration:
            return
        answer = yield asked
        if asked != "dice" and pos.get("steps") != "card":
            for number, me in enumerate(pos["seats"]):
                if number != answer[0]:
                    me.pop("open step", None)


def phases_of(pos: Pos) -> Play:
    """From the beginning of a phase to the end of the game."""
    phases = {"draw": refill, "dice": dice, "cards": turns, "majorities": majorities}
    todo = list(phases)[list(phases).index(pos["phase"]) :]
    first = True
    while not pos["over"]:
        for name in todo:
            pos["phase"] = name
            given = name == "dice" and first and bool(pos["dice"])
            yield from dice(pos, fresh=False) if given else phases[name](pos)
            first = False
        todo = list(phases)


def from_start(pos: Pos) -> list[int]:
    number = len(pos["seats"])
    return [(pos["start"] + k) % number for k in range(number)]


def refill(pos: Pos) -> Play:
    for seat in from_start(pos):
        me = pos["seats"][seat]
        me["hand"] = cards(me)
        limit = max([5, *(effect["n"] for effect in lasting(me, "hand_limit"))])
        yield from draw(pos, seat, limit - len(me["hand"]), optional=limit - 5)


def dice(pos: Pos, fresh: bool = True) -> Play:
    if fresh:
        pos["dice"] = yield "dice"
    yield from deal(pos, [name for name in COLOURS if pos["dice"][name] >= 5])
    low = [face for face in pos["dice"].values() if face <= 2]
    for seat in from_start(pos):
        me = pos["seats"][seat]
        price = step_price(me, sum(low))
        if low and me["step"] < 8 and me["guilders"] >= price:
            answer = yield from ask(seat, ["climb", "stay"])
            before = holdings(me)
            if answer.startswith("climb"):
                yield from climb(pos, seat, price)
            if answer.endswith("for now"):
                me["open step"] = (price, before, holdings(me))


def climb(pos: Pos, seat: int, price: int) -> Play:
    me = pos["seats"][seat]
    me["guilders"] -= price
    me["step"] += 1
    me["climbed"] = True
    yield from happened(pos, seat, "climb")


def holdings(me: dict[str, Any]) -> dict[str, int]:
    return {
        "points": me["points"],
        "guilders": me["guilders"],
        **{name: me["workers"].get(name, 0) for name in COLOURS},
    }


def open_step(me: dict[str, Any]) -> list[str]:
    """A step that a rule answered may be taken back, with all it brought, or made up for, until the first card."""
    if "open step" not in me:
        return []
    price, before, after = me["open step"]
    if not me["climbed"]:
        return ["climb"] if me["step"] < 8 and me["guilders"] >= price else []
    now = holdings(me)
    enough = all(now[name] - after[name] + before[name] >= 0 for name in now)
    return ["no climb"] if enough else []


def change_step(pos: Pos, seat: int) -> Play:
    me = pos["seats"][seat]
    price, before, after = me.pop("open step")
    if not me["climbed"]:
        yield from climb(pos, seat, price)
        return
    me["climbed"] = False
    me["step"] -= 1
    for name, number in holdings(me).items():
        back = number - after[name] + before[name]
        if name in COLOURS:
            me["workers"].pop(name, None)
            me["workers"].update({name: back} if back else {})
        else:
            me[name] = back


def deal(pos: Pos, hit: list[str]) -> Play:
    """A marker of each colour to everybody. A third one sends all three back before the next seat gets its own."""
    struck = {}
    for seat in from_start(pos):
        third = []
        for name in hit:
            mine = pos["seats"][seat]["threats"]
            mine[name] = mine.get(name, 0) + 1
            if mine[name] == 3:
                del mine[name]
                third.append(name)
        struck[seat] = penalties(pos, seat, third)
    yield from together(struck)


def turns(pos: Pos) -> Play:
    number = len(pos["seats"])
    while pos["turn"] < 4 * number:
        seat = (pos["start"] + pos["turn"]) % number
        yield from turn(pos, seat)
        pos["turn"] += 1


def turn(pos: Pos, seat: int) -> Play:
    """One card, or more where a person allows it; persons before and after."""
    me = pos["seats"][seat]
    pos["due"], played = 1, False
    while True:
        moves = [f"use {person}" for person in ready(pos, seat)]
        moves += card_moves(pos, seat) if pos["due"] else []
        moves += open_step(me) if moves else []
        moves += [] if pos["due"] and cards(me) and not played else ["end"]
        move = yield from ask(seat, moves)
        verb, *names = move.split()
        if verb in ("climb", "no"):
            yield from change_step(pos, seat)
            continue
        if verb != "use":
            me.pop("open step", None)
        if verb == "end":
            return
        if verb == "use":
            yield from use(pos, seat, names[0])
        else:
            pos["due"], played = pos["due"] - 1, True
            yield from ACTIONS[verb](pos, seat, *names)


def ready(pos: Pos, seat: int) -> list[str]:
    """The persons that may be activated: rested, their worker at hand, and something for them to do."""
    me = pos["seats"][seat]
    return [
        house["person"]
        for house in me["houses"]
        if house.get("person")
        and icon(house["person"]) in ("worker", "once")
        and not house.get("used")
        and useful_after_paying(pos, seat, house["person"])
    ]


def useful_after_paying(pos: Pos, seat: int, person: str) -> bool:
    me = pos["seats"][seat]
    of = deck()[person]["icon"].partition(":")[2]
    if of and not me["workers"].get(of):
        return False
    before = dict(me["workers"])
    if of:
        spend_worker(me, of)
    try:
        return any(useful(pos, seat, effect) for effect in active(pos, person))
    finally:
        me["workers"] = before


def use(pos: Pos, seat: int, person: str) -> Play:
    me = pos["seats"][seat]
    of = deck()[person]["icon"].partition(":")[2]
    if of:
        spend_worker(me, of)
    next(house for house in me["houses"] if house.get("person") == person)["used"] = True
    yield from carry_out(pos, seat, person)


def card_moves(pos: Pos, seat: int) -> list[str]:
    me = pos["seats"][seat]
    moves = []
    for card in cards(me):
        moves += [f"workers {card}", f"guilders {card}"]
        held = me["threats"] if improvements(me, "threat", "any_colour") else [colour(card)]
        if any(me["threats"].get(name) for name in held):
            moves.append(f"threat {card}")
        for section in ("left", "right"):
            price = canal_price(me, section, colour(card))
            if price is not None and price <= me["guilders"]:
                moves.append(f"canal {card} {section}")
        if workers_for_house(me, card) is not None:
            moves.append(f"house {card}")
        moves += recruit_moves(me, card, 0)
    return moves


def workers_for_house(me: dict[str, Any], card: str) -> list[str] | None:
    """The colours of which one worker may pay, none if nothing is to be paid, None if nobody can."""
    if sum(effect["discount"] for effect in improvements(me, "house", "discount")) >= 1:
        return []
    fitting = [name for name in COLOURS if me["workers"].get(name)]
    if not improvements(me, "house", "any_colour"):
        fitting = [name for name in fitting if name == colour(card)]
    return fitting or None


def take_from_hand(pos: Pos, seat: int, card: str, *, discard: bool = True) -> None:
    me = pos["seats"][seat]
    me["hand"].remove(card)
    if card in me["public"]:
        me["public"].remove(card)
    if discard:
        pos["discard"].append(card)


def play_workers(pos: Pos, seat: int, card: str) -> Play:
    me = pos["seats"][seat]
    take_from_hand(pos, seat, card)
    more = sum(effect["plus"] for effect in improvements(me, "workers", "plus"))
    me["workers"][colour(card)] = me["workers"].get(colour(card), 0) + 2 + more
    yield from happened(pos, seat, "workers")


def play_guilders(pos: Pos, seat: int, card: str) -> Play:
    me = pos["seats"][seat]
    take_from_hand(pos, seat, card)
    face = pos["dice"][colour(card)]
    if improvements(me, "guilders", "any_colour"):
        face = max(pos["dice"].values())
    face = max([face, *(effect["minimum"] for effect in improvements(me, "guilders", "minimum"))])
    me["guilders"] += face + sum(effect["plus"] for effect in improvements(me, "guilders", "plus"))
    yield from happened(pos, seat, "guilders")


def play_threat(pos: Pos, seat: int, card: str) -> Play:
    me = pos["seats"][seat]
    take_from_hand(pos, seat, card)
    which = sorted(me["threats"]) if improvements(me, "threat", "any_colour") else [colour(card)]
    answer = yield from ask(seat, [f"remove {name}" for name in which])
    yield from take_marker_off(pos, seat, answer.split()[1])
    me["points"] += sum(effect["plus"] for effect in improvements(me, "threat", "plus"))


def play_canal(pos: Pos, seat: int, card: str, section: str) -> Play:
    me = pos["seats"][seat]
    price = canal_price(me, section, colour(card))
    assert price is not None, "not among the moves"
    take_from_hand(pos, seat, card)
    yield from build_canal(pos, seat, section, price)


def play_house(pos: Pos, seat: int, card: str) -> Play:
    me = pos["seats"][seat]
    fitting = workers_for_house(me, card)
    if fitting:
        answer = yield from ask(seat, [f"give {name}" for name in fitting])
        spend_worker(me, answer.split()[1])
    take_from_hand(pos, seat, card, discard=False)
    yield from build_house(pos, seat, card)


def play_recruit(pos: Pos, seat: int, card: str, _in: str, house: str) -> Play:
    take_from_hand(pos, seat, card, discard=False)
    yield from move_in(pos, seat, card, house)


ACTIONS: dict[str, Callable[..., Play]] = {
    "workers": play_workers,
    "guilders": play_guilders,
    "threat": play_threat,
    "canal": play_canal,
    "house": play_house,
    "recruit": play_recruit,
}


def majorities(pos: Pos) -> Play:
    """Phase 4 and the end of the round."""
    counted = {
        "reputation": [seat["step"] for seat in pos["seats"]],
        "people": [sum(bool(house.get("person")) for house in seat["houses"]) for seat in pos["seats"]],
        "canal": [sum(seat["canals"].values()) for seat in pos["seats"]],
    }
    for what, values in counted.items():
        first, second = sorted(values, reverse=True)[:2]
        if first > second:
            markers = pos["seats"][values.index(first)]["markers"]
            markers.extend([what] if what not in markers else [])
    pos["totals"].append(totals(pos))
    for seat in pos["seats"]:
        for house in seat["houses"]:
            house["used"] = bool(house.get("person")) and icon(house["person"]) == "arrow"
    if pos["round"] == pos["last"]:
        pos["over"] = True
        return
    for seat in pos["seats"]:
        seat["climbed"] = False
    pos["round"] += 1
    pos["start"] = (pos["start"] + 1) % len(pos["seats"])
    pos["turn"] = 0
    yield from ()
