"""The moves of a decision as a player is offered them: codes for a turn, numbers for everything else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.bruges.data import cards
from engine.bruges.data.cards import Cards
from engine.bruges.data.persons import Effect
from engine.bruges.rules import building, passives
from engine.bruges.rules.afterthoughts import NO_CLIMB
from engine.bruges.rules.choices import CLIMB
from engine.bruges.rules.context import Context
from engine.bruges.rules.effects import active, only_gives
from engine.bruges.rules.rules import AGENDA
from engine.bruges.rules.scoring import count
from engine.bruges.rules.tasks import Turn
from engine.bruges.rules.turns import ACTIONS as BY_CARD
from engine.bruges.rules.turns import WORKERS, guilders_for, ready, turn_moves
from engine.bruges.state import COLOURS, SECTIONS, State
from engine.bruges.words import doing
from engine.bruges.words.speech import say
from engine.bruges.words.vocabulary import side, the, title, word
from engine.decisions import Decision, Group, Move
from engine.language.wording import listed

ACTIONS = ("workers", "guilders", "threat", "canal left", "canal right", "house", "recruit")
MOST_LINKS = 40


@dataclass(frozen=True, slots=True)
class Offer:
    """A move as it is offered: `label` is what to write in brackets, `words` what it means, label included."""

    label: str
    words: str
    move: Move


def menu(view: State, decision: Decision) -> tuple[Group, ...]:
    """The moves in groups: for a turn one for each hand card and one for the persons, else one for each move."""
    if decision.kind != "turn":
        return tuple(Group(offer.words, (offer.move,)) for offer in numbered(view, decision))
    groups = [
        Group(f"{title(name)}: {', '.join(words)}", tuple(offer.move for offer in offers))
        for name, offers, words in by_card(view, decision)
    ]
    persons = person_offers(view, decision)
    if persons:
        groups.append(Group("; ".join(offer.words for offer in persons), tuple(offer.move for offer in persons)))
    return tuple(groups)


def numbered(view: State, decision: Decision) -> list[Offer]:
    """Every move with its number, counted from 1 in the order of the decision."""
    offers = []
    for number, move in enumerate(decision.moves, 1):
        label = f"[{number}]"
        offers.append(Offer(label, f"{label} {doing.say(move, view, decision.seat)}", move))
    return offers


# --- a turn -------------------------------------------------------------------------------------------------


def by_card(view: State, decision: Decision) -> list[tuple[str, list[Offer], list[str]]]:
    """For each hand card: its id, what can be ordered now, and the words, those for later included."""
    known, seat = cards.of(view.deck), decision.seat
    later = _later(view, known, decision)
    rows = []
    for slot, card in enumerate(view.seats[seat].hand, 1):
        if card < 0:
            continue
        name = known.name[card]
        offers = _card_offers(view, known, seat, slot, [move for move in decision.moves if move[1:2] == (name,)])
        words = [offer.words for offer in _joined(offers)]
        for persons, moves in later.items():
            future = [move for move in moves if move[1] == name]
            words += [offer.words for offer in _joined(_card_offers(view, known, seat, slot, future))]
            if future:
                words[-1] = say("{offer} after {persons}", offer=words[-1], persons=persons)
        rows.append((name, offers, words))
    return rows


def _card_offers(view: State, known: Cards, seat: int, slot: int, moves: Iterable[Move]) -> list[Offer]:
    several = len({house.colour for house in view.seats[seat].houses if house.person is None}) > 1
    offers = []
    for move in moves:
        if move.verb in ("use", "end"):
            continue
        label = code(slot, move, several)
        offers.append(Offer(label, f"{label} {_short(view, known, seat, move)}", move))
    return offers


def code(slot: int, move: Move, several_houses: bool) -> str:
    """The code for a card move: "[17]", or "[17 red]" where several houses are empty."""
    action = f"{move.verb} {move[2]}" if move.verb == "canal" else move.verb
    house = f" {move[3]}" if move.verb == "recruit" and several_houses else ""
    return f"[{slot}{ACTIONS.index(action) + 1}{house}]"


def _joined(offers: Sequence[Offer]) -> list[Offer]:
    """Recruiting into several houses costs the same: the price is given once, behind the last of them."""
    followed = [other.move.verb == "recruit" for other in offers[1:]] + [False]
    return [
        Offer(offer.label, offer.label, offer.move) if offer.move.verb == "recruit" and more else offer
        for offer, more in zip(offers, followed[: len(offers)], strict=True)
    ]


def _short(view: State, known: Cards, seat: int, move: Move) -> str:
    """The few words behind a code: "2 purple", "get 6", "left for 3"."""
    card = known.number[move[1]]
    colour = word(COLOURS[known.colour[card]])
    match move.verb:
        case "workers":
            return say(
                "{workers} {colour}", workers=WORKERS + passives.plus(view, known, seat, "workers"), colour=colour
            )
        case "guilders":
            return say("get {guilders}", guilders=guilders_for(view, known, seat, card))
        case "threat":
            if passives.any_colour(view, known, seat, "threat"):
                return say("any off")
            return say("{colour} off", colour=colour)
        case "canal":
            return _dig(move[2], building.card_price(view, known, seat, card, SECTIONS.index(move[2])))
        case "house":
            return say("{colour} house", colour=colour)
    price = passives.recruit_price(view, known, seat, card)
    return say("moves in for {price}", price=price) if price else say("moves in for nothing")


def _dig(section: str, price: int | None) -> str:
    if price:
        return say("{side:!left|right} for {price}", side=side(section), price=price)
    return say("{side:!left|right} for nothing", side=side(section))


def person_offers(view: State, decision: Decision) -> list[Offer]:
    """The persons that can be used now, the step that may still be changed, and the end of the turn."""
    known = cards.of(view.deck)
    offers = []
    for move in decision.moves:
        if move.verb not in BY_CARD:
            label = f"[{move.text}]"
            offers.append(Offer(label, _offered(view, known, decision.seat, move, label), move))
    return offers


def _offered(view: State, known: Cards, seat: int, move: Move, label: str) -> str:
    if move.verb == "use":
        return _used(view, known, label, move[1])
    deed = doing.say(move, view, seat)
    if move == CLIMB:
        return say("{order} {deed} after all, before your card only", order=label, deed=deed)
    if move == NO_CLIMB:
        return say("{order} {deed}, before your card only", order=label, deed=deed)
    return f"{label} {deed}"


def _used(view: State, known: Cards, label: str, name: str) -> str:
    """The effect of a person of one's own; with a hint where it works unasked."""
    deed = doing.work(known, known.number[name])
    if not only_gives(view, known, known.number[name]):
        return f"{label} {deed}"
    hold = f"[hold {name}]"
    return say("{order} {deed} (unasked with your next order; {hold} lets it wait)", order=label, deed=deed, hold=hold)


# --- what a person of one's own makes possible ------------------------------------------------------------------


def _later(view: State, known: Cards, decision: Decision) -> dict[str, list[Move]]:
    """Card moves that become legal after persons of one's own have given guilders or workers: who -> moves."""
    seat = decision.seat
    task = AGENDA.open_to(view, seat)
    if not isinstance(task, Turn):
        return {}
    seen = set(decision.moves)
    helpers = [person for person in ready(view, known, seat) if _after(view, known, seat, [person])]
    unasked = [person for person in helpers if only_gives(view, known, person)]
    found: dict[str, list[Move]] = {}
    for group in (unasked, *([*unasked, person] for person in helpers if person not in unasked)):
        future = _after(view, known, seat, group)
        moves = turn_moves(Context(future, known), task) if future else ()
        fresh = [move for move in moves if move not in seen and move.verb in BY_CARD]
        seen.update(fresh)
        if fresh:
            found[listed([the(known.name[person]) for person in group])] = fresh
    return found


def _after(view: State, known: Cards, seat: int, persons: Sequence[int]) -> State | None:
    """The view after these persons have given what they surely give; None if that is nothing."""
    future = view.copy()
    owner = future.seats[seat]
    before = (owner.guilders, owner.workers[:])
    for person in persons:
        colour = known.worker[person]
        if colour is not None:
            owner.workers[colour] -= 1
        for effect in active(view, known, person):
            _add(future, known, seat, effect)
    gained = owner.guilders > before[0] or any(now > then for now, then in zip(owner.workers, before[1], strict=True))
    return future if gained else None


def _add(future: State, known: Cards, seat: int, effect: Effect) -> None:
    owner = future.seats[seat]
    if effect.kind == "gain" and effect["what"] == "guilders":
        owner.guilders += effect["n"]
    elif effect.kind == "gain_per" and effect["what"] == "guilders":
        amount = effect["n"] * count(future, known, seat, effect["per"])
        owner.guilders += min(amount, effect.get("most", amount))
    elif effect.kind == "gain_workers" and effect["colour"] != "any":
        owner.workers[COLOURS.index(effect["colour"])] += effect["n"]
