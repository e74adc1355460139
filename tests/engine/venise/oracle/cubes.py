"""The oracle's cubes: gained ones find a place, others go down from the stock to cards, bridges are paid with them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import product
from typing import Any, NamedTuple

from .box import MATERIALS, NUMBERS, WORKSHOPS, Card, cost

Play = Generator[Any, Any, Any]
Seat = dict[str, Any]


class Beside(NamedTuple):
    """What may be done at any time of a turn beside what is asked: the moves, and how one is carried out."""

    moves: Callable[[], list[str]]
    do: Callable[[list[str]], None]


def cards(me: Seat) -> list[Card]:
    return [card for row in me["rows"] for card in row]


def named(me: Seat, name: str) -> Card:
    return next(card for card in cards(me) if card["card"] == name)


def room(card: Card, material: str) -> int:
    """Cubes of that colour that the card can take: on its cost squares, or a built workshop in its stock."""
    name = card["card"]
    if not card["ready"]:
        return int(cost(name).get(material, 0) - card["paid"][material])
    if name in WORKSHOPS and WORKSHOPS[name]["material"] == material:
        return int(WORKSHOPS[name]["capacity"] - card["held"])
    return 0


def free(me: Seat) -> int:
    return int(NUMBERS["stock"] - sum(me["stock"].values()))


def lay_on(card: Card, material: str, number: int) -> None:
    if card["ready"]:
        card["held"] += number
        return
    card["paid"][material] += number
    if all(card["paid"][name] == number for name, number in cost(card["card"]).items()):
        card["ready"] = True
        card["paid"] = dict.fromkeys(MATERIALS, 0)


def downs(me: Seat) -> list[str]:
    """Moving cubes down from the stock, in the own turn at any time."""
    return [
        f"put {number} {material} {card['card']}"
        for card in cards(me)
        for material in MATERIALS
        for number in range(1, min(room(card, material), me["stock"][material]) + 1)
    ]


def put_down(me: Seat, words: list[str]) -> None:
    number, material, name = int(words[0]), words[1], words[2]
    me["stock"][material] -= number
    lay_on(named(me, name), material, number)


def gain(me: Seat, seat: int, material: str, number: int, beside: Beside | None = None) -> Play:
    """So many new cubes are laid; what finds no place is lost. Stock cubes may be thrown away for them or, in the own
    turn, moved down; then there are also other things to do beside it."""
    while number:
        places = {card["card"]: room(card, material) for card in cards(me)} | {"stock": free(me)}
        places = {name: many for name, many in places.items() if many}
        puts = [
            f"put {few} {material} {name}" for name, many in places.items() for few in range(1, min(number, many) + 1)
        ]
        thrown = [
            f"discard {few} {other}"
            for other in MATERIALS
            if other != material
            for few in range(1, min(me["stock"][other], number - free(me)) + 1)
        ]
        moved = [move for move in downs(me) if beside and move.split()[2] != material]
        if not thrown and len(places) <= 1 and not (moved and number > free(me)):
            for name, many in places.items():
                place(me, name, material, min(many, number))
            return
        others = beside.moves() if beside else []
        words = (yield seat, ["lay cards workshops stock", *puts, *moved, *thrown, *others]).split()
        if beside and words[0] == "use":
            beside.do(words)
            continue
        if words[0] == "lay":
            yield from lay(me, seat, words[1:], material, number)
            return
        if words[0] == "put" and words[2] != material:
            put_down(me, words[1:])
        elif words[0] == "put":
            place(me, words[3], material, int(words[1]))
            number -= int(words[1])
        else:
            me["stock"][words[2]] -= int(words[1])


def place(me: Seat, name: str, material: str, number: int) -> None:
    if name == "stock":
        me["stock"][material] += number
    else:
        lay_on(named(me, name), material, number)


def lay(me: Seat, seat: int, kinds: list[str], material: str, number: int) -> Play:
    """By kinds of places, one after the other. Which of several cards comes first is not told, so it is looked up."""
    for kind in kinds:
        if kind == "stock":
            few = min(number, free(me))
            place(me, "stock", material, few)
            number -= few
            continue
        ready = kind == "workshops"
        open_to = [card for card in cards(me) if card["ready"] == ready and room(card, material)]
        few = min(number, sum(room(card, material) for card in open_to))
        shares = {card["card"]: room(card, material) for card in open_to}
        if 0 < few < sum(shares.values()):
            shares = yield "shares", seat, few, material, shares
        elif not few:
            continue
        for name, share in shares.items():
            place(me, name, material, share)
        number -= few


def lacking(card: Card, *, filled: bool = False) -> dict[str, int]:
    """What is still to be paid on the card and, if asked for, to be laid in the workshop."""
    paid = {name: 0 if card["ready"] else cost(card["card"]).get(name, 0) - card["paid"][name] for name in MATERIALS}
    if filled:
        workshop = WORKSHOPS[card["card"]]
        paid[workshop["material"]] += workshop["capacity"] - card["held"]
    return paid


def payable(me: Seat, card: Card, *, filled: bool = False) -> bool:
    """Whether what is lacking lies in the stock: then using the card pays it first."""
    return all(me["stock"][name] >= number for name, number in lacking(card, filled=filled).items())


def left_after(me: Seat, card: Card) -> dict[str, int]:
    """The stock when the card is paid."""
    lack = lacking(card)
    return {name: number - lack[name] for name, number in me["stock"].items()}


def pay_off(me: Seat, card: Card, *, filled: bool = False) -> None:
    for name, number in lacking(card, filled=filled).items():
        me["stock"][name] -= number
    card["paid"] = dict.fromkeys(MATERIALS, 0)
    card["ready"] = True
    if filled:
        card["held"] = WORKSHOPS[card["card"]]["capacity"]


def ways_to_pay(me: Seat, price: int) -> list[dict[str, int]]:
    ranges = [range(me["stock"][name] + 1) for name in MATERIALS]
    return [dict(zip(MATERIALS, numbers, strict=True)) for numbers in product(*ranges) if sum(numbers) == price]


def in_words(cubes: dict[str, int]) -> str:
    return " ".join(f"{number} {name}" for name, number in cubes.items() if number)


def full_stocks(stock: dict[str, int]) -> Iterator[dict[str, int]]:
    """What the stock may hold after "fill with two kinds": of one kind at least nothing was added."""
    for numbers in product(range(NUMBERS["stock"] + 1), repeat=len(MATERIALS)):
        cubes = dict(zip(MATERIALS, numbers, strict=True))
        if sum(numbers) == NUMBERS["stock"] and any(cubes[name] <= stock[name] for name in MATERIALS):
            yield cubes
