"""Threat markers and everything a seat can lose: the five penalties and the attacks of persons.

Choices of the victim, open to several seats at once. `by` is the seat that caused it (None: the dice), `why` the
person that did ("" for the dice).
Matters: ("penalties" | "fire" | "plague" | "canal" | "threat", seat, by, why), ("workers", seat, n, by, why, to owner).
"""

from __future__ import annotations

from engine.bruges.data.cards import Cards
from engine.bruges.rules import passives
from engine.bruges.rules.context import Course, empty_houses, tokens
from engine.bruges.state import BLUE, BROWN, COLOURS, PURPLE, RED, SECTIONS, YELLOW, House, Matter, State
from engine.decisions import Move
from engine.events import Json

PENALTIES = {RED: "fire", YELLOW: "raid", BLUE: "flood", PURPLE: "intrigue", BROWN: "plague"}
THIRD = 3
INTRIGUE = 3
FIRE_FIRST, PLAGUE_FIRST = Move(("fire", "first")), Move(("plague", "first"))
LOSE_EMPTY = tuple(Move(("lose", colour, "empty")) for colour in COLOURS)
LOSE_CANAL = {side: Move(("lose", "canal", side)) for side in SECTIONS}
GIVE = tuple(Move(("give", colour)) for colour in COLOURS)
TAKE = tuple(Move(("take", colour)) for colour in COLOURS)


# --- threats ---------------------------------------------------------------------------------------


def add_threat(course: Course, number: int, colour: int) -> bool:
    """A marker from the supply; True when it was the third, and then all three have gone back.

    There always is one: of the nine of a colour four seats keep two each at most.
    """
    threats = course.seat(number).threats
    threats[colour] += 1
    if threats[colour] < THIRD:
        return False
    threats[colour] = 0
    return True


def strike(course: Course, number: int, colours: list[int], by: int | None, why: str) -> list[Matter]:
    """The penalties of third markers: those without a choice at once, the others as matters for the victim."""
    struck = {PENALTIES[colour]: colour for colour in sorted(colours)}
    for name, colour in struck.items():
        course.tell("penalty", seat=number, name=name, colour=COLOURS[colour])
    # Nothing that these three take bears on Fire and Plague; a person that wards them off still stands.
    for name, lose in (("raid", lose_guilders), ("flood", lose_all_workers), ("intrigue", lose_points)):
        if name in struck and not warded(course, number, name, name, by):
            lose(course, number, name, by)
    both = [name for name in ("fire", "plague") if name in struck]
    # The victim chooses the order (rulebook, phase 2), also where a person wards one off: the other may take it.
    if len(both) == 2 and course.seat(number).persons():
        return [("penalties", number, by, why)]
    return [(name, number, by, why) for name in both]


def warded(course: Course, number: int, to: str, cause: str, by: int | None) -> bool:
    """Whether a person keeps this loss off the seat; told if so."""
    guard = passives.immune(course.state, course.cards, number, to)
    if guard is None:
        return False
    tell_lost(course, number, "nothing", cause, by, immune=guard)
    return True


def tell_lost(course: Course, number: int, what: str, cause: str, by: int | None, **more: Json) -> None:
    course.tell("lost", seat=number, what=what, cause=cause, by=by, **more)


def lose_guilders(course: Course, number: int, cause: str, by: int | None) -> None:
    seat = course.seat(number)
    amount, seat.guilders = seat.guilders, 0
    tell_lost(course, number, "guilders" if amount else "nothing", cause, by, amount=amount)


def lose_all_workers(course: Course, number: int, cause: str, by: int | None) -> None:
    seat = course.seat(number)
    workers = {COLOURS[colour]: n for colour, n in enumerate(seat.workers) if n}
    seat.workers = [0] * 5
    amount = sum(workers.values())
    tell_lost(course, number, "workers" if amount else "nothing", cause, by, amount=amount, workers=workers)


def lose_points(course: Course, number: int, cause: str, by: int | None) -> None:
    seat = course.seat(number)
    amount = min(INTRIGUE, seat.points)
    seat.points -= amount
    tell_lost(course, number, "points" if amount else "nothing", cause, by, amount=amount)


# --- the order of Fire and Plague --------------------------------------------------------------------


def penalties_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    return (FIRE_FIRST, PLAGUE_FIRST)


def answer_penalties(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    both = [("fire", *matter[1:]), ("plague", *matter[1:])]
    course.replace(index, *(both if move == FIRE_FIRST else both[::-1]))


# --- Fire and Plague ---------------------------------------------------------------------------------


def fire_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    """Empty houses by colour, occupied ones by their person, the outermost token of a section."""
    if passives.immune(state, cards, matter[1], "fire"):
        return ()
    seat = state.seats[matter[1]]
    return (
        *(LOSE_EMPTY[colour] for colour in empty_houses(seat)),
        *(cards.moves[person].lose for person in seat.persons()),
        *(LOSE_CANAL[side] for side in tokens(seat)),
    )


def answer_fire(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    _, number, by, _ = matter
    course.replace(index)
    if move is None:
        if not warded(course, number, "fire", "fire", by):
            tell_lost(course, number, "nothing", "fire", by)
    elif move[1] == "canal":
        lose_token(course, number, move[2], "fire", by)
    elif move[-1] == "empty":
        colour = COLOURS.index(move[1])
        burn(course, number, _house(course, number, None, colour), by)
    else:
        burn(course, number, _house(course, number, course.cards.number[move[1]]), by)


def _house(course: Course, number: int, person: int | None, colour: int | None = None) -> int:
    """The place of the oldest house with that person, or of that colour when empty."""
    for place, house in enumerate(course.seat(number).houses):
        if house.person == person and colour in (None, house.colour):
            return place
    raise LookupError(f"seat {number} has no such house")


def burn(course: Course, number: int, place: int, by: int | None) -> None:
    """A house is lost: its card goes to the discard without being shown, its person returns to hand."""
    seat = course.seat(number)
    house = seat.houses.pop(place)
    course.state.discard.append(house.card)
    course.state.veiled.append((house.card, number))
    colour = COLOURS[house.colour]
    if house.person is None:
        tell_lost(course, number, "house", "fire", by, colour=colour)
        return
    name = course.cards.name[house.person]
    tell_lost(course, number, "house", "fire", by, colour=colour, person=name)
    seat.hand.append(house.person)
    seat.public.append(house.person)
    course.tell("returned", seat=number, person=name)


def plague_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    if passives.immune(state, cards, matter[1], "plague"):
        return ()
    return tuple(cards.moves[person].lose for person in state.seats[matter[1]].persons())


def answer_plague(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    """A person goes to the discard, its house stays."""
    _, number, by, _ = matter
    course.replace(index)
    if move is None:
        if not warded(course, number, "plague", "plague", by):
            tell_lost(course, number, "nothing", "plague", by)
        return
    person = course.cards.number[move[1]]
    place = _house(course, number, person)
    houses = course.seat(number).houses
    houses[place] = House(houses[place].colour, houses[place].card)
    course.state.discard.append(person)
    tell_lost(course, number, "person", "plague", by, person=move[1], colour=COLOURS[houses[place].colour])


# --- what other seats' persons take --------------------------------------------------------------------


def attack(course: Course, number: int, what: str, n: int, by: int, why: str, to_owner: bool) -> list[Matter]:
    """One victim of "every other player loses": as much as possible; its own choices come back as matters."""
    if warded(course, number, "attacks", why, by):
        return []
    seat = course.seat(number)
    if what == "canal":
        if n < sum(seat.canals):
            return [("canal", number, by, why)] * n
        _lose_all_tokens(course, number, by, why)
        return []
    if what == "workers":
        return [("workers", number, min(n, sum(seat.workers)), by, why, to_owner)]
    amount = min(n, seat.guilders if what == "guilders" else seat.points)
    _move(course, number, what, -amount)
    _tell_taken(course, number, what, amount, by, why, to_owner)
    if to_owner:
        _move(course, by, what, amount)
    return []


def _lose_all_tokens(course: Course, number: int, by: int, why: str) -> None:
    lost = [side for side, built in zip(SECTIONS, course.seat(number).canals, strict=True) for _ in range(built)]
    for side in lost:
        lose_token(course, number, side, why, by)
    if not lost:
        tell_lost(course, number, "nothing", why, by)


def _move(course: Course, number: int, what: str, amount: int) -> None:
    seat = course.seat(number)
    if what == "guilders":
        seat.guilders += amount
    else:
        seat.points += amount


def _tell_taken(
    course: Course, number: int, what: str, amount: int, by: int, why: str, to_owner: bool, **more: Json
) -> None:
    if not amount:
        tell_lost(course, number, "nothing", why, by)
    elif to_owner:
        course.tell("gave", seat=number, to=by, what=what, amount=amount, person=why, by=by, **more)
    else:
        tell_lost(course, number, what, why, by, amount=amount, **more)


def give_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    """The colours of worker that the seat can give; () when all must go or only one colour is left."""
    workers = state.seats[matter[1]].workers
    colours = [colour for colour in range(5) if workers[colour]]
    return tuple(GIVE[colour] for colour in colours) if len(colours) > 1 and sum(workers) > matter[2] else ()


def answer_workers(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    """One worker of the chosen colour; without a choice all that are due."""
    _, number, n, by, why, to_owner = matter
    workers = course.seat(number).workers
    if move is None:
        course.replace(index)
        taken = {colour: min(n, held) for colour, held in enumerate(workers) if held}
    else:
        course.replace(index, *([("workers", number, n - 1, by, why, to_owner)] if n > 1 else []))
        taken = {COLOURS.index(move[1]): 1}
    for colour, amount in taken.items():
        workers[colour] -= amount
        if to_owner:
            course.seat(by).workers[colour] += amount
    words = {COLOURS[colour]: amount for colour, amount in taken.items()}
    _tell_taken(course, number, "workers", sum(taken.values()), by, why, to_owner, workers=words)


def canal_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    return tuple(LOSE_CANAL[side] for side in tokens(state.seats[matter[1]]))


def answer_canal(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    _, number, by, why = matter
    course.replace(index)
    if move is None:
        tell_lost(course, number, "nothing", why, by)
    else:
        lose_token(course, number, move[2], why, by)


def lose_token(course: Course, number: int, side: str, cause: str, by: int | None) -> None:
    """The outermost token of a section goes back; a statue that it brought stays."""
    course.seat(number).canals[SECTIONS.index(side)] -= 1
    tell_lost(course, number, "canal", cause, by, section=side)


# --- a threat marker caused by another seat's person ------------------------------------------------------


def threaten(course: Course, number: int, colour: int, by: int, why: str) -> list[Matter]:
    """One marker of a colour, with the penalty if it is the third; the victim's choices come back as matters."""
    course.tell("threat", seat=number, colour=COLOURS[colour], by=by, person=why)
    return strike(course, number, [colour], by, why) if add_threat(course, number, colour) else []


def threat_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    """The colours of marker that the victim may take: of each there is one left."""
    return TAKE


def answer_threat(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    _, number, by, why = matter
    course.replace(index)
    if move is not None:
        course.state.agenda[index:index] = reversed(threaten(course, number, COLOURS.index(move[1]), by, why))
