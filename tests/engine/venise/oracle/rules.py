"""The oracle's game: set-up, rounds, the phases of a turn. A generator that asks (seat, moves) and is sent the answer.

The position is the one of box.read, changed in place. What the rules leave to chance or to a rule of the program comes
from outside and is asked for with a word in front: ("dice", seat), ("cards", deck, number) drawn, ("where", tile) for
the cell that an order names, ("shares", ...) where an order leaves open on which of several cards cubes are laid. Told
are ("under", deck, cards) put back, ("gift", seat, raw material, number) and ("gifts",): all must be laid now.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from .box import BUILDERS, DECKS, GOODS, NUMBERS, SIDES, WORKSHOPS, Pos, neighbours, order
from .cubes import (
    Beside,
    Play,
    cards,
    downs,
    full_stocks,
    gain,
    in_words,
    left_after,
    named,
    pay_off,
    payable,
    put_down,
    ways_to_pay,
)
from .scoring import totals
from .trade import produce, productions, sell
from .walks import choices

ALWAYS_ONE_DIE = 1


def whole_game(pos: Pos) -> Play:
    """From an empty table, or one with its tiles laid, to the end."""
    number = len(pos["seats"])
    seats = [(pos["first"] + turn) % number for turn in range(number)]
    if not pos["boat"]:
        yield from lay_tiles(pos, seats)
    for seat in seats:
        pos["seats"][seat]["burgher"] = (yield from ask(seat, [f"burgher {tile}" for tile in pos["tiles"]])).split()[1]
    pos["round"] = 1
    yield from rounds(pos)


def rest_of_game(pos: Pos) -> Play:
    """From a position in which dice lie before the seat that is to move."""
    yield from move_and_rest(pos, active(pos))
    yield from rounds(pos)


def lay_tiles(pos: Pos, seats: list[int]) -> Play:
    """Free placement: a tile each in turn, touching another; the last in the order of play sets the Boat down."""
    tiles = ["wool", "flax", "gold", "workshop", "order", "builder", "market", "port1", "port2"]
    turn = 0
    while left := [tile for tile in tiles if tile not in pos["tiles"]]:
        beside = {(q + dq, r + dr) for q, r in pos["tiles"].values() for dq, dr in SIDES} or {(0, 0)}
        places = sorted(beside - {tuple(place) for place in pos["tiles"].values()})
        tile = (yield seats[turn % len(seats)], left, places).split()[1]
        place = yield "where", tile
        if tuple(place) not in places:
            raise AssertionError(f"{tile} touches nothing at {place}")
        pos["tiles"][tile] = place
        turn += 1
    pos["boat"] = (yield from ask(seats[-1], [f"boat {tile}" for tile in tiles])).split()[1]


def ask(seat: int, moves: list[str]) -> Play:
    """The answer; what has one way only is not asked."""
    return (yield seat, moves) if len(moves) > 1 else moves[0]


def rounds(pos: Pos) -> Play:
    number = len(pos["seats"])
    while not pos["over"]:
        if not pos["turn"]:
            check_end(pos)
        while pos["turn"] < number:
            yield from whole_turn(pos, active(pos))
        pos["totals"].append(totals(pos))
        if pos["last"] == pos["round"]:
            pos["over"] = True
        else:
            pos["round"] += 1
            pos["turn"] = 0


def active(pos: Pos) -> int:
    return int((pos["first"] + pos["turn"]) % len(pos["seats"]))


def check_end(pos: Pos) -> None:
    """Note the last round and why it is the last, if it is; asked when the first player is about to begin."""
    drawn = any(
        order(card) and card not in BUILDERS for seat in pos["seats"] for few in seat["pending"] for card in few
    )
    met = {
        "bridges": any(len(seat["bridges"]) == NUMBERS["bridges"] for seat in pos["seats"]),
        "orders": not pos["decks"]["order"] and not drawn,
        "market": not pos["bonuses"],
        "cap": bool(pos["cap"]) and pos["round"] >= pos["cap"],
    }
    pos["only waiting orders"] = drawn and not pos["decks"]["order"]
    for why, so in met.items():
        if so and not pos["last"]:
            pos["last"], pos["ending"] = pos["round"], why


def check_orders_again(pos: Pos) -> None:
    """A card that waited has been answered. If nothing was left of the Orders at the beginning of the round but such
    cards, and all have been kept, the deck had run out by then and the round is the last."""
    waiting = [few for seat in pos["seats"] for few in seat["pending"] if deck_of(few[0]) == "order"]
    if pos["decks"]["order"]:
        pos["only waiting orders"] = False
    elif pos["only waiting orders"] and not waiting and not pos["last"]:
        pos["last"], pos["ending"] = pos["round"], "orders"


def whole_turn(pos: Pos, seat: int) -> Play:
    pos["now"] = {"dice": [], "shifts": [0, 0], "used": [], "made": [], "bridged": False}
    me = pos["seats"][seat]
    if NUMBERS["dice"] - len(me["dice"]) == ALWAYS_ONE_DIE:
        words = (yield from ask(seat, [f"recall {tile}" for tile in me["dice"]])).split()
        del me["dice"][words[1]]
    while not can_move(pos, seat):
        pos["now"]["dice"] = list((yield "dice", seat))
    while me["pending"]:
        few = me["pending"][0]
        yield from keep_one(pos, seat, few, deck_of(few[0]), "keep")
        check_orders_again(pos)
    yield from move_and_rest(pos, seat)


def move_and_rest(pos: Pos, seat: int) -> Play:
    """From the open dice to the end of the turn."""
    yield from move(pos, seat)
    yield from last_phases(pos, seat)
    yield ("gifts",)
    pos["turn"] += 1


def deck_of(card: str) -> str:
    return "workshop" if card in WORKSHOPS else "builder" if card in BUILDERS else "order"


def can_move(pos: Pos, seat: int) -> bool:
    """With the dice as they are, or after a Master Builder, also one that can still be paid from the stock."""
    return bool(pos["now"]["dice"]) and bool(choices(pos, seat) or shifts(pos, seat))


def effect(card: dict[str, Any]) -> str:
    return str(BUILDERS.get(card["card"], {}).get("effect", ""))


def move(pos: Pos, seat: int) -> Play:
    """The Burgher's move and what becomes of the tile where he arrives."""
    me = pos["seats"][seat]
    while True:
        moves = moves_now(pos, seat) + shifts(pos, seat)
        moves += [
            text
            for text in downs(me) + single_uses(pos, seat)
            if moves[0].startswith("move") or still_moves(pos, seat, text)
        ]
        words = (yield from ask(seat, moves)).split()
        if words[0] == "move":
            break
        free_action(pos, seat, words)
    die, tile = int(words[1]), words[2]
    pos["boat"] = words[4] if "boat" in words else pos["boat"]
    me["burgher"] = tile
    one, other = pos["now"]["dice"]
    work = (other if die == one else one) + pos["now"]["shifts"][1]
    pos["now"] |= {"moved": die, "work": work}
    place_die(pos, seat, tile, work)
    if "idle" in words:
        return
    yield from use_tile(pos, seat, tile, work)


def still_moves(pos: Pos, seat: int, text: str) -> bool:
    """Whether what comes before the move leaves one. It must, for the Burgher has to move."""
    trial = deepcopy(pos)
    free_action(trial, seat, text.split())
    return can_move(trial, seat)


def moves_now(pos: Pos, seat: int) -> list[str]:
    moves = []
    for (die, _), ends in choices(pos, seat).items():
        for tile, boat in ends:
            text = f"move {die} {tile}" + (f" boat {boat}" if boat != pos["boat"] else "")
            idle = tile in GOODS or (tile in DECKS and can_draw(pos, seat, tile))
            moves += [text, f"{text} idle"] if idle else [text]
    return moves


def place_die(pos: Pos, seat: int, tile: str, value: int) -> None:
    lying = next((other["dice"] for other in pos["seats"] if tile in other["dice"]), None)
    if lying is None or value <= lying[tile]:
        if lying is not None:
            del lying[tile]
        pos["seats"][seat]["dice"][tile] = value


def use_tile(pos: Pos, seat: int, tile: str, value: int) -> Play:
    me = pos["seats"][seat]
    if tile in GOODS:
        yield from gain(me, seat, tile, value, at_any_time(pos, seat))
    elif tile in DECKS:
        if not can_draw(pos, seat, tile):
            return
        few = yield "cards", tile, min(value, len(pos["decks"][tile]))
        yield from keep_one(pos, seat, few, tile, "take")
    else:
        yield from sell(pos, seat, tile, value, at_any_time(pos, seat))
        return
    number = len(pos["seats"])
    for other in [(seat + step) % number for step in range(1, number)]:
        yield from use_beside(pos, other, tile)


def use_beside(pos: Pos, seat: int, tile: str) -> Play:
    """What a seat gets from another's turn: cubes at once, cards as a question of the next own turn."""
    me = pos["seats"][seat]
    value = (me["burgher"] == tile) + (tile in me["dice"])
    if value and tile in GOODS:
        yield "gift", seat, tile, value
    elif value and can_draw(pos, seat, tile):
        few = yield "cards", tile, min(value, len(pos["decks"][tile]))
        me["pending"].append(sorted(few))


def can_draw(pos: Pos, seat: int, deck: str) -> bool:
    """There are cards, and a space on which a card of the kind could lie."""
    rows = pos["seats"][seat]["rows"]
    fitting = {"workshop": rows[:1], "order": rows[1:], "builder": rows}[deck]
    return bool(pos["decks"][deck]) and any(len(row) < NUMBERS["row"] for row in fitting)


def keep_one(pos: Pos, seat: int, few: list[str], deck: str, verb: str) -> Play:
    """One of the cards or none is kept; the others go shuffled under the deck."""
    me = pos["seats"][seat]
    beside, words = at_any_time(pos, seat), ["use"]
    while words[0] == "use":
        moves = [f"{verb} {card}{row}" for card in sorted(set(few)) for row in rows_for(me, card)]
        uses = beside.moves()
        if not moves and not any(makes_room(me, use.split()[1], few) for use in uses):
            uses = []
        words = (yield from ask(seat, [*moves, "none", *uses])).split()
        if words[0] == "use":
            beside.do(words)
    if verb == "keep":
        me["pending"].pop(0)
    left = list(few)
    if words[0] != "none":
        row = int(words.pop()[-1]) - 1 if words[-1].startswith("row") else 0 if deck == "workshop" else 1
        name = " ".join(words[1:])
        left.remove(name)
        me["rows"][row].append(
            {"card": name, "paid": dict.fromkeys(("gold", "flax", "wool"), 0), "ready": False, "held": 0}
        )
    if left:
        yield "under", deck, left


def makes_room(me: dict[str, Any], name: str, few: list[str]) -> bool:
    """Whether one of the cards fits when a card that works once has gone under the board."""
    left = {**me, "rows": [[card for card in row if card["card"] != name] for row in me["rows"]]}
    return any(rows_for(left, card) for card in few)


def at_any_time(pos: Pos, seat: int) -> Beside:
    """Master Builders that work once may do so while something else of the turn is being decided."""
    return Beside(lambda: single_uses(pos, seat), lambda words: free_action(pos, seat, words))


def rows_for(me: dict[str, Any], card: str) -> list[str]:
    """The words for the spaces on which it may go."""
    first, second = (len(row) < NUMBERS["row"] for row in me["rows"])
    if card in WORKSHOPS:
        return [""] if first else []
    if order(card):
        return [""] if second else []
    same = [other for other in cards(me) if effect(other) == BUILDERS[card]["effect"]]
    if BUILDERS[card]["permanent"] and same:
        return []
    return [f" row{number}" for number, space in ((1, first), (2, second)) if space]


def shifts(pos: Pos, seat: int) -> list[str]:
    """Master Builders that change a die, as long as a move is possible afterwards."""
    now, me = pos["now"], pos["seats"][seat]
    moves = []
    for card in cards(me):
        which = {"movement die": 0, "activation die": 1}.get(effect(card))
        if which is None or card["card"] in now["used"] or not payable(me, card):
            continue
        for word, more in (("up", 1), ("down", -1)):
            now["shifts"][which] += more
            if choices(pos, seat):
                moves.append(f"use {card['card']} {word}")
            now["shifts"][which] -= more
    return moves


def single_uses(pos: Pos, seat: int) -> list[str]:
    """Master Builders that work once: a price up and another down, or a stock filled up."""
    me, moves = pos["seats"][seat], []
    for card in cards(me):
        name = card["card"]
        if not payable(me, card):
            continue
        if effect(card) == "fill":
            moves += [f"use {name} {in_words(cubes)}" for cubes in full_stocks(left_after(me, card))]
        if effect(card) == "price":
            others = [goods for goods in GOODS.values() if goods != BUILDERS[name]["goods"]]
            fallen = []
            for goods in others:
                ones, twos = pos["prices"][goods]
                fallen += [goods] if ones or twos else []
                fallen += [f"{goods} lower 2"] if ones and twos else []
            moves += [f"use {name} {words}" for words in fallen] or [f"use {name}"]
    return moves


def free_action(pos: Pos, seat: int, words: list[str]) -> None:
    """What may be done at any time of the own turn."""
    me = pos["seats"][seat]
    if words[0] == "put":
        put_down(me, words[1:])
        return
    name = words[1]
    card = named(me, name)
    pay_off(me, card)
    kind = effect(card)
    if kind in ("movement die", "activation die"):
        pos["now"]["shifts"][kind == "activation die"] += 1 if words[2] == "up" else -1
        pos["now"]["used"].append(name)
        return
    for row in me["rows"]:
        if card in row:
            row.remove(card)
    me["used"] = sorted([*me["used"], name])
    if kind == "fill":
        cubes = dict.fromkeys(me["stock"], 0) | dict(zip(words[3::2], map(int, words[2::2]), strict=True))
        me["stock"] = cubes
        return
    pos["prices"][BUILDERS[name]["goods"]][0] += 1
    if len(words) > 2:
        lower = pos["prices"][words[2]]
        lower[1 if "lower" in words or not lower[0] else 0] -= 1


def last_phases(pos: Pos, seat: int) -> Play:
    """Bridge and production, in that order, with cubes and single cards at any time."""
    me = pos["seats"][seat]
    while True:
        moves = bridges(pos, seat) + productions(pos, seat) + downs(me) + single_uses(pos, seat)
        words = (yield from ask(seat, [*moves, "end"])).split()
        if words[0] == "end":
            return
        if words[0] == "bridge":
            yield from build(pos, seat, words[1], words[2])
        elif words[0] == "produce":
            produce(pos, seat, words[1:])
        else:
            free_action(pos, seat, words)


def bridges(pos: Pos, seat: int) -> list[str]:
    me = pos["seats"][seat]
    here = me["burgher"]
    if (
        pos["now"]["bridged"]
        or pos["now"]["made"]
        or here not in me["dice"]
        or len(me["bridges"]) == NUMBERS["bridges"]
    ):
        return []
    moves = []
    for tile in neighbours(pos, here):
        pair = sorted((here, tile))
        if tile not in me["dice"] or pair in me["bridges"]:
            continue
        if bridge_price(pos, seat, tile) <= sum(me["stock"].values()):
            names = [str(me["dice"][here]), str(me["dice"][tile])]
            names = [here, tile] if names[0] == names[1] else names
            moves += [f"bridge {tile} {name} back" for name in names]
    return moves


def bridge_price(pos: Pos, seat: int, tile: str) -> int:
    me = pos["seats"][seat]
    one, other = me["dice"][me["burgher"]], me["dice"][tile]
    foreign = any(sorted((me["burgher"], tile)) in seat["bridges"] for seat in pos["seats"])
    return int(one + other if foreign else abs(one - other))


def build(pos: Pos, seat: int, tile: str, back: str) -> Play:
    me = pos["seats"][seat]
    here = me["burgher"]
    price = bridge_price(pos, seat, tile)
    pair = sorted((here, tile))
    for other in pos["seats"]:
        if pair in other["bridges"]:
            other["bridges"].remove(pair)
    me["bridges"] = sorted([*me["bridges"], pair])
    home = back if back in (here, tile) else here if str(me["dice"][here]) == back else tile
    del me["dice"][home]
    pos["now"]["bridged"] = True
    ways = {f"pay {in_words(cubes)}": cubes for cubes in ways_to_pay(me, price)}
    cubes = ways[(yield from ask(seat, sorted(ways)))]
    me["stock"] = {name: number - cubes[name] for name, number in me["stock"].items()}
