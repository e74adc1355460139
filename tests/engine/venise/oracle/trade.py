"""The oracle's trade: prices, sales on the Market and in the Ports, production by Orders."""

from __future__ import annotations

from typing import Any

from .box import WORKSHOPS, Card, Pos, order
from .cubes import Beside, Play, lacking, named, pay_off, payable
from .scoring import price


def sell(pos: Pos, seat: int, tile: str, value: int, beside: Beside) -> Play:
    me = pos["seats"][seat]
    words = ["use"]
    while words[0] == "use":
        moves = at_market(pos, me, value) if tile == "market" else at_port(pos, me, tile)
        if not moves:
            return
        words = (yield seat, [*moves, "none", *beside.moves()]).split()
        if words[0] == "use":
            beside.do(words)
    if words[0] == "none":
        return
    if tile == "market":
        every = not words[1].isdecimal()
        goods = words[1] if every else words[2]
        number = min(value, me["store"][goods]) if every else int(words[1])
        bonus = max(pos["bonuses"], default=0)
        me["points"] += number * (price(pos, goods) + bonus)
        me["store"][goods] -= number
        if bonus:
            pos["bonuses"].remove(bonus)
        ones, twos = pos["prices"][goods]
        if ones or twos:
            pos["prices"][goods][1 if not ones or "lower" in words else 0] -= 1
        return
    goods = words[1]
    me["points"] += value
    me["store"][goods] -= 1
    pos["ports"][tile] = sorted([*pos["ports"][tile], goods])
    ones, _ = pos["prices"][goods]
    if words[2:3] == ["up"]:
        pos["prices"][goods][0] += 1
    elif words[2:] == ["down"] and ones:
        pos["prices"][goods][0] -= 1
    elif "down" in words:
        pos["prices"][goods][1] -= 1
        pos["prices"][goods][0] += 1


def at_market(pos: Pos, me: dict[str, Any], value: int) -> list[str]:
    moves = []
    for goods, number in me["store"].items():
        most = min(number, value)
        for count in ["", *map(str, range(1, most + 1))] if most else []:
            sale = " ".join(["sell", *count, goods])
            moves += [sale, f"{sale} lower 2"] if all(pos["prices"][goods]) else [sale]
    return moves


def at_port(pos: Pos, me: dict[str, Any], tile: str) -> list[str]:
    moves = []
    for goods, number in me["store"].items():
        if number and goods not in pos["ports"][tile]:
            ones, twos = pos["prices"][goods]
            changes = ["", " up"] + [" down"] * bool(ones or twos) + [" down 2"] * bool(ones and twos)
            moves += [f"sell {goods}{change}" for change in changes]
    return moves


def orders(me: dict[str, Any], card: Card) -> list[int]:
    """Values of the Orders in row 2 for the goods that the workshop makes, the greatest first."""
    goods = WORKSHOPS[card["card"]]["goods"]
    found = [order(other["card"]) for other in me["rows"][1]]
    return sorted((what[1] for what in found if what and what[0] == goods), reverse=True)


def able(pos: Pos, me: dict[str, Any]) -> list[Card]:
    """Workshops that have an Order, have not worked in this turn, and are full or can be made so from the stock; those
    that are full already come first, then those that are built, then the large ones."""
    fits = [
        card
        for card in me["rows"][0]
        if card["card"] in WORKSHOPS
        and card["card"] not in pos["now"]["made"]
        and payable(me, card, filled=True)
        and orders(me, card)
    ]
    return sorted(fits, key=lambda card: (not card["ready"], any(lacking(card, filled=True).values()), -size(card)))


def size(card: Card) -> int:
    return int(WORKSHOPS[card["card"]]["capacity"])


def productions(pos: Pos, seat: int) -> list[str]:
    me = pos["seats"][seat]
    ways = [f"produce {card['card']} {value}" for card in able(pos, me) for value in sorted(set(orders(me, card)))]
    return ["produce", *ways] if ways else []


def produce(pos: Pos, seat: int, words: list[str]) -> None:
    """One workshop by one Order; without words all that can, each with the best Order."""
    me = pos["seats"][seat]
    if words:
        make(pos, me, named(me, words[0]), int(words[1]))
        return
    while fits := able(pos, me):
        make(pos, me, fits[0], orders(me, fits[0])[0])


def make(pos: Pos, me: dict[str, Any], card: Card, value: int) -> None:
    """The cubes become goods; the Order raises the price."""
    pay_off(me, card, filled=True)
    goods = WORKSHOPS[card["card"]]["goods"]
    me["store"][goods] += card["held"]
    card["held"] = 0
    pos["now"]["made"].append(card["card"])
    row = me["rows"][1]
    row.remove(next(other for other in row if order(other["card"]) == (goods, value)))
    pos["prices"][goods][value - 1] += 1
