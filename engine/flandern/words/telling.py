"""One sentence about one event, for one reader. Knows no rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.events import Event
from engine.flandern.data.box import CHURCH, COATS
from engine.flandern.words import names as naming
from engine.flandern.words.names import on
from engine.flandern.words.speech import say
from engine.flandern.words.voice import Voice, district, listed, voice_of

Data = dict[str, Any]


def tell(event: Event, names: Sequence[str], reader: int | None) -> str:
    """One sentence, or "" if it is not worth telling."""
    return TELLERS[event.kind](voice_of(names, reader), event.data)


def _begins(voice: Voice, data: Data) -> str:
    guilds = [
        say("{who} {coat}", who=voice.seat(seat), coat=naming.coat(coat)) for seat, coat in enumerate(data["guilds"])
    ]
    return say("The game begins: {guilds}. {Who:are|is} first.", guilds=listed(guilds), who=voice.seat(data["seat"]))


def _placed(voice: Voice, data: Data) -> str:
    return say("{town} lies on area {area}.", town=data["name"], area=data["area"])


def _influences(voice: Voice, data: Data) -> str:
    return say(
        "The {coat} guild is under {who:your|#'s} influence.",
        coat=naming.coat(data["coat"]),
        who=voice.seat(data["seat"]),
    )


def _round(voice: Voice, data: Data) -> str:
    return say(
        "Round {number} begins, {who:are|is} starting player.", number=data["round"], who=voice.seat(data["seat"])
    )


def _taken_out(voice: Voice, data: Data) -> str:
    return say("The golden card of {town} left the game, that town is scored.", town=data["name"])


def _card_out(voice: Voice, data: Data) -> str:
    return say(
        "The {coat} card of {town} left the game, that town is scored.",
        coat=naming.coat(data["coat"]),
        town=data["name"],
    )


def _drew(voice: Voice, data: Data) -> str:
    return say("Your golden card of this round is: {card}.", card=naming.card(data["card"]))


def _reconsiders(voice: Voice, data: Data) -> str:
    return say("You took your sealed choice back.")


def _choice(voice: Voice, data: Data) -> str:
    card, count = naming.card(data["card"]), data["influence"]
    if not count:
        return say("You have chosen your {card} card.", card=card)
    return say(
        "You have chosen your {card} card with {count:influence card|influence cards} ({all} cards in all).",
        card=card,
        count=count,
        all=count + 1,
    )


def _revealed(voice: Voice, data: Data) -> str:
    shown = [_shown(voice, seat, naming.card(card), count) for seat, card, count in data["cards"]]
    return say("The cards are open. Order of play: {seats}.", seats=listed(shown))


def _shown(voice: Voice, seat: int, card: str, count: int) -> str:
    who = voice.seat(seat)
    return say("{who} ({card} and {count} influence)", who=who, card=card, count=count) if count else f"{who} ({card})"


def _laid(voice: Voice, data: Data) -> str:
    space, over, new = data["space"], data["over"], data["new"]
    values = {
        "who": voice.seat(data["seat"]),
        "tile": district(data["coat"], data["masters"], data["special"]),
        "spaces": say("{space} and {over}", space=space, over=over) if over else space,
        "town": data["name"],
        "new": say("; {spaces} {number:!is|are} new there", spaces=listed(new), number=len(new)) if new else "",
    }
    if data["site"]:
        return _told(data, say("{Who} set up a building site, {tile}, on {spaces} in {town}{new}.", **values))
    return _told(data, say("{Who} laid {tile} on {spaces} in {town}{new}.", **values))


def _told(data: Data, sentence: str) -> str:
    """Tell what was done, and with which card if that was the golden one."""
    return say("Golden card: {sentence}", sentence=sentence) if data["gold"] else sentence


def _finished(voice: Voice, data: Data) -> str:
    where = {"who": voice.seat(data["seat"]), "space": data["space"], "town": data["name"]}
    if data["coat"] == COATS[CHURCH]:
        return _told(data, say("{Who} completed the church site on {space} in {town}.", **where))
    coat = naming.coat(data["coat"])
    return _told(data, say("{Who} completed the {coat} site on {space} in {town}.", coat=coat, **where))


def _cathedral(voice: Voice, data: Data) -> str:
    who, where = voice.seat(data["seat"]), on(data["space"])
    return _told(data, say("{Who} built a cathedral {where} in {town}.", who=who, where=where, town=data["name"]))


def _master(voice: Voice, data: Data) -> str:
    sentence = say(
        "{Who} set a Guild Master {where} in {town}, which is {coat}.",
        who=voice.seat(data["seat"]),
        where=on(data["space"]),
        town=data["name"],
        coat=naming.coat(data["coat"]),
    )
    return _told(data, sentence)


def _picked_up(voice: Voice, data: Data) -> str:
    cards = listed([naming.card(card) for card in data["cards"]]) or say("no card")
    return _told(data, say("{Who} took back: {cards}.", who=voice.seat(data["seat"]), cards=cards))


def _idle(voice: Voice, data: Data) -> str:
    who, card = voice.seat(data["seat"]), naming.card(data["card"])
    return _told(data, say("{Who} could do nothing with {card}.", who=who, card=card))


def _keeps(voice: Voice, data: Data) -> str:
    return say("Golden card: influence, {who:keep|keeps} it.", who=voice.seat(data["seat"]))


def _covered(voice: Voice, data: Data) -> str:
    return say(
        "{town}: {spaces} {number:!is|are} covered, nothing can be built there.",
        town=data["name"],
        spaces=listed(data["spaces"]),
        number=len(data["spaces"]),
    )


def _scored(voice: Voice, data: Data) -> str:
    guilds = [_guild(*guild) for guild in data["guilds"]]
    return say(
        "{town} is scored, value {value}: {guilds}.", town=data["name"], value=data["value"], guilds=listed(guilds)
    )


def _guild(coat: str, count: int, masters: int, points: int) -> str:
    """Tell what a guild has in a town and gets for it."""
    values = {"coat": naming.coat(coat), "points": points, "count": count, "masters": masters}
    if masters:
        return say("{coat} {points} ({count:district|districts}, {masters:master|masters})", **values)
    return say("{coat} {points} ({count:district|districts})", **values)


def _most(voice: Voice, data: Data) -> str:
    return say(
        "{Who:get|gets} {points:point|points} for the most influence cards, {cards:influence card|influence cards}.",
        who=voice.seat(data["seat"]),
        points=data["points"],
        cards=data["cards"],
    )


def _played(voice: Voice, data: Data) -> str:
    return say("{Who} played the {card} card.", who=voice.seat(data["seat"]), card=naming.card(data["card"]))


def _golden(voice: Voice, data: Data) -> str:
    return say(
        "{Who:show|shows} the golden card: {card}.", who=voice.seat(data["seat"]), card=naming.card(data["card"])
    )


def _turned_up(voice: Voice, data: Data) -> str:
    return say(
        "{Who} turned up the {card} card of the {coat} guild.",
        who=voice.seat(data["seat"]),
        card=naming.card(data["card"]),
        coat=naming.coat(data["coat"]),
    )


def _shuffled(voice: Voice, data: Data) -> str:
    return say("The cards of the guilds under influence were shuffled.")


def _stalled(voice: Voice, data: Data) -> str:
    return say("No district was laid or completed in {turns:turn|turns}: the game ends.", turns=data["turns"])


def _nothing(voice: Voice, data: Data) -> str:
    return ""


def _ends(voice: Voice, data: Data) -> str:
    points = [f"{voice.seat(seat)} {total}" for seat, total in enumerate(data["totals"])]
    return say("The game is over: {points}.", points=listed(points))


TELLERS: dict[str, Callable[[Voice, Data], str]] = {
    "begins": _begins,
    "placed": _placed,
    "influences": _influences,
    "round begins": _round,
    "golden card of a scored town": _taken_out,
    "card of a scored town": _card_out,
    "drew": _drew,
    "golden card": _golden,
    "reconsiders": _reconsiders,
    "chose": _nothing,
    "choice": _choice,
    "revealed": _revealed,
    "laid": _laid,
    "finished": _finished,
    "cathedral": _cathedral,
    "master": _master,
    "picked up": _picked_up,
    "idle": _idle,
    "keeps influence": _keeps,
    "covered": _covered,
    "scored": _scored,
    "most influence": _most,
    "played": _played,
    "turned up": _turned_up,
    "shuffled": _shuffled,
    "stalled": _stalled,
    "ends": _ends,
}
