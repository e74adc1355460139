"""Why a well-formed move is not legal now, as a clause for the player. Reads a view, changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.decisions import Move
from engine.venise import boards, builders, cubes, works
from engine.venise.box import Card, shipped
from engine.venise.builders import FACES
from engine.venise.course import card_of
from engine.venise.hexagons import adjacency
from engine.venise.routes import routes
from engine.venise.rules import CHOICES, GIFT, open_choice
from engine.venise.state import GOODS, MARKET, MATERIALS, TILES, Matter, State
from engine.venise.trade import read_sale
from engine.wording import listed

KINDS = {
    "move": ("turn",),
    "bridge": ("finish",),
    "produce": ("finish",),
    "end": ("finish",),
    "take": ("take", "keep"),
    "keep": ("take", "keep"),
    "sell": ("sell",),
    "pay": ("pay",),
    "recall": ("recall",),
    "place": ("place",),
    "boat": ("boat",),
    "burgher": ("burgher",),
    "use": ("turn", "finish"),
    "none": ("take", "keep", "sell"),
    "lay": ("cubes", GIFT),
    "discard": ("cubes", GIFT),
    "put": ("turn", "finish", "cubes", GIFT),
}
LATER = {
    "bridge": "first your Burgher moves",
    "produce": "first your Burgher moves",
    "end": "first your Burgher moves",
    "sell": "your Burgher has not come to the Market or a Port with goods",
    "take": "no cards are drawn",
    "keep": "no card waits for you",
    "none": "nothing is offered",
    "lay": "there are no cubes to lay",
    "discard": "cubes are thrown away only to make room for others",
    "pay": "there is nothing to pay",
    "recall": "no die has to come back",
    "use": "that comes before or after this question",
}


STRANDED = "your Burgher could not move any more; with these dice he needs a Master Builder that changes one"


def why_not(view: State, number: int, move: Move) -> str:
    """The reason, without the order's own words; "" when nothing stands against it."""
    matter = open_choice(view, number)
    if matter is None:
        return "nothing is asked of you at the moment"
    if move in _moves(view, matter):
        return ""
    if matter[0] not in KINDS[move.verb]:
        if move.verb == "move" and matter[0] == "finish":
            return "your Burgher has moved"
        asked = "where the cubes go" if matter[0] == GIFT else CHOICES[matter[0]].prompt
        return LATER.get(move.verb, "") if matter[0] == "turn" else f"first is asked: {asked}"
    return WHY[move.verb](view, number, matter, move) or "the rules do not allow it now"


def _moves(view: State, matter: Matter) -> tuple[Move, ...]:
    if matter[0] == GIFT:
        return (*cubes.gift_moves(view, matter[1], matter[2], matter[3]), *cubes.LAY)
    choice = CHOICES[matter[0]]
    return (*choice.moves(view, matter), *choice.unasked)


# --- moving ----------------------------------------------------------------------------------------------


def _move(view: State, number: int, matter: Matter, move: Move) -> str:
    die, tile = int(move[1]), TILES.index(move[2])
    dice, (shift, work_shift) = view.now.dice, view.now.shifts
    if die not in dice:
        return f"your dice are {dice[0]} and {dice[1]}"
    if tile == view.seats[number].burgher:
        return "your Burgher stands there"
    points = die + shift
    work = (dice[1] if dice[0] == die else dice[0]) + work_shift
    if points not in FACES or work not in FACES:
        return "a die shows 1 to 6 only"
    found = [route for route in routes(view, number, points) if route.end == tile]
    if not found:
        return f"no way of {points} leads there"
    if "boat" in move:
        return "the Boat cannot end there on that way"
    return "the tile would bring nothing anyway" if "idle" in move else "only by Boat; say where the Boat ends"


# --- bridges and goods -----------------------------------------------------------------------------------


def _bridge(view: State, number: int, matter: Matter, move: Move) -> str:
    here, there, dice = view.seats[number].burgher, TILES.index(move[1]), view.placed(number)
    if view.now.bridged:
        return "one bridge a turn"
    if view.now.made:
        return "bridges come before production"
    if not works.bridges_left(view, number):
        return "all your bridges are built"
    if there not in adjacency(tuple(view.places))[here]:
        return f"it is not beside {title(TILES[here])}, where your Burgher stands"
    missing = [tile for tile in (here, there) if tile not in dice]
    if missing:
        return f"you have no die on {title(TILES[missing[0]])}"
    price = works.bridge_price(view, number, there)
    if price is None:
        return "your bridge stands there already"
    if price > sum(view.seats[number].stock):
        return f"it costs {price} cubes, you have {sum(view.seats[number].stock)}"
    if dice[here] == dice[there]:
        return f"both dice show {dice[here]}; name the tile whose die comes back"
    return f"your dice there show {dice[here]} and {dice[there]}"


def _produce(view: State, number: int, matter: Matter, move: Move) -> str:
    seat = view.seats[number]
    if len(move) == 1:
        return "no workshop is full or can be filled from your stock and has its Order"
    found = boards.find(seat, move[1])
    if found is None:
        return f"the {title(move[1])} is not on your board"
    laid = seat.rows[found[0]][found[1]]
    card = card_of(laid)
    if laid.card in view.now.made:
        return f"the {title(move[1])} has produced in this turn"
    if int(move[2]) not in works.order_values(seat, card.kind):
        return f"you have no Order for {title(GOODS[card.kind])} of value {move[2]} in row 2"
    wanted = boards.to_fill(laid)
    return f"the {title(move[1])} lacks {counted(wanted)} and your stock does not hold that"


def _pay(view: State, number: int, matter: Matter, move: Move) -> str:
    return f"the bridge costs {matter[2]} cubes of those in your stock"


def _sell(view: State, number: int, matter: Matter, move: Move) -> str:
    count, goods, _ = read_sale(move)
    held = view.seats[number].store[goods]
    if not held:
        return f"you have no {title(GOODS[goods])} in your store"
    if matter[2] != MARKET:
        if goods in view.ports[matter[2] - TILES.index("port1")]:
            return f"{title(GOODS[goods])} has been sold in this Port"
        return "a Port takes one of the goods and changes its price by 1 at most"
    if count is not None and count > min(held, matter[3]):
        return f"you have {held} and your die is {matter[3]}"
    return "there is no card of value 2 to choose beside others"


# --- cards and cubes -------------------------------------------------------------------------------------


def _take(view: State, number: int, matter: Matter, move: Move) -> str:
    name = " ".join(word for word in move[1:] if not word.startswith("row"))
    cards = view.drawn if matter[0] == "take" else view.seats[number].pending[0][1]
    card = shipped().number[name]
    if card not in cards:
        return f"the {title(name)} is not among the cards"
    return _no_row(view, number, shipped().cards[card])


def _no_row(view: State, number: int, card: Card) -> str:
    if card.permanent and not boards.rows_for(view.seats[number], shipped().number[card.name]):
        same = [laid for laid in view.seats[number].laid() if card_of(laid).effect == card.effect]
        if same:
            return f"you have one of that type, the {title(card_of(same[0]).name)}"
    return "that row has no free space"


def _put(view: State, number: int, matter: Matter, move: Move) -> str:
    seat, count, material = view.seats[number], int(move[1]), MATERIALS.index(move[2])
    beside = matter[0] in ("cubes", GIFT)
    if move[3] == cubes.STOCK:
        if not beside or matter[2] != material:
            return "only cubes just gained can be put there"
        return f"there is room for {boards.free(seat)} and you gained {matter[3]}"
    found = boards.find(seat, move[3])
    if found is None:
        return f"the {title(move[3])} is not on your board"
    room = boards.room(seat.rows[found[0]][found[1]], material)
    have = matter[3] if beside and matter[2] == material else seat.stock[material]
    if room < count:
        return f"the {title(move[3])} takes {room} {move[2]} now"
    if have < count:
        return f"you have {have} {move[2]} to lay"
    return STRANDED if matter[0] == "turn" else "cubes are shifted down in your own turn only"


def _discard(view: State, number: int, matter: Matter, move: Move) -> str:
    seat = view.seats[number]
    return (
        f"{max(0, matter[3] - boards.free(seat))} cubes lack room and you hold {seat.stock[MATERIALS.index(move[2])]}"
    )


def _use(view: State, number: int, matter: Matter, move: Move) -> str:
    seat = view.seats[number]
    found = boards.find(seat, move[1])
    if found is None:
        return f"the {title(move[1])} is not on your board"
    laid = seat.rows[found[0]][found[1]]
    card = card_of(laid)
    if laid.card in view.now.used:
        return f"the {title(move[1])} has worked in this turn"
    if not laid.ready and not boards.affordable(seat, boards.lacking(laid)):
        return f"the {title(move[1])} still lacks {counted(boards.lacking(laid))}"
    if card.effect in ("movement die", "activation die"):
        return "no move would be possible then" if matter[0] == "turn" else "the dice have been used"
    if matter[0] == "turn" and move in builders.use_moves(view, number):
        return STRANDED
    return USES.get(card.effect, "that card works without being told")


USES = {
    "price": "name one of the two other goods that has a price",
    "fill": "say six cubes in all, with new ones of at most two kinds",
}


def _recall(view: State, number: int, matter: Matter, move: Move) -> str:
    return f"your dice lie on {', '.join(title(TILES[tile]) for tile in view.placed(number))}"


def _place(view: State, number: int, matter: Matter, move: Move) -> str:
    if view.places[TILES.index(move[1])] is not None:
        return f"{title(move[1])} lies on the map already"
    return "a tile is laid on a free cell beside another tile"


def title(name: str) -> str:
    """The name of a card or tile as it stands in a sentence: "Brooch", "Port 1", "Jewelry 2"."""
    return (f"port {name[4:]}" if name in ("port1", "port2") else name).capitalize()


def counted(cubes_: Sequence[int]) -> str:
    """ "2 gold and 1 flax"; "nothing"."""
    return listed([f"{cubes_[kind]} {MATERIALS[kind]}" for kind in (2, 1, 0) if cubes_[kind]]) or "nothing"


WHY: dict[str, Callable[[State, int, Matter, Move], str]] = {
    "move": _move,
    "bridge": _bridge,
    "produce": _produce,
    "pay": _pay,
    "sell": _sell,
    "take": _take,
    "keep": _take,
    "put": _put,
    "discard": _discard,
    "use": _use,
    "recall": _recall,
    "place": _place,
    "none": lambda view, number, matter, move: "",
    "lay": lambda view, number, matter, move: "",
    "end": lambda view, number, matter, move: "",
    "boat": lambda view, number, matter, move: "",
    "burgher": lambda view, number, matter, move: "",
}
