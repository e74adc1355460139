"""The worth of a position: points if the game ended now plus what the holdings are likely to become. For bots."""

from __future__ import annotations

from engine.agenda import SeatTask
from engine.venise.data.box import Card, shipped
from engine.venise.rules import boards, production, tasks, trade
from engine.venise.rules.context import card_of
from engine.venise.rules.scoring import builders_activated, parts
from engine.venise.state import GOODS, MARKET, PORT1, UNKNOWN, Cubes, Laid, Seat, State

CUBE, MORE, WANTED = 0.3, 0.12, 0.55  # one of a kind in the stock, each more, one that an own card lacks
BUILT = 0.42  # a built workshop, as a share of what one production may bring; what follows is added to it
HELD, FULL = 0.22, 0.22  # by the share of its stock that is filled; when it is full and has an Order
BEGUN, PAID = 0.14, 0.22  # a workshop that is laid only; by the share of its cost that is paid
ORDER = (0.0, 0.9, 1.6)  # an Order, by its value; more with a workshop for it
FOR_WORKSHOP = 1.5
BUILDER, EFFECT = 0.5, 0.8  # a Master Builder that is laid; the effect of one that is paid
DIE, NEXT_TO = 0.3, 0.5  # an own die on a tile; two on tiles side by side without an own bridge
EXPORT = 3.2  # what a Port gives for one
LATE = 12  # rounds after which a game is mostly over


def evaluate(view: State, number: int) -> float:
    """The seat's lead over the others, in points that are there or to be expected."""
    worth = [_worth(view, k) for k in range(len(view.seats))]
    own = worth.pop(number)
    return own - 0.15 * max(worth) - 0.1 * sum(worth) / len(worth)


def _worth(view: State, number: int) -> float:
    if view.over:
        return float(sum(parts(view, number)))
    left = rounds_left(view)
    sales, _, bridges, builders, bridge_card = parts(view, number)
    worth = float(sales + bridges + builders + bridge_card)
    worth += sum(_goods(view, goods, count, left) for goods, count in enumerate(view.seats[number].store))
    seat = view.seats[number]
    later = min(1.0, left / 5)
    worth += later * (_stock(seat) + sum(_laid(view, seat, laid) for laid in seat.laid()))
    worth += later * _dice(view, number)
    if view.agenda and isinstance(asked := view.agenda[-1], OPEN) and asked.seat == number:
        worth += _open(view, number, asked, left)
    worth += later * sum(WANTED * gift.count for gift in view.gifts if gift.seat == number)
    return worth + later * 0.8 * len(seat.pending)


def rounds_left(view: State) -> float:
    """The number of rounds that there may be after this one."""
    if view.last:
        return 0.0
    return min(float(len(view.bonuses)) + 1, max(2.0, LATE - view.round))


def _goods(view: State, goods: int, count: int, left: float) -> float:
    """Goods in the Store: most will be sold on the Market, one or two at a Port, in time or at the end."""
    if not count:
        return 0.0
    price, most = view.price(goods), shipped().sold_at_the_end
    at_the_end = min(count, most) * max(0, price - 1)
    if not left:
        return float(at_the_end)
    each = 0.82 * (price + 0.6 * trade.bonus(view))
    open_ports = sum(goods not in port for port in view.ports)
    best = max(each * count, EXPORT * min(open_ports, count))
    return max(at_the_end, best)


def _stock(seat: Seat) -> float:
    """Raw materials, those most that own cards lack."""
    worth = 0.0
    lacks = [_lacks(laid) for laid in seat.laid()]
    for material, count in enumerate(seat.stock):
        lacking = sum(lack[material] for lack in lacks)
        worth += WANTED * min(count, lacking) + (CUBE - MORE if count else 0.0) + MORE * count
    return worth


def _lacks(laid: Laid) -> Cubes:
    return boards.to_fill(laid) if card_of(laid).capacity else boards.lacking(laid)


def _laid(view: State, seat: Seat, laid: Laid) -> float:
    card = card_of(laid)
    if card.is_order:
        fits = any(other.capacity and other.kind == card.kind for other in map(card_of, seat.rows[0]))
        return ORDER[card.value] * (FOR_WORKSHOP if fits else 1)
    if card.capacity:
        return _workshop(view, seat, laid, card)
    if laid.ready:
        return EFFECT
    more = 1 + 2 * builders_activated(seat)
    return BUILDER + (more + EFFECT) * (0.12 + 0.75 * sum(laid.paid) / sum(card.cost))


def _workshop(view: State, seat: Seat, laid: Laid, card: Card) -> float:
    """A share of what one production would bring on the Market, the larger the nearer it is."""
    brings = card.capacity * (view.price(card.kind) + 1.3 + 0.6 * trade.bonus(view))
    if not laid.ready:
        return brings * (BEGUN + PAID * sum(laid.paid) / sum(card.cost))
    share = BUILT + HELD * laid.held / card.capacity
    if laid.held == card.capacity and production.order_values(seat, card.kind):
        share += FULL
    return brings * share


def _dice(view: State, number: int) -> float:
    dice = view.placed(number)
    worth = sum(DIE + 0.02 * (6 - value) for value in dice.values())
    here = view.seats[number].burgher
    if here in dice and production.bridges_left(view, number):
        worth += NEXT_TO * sum(there != here for there in dice)
    return worth


# --- what is being asked -----------------------------------------------------------------------------------


OPEN = (tasks.Sell, tasks.Take, tasks.Keep, tasks.Cubes, tasks.Finish, tasks.Pay)


def _open(view: State, number: int, asked: SeatTask, left: float) -> float:
    """The worth of the open question to a seat that answers it well."""
    seat = view.seats[number]
    if isinstance(asked, tasks.Sell):
        return _best_sale(view, seat, asked, left)
    if isinstance(asked, tasks.Take):
        known = [card for card in view.drawn if card != UNKNOWN]
        return max([0.0, *(_card(view, seat, card) for card in known)]) if known else 1.5
    if isinstance(asked, tasks.Cubes):
        return 1.05 * _gained(seat, asked.material, asked.count)
    if isinstance(asked, tasks.Pay):
        return -0.8 * asked.price
    return _work(view, number)


def _best_sale(view: State, seat: Seat, asked: tasks.Sell, left: float) -> float:
    best = 0.0
    for goods in range(len(GOODS)):
        held = seat.store[goods]
        if asked.tile == MARKET:
            sold = min(held, asked.value)
            gain = sold * (view.price(goods) + trade.bonus(view))
        else:
            sold = int(held > 0 and goods not in view.ports[asked.tile - PORT1])
            gain = sold * asked.value
        kept = _goods(view, goods, held, left) - _goods(view, goods, held - sold, left)
        best = max(best, gain - kept)
    return best


def _work(view: State, number: int) -> float:
    """A bridge or a production that is to be had now."""
    seat = view.seats[number]
    fits = production.ready_to_produce(seat, view.now.made)
    made = sum(card_of(laid).capacity * 1.5 for laid in fits if laid.ready and not any(boards.to_fill(laid)))
    return made + (1.0 if production.bridge_moves(view, number) else 0.0)


def _gained(seat: Seat, material: int, count: int) -> float:
    """Cubes still to be laid."""
    lacking = sum(_lacks(laid)[material] for laid in seat.laid()) - seat.stock[material]
    wanted = max(0, min(count, lacking))
    return (WANTED + 0.3) * wanted + MORE * min(count - wanted, boards.free(seat))


def _card(view: State, seat: Seat, number: int) -> float:
    card: Card = shipped().cards[number]
    if not boards.rows_for(seat, number):
        return 0.0
    return _laid(view, seat, Laid(number, ready=card.is_order))
