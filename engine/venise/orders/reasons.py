"""The reasons why a well-formed move is not legal now, as clauses for the player. Reads a view, changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.agenda import SeatTask
from engine.decisions import Move
from engine.language.languages import to_say
from engine.language.wording import listed
from engine.venise.data.box import Card, shipped
from engine.venise.data.hexagons import adjacency
from engine.venise.rules import boards, builders, cubes, production, tasks
from engine.venise.rules.builders import FACES
from engine.venise.rules.context import Context, card_of
from engine.venise.rules.routes import routes
from engine.venise.rules.rules import AGENDA
from engine.venise.rules.trade import read_sale
from engine.venise.state import MARKET, MATERIALS, TILES, Laid, State
from engine.venise.words.names import counted, goods, material, tile, title
from engine.venise.words.speech import say

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
    "use": ("keep", "turn", "cubes", "take", "sell", "finish"),
    "none": ("take", "keep", "sell"),
    "lay": ("cubes", "gift"),
    "discard": ("cubes", "gift"),
    "put": ("turn", "finish", "cubes", "gift"),
}
LATER = {
    "bridge": to_say("first your Burgher moves"),
    "produce": to_say("first your Burgher moves"),
    "end": to_say("first your Burgher moves"),
    "sell": to_say("your Burgher has not come to the Market or a Port with goods"),
    "take": to_say("no cards are drawn: it stands behind a move that draws some"),
    "keep": to_say(
        "no card waits for you: you draw one when another player draws where your Burgher or a die of yours is"
    ),
    "none": to_say("nothing is offered"),
    "lay": to_say("there are no cubes to lay"),
    "discard": to_say("cubes are thrown away only to make room for others"),
    "pay": to_say("there is nothing to pay"),
    "recall": to_say("no die has to come back"),
    "use": to_say("that comes before or after this question"),
}
STRANDED = to_say("your Burgher could not move any more; with these dice he needs a Master Builder that changes one")


def why_not(view: State, number: int, move: Move) -> str:
    """The reason, without the order's own words; "" when the move is legal."""
    task, context = AGENDA.open_to(view, number), Context(view)
    if task is None:
        return say("nothing is asked of you at the moment")
    choice = AGENDA.choices[type(task)]
    if move in (*choice.moves(context, task), *choice.unasked):
        return ""
    if task.name in KINDS[move.verb]:
        return WHY[move.verb](view, number, task, move) or say("the rules do not allow it now")
    if move.verb == "move" and isinstance(task, tasks.Finish):
        return say("your Burgher has moved")
    if not isinstance(task, tasks.Turn):
        return say("first is asked: {what}", what=say(choice.prompt))
    return say(LATER[move.verb]) if move.verb in LATER else ""


# --- moving ----------------------------------------------------------------------------------------------


def _move(view: State, number: int, task: SeatTask, move: Move) -> str:
    die, end = int(move[1]), TILES.index(move[2])
    dice, (shift, work_shift) = view.now.dice, view.now.shifts
    if die not in dice:
        return say("your dice are {one} and {other}", one=dice[0], other=dice[1])
    if end == view.seats[number].burgher:
        return say("your Burgher stands there")
    points = die + shift
    work = (dice[1] if dice[0] == die else dice[0]) + work_shift
    if points not in FACES or work not in FACES:
        return say("a die shows 1 to 6 only")
    found = [route for route in routes(view, number, points) if route.end == end]
    if not found:
        return say("no way of {points} leads there", points=points)
    if "boat" in move:
        ends = listed([tile(at) for at in sorted({route.boat for route in found})], say("or"))
        return say("on the ways there the Boat ends at {tiles}", tiles=ends)
    if "idle" in move:
        return say("the tile would bring nothing anyway")
    return say("only by Boat; say where the Boat ends")


# --- bridges and goods -----------------------------------------------------------------------------------


def _bridge(view: State, number: int, task: SeatTask, move: Move) -> str:
    here, there, dice = view.seats[number].burgher, TILES.index(move[1]), view.placed(number)
    if view.now.bridged:
        return say("one bridge a turn")
    if view.now.made:
        return say("bridges come before production")
    if not production.bridges_left(view, number):
        return say("all your bridges are built")
    if there not in adjacency(tuple(view.places))[here]:
        return say("it is not beside {tile}, where your Burgher stands", tile=tile(here))
    missing = [end for end in (here, there) if end not in dice]
    if missing:
        return say("you have no die on {tile}", tile=tile(missing[0]))
    price = production.bridge_price(view, number, there)
    if price is None:
        return say("your bridge stands there already")
    if price > sum(view.seats[number].stock):
        return say("it costs {price} cubes, you have {held}", price=price, held=sum(view.seats[number].stock))
    if dice[here] == dice[there]:
        return say("both dice show {value}; name the tile whose die comes back", value=dice[here])
    return say("your dice there show {one} and {other}", one=dice[here], other=dice[there])


def _produce(view: State, number: int, task: SeatTask, move: Move) -> str:
    seat = view.seats[number]
    if len(move) == 1:
        return say("no workshop is full or can be filled from your stock and has its Order")
    found = boards.find(seat, move[1])
    if found is None:
        return _not_there(move[1])
    laid = seat.rows[found[0]][found[1]]
    card = card_of(laid)
    if laid.card in view.now.made:
        return say("the {card} has produced in this turn", card=title(move[1]))
    if int(move[2]) not in production.order_values(seat, card.kind):
        return say("you have no Order for {goods} of value {value} in row 2", goods=goods(card.kind), value=move[2])
    wanted = counted(boards.to_fill(laid))
    return say("the {card} lacks {cubes} and your stock does not hold that", card=title(move[1]), cubes=wanted)


def _not_there(card: str) -> str:
    return say("the {card} is not on your board", card=title(card))


def _pay(view: State, number: int, task: tasks.Pay, move: Move) -> str:
    return say("the bridge costs {n} cubes of those in your stock", n=task.price)


def _sell(view: State, number: int, task: tasks.Sell, move: Move) -> str:
    count, kind, _ = read_sale(move)
    held = view.seats[number].store[kind]
    if not held:
        return say("you have no {goods} in your store", goods=goods(kind))
    if task.tile != MARKET:
        if kind in view.ports[task.tile - TILES.index("port1")]:
            return say("{goods} has been sold in this Port", goods=goods(kind))
        return say("a Port takes one of the goods and changes its price by 1 at most")
    if count is not None and count > min(held, task.value):
        return say("you have {held} and your die is {die}", held=held, die=task.value)
    return say("there is no card of value 2 to choose beside others")


# --- cards and cubes -------------------------------------------------------------------------------------


def _take(view: State, number: int, task: SeatTask, move: Move) -> str:
    name = " ".join(word for word in move[1:] if not word.startswith("row"))
    cards = view.drawn if isinstance(task, tasks.Take) else view.seats[number].pending[0][1]
    card = shipped().number[name]
    if card not in cards:
        later = [] if isinstance(task, tasks.Take) else view.seats[number].pending[1:]
        if any(card in drawn for _, drawn in later):
            return say("the {card} is of a later gift: answer the one before it first", card=title(name))
        return say("the {card} is not among the cards", card=title(name))
    return _no_row(view, number, shipped().cards[card])


def _no_row(view: State, number: int, card: Card) -> str:
    if card.permanent and not boards.rows_for(view.seats[number], shipped().number[card.name]):
        same = [laid for laid in view.seats[number].laid() if card_of(laid).effect == card.effect]
        if same:
            return say("you have one of that type, the {card}", card=title(card_of(same[0]).name))
    return say("that row has no free space")


def _put(view: State, number: int, task: SeatTask, move: Move) -> str:
    seat, count, kind = view.seats[number], int(move[1]), MATERIALS.index(move[2])
    gained = task if isinstance(task, tasks.Cubes) else None
    if move[3] == cubes.STOCK:
        if gained is None or gained.material != kind:
            return say("only cubes just gained can be put there")
        return say("there is room for {room} and you gained {n}", room=boards.free(seat), n=gained.count)
    found = boards.find(seat, move[3])
    if found is None:
        return _not_there(move[3])
    laid = seat.rows[found[0]][found[1]]
    room = boards.room(laid, kind)
    have = gained.count if gained and gained.material == kind else seat.stock[kind]
    if room < count:
        return _no_room(laid, kind, room)
    if have < count:
        return say("you have {n} {material} to lay", n=have, material=material(kind))
    return say(STRANDED) if isinstance(task, tasks.Turn) else say("cubes are shifted down in your own turn only")


def _no_room(laid: Laid, kind: int, room: int) -> str:
    """The reason why a card takes no more cubes of a raw material than these."""
    card = card_of(laid)
    known = {"card": title(card.name), "material": material(kind)}
    if room:
        return say("the {card} takes {n} {material} now", **known, n=room)
    if laid.ready and card.capacity and card.kind == kind:
        return say("the {card} is full", **known)
    if laid.ready or not card.capacity or card.kind != kind:
        return say("the {card} takes no {material} now", **known)
    return say(
        "the {card} takes {n} {material}, but only when it is built: it still lacks {cubes}",
        **known,
        n=card.capacity,
        cubes=counted(boards.lacking(laid)),
    )


def _discard(view: State, number: int, task: tasks.Cubes, move: Move) -> str:
    seat = view.seats[number]
    short, held = max(0, task.count - boards.free(seat)), seat.stock[MATERIALS.index(move[2])]
    return say("{n} cubes lack room and you hold {held}", n=short, held=held)


def _use(view: State, number: int, task: SeatTask, move: Move) -> str:
    seat = view.seats[number]
    found = boards.find(seat, move[1])
    if found is None:
        return _not_there(move[1])
    laid = seat.rows[found[0]][found[1]]
    card = card_of(laid)
    if laid.card in view.now.used:
        return say("the {card} has worked in this turn", card=title(move[1]))
    if not laid.ready and not boards.affordable(seat, boards.lacking(laid)):
        return say("the {card} still lacks {cubes}", card=title(move[1]), cubes=counted(boards.lacking(laid)))
    if card.effect in ("movement die", "activation die"):
        if isinstance(task, tasks.Turn):
            return say("no move would be possible then")
        if isinstance(task, tasks.Keep):
            return say("first is asked: {what}", what=say(AGENDA.choices[tasks.Keep].prompt))
        return say("the dice have been used")
    if not laid.ready and card.effect not in USES:
        return say("its cubes are laid with put, as in [{order}]", order=_first_cubes(laid, move[1]))
    if isinstance(task, tasks.Turn) and move in builders.use_moves(view, number):
        return say(STRANDED)
    return say(USES.get(card.effect, BY_ITSELF))


def _first_cubes(laid: Laid, name: str) -> str:
    """An order that lays cubes which a card lacks, of the first kind."""
    kind = next(kind for kind, count in enumerate(boards.lacking(laid)) if count)
    return f"put {boards.lacking(laid)[kind]} {MATERIALS[kind]} on {name}"


USES = {
    "price": to_say("name one of the two other goods that has a price"),
    "fill": to_say("say six cubes in all, with new ones of at most two kinds"),
}
BY_ITSELF = to_say("that card works without being told")


def _recall(view: State, number: int, task: SeatTask, move: Move) -> str:
    return say("your dice lie on {tiles}", tiles=", ".join(tile(at) for at in view.placed(number)))


def _place(view: State, number: int, task: SeatTask, move: Move) -> str:
    if view.places[TILES.index(move[1])] is not None:
        return say("{tile} lies on the map already", tile=title(move[1]))
    return say("a tile is laid on a free cell beside another tile")


WHY: dict[str, Callable[[State, int, Any, Move], str]] = {
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
    "none": lambda view, number, task, move: "",
    "lay": lambda view, number, task, move: "",
    "end": lambda view, number, task, move: "",
    "boat": lambda view, number, task, move: "",
    "burgher": lambda view, number, task, move: "",
}
