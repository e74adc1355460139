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
from engine.bruges.rules.turns import WORKERS, guilders_for, house_colours, ready, turn_moves
from engine.bruges.state import COLOURS, SECTIONS, State
from engine.bruges.words import doing
from engine.bruges.words.speech import say
from engine.bruges.words.vocabulary import for_price, side, the, title, word, workers
from engine.decisions import Decision, Group, Move
from engine.language.wording import capital, listed

ACTIONS = ("workers", "guilders", "threat", "canal left", "canal right", "house", "recruit")
MOST_LINKS = 40


@dataclass(frozen=True, slots=True)
class Offer:
    """A move as it is offered: `label` is what to write in brackets, `words` what it means with the label behind it."""

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
        offers.append(Offer(label, f"{capital(doing.say(move, view, decision.seat))} {label}", move))
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
        words = [offer.words for offer in offers]
        for persons, moves in later.items():
            future = _card_offers(view, known, seat, slot, [move for move in moves if move[1] == name], persons)
            words += [offer.words for offer in future]
        rows.append((name, offers, words))
    return rows


def _card_offers(
    view: State, known: Cards, seat: int, slot: int, moves: Iterable[Move], persons: str = ""
) -> list[Offer]:
    """The uses of a hand card; `persons`: who has to work before that."""
    several = len({house.colour for house in view.seats[seat].houses if house.person is None}) > 1
    offers = []
    for move in moves:
        if move.verb in ("use", "end"):
            continue
        label, deed = code(slot, move, several), _deed(view, known, seat, move)
        if persons:
            deed = say("{offer} after {persons}", offer=deed, persons=persons)
        offers.append(Offer(label, f"{deed} {label}", move))
    return offers


def code(slot: int, move: Move, several_houses: bool) -> str:
    """The code for a card move: "[17]", or "[17 red]" where several houses are empty."""
    action = f"{move.verb} {move[2]}" if move.verb == "canal" else move.verb
    house = f" {move[3]}" if move.verb == "recruit" and several_houses else ""
    return f"[{slot}{ACTIONS.index(action) + 1}{house}]"


def _deed(view: State, known: Cards, seat: int, move: Move) -> str:
    """The deed in front of a code, with what it costs and brings: "take 2 purple workers", "dig on the left for 3"."""
    card = known.number[move[1]]
    colour = word(COLOURS[known.colour[card]])
    match move.verb:
        case "workers":
            number = WORKERS + passives.plus(view, known, seat, "workers")
            return say("take {workers}", workers=workers(number, COLOURS[known.colour[card]]))
        case "guilders":
            return say("put away for {n:guilder|guilders}", n=guilders_for(view, known, seat, card))
        case "threat":
            if passives.any_colour(view, known, seat, "threat"):
                return say("any threat off for 1 point")
            return say("a {colour} threat off for 1 point", colour=colour)
        case "canal":
            return _dig(move[2], building.card_price(view, known, seat, card, SECTIONS.index(move[2])))
        case "house":
            if house_colours(view, known, seat, card) == [None]:
                return say("build a {colour} house (no worker)", colour=colour)
            return say("build a {colour} house (1 worker)", colour=colour)
    price = passives.recruit_price(view, known, seat, card)
    return say("move into the {colour} house {price}", colour=word(move[3]), price=for_price(price))


def _dig(section: str, price: int | None) -> str:
    return say("dig on the {side:!left|right} {price}", side=side(section), price=for_price(price or 0))


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
    deed = capital(doing.say(move, view, seat))
    if move == CLIMB:
        return say("{deed} after all, before your card only {order}", order=label, deed=deed)
    if move == NO_CLIMB:
        return say("{deed}, before your card only {order}", order=label, deed=deed)
    return f"{deed} {label}"


def _used(view: State, known: Cards, label: str, name: str) -> str:
    """The effect of a person of one's own; with a hint where it works unasked."""
    deed = f"{title(name)}: {doing.work(known, known.number[name])}"
    if not only_gives(view, known, known.number[name]):
        return f"{deed} {label}"
    hold = f"[hold {name}]"
    return say("{deed} {order} (unasked with your next order; {hold} lets it wait)", order=label, deed=deed, hold=hold)


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
