"""One sentence about one event, for one reader. Knows no rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.events import Event
from engine.flandern.words.voice import Voice, capital, district, listed, some, voice_of

Data = dict[str, Any]


def tell(event: Event, names: Sequence[str], reader: int | None) -> str:
    """One sentence, or "" if it is not worth telling."""
    return TELLERS[event.kind](voice_of(names, reader), event.data)


def _begins(voice: Voice, data: Data) -> str:
    guilds = [f"{voice.who(seat)} {coat}" for seat, coat in enumerate(data["guilds"])]
    return f"The game begins: {listed(guilds)}. {voice.start(data['seat'])} {_is(voice, data['seat'])} first."


def _is(voice: Voice, seat: int) -> str:
    return "are" if seat == voice.reader else "is"


def _placed(voice: Voice, data: Data) -> str:
    return f"{data['name']} lies on area {data['area']}."


def _influences(voice: Voice, data: Data) -> str:
    return f"The {data['coat']} guild is under {voice.whose(data['seat'])} influence."


def _round(voice: Voice, data: Data) -> str:
    return f"Round {data['round']} begins, {voice.who(data['seat'])} {_is(voice, data['seat'])} starting player."


def _taken_out(voice: Voice, data: Data) -> str:
    return f"The golden card of {data['name']} left the game, that town is scored."


def _card_out(voice: Voice, data: Data) -> str:
    return f"The {data['coat']} card of {data['name']} left the game, that town is scored."


def _drew(voice: Voice, data: Data) -> str:
    return f"Your golden card of this round is: {data['card']}."


def _reconsiders(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'took')} the sealed choice back."


def _choice(voice: Voice, data: Data) -> str:
    count = data["influence"]
    more = f" with {some(count, 'influence card')} ({count + 1} cards in all)" if count else ""
    return f"You have chosen your {data['card']} card{more}."


def _revealed(voice: Voice, data: Data) -> str:
    shown = [
        f"{voice.who(seat)} ({card}{f' and {count} influence' if count else ''})" for seat, card, count in data["cards"]
    ]
    return f"The cards are open. Order of play: {listed(shown)}."


def _laid(voice: Voice, data: Data) -> str:
    tile = district(data["coat"], data["masters"], data["special"])
    deed = voice.did(data["seat"], "set up" if data["site"] else "laid")
    what = f"a building site, {tile}," if data["site"] else tile
    where = f"on {data['space']}" + (f" and {data['over']}" if data["over"] else "")
    grown = f"; {listed(data['new'])} {'is' if len(data['new']) == 1 else 'are'} new there" if data["new"] else ""
    return f"{_by(data)}{deed} {what} {where} in {data['name']}{grown}."


def _by(data: Data) -> str:
    return "Golden card: " if data["gold"] else ""


def _finished(voice: Voice, data: Data) -> str:
    deed = voice.did(data["seat"], "completed")
    return f"{_by(data)}{deed} the {data['coat']} site on {data['space']} in {data['name']}."


def _cathedral(voice: Voice, data: Data) -> str:
    deed = voice.did(data["seat"], "built")
    return f"{_by(data)}{deed} a cathedral on {data['space']} in {data['name']}."


def _master(voice: Voice, data: Data) -> str:
    deed = voice.did(data["seat"], "set")
    return f"{_by(data)}{deed} a Guild Master on {data['space']} in {data['name']}, which is {data['coat']}."


def _picked_up(voice: Voice, data: Data) -> str:
    cards = listed(data["cards"]) or "no card"
    return f"{_by(data)}{voice.did(data['seat'], 'took')} back: {cards}."


def _idle(voice: Voice, data: Data) -> str:
    return f"{_by(data)}{voice.did(data['seat'], 'could')} do nothing with {data['card']}."


def _keeps(voice: Voice, data: Data) -> str:
    return f"Golden card: influence, {voice.who(data['seat'])} {_keep(voice, data['seat'])} it."


def _keep(voice: Voice, seat: int) -> str:
    return "keep" if seat == voice.reader else "keeps"


def _covered(voice: Voice, data: Data) -> str:
    many = len(data["spaces"]) > 1
    return f"{data['name']}: {listed(data['spaces'])} {'are' if many else 'is'} covered, nothing can be built there."


def _scored(voice: Voice, data: Data) -> str:
    guilds = [
        f"{coat} {points} ({some(count, 'district')}{_with_masters(masters)})"
        for coat, count, masters, points in data["guilds"]
    ]
    return f"{data['name']} is scored, value {data['value']}: {listed(guilds)}."


def _with_masters(count: int) -> str:
    return f", {some(count, 'master')}" if count else ""


def _most(voice: Voice, data: Data) -> str:
    who, cards = voice.does(data["seat"], "get"), some(data["cards"], "influence card")
    return f"{who} {some(data['points'], 'point')} for the most influence cards, {cards}."


def _played(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'played')} the {data['card']} card."


def _turned_up(voice: Voice, data: Data) -> str:
    return f"{voice.did(data['seat'], 'turned')} up the {data['card']} card of the {data['coat']} guild."


def _stalled(voice: Voice, data: Data) -> str:
    return f"No district was laid or completed in {some(data['turns'], 'turn')}: the game ends."


def _nothing(voice: Voice, data: Data) -> str:
    return ""


def _ends(voice: Voice, data: Data) -> str:
    points = [f"{voice.who(seat)} {total}" for seat, total in enumerate(data["totals"])]
    return capital(f"the game is over: {listed(points)}.")


TELLERS: dict[str, Callable[[Voice, Data], str]] = {
    "begins": _begins,
    "placed": _placed,
    "influences": _influences,
    "round begins": _round,
    "golden card of a scored town": _taken_out,
    "card of a scored town": _card_out,
    "drew": _drew,
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
    "shuffled": lambda voice, data: "The cards of the guilds under influence were shuffled.",
    "stalled": _stalled,
    "ends": _ends,
}
