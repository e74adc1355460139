"""One sentence for each kind of event, for one reader. What is not worth a sentence is ""."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.bruges.state import COLOURS
from engine.bruges.words.voice import Voice, a, amount, capital, listed, some, the, title, voice_of
from engine.events import Event

Data = Mapping[str, Any]
Teller = Callable[[Voice, Data], str]
PENALTY_WORDS = ("fire", "raid", "flood", "intrigue", "plague")


def tell(event: Event, names: Sequence[str], reader: int | None) -> str:
    """One or two short sentences about an event, or "" if it is not worth telling or not for this reader."""
    if not event.visible_to(reader):
        return ""
    return TELLERS[event.kind](voice_of(names, reader), event.data)


# --- the course of the game ---------------------------------------------------------------------------


def _game_begins(voice: Voice, data: Data) -> str:
    return f"The game begins. {voice.does(data['start'], 'start')} the first round."


def _round_begins(voice: Voice, data: Data) -> str:
    last = " It is the last one." if data.get("last") else ""
    return f"Round {data['round']} began with {voice.who(data['start'])} as first player.{last}"


def _untold(voice: Voice, data: Data) -> str:
    return ""


def _hand(voice: Voice, data: Data) -> str:
    cards = [title(card) for card in data["cards"]]
    return f"{voice.did(data['seat'], 'drew')} {listed(cards)} from the piles." if cards else ""


def _pile_ended(voice: Voice, data: Data) -> str:
    if data["by"] == "split":
        return f"The {data['pile']} pile was used up, half of the other one took its place."
    if data["by"] == "nothing":
        return f"The {data['pile']} pile was used up; nothing takes its place."
    last = f" Round {data['last']} will be the last." if data.get("last") else ""
    if data["pile"] in COLOURS:
        return (
            f"The {data['pile']} pile, the last of the five, was used up; new ones were made of the extra pile.{last}"
        )
    return f"The {data['pile']} pile was used up and the extra pile took its place.{last}"


def _dice(voice: Voice, data: Data) -> str:
    dice = data["dice"]
    return f"Dice: {', '.join(f'{colour} {dice[colour]}' for colour in COLOURS if colour in dice)}."


def _threats(voice: Voice, data: Data) -> str:
    if not data["colours"]:
        return "No die showed 5 or 6, so nobody got a threat."
    return f"Everybody got {listed([a(colour) for colour in data['colours']])} threat."


def _round_ends(voice: Voice, data: Data) -> str:
    return f"Round {data['round']} ended."


def _majority(voice: Voice, data: Data) -> str:
    seat, values = data.get("seat"), data["values"]
    what = capital(data["what"])
    if seat is None:
        return f"{what}: nobody is ahead alone."
    if not data.get("turned", True):
        return f"{what}: {voice.who(seat)} ahead again with {values[seat]}."
    return f"{what}: {voice.who(seat)} alone ahead with {values[seat]}, marker turned."


def _game_ends(voice: Voice, data: Data) -> str:
    ranks, totals = data["ranks"], data["totals"]
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    best = listed([voice.who(seat) for seat in winners])
    verb = "win" if len(winners) > 1 or winners == [voice.reader] else "wins"
    rest = [f"{voice.who(seat)} {totals[seat]}" for seat in range(len(totals)) if seat not in winners]
    tail = f"; {', '.join(rest)} points" if rest else ""
    return capital(f"{best} {verb} with {some(totals[winners[0]], 'point')}{tail}.")


# --- reputation -----------------------------------------------------------------------------------------


def _climb_price(voice: Voice, data: Data) -> str:
    if data["price"] is None:
        return "No die showed 1 or 2, so nobody could go up a step."
    return f"One step up cost {data['price']}."


def _climbed(voice: Voice, data: Data) -> str:
    price = f"for {some(data['paid'], 'guilder')}" if data["paid"] else "for nothing"
    if data.get("person"):
        price += f" by {the(data['person'])}"
    if data.get("for_now") and data["seat"] == voice.reader:
        back = "[no climb] takes it back until you play a card"
        return f"Your standing order took you up to step {data['step']} {price}; {back}."
    return f"{voice.did(data['seat'], 'went')} up to step {data['step']} {price}."


def _climb_taken_back(voice: Voice, data: Data) -> str:
    refund = f" and got {some(data['refund'], 'guilder')} back" if data["refund"] else ""
    more = " What the step had brought was given back." if data["more"] else ""
    return f"{voice.did(data['seat'], 'went')} back down to step {data['step']}{refund}.{more}"


def _stayed(voice: Voice, data: Data) -> str:
    seat = data["seat"]
    if data["why"] == "guilders":
        return f"{voice.did(seat, 'had')} too few guilders to go up."
    if data["why"] == "top":
        return f"{voice.does(seat, 'stand')} on the top step already."
    if data.get("for_now") and seat == voice.reader:
        return "Your standing order kept you from going up; [climb] makes up for it until you play a card."
    return f"{voice.did(seat, 'did')} not go up."


# --- cards ----------------------------------------------------------------------------------------------


def _workers(voice: Voice, data: Data) -> str:
    workers = some(data["count"], f"{data['colour']} worker")
    return f"{voice.did(data['seat'], 'put')} {the(data['card'])} away for {workers}."


def _guilders(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'put')} {the(data['card'])} away for {some(data['amount'], 'guilder')}."


def _threat_off(voice: Voice, data: Data) -> str:
    colour = data["colour"]
    if data.get("card"):
        return f"{voice.did(data['seat'], 'put')} {the(data['card'])} away and {a(colour)} threat went back, 1 point."
    if data.get("person"):
        return f"{capital(voice.whose(data['seat']))} {title(data['person'])} took {a(colour)} threat off, 1 point."
    return f"{voice.did(data['seat'], 'gave')} {a(colour)} threat back, 1 point."


def _canal(voice: Voice, data: Data) -> str:
    paid = f"for {some(data['paid'], 'guilder')}" if data["paid"] else "for nothing"
    place = f"canal space {data['space']} on the {data['section']}"
    if data.get("card"):
        return f"{voice.did(data['seat'], 'put')} {the(data['card'])} away and dug {place} {paid}."
    helper = f" with {the(data['person'])}" if data.get("person") else ""
    return f"{voice.did(data['seat'], 'dug')} {place} {paid}{helper}."


def _house(voice: Voice, data: Data) -> str:
    helper = f" with {the(data['person'])}" if data.get("person") else ""
    return f"{voice.did(data['seat'], 'built')} {a(data['colour'])} house{helper}."


def _house_card(voice: Voice, data: Data) -> str:
    return f"{capital(the(data['card']))} lies under it, face down."


def _recruit(voice: Voice, data: Data) -> str:
    paid = f"for {some(data['paid'], 'guilder')}" if data["paid"] else "for nothing"
    home = f"{'your' if data['seat'] == voice.reader else 'a'} {data['house']} house"
    return f"{voice.did(data['seat'], 'took')} {the(data['card'])} into {home} {paid}."


def _used(voice: Voice, data: Data) -> str:
    cost = f" for {a(data['worker'])} worker" if data.get("worker") else ""
    return f"{capital(voice.whose(data['seat']))} {title(data['person'])} worked{cost}."


def _discarded(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'put')} {listed([the(card) for card in data['cards']])} away."


def _passed(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'had')} no card to play."


def _statue(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'took')} the statue worth {some(data['value'], 'point')}."


# --- gains and losses -------------------------------------------------------------------------------------


def _gained(voice: Voice, data: Data) -> str:
    what = amount(data["what"], data["amount"], data.get("workers"))
    return f"{voice.did(data['seat'], 'got')} {what} from {the(data['person'])}."


def _paid(voice: Voice, data: Data) -> str:
    what = amount(data["what"], data["amount"], data.get("workers"))
    return f"{voice.did(data['seat'], 'gave')} {what} to {the(data['person'])}."


def _gave(voice: Voice, data: Data) -> str:
    what = amount(data["what"], data["amount"], data.get("workers"))
    return f"{voice.did(data['seat'], 'gave')} {voice.who(data['to'])} {what} ({_cause(voice, data)})."


def _cause(voice: Voice, data: Data) -> str:
    """The person behind a loss: "Bea's Beggar"."""
    name = title(data.get("person") or data["cause"])
    return f"{voice.whose(data['by'])} {name}" if data.get("by") is not None else name


def _threat(voice: Voice, data: Data) -> str:
    source = f" from {_cause(voice, data)}" if data.get("person") else ""
    return f"{voice.did(data['seat'], 'got')} {a(data['colour'])} threat{source}."


def _penalty(voice: Voice, data: Data) -> str:
    return f"It was {voice.whose(data['seat'])} third {data['colour']} threat: {data['name']}!"


def _lost(voice: Voice, data: Data) -> str:
    seat, what = data["seat"], data["what"]
    if what == "nothing":
        return _lost_nothing(voice, data)
    source = f" to the {data['cause']}" if data["cause"] in PENALTY_WORDS else f" to {_attack(voice, data)}"
    return f"{voice.did(seat, 'lost')} {LOST[what](data)}{source}."


def _attack(voice: Voice, data: Data) -> str:
    name = title(data["cause"])
    return f"{voice.whose(data['by'])} {name}" if data.get("by") is not None else the(data["cause"])


def _lost_nothing(voice: Voice, data: Data) -> str:
    seat = data["seat"]
    if data.get("immune"):
        return f"{capital(voice.whose(seat))} {title(data['immune'])} kept the harm off."
    return f"{voice.did(seat, 'had')} nothing to lose."


LOST: Mapping[str, Callable[[Data], str]] = {
    "house": lambda d: (
        f"{a(d['colour'])} house with {the(d['person'])}" if d.get("person") else f"an empty {d['colour']} house"
    ),
    "canal": lambda d: f"a canal token on the {d['section']}",
    "guilders": lambda d: some(d["amount"], "guilder"),
    "points": lambda d: some(d["amount"], "point"),
    "workers": lambda d: amount("workers", d["amount"], d.get("workers")),
    "person": lambda d: f"{the(d['person'])} (but not the house)",
}


def _returned(voice: Voice, data: Data) -> str:
    return f"{capital(the(data['person']))} is back in {voice.whose(data['seat'])} hand."


TELLERS: Mapping[str, Teller] = {
    "game begins": _game_begins,
    "round begins": _round_begins,
    "drew": _untold,
    "hand": _hand,
    "pile ended": _pile_ended,
    "dice": _dice,
    "threats": _threats,
    "threat": _threat,
    "penalty": _penalty,
    "lost": _lost,
    "returned": _returned,
    "climb price": _climb_price,
    "climbed": _climbed,
    "climb taken back": _climb_taken_back,
    "stayed": _stayed,
    "workers": _workers,
    "guilders": _guilders,
    "threat off": _threat_off,
    "canal": _canal,
    "house": _house,
    "house card": _house_card,
    "recruit": _recruit,
    "used": _used,
    "fired": _untold,
    "gained": _gained,
    "paid": _paid,
    "gave": _gave,
    "statue": _statue,
    "discarded": _discarded,
    "passed": _passed,
    "majority": _majority,
    "round ends": _round_ends,
    "game ends": _game_ends,
}
