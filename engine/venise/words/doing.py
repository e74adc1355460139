"""What is asked and what a move does, in a few words for the seat concerned. Decides nothing, plays nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.decisions import Decision, Move
from engine.venise.box import Card, shipped
from engine.venise.builders import read_cubes
from engine.venise.rules import open_choice
from engine.venise.state import GOODS, MARKET, TILES, State, edge
from engine.venise.trade import bonus, read_sale
from engine.venise.words.voice import card_text, counted, listed, some, the, title, voice_of
from engine.venise.works import bridge_price, ready_to_produce

HEADLINES = {
    "recall": "WHICH DIE COMES BACK?",
    "sell": "WHAT DO YOU SELL?",
    "cubes": "WHERE DO THE CUBES GO?",
    "gift": "WHERE DO THE CUBES GO?",
    "pay": "WHICH CUBES PAY FOR THE BRIDGE?",
    "finish": "ANYTHING MORE IN YOUR TURN?",
    "place": "LAY A TILE",
    "boat": "WHERE DOES THE BOAT BEGIN?",
    "burgher": "WHERE DOES YOUR BURGHER BEGIN?",
}


def headline(view: State, decision: Decision) -> str:
    """What is asked: "YOUR TURN - dice 2 and 4", "CHOOSE A CARD - 2 drawn"."""
    if decision.kind == "turn":
        return f"YOUR TURN - dice {' and '.join(map(str, view.now.dice))}"
    if decision.kind == "keep":
        return f"YOUR TURN - dice {' and '.join(map(str, view.now.dice))}, a card to keep"
    if decision.kind == "take":
        return f"CHOOSE A CARD - {len(view.drawn)} drawn"
    return HEADLINES[decision.kind]


def course(view: State, decision: Decision, names: Sequence[str]) -> str:
    """Who has played before a turn and who comes after it: "Chidi has played, Bea comes after you."."""
    if decision.kind not in ("turn", "keep", "recall") or not view.round:
        return ""
    known, order = voice_of(names, decision.seat).names, view.order()
    place = order.index(decision.seat)
    after = known[order[(place + 1) % len(order)]]
    if view.round == 1 and place == 0:
        return f"You have the first turn, {after} comes after you."
    before = known[order[place - 1]]
    if view.last and view.turn == len(order) - 1:
        return f"{before} has played; your turn is the last one of the game."
    return f"{before} has played." if before == after else f"{before} has played, {after} comes after you."


def say(move: Move, view: State, seat: int) -> str:
    """What a move would do, a clause to its player: "a bridge to Port 1 for 1 cube, your 3 comes back"."""
    return SAYERS[move.verb](move, view, seat)


def _move(move: Move, view: State, seat: int) -> str:
    boat = f", the Boat ends at {title(move[4])}" if len(move) > 4 and move[3] == "boat" else ""
    idle = ", without using it" if move[-1] == "idle" else ""
    return f"with the {move[1]} to {title(move[2])}{boat}{idle}"


def _bridge(move: Move, view: State, seat: int) -> str:
    dice, there = view.placed(seat), TILES.index(move[1])
    price = bridge_price(view, seat, there) if {there, view.seats[seat].burgher} <= set(dice) else None
    cost = "" if price is None else " for nothing" if not price else f" for {some(price, 'cube')}"
    back = f"the die on {title(move[2])}" if move[2] in TILES else f"the {move[2]}"
    torn = (
        ", in the place of another's" if view.bridges.get(edge(view.seats[seat].burgher, there), seat) != seat else ""
    )
    return f"a bridge to {title(move[1])}{torn}{cost}, {back} comes back"


def _produce(move: Move, view: State, seat: int) -> str:
    if len(move) > 1:
        goods = title(GOODS[_card(move[1]).kind])
        return f"{the(move[1])} makes {_card(move[1]).capacity} {goods}, whose price rises by {move[2]}"
    fits = [title(shipped().cards[laid.card].name) for laid in ready_to_produce(view.seats[seat], view.now.made)]
    return f"goods from all that can: {listed(fits)}" if fits else "goods from all that can"


def _card(name: str) -> Card:
    return shipped().cards[shipped().number[name]]


def _take(move: Move, view: State, seat: int) -> str:
    name = " ".join(word for word in move[1:] if not word.startswith("row"))
    row = f" in row {move[-1][3:]}" if move[-1].startswith("row") else ""
    card = _card(name)
    return f"{title(name)}{row}, {card_text(card)}{_affordable(card, view, seat)}"


def _affordable(card: Card, view: State, seat: int) -> str:
    """Behind the cost of a card: whether the own stock could pay it now, else what it lacks."""
    if not any(card.cost):
        return ""
    lacks = [max(0, cost - held) for cost, held in zip(card.cost, view.seats[seat].stock, strict=True)]
    return f"; you lack {counted(lacks)}" if any(lacks) else ", all in your stock"


def _none(move: Move, view: State, seat: int) -> str:
    matter = open_choice(view, seat)
    return "nothing is sold" if matter is not None and matter[0] == "sell" else "no card"


def _sell(move: Move, view: State, seat: int) -> str:
    count, goods, how = read_sale(move)
    matter = open_choice(view, seat)
    if matter is None or matter[0] != "sell":
        return f"{'' if count is None else f'{count} '}{title(GOODS[goods])} sold"
    if matter[2] != MARKET:
        return f"1 {title(GOODS[goods])} for {some(matter[3], 'point')}{CHANGES.get(' '.join(how), '')}"
    sold = min(matter[3], view.seats[seat].store[goods]) if count is None else count
    points = sold * (view.price(goods) + bonus(view))
    falls = 2 if how or (view.doubles[goods] and not view.singles[goods]) else min(1, view.price(goods))
    lower = f"; the price falls by {falls}" if falls else ""
    return f"{sold} {title(GOODS[goods])} for {some(points, 'point')}{lower}"


CHANGES = {
    "up": "; the price rises by 1",
    "down": "; the price falls by 1",
    "down 2": "; a card of value 2 becomes a cube, so the price falls by 1",
}


def _put(move: Move, view: State, seat: int) -> str:
    where = "into your stock" if move[3] == "stock" else f"on {the(move[3])}"
    return f"{move[1]} {move[2]} {where}"


WHERE = {"cards": "cards that are not finished", "workshops": "built workshops", "stock": "your stock"}


def _lay(move: Move, view: State, seat: int) -> str:
    return f"cubes go to {', then '.join(WHERE[where] for where in move[1:])}"


def _pay(move: Move, view: State, seat: int) -> str:
    return f"{counted(read_cubes(move[1:]))} for the bridge"


def _use(move: Move, view: State, seat: int) -> str:
    card, rest = _card(move[1]), move[2:]
    if card.effect in ("movement die", "activation die"):
        what = "move" if card.effect == "movement die" else "work"
        more = {"up": "1 more", "down": "1 less"}.get("".join(rest), "1 more or less")
        return f"{the(move[1])} makes the die you {what} with {more}"
    if card.effect == "price":
        lower = f", that of {title(rest[0])} falls by {_fall(view, rest)}" if rest else ""
        return f"{the(move[1])} lifts the price of {title(GOODS[card.kind])} by 1{lower}"
    if card.effect == "fill" and rest:
        return f"{the(move[1])} fills your stock: {counted(read_cubes(rest))}"
    return f"{the(move[1])} works"


def _fall(view: State, rest: tuple[str, ...]) -> int:
    return 2 if "lower" in rest or not view.singles[GOODS.index(rest[0])] else 1


SAYERS: Mapping[str, Callable[[Move, State, int], str]] = {
    "move": _move,
    "bridge": _bridge,
    "produce": _produce,
    "take": _take,
    "keep": _take,
    "none": _none,
    "sell": _sell,
    "put": _put,
    "lay": _lay,
    "discard": lambda move, view, seat: f"{move[1]} {move[2]} thrown away to make room",
    "pay": _pay,
    "use": _use,
    "recall": lambda move, view, seat: (
        f"your {view.placed(seat).get(TILES.index(move[1]), 'die')} from {title(move[1])}"
    ),
    "place": lambda move, view, seat: f"the tile {title(move[1])} on {move[2]}",
    "boat": lambda move, view, seat: f"the Boat at {title(move[1])}",
    "burgher": lambda move, view, seat: f"your Burgher on {title(move[1])}",
    "end": lambda move, view, seat: "nothing more in this turn",
}
