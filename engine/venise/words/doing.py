"""The question and the effect of a move, in a few words for the seat concerned. Decides nothing, plays nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.decisions import Decision, Move
from engine.language.languages import to_say
from engine.venise.data.box import Card, shipped
from engine.venise.rules.boards import to_fill
from engine.venise.rules.builders import read_cubes
from engine.venise.rules.context import Context, card_of
from engine.venise.rules.production import bridge_price, produce_all
from engine.venise.rules.rules import AGENDA
from engine.venise.rules.tasks import Sell
from engine.venise.rules.trade import bonus, read_sale
from engine.venise.state import GOODS, MARKET, MATERIALS, TILES, Laid, State, edge
from engine.venise.words.names import with_order_word
from engine.venise.words.speech import say
from engine.venise.words.voice import card_text, counted, goods, listed, material, the, title, voice_of

HEADLINES = {
    "turn": to_say("Your turn: dice {dice}"),
    "keep": to_say("A card to keep, then dice {dice}"),
    "gifts": to_say("{gifts} gifts to answer, then dice {dice}"),
    "take": to_say("Choose one of {cards} cards"),
    "take one": to_say("Keep this card?"),
    "recall": to_say("Which die comes back?"),
    "sell": to_say("What do you sell?"),
    "cubes": to_say("Where do the cubes go?"),
    "gift": to_say("Where do the cubes go?"),
    "pay": to_say("Which cubes pay for the bridge?"),
    "finish": to_say("Anything more in your turn?"),
    "place": to_say("Lay a tile"),
    "boat": to_say("Where does the Boat begin?"),
    "burgher": to_say("Where does your Burgher begin?"),
}


def headline(view: State, decision: Decision) -> str:
    """The question in a few words: "Your turn: dice 2 and 4", "Choose one of 2 cards"."""
    kind, gifts = decision.kind, len(view.seats[decision.seat].pending)
    if kind == "keep" and gifts > 1:
        kind = "gifts"
    if kind == "take" and len(view.drawn) == 1:
        kind = "take one"
    dice = listed([str(die) for die in view.now.dice])
    return say(HEADLINES[kind], dice=dice, cards=len(view.drawn), gifts=gifts)


def course(view: State, decision: Decision, names: Sequence[str]) -> str:
    """Tell which players come before and after a turn: "Chidi has played, Bea comes after you."."""
    if decision.kind not in ("turn", "keep", "recall") or not view.round:
        return ""
    known, order = voice_of(names, decision.seat).names, view.order()
    place = order.index(decision.seat)
    after = known[order[(place + 1) % len(order)]]
    if view.round == 1 and place == 0:
        return say("You have the first turn, {after} comes after you.", after=after)
    before = known[order[place - 1]]
    if view.last and view.turn == len(order) - 1:
        return say("{before} has played; your turn is the last one of the game.", before=before)
    if before == after:
        return say("{before} has played.", before=before)
    return say("{before} has played, {after} comes after you.", before=before, after=after)


def meaning(move: Move, view: State, seat: int) -> str:
    """The effect of a move, a clause to its player: "a bridge to Port 1 for 1 cube, your 3 comes back"."""
    return SAYERS[move.verb](move, view, seat)


# --- the turn --------------------------------------------------------------------------------------------


def _move(move: Move, view: State, seat: int) -> str:
    said = say("with the {die} to {tile}", die=move[1], tile=title(move[2]))
    if len(move) > 4 and move[3] == "boat":
        said += say(", the Boat ends at {tile}", tile=title(move[4]))
    return said + say(", without using it") if move[-1] == "idle" else said


def _bridge(move: Move, view: State, seat: int) -> str:
    dice, here, there = view.placed(seat), view.seats[seat].burgher, TILES.index(move[1])
    if view.bridges.get(edge(here, there), seat) == seat:
        said = say("a bridge to {tile}", tile=title(move[1]))
    else:
        said = say("a bridge to {tile}, in the place of another's", tile=title(move[1]))
    price = bridge_price(view, seat, there) if {there, here} <= set(dice) else None
    if price is not None:
        said += say(" for {n:cube|cubes}", n=price) if price else say(" for nothing")
    if move[2] in TILES:
        return said + say(", the die on {tile} comes back", tile=title(move[2]))
    return said + say(", the {die} comes back", die=move[2])


def _produce(move: Move, view: State, seat: int) -> str:
    if len(move) > 1:
        card = _card(move[1])
        return say(
            "{card} makes {n} {goods}, whose price rises by {value}",
            card=the(move[1]),
            n=card.capacity,
            goods=goods(card.kind),
            value=move[2],
        )
    twin = Context(view.copy())
    produce_all(twin, seat)
    making = [laid for card in twin.state.now.made for laid in view.seats[seat].rows[0] if laid.card == card]
    fits = [_making(laid) for laid in making if laid.card not in view.now.made]
    return say("goods from all that can: {cards}", cards=listed(fits)) if fits else say("goods from all that can")


def _making(laid: Laid) -> str:
    """A workshop that makes goods, and whether it is filled for that."""
    return title(card_of(laid).name) + (say(" (filled from your stock)") if any(to_fill(laid)) else "")


def _card(name: str) -> Card:
    return shipped().cards[shipped().number[name]]


def _use(move: Move, view: State, seat: int) -> str:
    card, rest = _card(move[1]), move[2:]
    if card.effect in DICE:
        return say(DICE[card.effect], card=the(move[1]), more=say(CHANGED.get("".join(rest), OPEN)))
    if card.effect == "price":
        said = say("{card} lifts the price of {goods} by 1", card=the(move[1]), goods=goods(card.kind))
        return said + _lowered(view, rest) if rest else said
    if card.effect == "fill" and rest:
        return say("{card} fills your stock: {cubes}", card=the(move[1]), cubes=counted(read_cubes(rest)))
    return say("{card} works", card=the(move[1]))


DICE = {
    "movement die": to_say("{card} makes the die you move with {more}"),
    "activation die": to_say("{card} makes the die you work with {more}"),
}
CHANGED = {"up": to_say("1 more"), "down": to_say("1 less")}
OPEN = to_say("1 more or less")


def _lowered(view: State, rest: tuple[str, ...]) -> str:
    kind = GOODS.index(rest[0])
    falls = 2 if "lower" in rest or not view.singles[kind] else 1
    return say(", that of {goods} falls by {n}", goods=goods(kind), n=falls)


# --- cards -----------------------------------------------------------------------------------------------


def _take(move: Move, view: State, seat: int) -> str:
    row = say(" in row {row}", row=move[-1][3:]) if move[-1].startswith("row") else ""
    return _kept(move, view, seat, row)


def kept(move: Move, view: State, seat: int) -> str:
    """The card that a move keeps, wherever it is laid."""
    return _kept(move, view, seat, "")


def _kept(move: Move, view: State, seat: int, row: str) -> str:
    name = " ".join(word for word in move[1:] if not word.startswith("row"))
    card = _card(name)
    called = with_order_word(name) if move.verb == "take" else title(name)  # the lines of the others begin with it
    return f"{called}{row}, {card_text(card)}{_affordable(card, view, seat)}"


def _affordable(card: Card, view: State, seat: int) -> str:
    """Behind the cost of a card: whether the own stock could pay it now, else what it lacks."""
    if not any(card.cost):
        return ""
    lacks = [max(0, cost - held) for cost, held in zip(card.cost, view.seats[seat].stock, strict=True)]
    return say("; you lack {cubes}", cubes=counted(lacks)) if any(lacks) else say(", all in your stock")


def _none(move: Move, view: State, seat: int) -> str:
    return say("nothing is sold") if isinstance(AGENDA.open_to(view, seat), Sell) else say("no card")


# --- sales -----------------------------------------------------------------------------------------------


def _sell(move: Move, view: State, seat: int) -> str:
    count, kind, how = read_sale(move)
    task = AGENDA.open_to(view, seat)
    if not isinstance(task, Sell):
        if count is None:
            return say("{goods} sold", goods=goods(kind))
        return say("{n} {goods} sold", n=count, goods=goods(kind))
    if task.tile != MARKET:
        change = CHANGES.get(" ".join(how))
        return _sale(1, kind, task.value) + (say(change) if change else "")
    sold = min(task.value, view.seats[seat].store[kind]) if count is None else count
    falls = 2 if how or (view.doubles[kind] and not view.singles[kind]) else min(1, view.price(kind))
    lower = say("; the price falls by {n}", n=falls) if falls else ""
    return _sale(sold, kind, sold * (view.price(kind) + bonus(view))) + lower


def _sale(count: int, kind: int, points: int) -> str:
    return say("{n} {goods} for {points:point|points}", n=count, goods=goods(kind), points=points)


CHANGES = {
    "up": to_say("; the price rises by 1"),
    "down": to_say("; the price falls by 1"),
    "down 2": to_say("; a card of value 2 becomes a cube, so the price falls by 1"),
}


# --- cubes -----------------------------------------------------------------------------------------------


def _put(move: Move, view: State, seat: int) -> str:
    count, raw = int(move[1]), _raw(move[2])
    if move[3] == "stock":
        return say("{n} {material} into your stock", n=count, material=raw)
    return say("{n} {material} on {card}", n=count, material=raw, card=the(move[3]))


def _raw(word: str) -> str:
    return material(MATERIALS.index(word))


def _lay(move: Move, view: State, seat: int) -> str:
    return say("cubes go to {places}", places=say(", then ").join(say(WHERE[where]) for where in move[1:]))


WHERE = {
    "cards": to_say("cards that are not finished"),
    "workshops": to_say("built workshops"),
    "stock": to_say("your stock"),
}


def _discard(move: Move, view: State, seat: int) -> str:
    return say("{n} {material} thrown away to make room", n=int(move[1]), material=_raw(move[2]))


def _pay(move: Move, view: State, seat: int) -> str:
    return say("{cubes} for the bridge", cubes=counted(read_cubes(move[1:])))


# --- pieces on the map -----------------------------------------------------------------------------------


def _recall(move: Move, view: State, seat: int) -> str:
    value = view.placed(seat).get(TILES.index(move[1]))
    if value is None:
        return say("your die from {tile}", tile=title(move[1]))
    return say("your {value} from {tile}", value=value, tile=title(move[1]))


def _place(move: Move, view: State, seat: int) -> str:
    return say("the tile {tile} on {cell}", tile=title(move[1]), cell=move[2])


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
    "discard": _discard,
    "pay": _pay,
    "use": _use,
    "recall": _recall,
    "place": _place,
    "boat": lambda move, view, seat: say("the Boat at {tile}", tile=title(move[1])),
    "burgher": lambda move, view, seat: say("your Burgher on {tile}", tile=title(move[1])),
    "end": lambda move, view, seat: say("your turn ends"),
}
