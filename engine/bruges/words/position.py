"""One seat's things in words: the reader's own in full, the others' in short. Changes nothing."""

from __future__ import annotations

from engine.bruges import building, cards, passives, texts
from engine.bruges.board import load_board
from engine.bruges.cards import Cards
from engine.bruges.effects import active, only_gives
from engine.bruges.scoring import laurel
from engine.bruges.state import COLOURS, GONE, MAJORITIES, SECTIONS, SPACES, House, Seat, State
from engine.bruges.words.dangers import danger
from engine.bruges.words.doing import for_price
from engine.bruges.words.voice import a, capital, listed, some, the
from engine.game import Paragraph

SECOND = 2  # markers of a colour: one more and its penalty strikes


# --- the reader ------------------------------------------------------------------------------------------


def own(view: State, number: int) -> list[Paragraph]:
    """Everything the reader has, the hand excepted."""
    known, seat = cards.of(view.deck), view.seats[number]
    lines = [
        _purse(view, known, number),
        f"Workers: {colours(seat.workers)}.",
        _threats(view, known, number),
        _houses(seat, known),
        _canals(view, known, number),
        _standing(seat),
    ]
    return [Paragraph(line) for line in lines] + _persons(view, known, number, "")


def _purse(view: State, known: Cards, number: int) -> str:
    """What the seat has, and what persons that work unasked still add in this round."""
    more = []
    for house in view.seats[number].houses:
        if house.person is not None and not house.used and only_gives(view, known, house.person):
            given = [
                e["n"] for e in active(view, known, house.person) if e.get("what") == "guilders" and e.kind == "gain"
            ]
            more += [f"{sum(given)} more from {the(known.name[house.person])}"] if given else []
    tail = f", and {listed(more)} this round" if more else ""
    return f"Purse: {some(view.seats[number].guilders, 'guilder')}{tail}."


def colours(counts: list[int]) -> str:
    """ "1 blue, 0 brown, 2 purple, 0 red, 2 yellow", or "nobody"."""
    if not any(counts):
        return "nobody"
    return ", ".join(f"{n} {colour}" for colour, n in zip(COLOURS, counts, strict=True))


def _threats(view: State, known: Cards, number: int) -> str:
    threats = view.seats[number].threats
    held = [
        f"{n} {colour.upper()} (!)" if n == SECOND else f"{n} {colour}"
        for colour, n in zip(COLOURS, threats, strict=True)
        if n
    ]
    dangers = [danger(view, known, number, colour) for colour, n in enumerate(threats) if n == SECOND]
    return " ".join([f"Threats: {', '.join(held) or 'not one'}.", *dangers])


def _houses(seat: Seat, known: Cards) -> str:
    words = [f"{COLOURS[house.colour]} ({_lodger(house, known)})" for house in seat.houses]
    return f"Houses: {', '.join(words) or 'not one yet'}."


def _lodger(house: House, known: Cards) -> str:
    return "empty" if house.person is None else known.title[house.person]


def _canals(view: State, known: Cards, number: int) -> str:
    return f"Canals: {' '.join(_section(view, known, number, section) for section in (0, 1))}"


def _section(view: State, known: Cards, number: int, section: int) -> str:
    space = building.next_space(view, number, section)
    name = SECTIONS[section] if section == 0 else SECTIONS[section].capitalize()
    if space is None:
        return f"{name} finished."
    colour, printed = space
    price = passives.canal_price(view, known, number, printed)
    wanted = "any card" if passives.any_colour(view, known, number, "canal") else COLOURS[colour]
    built = view.seats[number].canals[section]
    return f"{name} {built} of {SPACES} dug, next is {wanted} {for_price(price)}."


def _standing(seat: Seat) -> str:
    step = f"Reputation: step {seat.step}, worth {load_board().reputation[seat.step]}."
    markers = [name for name, turned in zip(MAJORITIES, seat.markers, strict=True) if turned]
    held = f"Majority markers: {listed(markers)}." if markers else "No majority marker yet."
    statues = f" Statues: {listed([str(value) for value in seat.statues])} points." if seat.statues else ""
    return f"{step} {held}{statues}"


# --- persons in play ------------------------------------------------------------------------------------------


def _persons(view: State, known: Cards, number: int, owner: str) -> list[Paragraph]:
    """Full texts of those who can still do something, the spent ones by name only; in the end those who counted."""
    lines, spent = [], []
    for house in view.seats[number].houses:
        if house.person is None:
            continue
        icon = known.icon[house.person]
        if icon == "arrow":
            spent.append(known.title[house.person])
        elif icon == "laurel" or not view.over:
            lines.append(Paragraph(_person(view, known, number, house, owner), "detail"))
    if spent and not view.over:
        have = "has" if len(spent) == 1 else "have"
        lines.append(Paragraph(f"{listed(spent)} {have} worked once, nothing more to come.", "detail"))
    return lines


def _person(view: State, known: Cards, number: int, house: House, owner: str) -> str:
    """ "Queen, Noble: each round for nothing: 1 point (ready)"."""
    card = house.person or 0
    person = known.deck.persons[card]
    words = texts.sentence(person, owner)
    state = f" ({_readiness(view, number, house, known)})" if person.usable else ""
    if person.icon == "laurel":
        state = f" ({'brought' if view.over else 'now'} {laurel(view, known, number, card)})"
    return f"{person.name}, {person.group}. {words.removesuffix('.')}{state}."


def _readiness(view: State, number: int, house: House, known: Cards) -> str:
    if house.used:
        return "used this round"
    if not active(view, known, house.person or 0):
        return "not with these dice"
    colour = known.worker[house.person or 0]
    if colour is not None and not view.seats[number].workers[colour]:
        return f"no {COLOURS[colour]} worker"
    return "ready"


# --- the others ---------------------------------------------------------------------------------------------


def other(view: State, number: int, name: str) -> list[Paragraph]:
    """What another player has, in one paragraph and a line for each person that still counts."""
    known, seat = cards.of(view.deck), view.seats[number]
    threats = ", ".join(f"{n} {colour}" for colour, n in zip(COLOURS, seat.threats, strict=True) if n)
    houses = [
        f"{COLOURS[house.colour]}{' empty' if house.person is None else f' ({_lodger(house, known)})'}"
        for house in seat.houses
    ]
    markers = [word for word, turned in zip(MAJORITIES, seat.markers, strict=True) if turned]
    facts = [
        f"Purse {seat.guilders}.",
        f"Workers: {colours(seat.workers)}.",
        f"Threats: {threats or 'not one'}.",
        f"Houses: {', '.join(houses) or 'not one'}.",
        f"Canals: left {seat.canals[0]}, right {seat.canals[1]}.",
        f"Step {seat.step}.",
        f"Markers: {listed(markers)}." if markers else "No marker.",
        f"Statues: {listed([str(value) for value in seat.statues])}." if seat.statues else "",
        _holds(seat, known),
    ]
    return [Paragraph(" ".join(fact for fact in facts if fact)), *_persons(view, known, number, name)]


def _holds(seat: Seat, known: Cards) -> str:
    """How many cards and their backs; a card that everybody has seen by name."""
    held = [card for card in seat.hand if card != GONE]
    words = sorted(f"{_back(card, known)} ({known.title[card]})" if card >= 0 else _back(card, known) for card in held)
    return f"Holds {some(len(held), 'card')}: {', '.join(words)}." if held else "Holds no card."


def _back(card: int, known: Cards) -> str:
    return COLOURS[known.colour[card] if card >= 0 else -1 - card]


# --- the hand ------------------------------------------------------------------------------------------------


def card_text(known: Cards, card: int) -> str:
    """All that is printed on a hand card: "PRINCE, purple, price 9, worth 3, Noble. Each round ..."."""
    person = known.deck.persons[card]
    printed = f"{COLOURS[person.colour]}, price {person.price}, worth {person.points}, {person.group}"
    return f"{person.name.upper()}, {printed}. {texts.sentence(person)}"


def unseen_card(known: Cards, card: int) -> str:
    """A card of the reader's hand that it has not looked at yet."""
    return f"{capital(a(_back(card, known)))} card that you have just drawn; you see it when your hand is full."
