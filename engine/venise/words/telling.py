"""The events in a sentence or two for a reader. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.events import Event
from engine.language.languages import to_say
from engine.venise.state import DECKS, GOODS, MATERIALS
from engine.venise.words.speech import say
from engine.venise.words.voice import Voice, capital, drawn, goods, listed, material, of_cubes, the, title, voice_of

Data = Mapping[str, Any]
Teller = Callable[[Voice, Data], str]

ENDINGS = {
    "bridges": to_say("somebody has built all five bridges"),
    "orders": to_say("no Orders are left"),
    "market": to_say("the Market is full"),
    "cap": to_say("the limit of rounds is reached"),
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
    return say("The game begins. {Who:stay|stays} first player for all of it.", who=voice.seat(data["first"]))


def _round_begins(voice: Voice, data: Data) -> str:
    if data["waiting"]:
        return say(
            "Round {round} began. It is the last one if {n:the last Order, which still waits to be kept, is|the last "
            "# Orders, which still wait to be kept, are all} kept.",
            round=data["round"],
            n=data["waiting"],
        )
    if not data["ending"]:
        return ""
    why = say(ENDINGS[data["ending"]])
    return say("Round {round} began. It is the last one: {why}.", round=data["round"], why=why)


def _last_round(voice: Voice, data: Data) -> str:
    why = say(ENDINGS[data["ending"]])
    return say("Round {round} is the last one now: {why}.", round=data["round"], why=why)


def _game_ends(voice: Voice, data: Data) -> str:
    ranks, totals = data["ranks"], data["totals"]
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    points = totals[winners[0]]
    if len(winners) > 1:
        names = listed([str(voice.seat(seat)) for seat in winners])
        best = say("{names} win with {points:point|points}", names=names, points=points)
    else:
        best = say("{Who:win|wins} with {points:point|points}", who=voice.seat(winners[0]), points=points)
    rest = [f"{voice.seat(seat)} {total}" for seat, total in enumerate(totals) if seat not in winners]
    tail = say("; {others} points", others=", ".join(rest)) if rest else ""
    return capital(f"{best}{tail}.")


def _tile_placed(voice: Voice, data: Data) -> str:
    where = {"tile": title(data["tile"]), "cell": data["cell"]}
    return say("{Who} laid the tile {tile} on {cell}.", who=voice.seat(data["seat"]), **where)


def _boat_placed(voice: Voice, data: Data) -> str:
    return say("{Who} moored the Boat at {tile}.", who=voice.seat(data["seat"]), tile=title(data["tile"]))


def _burgher_placed(voice: Voice, data: Data) -> str:
    return say("{Who} began on {tile}.", who=voice.seat(data["seat"]), tile=title(data["tile"]))


# --- dice and moves --------------------------------------------------------------------------------------


def _recalled(voice: Voice, data: Data) -> str:
    die = {"value": data["value"], "tile": title(data["tile"])}
    return say("{Who} took a {value} back from {tile}.", who=voice.seat(data["seat"]), **die)


def _rolled(voice: Voice, data: Data) -> str:
    one, other = data["dice"]
    known = {"who": voice.seat(data["seat"]), "one": one, "other": other}
    if data["again"]:
        return say("{Who} rolled {one} and {other} again, as nothing could be done with the dice before.", **known)
    return say("{Who} rolled {one} and {other}.", **known)


def _moved(voice: Voice, data: Data) -> str:
    known = {name: data[name] for name in ("die", "points", "work")}
    known |= {"who": voice.seat(data["seat"]), "tile": title(data["tile"])}
    if data["points"] == data["die"]:
        said = say("{Who} moved with {die} to {tile}", **known)
    else:
        said = say("{Who} moved with {die} as {points} to {tile}", **known)
    if data["boat"]:
        said += say(", which left the Boat at {tile}", tile=title(data["boat"]))
    there = say("The {work} lies there now", **known) if data["placed"] else _no_place(known)
    return f"{said}. {there}{_driven_out(voice, data)}."


def _no_place(known: Data) -> str:
    return say("The {work} did not stay there", **known)


def _driven_out(voice: Voice, data: Data) -> str:
    out = data["out"]
    if not out or not data["placed"]:
        return ""
    return say("; {who:your|#'s} {value} went back", who=voice.seat(out["seat"]), value=out["value"])


# --- cubes -----------------------------------------------------------------------------------------------


def _cubes(voice: Voice, data: Data) -> dict[str, object]:
    """The owner of the cubes that an event is about, how many and of what."""
    raw = material(MATERIALS.index(data["material"]))
    return {"who": voice.seat(data["seat"]), "n": data["count"], "material": raw}


def _gained(voice: Voice, data: Data) -> str:
    if data.get("beside"):
        return say("{Who} got {n} {material} too, for a Burgher or a die there.", **_cubes(voice, data))
    return say("{Who} got {n} {material}.", **_cubes(voice, data))


def _put(voice: Voice, data: Data) -> str:
    return say("{Who} laid {n} {material} on {card}.", **_cubes(voice, data), card=the(data["card"]))


def _lost(voice: Voice, data: Data) -> str:
    return say("{Who} had no room for {n} {material}.", **_cubes(voice, data))


def _discarded(voice: Voice, data: Data) -> str:
    return say("{Who} threw {n} {material} away.", **_cubes(voice, data))


def _built(voice: Voice, data: Data) -> str:
    return say("{who:Your|#'s} {card} is built.", **_card(voice, data))


def _activated(voice: Voice, data: Data) -> str:
    return say("{who:Your|#'s} {card} is paid and can work.", **_card(voice, data))


def _card(voice: Voice, data: Data) -> dict[str, object]:
    """The owner of the card that an event is about, and which card."""
    return {"who": voice.seat(data["seat"]), "card": title(data["card"])}


def _paid(voice: Voice, data: Data) -> str:
    return say("{Who} paid {cubes}.", who=voice.seat(data["seat"]), cubes=of_cubes(data["cubes"]))


# --- cards -----------------------------------------------------------------------------------------------


def _drew(voice: Voice, data: Data) -> str:
    if data["seat"] == voice.reader:  # the event of the cards themselves follows
        if not data["beside"]:
            return ""
        return say("You draw too, for your Burgher or a die there, and choose when your turn begins.")
    known = {"who": voice.seat(data["seat"]), "cards": drawn(DECKS.index(data["deck"]), data["count"])}
    if data["beside"]:
        return say("{Who} drew {cards} too, for a Burgher or a die there, and chooses with the next turn.", **known)
    return say("{Who} drew {cards}.", **known)


def _cards(voice: Voice, data: Data) -> str:
    return say("{Who} drew {cards}.", who=voice.seat(data["seat"]), cards=listed([the(card) for card in data["cards"]]))


def _kept(voice: Voice, data: Data) -> str:
    return say("{Who} kept {card} in row {row}.", who=voice.seat(data["seat"]), card=the(data["card"]), row=data["row"])


def _kept_none(voice: Voice, data: Data) -> str:
    return say(KEPT_NONE[data["deck"]], who=voice.seat(data["seat"]))


KEPT_NONE = {
    "workshop": to_say("{Who} kept no Workshop card."),
    "order": to_say("{Who} kept no Order card."),
    "builder": to_say("{Who} kept no Master Builder card."),
}


def _used(voice: Voice, data: Data) -> str:
    words, known = list(data["words"]), _card(voice, data)
    if data["effect"] in DICE:
        return say(DICE[data["effect"]], **known, more=say("1 more") if words[0] == "up" else say("1 less"))
    if data["effect"] == "fill":
        cubes = dict(zip(words[1::2], map(int, words[::2]), strict=True))
        return say("{who:Your|#'s} {card} filled the stock: {cubes}.", **known, cubes=of_cubes(cubes))
    if words:
        fell = _wares(words[0])
        return say("{who:Your|#'s} {card} worked: one price rose by 1 and that of {goods} fell.", **known, goods=fell)
    return say("{who:Your|#'s} {card} worked: one price rose by 1.", **known)


DICE = {
    "movement die": to_say("{who:Your|#'s} {card} made the die to move with {more}."),
    "activation die": to_say("{who:Your|#'s} {card} made the die to work with {more}."),
}


# --- sales, bridges, goods -------------------------------------------------------------------------------


def _sold(voice: Voice, data: Data) -> str:
    known = {name: data[name] for name in ("price", "bonus", "points", "now")}
    known |= {"who": voice.seat(data["seat"]), "n": data["count"], "goods": _wares(data["goods"])}
    return say(
        "{Who} sold {n} {goods} at {price} and bonus {bonus}: {points:point|points}. The price is {now} now.", **known
    )


def _wares(wares: str) -> str:
    return goods(GOODS.index(wares))


def _exported(voice: Voice, data: Data) -> str:
    known = {"who": voice.seat(data["seat"]), "points": data["points"], "now": data["now"]}
    known |= {"goods": _wares(data["goods"]), "port": title(data["port"])}
    if data["change"]:
        return say("{Who} sold 1 {goods} at {port} for {points:point|points}. The price is {now} now.", **known)
    return say("{Who} sold 1 {goods} at {port} for {points:point|points}. The price is {now}.", **known)


def _sold_nothing(voice: Voice, data: Data) -> str:
    return say("{Who} sold nothing.", who=voice.seat(data["seat"]))


def _bridge(voice: Voice, data: Data) -> str:
    here, there = map(title, data["tiles"])
    built = say("{Who} built a bridge from {here} to {there}", who=voice.seat(data["seat"]), here=here, there=there)
    if data["torn"] is not None:
        built += say(" in the place of {who:your|#'s} one", who=voice.seat(data["torn"]))
    built += say(" for {n:cube|cubes}", n=data["price"]) if data["price"] else say(" for nothing")
    return f"{built}. {say('The {value} on {tile} came back.', value=data['value'], tile=title(data['back']))}"


def _produced(voice: Voice, data: Data) -> str:
    known = {**_card(voice, data), "n": data["count"], "goods": _wares(data["goods"])}
    return say(
        "{who:Your|#'s} {card} made {n} {goods} with an Order of value {value}; the price is {price} now.",
        **known,
        value=data["value"],
        price=data["price"],
    )


TELLERS: Mapping[str, Teller] = {
    "game begins": _game_begins,
    "round begins": _round_begins,
    "last round": _last_round,
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
