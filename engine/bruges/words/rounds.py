"""Sentences for one reader about a round beside the cards that are played: dice, steps, majorities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.bruges.state import COLOURS
from engine.bruges.words.speech import say
from engine.bruges.words.vocabulary import for_price, named, side, title, word
from engine.events import USUAL
from engine.language.languages import Reader, to_say
from engine.language.wording import Voice, capital, listed

Data = Mapping[str, Any]


def sentences(*said: str) -> str:
    """Those that say something, one after the other."""
    return " ".join(sentence for sentence in said if sentence)


# --- the course of the game ---------------------------------------------------------------------------


def game_begins(voice: Voice, data: Data) -> str:
    return say("The game begins. {Who:start|starts} the first round.", who=voice.seat(data["start"]))


def round_begins(voice: Voice, data: Data) -> str:
    began = say("Round {round} began with {who} as first player.", round=data["round"], who=voice.seat(data["start"]))
    return sentences(began, say("It is the last one.") if data.get("last") else "")


def hand(voice: Voice, data: Data) -> str:
    if not data["cards"]:
        return ""
    cards = listed([named(card) for card in data["cards"]])
    return say("{Who} drew {cards} from the piles.", who=voice.seat(data["seat"]), cards=cards)


def pile_ended(voice: Voice, data: Data) -> str:
    pile = data["pile"]
    if pile in COLOURS:
        ended = say(COLOUR_ENDED[data["by"]], colour=word(pile))
    else:
        ended = say(PILE_ENDED[data["by"]], side=side(pile))
    return sentences(ended, say("Round {round} will be the last.", round=data["last"]) if data.get("last") else "")


PILE_ENDED = {
    "split": to_say("The {side:!left|right} pile was used up, half of the other one took its place."),
    "extra": to_say("The {side:!left|right} pile was used up and the extra pile took its place."),
}
COLOUR_ENDED = {
    "extra": to_say("The {colour} pile, the last of the five, was used up; new ones were made of the extra pile."),
    "nothing": to_say("The {colour} pile was used up; nothing takes its place."),
}


def dice(voice: Voice, data: Data) -> str:
    dice = data["dice"]
    return say(
        "Dice: {dice}.", dice=", ".join(f"{word(colour)} {dice[colour]}" for colour in COLOURS if colour in dice)
    )


def threats(voice: Voice, data: Data) -> str:
    if not data["colours"]:
        return say("No die showed 5 or 6, so nobody got a threat.")
    colours = listed([say("a {colour}", colour=word(colour)) for colour in data["colours"]])
    return say("Everybody got {colours} threat.", colours=colours)


def round_ends(voice: Voice, data: Data) -> str:
    return say("Round {round} ended.", round=data["round"])


def majority(voice: Voice, data: Data) -> str:
    seat, what = data.get("seat"), capital(word(data["what"]))
    if seat is None:
        return say("{what}: nobody is ahead alone.", what=what)
    who, number = voice.seat(seat), data["values"][seat]
    if not data.get("turned", True):
        return say("{what}: {who} ahead again with {number}.", what=what, who=who, number=number)
    return say("{what}: {who} alone ahead with {number}, marker turned.", what=what, who=who, number=number)


def game_ends(voice: Voice, data: Data) -> str:
    ranks, totals = data["ranks"], data["totals"]
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    rest = ", ".join(f"{voice.seat(seat)} {totals[seat]}" for seat in range(len(totals)) if seat not in winners)
    # Several are one reader to a sentence: the winners, among whom the reader may be.
    best = Reader(listed([str(voice.seat(seat)) for seat in winners]), voice.reader in winners)
    words = (WIN_TOGETHER if len(winners) > 1 else WINS)[bool(rest)]
    return capital(say(words, who=best, n=totals[winners[0]], rest=rest))


# Without and with others behind.
WINS = (
    to_say("{Who:win|wins} with {n:point|points}."),
    to_say("{Who:win|wins} with {n:point|points}; {rest} points."),
)
WIN_TOGETHER = (
    to_say("{Who} win with {n:point|points}."),
    to_say("{Who} win with {n:point|points}; {rest} points."),
)


# --- reputation -----------------------------------------------------------------------------------------


def climb_price(voice: Voice, data: Data) -> str:
    if data["price"] is None:
        return say("No die showed 1 or 2, so nobody could go up a step.")
    return say("One step up cost {price}.", price=data["price"])


def climbed(voice: Voice, data: Data) -> str:
    who, price, step = voice.seat(data["seat"]), for_price(data["paid"]), data["step"]
    if data.get("for_now") and data["seat"] == voice.reader:
        return say(CLIMBED[USUAL in data], step=step, price=price, order="[no climb]")
    if data.get("person"):
        helper = title(data["person"])
        return say(
            "{Who} went up to step {step} {price} by the {person}.", who=who, step=step, price=price, person=helper
        )
    return say("{Who} went up to step {step} {price}.", who=who, step=step, price=price)


def climb_taken_back(voice: Voice, data: Data) -> str:
    who, step = voice.seat(data["seat"]), data["step"]
    if data["refund"]:
        refund = data["refund"]
        back = say(
            "{Who} went back down to step {step} and got {n:guilder|guilders} back.", who=who, step=step, n=refund
        )
    else:
        back = say("{Who} went back down to step {step}.", who=who, step=step)
    return sentences(back, say("What the step had brought was given back.") if data["more"] else "")


def stayed(voice: Voice, data: Data) -> str:
    who = voice.seat(data["seat"])
    if data["why"] == "guilders":
        return say("{Who} had too few guilders to go up.", who=who)
    if data["why"] == "top":
        return say("{Who:stand|stands} on the top step already.", who=who)
    if data.get("for_now") and data["seat"] == voice.reader:
        return say(STAYED[USUAL in data], order="[climb]")
    return say("{Who} did not go up.", who=who)


# By the seat's own rule, and by the usual one.
CLIMBED = (
    to_say("Your standing order took you up to step {step} {price}; {order} takes it back until you play a card."),
    to_say("The usual rule took you up to step {step} {price}; {order} takes it back until you play a card."),
)
STAYED = (
    to_say("Your standing order kept you from going up; {order} makes up for it until you play a card."),
    to_say("The usual rule kept you from going up; {order} makes up for it until you play a card."),
)
