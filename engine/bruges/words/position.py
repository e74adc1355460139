"""One seat's things in words: the reader's own in full, the others' in short. Changes nothing."""

from __future__ import annotations

from engine.bruges.data import cards
from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.rules import building, passives
from engine.bruges.rules.effects import active, only_gives
from engine.bruges.rules.scoring import laurel
from engine.bruges.state import COLOURS, GONE, MAJORITIES, SPACES, House, Seat, State
from engine.bruges.words import effect_texts
from engine.bruges.words.dangers import danger
from engine.bruges.words.speech import say
from engine.bruges.words.vocabulary import for_price, the, title, title_to_order, word
from engine.game import Paragraph
from engine.language.wording import listed

SECOND = 2  # markers of a colour: one more and its penalty strikes


# --- the reader ------------------------------------------------------------------------------------------


def own(view: State, number: int) -> list[Paragraph]:
    """Everything the reader has, the hand excepted; first what bears most on the next move."""
    known, seat = cards.of(view.deck), view.seats[number]
    lines = [
        " ".join([_purse(view, known, number), _workers(seat), *_dangers(view, known, number)]),
        _threats(seat),
        _houses(seat, known),
        _canals(view, known, number),
        _standing(seat),
    ]
    return [Paragraph(line) for line in lines] + _persons(view, known, number, "")


def _purse(view: State, known: Cards, number: int) -> str:
    """The guilders that the seat has, and those that persons that work unasked still add in this round."""
    more = []
    for house in view.seats[number].houses:
        if house.person is not None and not house.used and only_gives(view, known, house.person):
            given = [
                e["n"] for e in active(view, known, house.person) if e.get("what") == "guilders" and e.kind == "gain"
            ]
            more += [say("{n} more from {person}", n=sum(given), person=the(known.name[house.person]))] if given else []
    if more:
        return say(
            "Purse: {n:guilder|guilders}, and {more} this round.", n=view.seats[number].guilders, more=listed(more)
        )
    return say("Purse: {n:guilder|guilders}.", n=view.seats[number].guilders)


def _workers(seat: Seat) -> str:
    """ "Workers: 1 blue, 2 purple, 2 yellow."."""
    if not any(seat.workers):
        return say("Workers: nobody.")
    held = [f"{n} {word(colour)}" for colour, n in zip(COLOURS, seat.workers, strict=True) if n]
    return say("Workers: {workers}.", workers=", ".join(held))


def _dangers(view: State, known: Cards, number: int) -> list[str]:
    """A sentence for each colour of which the next threat costs something."""
    threats = view.seats[number].threats
    return [danger(view, known, number, colour) for colour, n in enumerate(threats) if n == SECOND]


def _threats(seat: Seat) -> str:
    return _threatened(
        [
            f"{n} {word(colour).upper()} (!)" if n == SECOND else f"{n} {word(colour)}"
            for colour, n in zip(COLOURS, seat.threats, strict=True)
            if n
        ]
    )


def _threatened(held: list[str]) -> str:
    return say("Threats: {threats}.", threats=", ".join(held)) if held else say("Threats: not one.")


def _houses(seat: Seat, known: Cards) -> str:
    words = [f"{word(COLOURS[house.colour])} ({_lodger(house, known)})" for house in seat.houses]
    return say("Houses: {houses}.", houses=", ".join(words)) if words else say("Houses: not one yet.")


def _lodger(house: House, known: Cards) -> str:
    return say("empty") if house.person is None else title(known.name[house.person])


def _canals(view: State, known: Cards, number: int) -> str:
    left, right = (_section(view, known, number, section) for section in (0, 1))
    return say("Canals: {left} {right}", left=left, right=right)


def _section(view: State, known: Cards, number: int, section: int) -> str:
    """The state of a section: 1 is the left one, 2 the right one, which begins a sentence of its own."""
    space, side = building.next_space(view, number, section), section + 1
    if space is None:
        return say("{side:!left|Right} finished.", side=side)
    price = for_price(passives.canal_price(view, known, number, space[1]))
    dug = say(
        "{side:!left|Right} {built} of {spaces} dug", side=side, built=view.seats[number].canals[section], spaces=SPACES
    )
    if passives.any_colour(view, known, number, "canal"):
        return say("{dug}, next is any card {price}.", dug=dug, price=price)
    return say("{dug}, next is {colour} {price}.", dug=dug, colour=word(COLOURS[space[0]]), price=price)


def _standing(seat: Seat) -> str:
    worth = load_board().reputation[seat.step]
    lines = [say("Reputation: step {step}, worth {points}.", step=seat.step, points=worth)]
    markers = _markers(seat)
    lines.append(say("Majority markers: {markers}.", markers=markers) if markers else say("No majority marker yet."))
    if seat.statues:
        lines.append(say("Statues: {values} points.", values=listed([str(value) for value in seat.statues])))
    return " ".join(lines)


def _markers(seat: Seat) -> str:
    return listed([word(name) for name, turned in zip(MAJORITIES, seat.markers, strict=True) if turned])


# --- persons in play ------------------------------------------------------------------------------------------


def _persons(view: State, known: Cards, number: int, owner: str) -> list[Paragraph]:
    """Full texts of those who can still do something, the spent ones by name only; in the end those who counted."""
    lines, spent = [], []
    for house in view.seats[number].houses:
        if house.person is None:
            continue
        icon = known.icon[house.person]
        if icon == "arrow":
            spent.append(_called(known.name[house.person], owner))
        elif icon == "laurel" or not view.over:
            lines.append(Paragraph(_person(view, known, number, house, owner), "detail"))
    if spent and not view.over:
        worked = say("{persons} {n:!has|have} worked once, nothing more to come.", persons=listed(spent), n=len(spent))
        lines.append(Paragraph(worked, "detail"))
    return lines


def _person(view: State, known: Cards, number: int, house: House, owner: str) -> str:
    """ "Queen, Noble: each round for nothing: 1 point (ready)"."""
    card = house.person or 0
    person = known.deck.persons[card]
    state = f" ({_readiness(view, number, house, known)})" if person.usable else ""
    if person.icon == "laurel":
        points = laurel(view, known, number, card)
        state = f" ({say('brought {points}', points=points) if view.over else say('now {points}', points=points)})"
    words, name = effect_texts.text(person, owner), known.name[card]
    return f"{_called(name, owner)}, {word(person.group)}. {words}{state}."


def _called(name: str, owner: str) -> str:
    """A person of another player by name, one's own with the word that orders call it by."""
    return title(name) if owner else title_to_order(name)


def _readiness(view: State, number: int, house: House, known: Cards) -> str:
    if house.used:
        return say("used this round")
    if not active(view, known, house.person or 0):
        return say("not with these dice")
    colour = known.worker[house.person or 0]
    if colour is not None and not view.seats[number].workers[colour]:
        return say("no {colour} worker", colour=word(COLOURS[colour]))
    return say("ready")


# --- the others ---------------------------------------------------------------------------------------------


def other(view: State, number: int, name: str) -> list[Paragraph]:
    """The possessions of another player, in one paragraph and a line for each person that still counts."""
    known, seat = cards.of(view.deck), view.seats[number]
    markers = _markers(seat)
    facts = [
        say("Purse {guilders}.", guilders=seat.guilders),
        _workers(seat),
        _threatened([f"{n} {word(colour)}" for colour, n in zip(COLOURS, seat.threats, strict=True) if n]),
        _houses_of_another(seat, known),
        say("Canals: left {left}, right {right}.", left=seat.canals[0], right=seat.canals[1]),
        say("Step {step}.", step=seat.step),
        say("Markers: {markers}.", markers=markers) if markers else say("No marker."),
        say("Statues: {values}.", values=listed([str(value) for value in seat.statues])) if seat.statues else "",
        _holds(seat, known),
    ]
    return [Paragraph(" ".join(fact for fact in facts if fact)), *_persons(view, known, number, name)]


def _houses_of_another(seat: Seat, known: Cards) -> str:
    words = []
    for house in seat.houses:
        lodger = _lodger(house, known)
        words.append(f"{word(COLOURS[house.colour])} {lodger if house.person is None else f'({lodger})'}")
    return say("Houses: {houses}.", houses=", ".join(words)) if words else say("Houses: not one.")


def _holds(seat: Seat, known: Cards) -> str:
    """Tell how many cards a seat holds and their backs; a card that everybody has seen by name."""
    held = [card for card in seat.hand if card != GONE]
    if not held:
        return say("Holds no card.")
    backs = sorted(
        f"{_back(card, known)} ({title(known.name[card])})" if card >= 0 else _back(card, known) for card in held
    )
    return say("Holds {n:card|cards}: {backs}.", n=len(held), backs=", ".join(backs))


def _back(card: int, known: Cards) -> str:
    return word(COLOURS[known.colour[card] if card >= 0 else -1 - card])


# --- the hand ------------------------------------------------------------------------------------------------


def card_text(known: Cards, card: int) -> str:
    """All that is printed on a hand card: "PRINCE, purple, price 9, worth 3, Noble. Each round ..."."""
    person = known.deck.persons[card]
    return say(
        "{name}, {colour}, price {price}, worth {points}, {group}. {text}",
        name=title_to_order(known.name[card], str.upper),
        colour=word(COLOURS[person.colour]),
        price=person.price,
        points=person.points,
        group=word(person.group),
        text=effect_texts.sentence(person),
    )


def unseen_card(known: Cards, card: int) -> str:
    """A card of the reader's hand that it has not looked at yet."""
    return say(
        "A {colour} card that you have just drawn; you see it when your hand is full.", colour=_back(card, known)
    )
