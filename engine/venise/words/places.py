"""Boards, map and market in words: the reader's own in full, the others' in short. Changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Paragraph
from engine.language.languages import to_say
from engine.language.wording import either
from engine.venise.data.box import shipped
from engine.venise.data.hexagons import adjacency
from engine.venise.rules import boards
from engine.venise.rules.context import card_of
from engine.venise.rules.production import bridges_left
from engine.venise.rules.rounds import orders_left
from engine.venise.rules.scoring import builders_activated, chains
from engine.venise.rules.trade import bonus
from engine.venise.state import CARD_TILES, MARKET, MATERIALS, NOWHERE, PORT1, TILES, Laid, Seat, State
from engine.venise.words.names import with_order_word
from engine.venise.words.speech import say
from engine.venise.words.voice import (
    Voice,
    able,
    card_text,
    counted,
    effect,
    effect_name,
    goods,
    label,
    listed,
    material,
    tile,
    title,
)

CAP_IS_NEAR = 20  # rounds before the limit of them, which hardly any game reaches

# --- boards ----------------------------------------------------------------------------------------------


def own(view: State, number: int) -> list[Paragraph]:
    """Everything on the reader's board, each card in full."""
    seat, box = view.seats[number], shipped()
    lines = [say("Stock ({n} of {most}): {cubes}.", n=sum(seat.stock), most=box.stock, cubes=counted(seat.stock))]
    for row, laid in enumerate(seat.rows):
        cards = "".join(f"{_in_full(each)}. " for each in laid)
        lines.append(say("Row {row}: {cards}{n:space|spaces} free.", row=row + 1, cards=cards, n=box.row - len(laid)))
    lines.append(say("Store: {goods}.", goods=_store(seat)))
    lines.append(f"{_dice(view, number, own=True)} {_bridges(view, number, own=True)}")
    if builders_activated(seat):
        lines.append(_builders(seat))
    return [Paragraph(line) for line in lines]


def other(view: State, number: int) -> list[Paragraph]:
    """The possessions of another player, in two or three sentences."""
    seat = view.seats[number]
    cards = "; ".join(_in_short(laid) for laid in seat.laid())
    lines = [
        say("Stock: {cubes}.", cubes=counted(seat.stock)),
        say("Store: {goods}.", goods=_store(seat)),
        say("Cards: {cards}.", cards=cards or say("not one")),
        _dice(view, number, own=False),
        _bridges(view, number, own=False),
    ]
    if seat.pending:
        waiting = sum(len(cards) for _, cards in seat.pending)
        lines.append(say("{n:card|cards} drawn and not answered yet.", n=waiting))
    if builders_activated(seat):
        lines.append(_builders(seat))
    return [Paragraph(" ".join(lines))]


def _store(seat: Seat) -> str:
    held = [f"{count} {goods(kind)}" for kind, count in enumerate(seat.store) if count]
    return listed(held[::-1]) or say("empty")


def _in_full(laid: Laid) -> str:
    """A card with all that has to be known about it."""
    card = card_of(laid)
    name = with_order_word(card.name)
    if card.is_order:
        known = {"card": name, "goods": goods(card.kind), "value": card.value}
        return say("Order {card}", **known) if card.deck == 1 else say("{card}, an Order {goods} {value}", **known)
    if not laid.ready:
        lacks = say("; still lacks {cubes}", cubes=counted(boards.lacking(laid))) if any(laid.paid) else ""
        return f"{name}, {card_text(card)}{lacks}"
    if card.capacity:
        return say("{card}, built: {able}; {held}", card=name, able=able(card), held=_held(laid))
    return say("{card}, paid; {effect}", card=name, effect=effect(card))


def _held(laid: Laid) -> str:
    card = card_of(laid)
    if laid.held == card.capacity:
        return say("full")
    return say("holds {n} of {most}", n=laid.held, most=card.capacity)


def _in_short(laid: Laid) -> str:
    card = card_of(laid)
    name = title(card.name)
    if card.is_order:
        known = {"card": name, "goods": goods(card.kind), "value": card.value}
        return say("Order {card}", **known) if card.deck == 1 else say("{card} (Order {goods} {value})", **known)
    if not laid.ready:
        state = say("lacks {cubes}", cubes=counted(boards.lacking(laid)))
    else:
        state = say("built, {held}", held=_held(laid)) if card.capacity else say("paid")
    return f"{name} ({able(card) if card.capacity else effect_name(card)}; {state})"


def _dice(view: State, number: int, *, own: bool) -> str:
    placed = view.placed(number)
    there = listed([say("a {value} on {tile}", value=value, tile=tile(at)) for at, value in placed.items()])
    known = {"there": there or say("not one on the map"), "n": shipped().dice - len(placed)}
    if own:
        return say("Your dice: {there}, {n:die|dice} in reserve.", **known)
    return say("Dice: {there}, {n:die|dice} in reserve.", **known)


def _bridges(view: State, number: int, *, own: bool) -> str:
    built = ", ".join(f"{label(TILES[one])}-{label(TILES[two])}" for one, two in sorted(view.bridges_of(number)))
    lengths = f" {say('and')} ".join(map(str, chains(view, number)))
    known = {"n": bridges_left(view, number), "most": shipped().bridges, "bridges": built, "lengths": lengths}
    if not built:
        return say("Bridges left: {n} of {most}.", **known)
    if own:
        return say("Bridges left: {n} of {most}; yours: {bridges} (chains of {lengths}).", **known)
    return say("Bridges left: {n} of {most}; built: {bridges} (chains of {lengths}).", **known)


def _builders(seat: Seat) -> str:
    count = builders_activated(seat)
    used = listed([title(shipped().cards[card].name) for card in seat.used])
    return say(
        "Master Builders paid: {n}, worth {points} points{spent}.",
        n=count,
        points=min(shipped().builder_points, count**2),
        spent=say(" ({cards} used up)", cards=used) if used else "",
    )


# --- the table -------------------------------------------------------------------------------------------


def tiles(view: State, voice: Voice, *, drawn: bool) -> list[Paragraph]:
    """Each tile that lies, in a line: what it does, what is there; what it touches if no map is drawn."""
    near = adjacency(tuple(view.places))
    found = []
    for at, place in enumerate(view.places):
        if place is not None:
            around = [] if drawn else [*_beside(near[at]), *_bridges_from(view, voice, at)]
            parts = [_does(view, at), *around, *_there(view, voice, at)]
            found.append(Paragraph(f"{tile(at)}: {'; '.join(parts)}.", "bullet"))
    return [Paragraph(say(USED)), *found] if found else []


USED = to_say("What the tiles do for whoever comes to them, N being the die that works there:")


def _does(view: State, at: int) -> str:
    """The use of a tile to whoever arrives there with a die."""
    if at < len(MATERIALS):
        return say("N {material}", material=material(at))
    if at in CARD_TILES:
        return say("draw N {cards}, keep one", cards=say(DRAWN[at - CARD_TILES[0]]))
    if at == MARKET:
        if not bonus(view):
            return say("sell up to N goods of one kind for the price")
        return say("sell up to N goods of one kind for the price and {n} more each", n=bonus(view))
    sold = view.ports[at - PORT1]
    had = say(", but no more {goods}", goods=either([goods(kind) for kind in sold])) if sold else ""
    return say("sell one of your goods for N points") + had


DRAWN = (to_say("Workshop cards"), to_say("Order cards"), to_say("Master Builder cards"))


def _beside(near: Sequence[int]) -> list[str]:
    return [say("beside {tiles}", tiles=listed([tile(other) for other in near]))] if near else []


def _bridges_from(view: State, voice: Voice, at: int) -> list[str]:
    found = []
    for ends, owner in sorted(view.bridges.items()):
        if at in ends:
            (other,) = set(ends) - {at}
            found.append(say("{who:your|#'s} bridge to {tile}", who=voice.seat(owner), tile=tile(other)))
    return found


def _there(view: State, voice: Voice, at: int) -> list[str]:
    """Burghers, die and Boat on a tile."""
    here = [str(voice.seat(number)) for number, seat in enumerate(view.seats) if seat.burgher == at]
    die = view.dice[at]
    here += [say("{who:your|#'s} die {value}", who=voice.seat(die[0]), value=die[1])] if die else []
    here += [say("the Boat")] if view.boat == at else []
    return [say("there now {things}", things=listed(here))] if here else []


def neighbourhood(view: State) -> str:
    """Tell which tiles touch which, in words."""
    near = adjacency(tuple(view.places))
    found = [
        say("{tile} touches {others}", tile=tile(at), others=listed([tile(other) for other in others]))
        for at, others in enumerate(near)
        if others
    ]
    return f"{'; '.join(found)}." if found else ""


def pieces(view: State, voice: Voice) -> str:
    """Burghers, Boat, dice and bridges on the map."""
    standing = [
        f"{voice.seat(number)} {tile(seat.burgher)}"
        for number, seat in enumerate(view.seats)
        if seat.burgher != NOWHERE
    ]
    dice = [f"{tile(at)} {die[1]} ({voice.seat(die[0])})" for at, die in enumerate(view.dice) if die]
    words = [say("Burghers: {burghers}.", burghers=", ".join(standing))] if standing else []
    words += [say("The Boat lies at {tile}.", tile=tile(view.boat))] if view.boat != NOWHERE else []
    words += [say("Dice on the tiles: {dice}.", dice=", ".join(dice))] if dice else []
    return " ".join(words)


def market(view: State) -> str:
    """Prices, bonuses, Ports."""
    prices = ", ".join(f"{goods(kind)} {_price(view, kind)}" for kind in (2, 1, 0))
    bonuses = " ".join(map(str, view.bonuses)) or say("not one, sales go on without")
    words = [say("Prices: {prices}.", prices=prices), say("Market bonuses left: {bonuses}.", bonuses=bonuses)]
    for port, sold in enumerate(view.ports):
        if sold:
            had = listed([goods(kind) for kind in sold])
            words.append(say("{port} has had {goods}.", port=tile(PORT1 + port), goods=had))
    return " ".join(words)


def sales() -> str:
    """The effect of a sale at the Market on later ones."""
    return say(
        "A sale at the Market uses up the greatest bonus and takes a cube or a card off the price of the goods sold."
    )


def _price(view: State, kind: int) -> str:
    twos = view.doubles[kind]
    return f"{view.price(kind)}" + (say(" (with {n:card|cards} of 2)", n=twos) if twos else "")


def decks(view: State) -> str:
    """Tell what is left to draw and when the game ends."""
    cards = say(
        "Cards left: {workshops} Workshops, {orders} Orders, {builders} Master Builders.",
        workshops=len(view.decks[0]),
        orders=orders_left(view),
        builders=len(view.decks[2]),
    )
    if view.over:
        return cards
    if view.last:
        return f"{cards} {say('This is the last round.')}"
    if view.cap and view.cap - view.round <= CAP_IS_NEAR:
        ends = say(
            "One more round comes when somebody has five bridges, the Orders are gone or the Market is full, "
            "at the latest after round {round}.",
            round=view.cap,
        )
    else:
        ends = say("One more round comes when somebody has five bridges, the Orders are gone or the Market is full.")
    return f"{cards} {ends}"
