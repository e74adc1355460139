"""What happened, in a sentence or two for a reader. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.events import Event
from engine.venise.words.voice import Voice, capital, listed, of_cubes, some, the, title, voice_of

Data = Mapping[str, Any]
Teller = Callable[[Voice, Data], str]

ENDINGS = {
    "bridges": "somebody has built all five bridges",
    "orders": "no Orders are left",
    "market": "the Market is full",
    "cap": "the limit of rounds is reached",
}


def tell(event: Event, names: Sequence[str], reader: int | None) -> str:
    """One or two short sentences about an event, or "" if it is not worth telling or not for this reader."""
    if not event.visible_to(reader):
        return ""
    return TELLERS[event.kind](voice_of(names, reader), event.data)


def _untold(voice: Voice, data: Data) -> str:
    return ""


# --- the course of the game ------------------------------------------------------------------------------


def _game_begins(voice: Voice, data: Data) -> str:
    return f"The game begins. {voice.does(data['first'], 'stay', 'stays')} first player for all of it."


def _round_begins(voice: Voice, data: Data) -> str:
    last = f" It is the last one: {ENDINGS[data['ending']]}." if data["ending"] else ""
    return f"Round {data['round']} began.{last}" if last else ""


def _game_ends(voice: Voice, data: Data) -> str:
    ranks, totals = data["ranks"], data["totals"]
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    verb = "win" if len(winners) > 1 or winners == [voice.reader] else "wins"
    rest = [f"{voice.who(seat)} {totals[seat]}" for seat in range(len(totals)) if seat not in winners]
    tail = f"; {', '.join(rest)} points" if rest else ""
    best = listed([voice.who(seat) for seat in winners])
    return capital(f"{best} {verb} with {some(totals[winners[0]], 'point')}{tail}.")


def _tile_placed(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'laid')} the tile {title(data['tile'])} on {data['cell']}."


def _boat_placed(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'moored')} the Boat at {title(data['tile'])}."


def _burgher_placed(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'began')} on {title(data['tile'])}."


# --- dice and moves --------------------------------------------------------------------------------------


def _recalled(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'took')} a {data['value']} back from {title(data['tile'])}."


def _rolled(voice: Voice, data: Data) -> str:
    one, other = data["dice"]
    again = " again, as nothing could be done with the dice before" if data["again"] else ""
    return f"{voice.did(data['seat'], 'rolled')} {one} and {other}{again}."


def _moved(voice: Voice, data: Data) -> str:
    seat = data["seat"]
    boat = f", which left the Boat at {title(data['boat'])}" if data["boat"] else ""
    die = f"with {data['die']}" if data["points"] == data["die"] else f"with {data['die']} as {data['points']}"
    place = f"The {data['work']} lies there now" if data["placed"] else f"The {data['work']} found no place there"
    out = data["out"]
    gone = f"; {voice.whose(out['seat'])} {out['value']} went back" if out and data["placed"] else ""
    return f"{voice.did(seat, 'moved')} {die} to {title(data['tile'])}{boat}. {place}{gone}."


# --- cubes -----------------------------------------------------------------------------------------------


def _gained(voice: Voice, data: Data) -> str:
    part = " for a part in it" if data.get("beside") else ""
    return f"{voice.did(data['seat'], 'got')} {data['count']} {data['material']}{part}."


def _put(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'laid')} {data['count']} {data['material']} on {the(data['card'])}."


def _lost(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'had')} no room for {data['count']} {data['material']}."


def _discarded(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'threw')} {data['count']} {data['material']} away."


def _built(voice: Voice, data: Data) -> str:
    return f"{capital(voice.whose(data['seat']))} {title(data['card'])} is built."


def _activated(voice: Voice, data: Data) -> str:
    return f"{capital(voice.whose(data['seat']))} {title(data['card'])} is paid and can work."


def _paid(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'paid')} {of_cubes(data['cubes'])}."


# --- cards -----------------------------------------------------------------------------------------------

DECK_NAMES = {"workshop": "Workshop", "order": "Order", "builder": "Master Builder"}


def _drew(voice: Voice, data: Data) -> str:
    if data["seat"] == voice.reader:  # the event of the cards themselves follows
        return "Your next turn begins with your part in it." if data["beside"] else ""
    part = " for a part in it and answers with the next turn" if data["beside"] else ""
    return f"{voice.did(data['seat'], 'drew')} {some(data['count'], DECK_NAMES[data['deck']] + ' card')}{part}."


def _cards(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'drew')} {listed([the(card) for card in data['cards']])}."


def _kept(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'kept')} {the(data['card'])} in row {data['row']}."


def _kept_none(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'kept')} no {DECK_NAMES[data['deck']]} card."


def _used(voice: Voice, data: Data) -> str:
    words = list(data["words"])
    whose = f"{capital(voice.whose(data['seat']))} {title(data['card'])}"
    if data["effect"] == "movement die":
        return f"{whose} made the die to move with 1 {'more' if words[0] == 'up' else 'less'}."
    if data["effect"] == "activation die":
        return f"{whose} made the die to work with 1 {'more' if words[0] == 'up' else 'less'}."
    if data["effect"] == "fill":
        cubes = dict(zip(words[1::2], map(int, words[::2]), strict=True))
        return f"{whose} filled the stock: {of_cubes(cubes)}."
    lower = f" and that of {title(words[0])} fell" if words else ""
    return f"{whose} worked: one price rose by 1{lower}."


# --- sales, bridges, goods -------------------------------------------------------------------------------


def _sold(voice: Voice, data: Data) -> str:
    sale = f"{data['count']} {title(data['goods'])} at {data['price']} and bonus {data['bonus']}"
    points = some(data["points"], "point")
    return f"{voice.did(data['seat'], 'sold')} {sale}: {points}. The price is {data['now']} now."


def _exported(voice: Voice, data: Data) -> str:
    sale = f"1 {title(data['goods'])} at {title(data['port'])} for {some(data['points'], 'point')}"
    return f"{voice.did(data['seat'], 'sold')} {sale}. The price is {data['now']}{' now' if data['change'] else ''}."


def _sold_nothing(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'sold')} nothing."


def _bridge(voice: Voice, data: Data) -> str:
    here, there = map(title, data["tiles"])
    price = f" for {some(data['price'], 'cube')}" if data["price"] else " for nothing"
    torn = f" in the place of {voice.whose(data['torn'])} one" if data["torn"] is not None else ""
    back = f"The {data['value']} on {title(data['back'])} came back"
    return f"{voice.did(data['seat'], 'built')} a bridge from {here} to {there}{torn}{price}. {back}."


def _produced(voice: Voice, data: Data) -> str:
    whose, goods = capital(voice.whose(data["seat"])), title(data["goods"])
    made = f"{whose} {title(data['card'])} made {data['count']} {goods}"
    return f"{made} with an Order of value {data['value']}; the price is {data['price']} now."


TELLERS: Mapping[str, Teller] = {
    "game begins": _game_begins,
    "round begins": _round_begins,
    "round ends": _untold,
    "game ends": _game_ends,
    "tile placed": _tile_placed,
    "boat placed": _boat_placed,
    "burgher placed": _burgher_placed,
    "turn": _untold,
    "recalled": _recalled,
    "rolled": _rolled,
    "moved": _moved,
    "gained": _gained,
    "put": _put,
    "lost": _lost,
    "discarded": _discarded,
    "built": _built,
    "activated": _activated,
    "paid": _paid,
    "drew": _drew,
    "cards": _cards,
    "kept": _kept,
    "kept none": _kept_none,
    "used": _used,
    "sold": _sold,
    "exported": _exported,
    "sold nothing": _sold_nothing,
    "bridge": _bridge,
    "produced": _produced,
}
