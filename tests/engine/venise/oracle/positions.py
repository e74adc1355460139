"""Crowded positions made up by chance: boards full of cards, bridges, goods and prices, a seat about to move."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from .box import BOX, BUILDERS, GOODS, LAYOUTS, MATERIALS, NUMBERS, SIDES, WORKSHOPS, cost, order


def crowded(rng: Random) -> dict[str, Any]:
    """A position file of a game in its middle, from which any situation is near."""
    number = rng.randint(2, 4)
    layout = rng.choice(list(LAYOUTS.values()))
    cards = Cards(rng, number)
    seats = [cards.seat() for _ in range(number)]
    turn, first = rng.randrange(number), rng.randrange(number)
    spread_dice(rng, seats, list(layout["tiles"]), seats[(first + turn) % number])
    spread_bridges(rng, seats, layout["tiles"])
    for place, seat in enumerate(seats):
        if place != (first + turn) % number and rng.random() < 0.3:
            seat["pending"] = cards.pending()
    scarce = rng.random() < 0.2
    if scarce:
        wait_for_orders(rng, seats, cards)
    twos = {goods: cards.twos(goods) for goods in GOODS.values()}
    spent = [f"{goods} 2" for goods, number in twos.items() for _ in range(number)]
    return {
        "game": "venise",
        "layout": layout["name"],
        "boat": rng.choice(list(layout["tiles"])),
        "seats": seats,
        "first": first,
        "turn": turn,
        "round": rng.randint(1, 12),
        "now": {"dice": [rng.randint(1, 6), rng.randint(1, 6)]},
        "prices": {goods: [rng.choice((0, 1, 1, 3)), twos[goods]] for goods in GOODS.values()},
        "spent": [*spent, *cards.orders] if scarce else spent,
        "bonuses": sorted(BOX["bonuses"], reverse=True)[rng.randint(2, 7) :],
        "ports": {port: rng.sample(list(GOODS.values()), rng.randint(0, 2)) for port in ("port1", "port2")},
    }


def wait_for_orders(rng: Random, seats: list[dict[str, Any]], cards: Cards) -> None:
    """Orders are left with those only who have drawn one beside another's turn."""
    for seat in seats:
        if "pending" in seat:
            seat["pending"] = [[cards.orders.pop()] for _ in range(rng.randint(1, 2))]


class Cards:
    """The cards of a game, dealt by chance."""

    def __init__(self, rng: Random, seats: int) -> None:
        self.rng = rng
        self.workshops = list(WORKSHOPS)
        self.builders = [card["name"] for card in BOX["builders"] for _ in range(card["count"])]
        out = BOX["orders_taken_out"][str(seats)]
        self.orders = [
            f"{card['goods']} {card['value']}"
            for card in BOX["orders"]
            for _ in range(card["count"] - (out if card["value"] == 1 else 0))
        ]
        for cards in (self.workshops, self.builders, self.orders):
            rng.shuffle(cards)
        self.left_to_draw = 3

    def seat(self) -> dict[str, Any]:
        rng = self.rng
        stock = dict.fromkeys(MATERIALS, 0)
        for _ in range(rng.randint(0, NUMBERS["stock"])):
            stock[rng.choice(MATERIALS)] += 1
        rows: tuple[list[Any], list[Any]] = ([], [])
        for _ in range(rng.randint(0, 2)):
            rows[0].append(self.begun(self.workshops.pop()))
        for _ in range(rng.randint(0, 2)):
            rows[1].append(self.orders.pop())
        types: set[str] = set()
        for _ in range(rng.randint(0, 3)):
            name = self.builders.pop()
            card = BUILDERS[name]
            row = rows[1 if order(name) else rng.randrange(2)]
            if len(row) < NUMBERS["row"] and not (card["permanent"] and card["effect"] in types):
                types.add(card["effect"])
                row.append(name if order(name) else self.begun(name))
        store = {goods: rng.randint(0, 3) for goods in GOODS.values() if rng.random() < 0.5}
        return {"points": rng.randint(0, 40), "stock": stock, "store": store, "row1": rows[0], "row2": rows[1]}

    def begun(self, name: str) -> dict[str, Any]:
        """A card at any stage between new and ready."""
        rng = self.rng
        if rng.random() < 0.6:
            held = rng.randint(0, WORKSHOPS[name]["capacity"]) if name in WORKSHOPS else 0
            return {"card": name, "ready": True} | ({"held": held} if held else {})
        paid = {material: rng.randint(0, number) for material, number in cost(name).items()}
        if paid == cost(name):
            paid = {}
        return {"card": name, "paid": paid}

    def twos(self, goods: str) -> int:
        """Orders of value 2 that lie beside the Market."""
        found = [card for card in self.orders if card == f"{goods} 2" and self.rng.random() < 0.4]
        for card in found:
            self.orders.remove(card)
        return len(found)

    def pending(self) -> list[list[str]]:
        deck = self.rng.choice((self.workshops, self.orders, self.builders))
        return [[deck.pop() for _ in range(self.rng.randint(1, 2))]] if len(deck) > self.left_to_draw else []


def spread_dice(rng: Random, seats: list[dict[str, Any]], tiles: list[str], rolling: dict[str, Any]) -> None:
    """Each tile bears one die at most; each seat has four at most on the map, the one that has rolled two has three."""
    for seat in seats:
        seat |= {"burgher": rng.choice(tiles), "dice": {}, "bridges": []}
    for tile in tiles:
        seat = rng.choice(seats)
        if len(seat["dice"]) < NUMBERS["dice"] - (2 if seat is rolling else 1) and rng.random() < 0.7:
            seat["dice"][tile] = rng.randint(1, 6)


def spread_bridges(rng: Random, seats: list[dict[str, Any]], tiles: dict[str, Any]) -> None:
    for one, other in combinations(tiles, 2):
        (q, r), (x, y) = tiles[one], tiles[other]
        seat = rng.choice(seats)
        if (x - q, y - r) in SIDES and len(seat["bridges"]) < NUMBERS["bridges"] and rng.random() < 0.5:
            seat["bridges"].append([one, other])
