"""One sentence for each kind of event, for one reader. What is not worth a sentence is ""."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.bruges.words import losses, rounds
from engine.bruges.words.speech import say
from engine.bruges.words.vocabulary import amount, for_price, side, the, title, word, workers
from engine.bruges.words.voice import voice_of
from engine.events import Event
from engine.language.languages import to_say
from engine.language.wording import Voice, listed

Data = Mapping[str, Any]
Teller = Callable[[Voice, Data], str]


def tell(event: Event, names: Sequence[str], reader: int | None) -> str:
    """One or two short sentences about an event, or "" if it is not worth telling or not for this reader."""
    if not event.visible_to(reader):
        return ""
    return TELLERS[event.kind](voice_of(names, reader), event.data)


def deed(event: Event, names: Sequence[str], reader: int | None) -> str:
    """The words for a person's coming or work, without full stop, for what that brought to follow; "" for the rest."""
    return DEEDS[event.kind](voice_of(names, reader), event.data) if event.kind in DEEDS else ""


def _untold(voice: Voice, data: Data) -> str:
    return ""


# --- cards ----------------------------------------------------------------------------------------------


def _workers(voice: Voice, data: Data) -> str:
    return _put_away(voice, data, workers(data["count"], data["colour"]))


def _guilders(voice: Voice, data: Data) -> str:
    return _put_away(voice, data, amount("guilders", data["amount"]))


def _put_away(voice: Voice, data: Data, what: str) -> str:
    person = title(data["card"])
    return say("{Who} put the {person} away for {what}.", who=voice.seat(data["seat"]), person=person, what=what)


def _threat_off(voice: Voice, data: Data) -> str:
    who, colour = voice.seat(data["seat"]), word(data["colour"])
    if data.get("card"):
        return say(
            "{Who} put the {person} away and a {colour} threat went back, 1 point.",
            who=who,
            person=title(data["card"]),
            colour=colour,
        )
    if data.get("person"):
        helper = title(data["person"])
        return say(
            "{who:Your|#'s} {person} took a {colour} threat off, 1 point.", who=who, person=helper, colour=colour
        )
    return say("{Who} gave a {colour} threat back, 1 point.", who=who, colour=colour)


def _canal(voice: Voice, data: Data) -> str:
    person = data.get("card") or data.get("person")
    words = DUG["card" if data.get("card") else "person" if person else "alone"]
    return say(
        words,
        who=voice.seat(data["seat"]),
        person=title(person) if person else "",
        space=data["space"],
        side=side(data["section"]),
        price=for_price(data["paid"]),
    )


DUG = {
    "card": to_say("{Who} put the {person} away and dug canal space {space} on the {side:!left|right} {price}."),
    "person": to_say("{Who} dug canal space {space} on the {side:!left|right} {price} with the {person}."),
    "alone": to_say("{Who} dug canal space {space} on the {side:!left|right} {price}."),
}


def _house(voice: Voice, data: Data) -> str:
    who, colour = voice.seat(data["seat"]), word(data["colour"])
    if data.get("person"):
        return say(
            "{Who} built a {colour} house with the {person}.", who=who, colour=colour, person=title(data["person"])
        )
    return say("{Who} built a {colour} house.", who=who, colour=colour)


def _house_card(voice: Voice, data: Data) -> str:
    return say("The {person} lies under it, face down.", person=title(data["card"]))


def _recruit(voice: Voice, data: Data) -> str:
    return say(
        "{Who} took the {person} into {who:!your|a} {colour} house {price}",
        who=voice.seat(data["seat"]),
        person=title(data["card"]),
        colour=word(data["house"]),
        price=for_price(data["paid"]),
    )


def _used(voice: Voice, data: Data) -> str:
    who, person = voice.seat(data["seat"]), title(data["person"])
    if data.get("worker"):
        return say(
            "{who:Your|#'s} {person} worked for a {colour} worker", who=who, person=person, colour=word(data["worker"])
        )
    return say("{who:Your|#'s} {person} worked", who=who, person=person)


DEEDS: Mapping[str, Teller] = {"recruit": _recruit, "used": _used}


def _ended(teller: Teller) -> Teller:
    """The same with its full stop."""
    return lambda voice, data: say("{deed}.", deed=teller(voice, data))


def _discarded(voice: Voice, data: Data) -> str:
    cards = listed([the(card) for card in data["cards"]])
    return say("{Who} put {cards} away.", who=voice.seat(data["seat"]), cards=cards)


def _passed(voice: Voice, data: Data) -> str:
    return say("{Who} had no card to play.", who=voice.seat(data["seat"]))


def _statue(voice: Voice, data: Data) -> str:
    return say("{Who} took the statue worth {n:point|points}.", who=voice.seat(data["seat"]), n=data["value"])


TELLERS: Mapping[str, Teller] = {
    "game begins": rounds.game_begins,
    "round begins": rounds.round_begins,
    "drew": _untold,
    "hand": rounds.hand,
    "pile ended": rounds.pile_ended,
    "dice": rounds.dice,
    "threats": rounds.threats,
    "threat": losses.threat,
    "penalty": losses.penalty,
    "lost": losses.lost,
    "returned": losses.returned,
    "climb price": rounds.climb_price,
    "climbed": rounds.climbed,
    "climb taken back": rounds.climb_taken_back,
    "stayed": rounds.stayed,
    "workers": _workers,
    "guilders": _guilders,
    "threat off": _threat_off,
    "canal": _canal,
    "house": _house,
    "house card": _house_card,
    "recruit": _ended(_recruit),
    "used": _ended(_used),
    "fired": _untold,
    "gained": losses.gained,
    "paid": losses.paid,
    "gave": losses.gave,
    "statue": _statue,
    "discarded": _discarded,
    "passed": _passed,
    "majority": rounds.majority,
    "round ends": rounds.round_ends,
    "game ends": rounds.game_ends,
}
