"""Threat markers and everything a seat can lose: the five penalties and the attacks of persons.

Choices of the victim, open to several seats at once. `by` is the seat that caused it (None: the dice), `why` the
person that did ("" for the dice).
"""

from __future__ import annotations

from dataclasses import replace

from engine.agenda import SeatTask
from engine.bruges.rules import passives, tasks
from engine.bruges.rules.context import Context, empty_houses, tokens
from engine.bruges.state import BLUE, BROWN, COLOURS, PURPLE, RED, SECTIONS, YELLOW, House
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


def add_threat(context: Context, number: int, colour: int) -> bool:
    """A marker from the supply; True when it was the third, and then all three have gone back.

    There always is one: of the nine of a colour four seats keep two each at most.
    """
    threats = context.seat(number).threats
    threats[colour] += 1
    if threats[colour] < THIRD:
        return False
    threats[colour] = 0
    return True


def strike(context: Context, number: int, colours: list[int], by: int | None, why: str) -> list[tasks.Loss]:
    """The penalties of third markers: those without a choice at once, the others as choices of the victim."""
    struck = {PENALTIES[colour]: colour for colour in sorted(colours)}
    for name, colour in struck.items():
        context.tell("penalty", seat=number, name=name, colour=COLOURS[colour])
    # Nothing that these three take bears on Fire and Plague; a person that wards them off is still there.
    for name, lose in (("raid", lose_guilders), ("flood", lose_all_workers), ("intrigue", lose_points)):
        if name in struck and not warded(context, number, name, name, by):
            lose(context, number, name, by)
    both: list[tasks.Loss] = [kind(number, by, why) for kind in (tasks.Fire, tasks.Plague) if kind.name in struck]
    # The victim chooses the order (rulebook, phase 2), also where a person wards one off: the other may take it.
    if len(both) == 2 and context.seat(number).persons():
        return [tasks.Penalties(number, by, why)]
    return both


def warded(context: Context, number: int, to: str, cause: str, by: int | None) -> bool:
    """Whether a person keeps this loss off the seat; told if so."""
    guard = passives.immune(context.state, context.cards, number, to)
    if guard is None:
        return False
    tell_lost(context, number, "nothing", cause, by, immune=guard)
    return True


def tell_lost(context: Context, number: int, what: str, cause: str, by: int | None, **more: Json) -> None:
    context.tell("lost", seat=number, what=what, cause=cause, by=by, **more)


def lose_guilders(context: Context, number: int, cause: str, by: int | None) -> None:
    seat = context.seat(number)
    amount, seat.guilders = seat.guilders, 0
    tell_lost(context, number, "guilders" if amount else "nothing", cause, by, amount=amount)


def lose_all_workers(context: Context, number: int, cause: str, by: int | None) -> None:
    seat = context.seat(number)
    workers = {COLOURS[colour]: n for colour, n in enumerate(seat.workers) if n}
    seat.workers = [0] * 5
    amount = sum(workers.values())
    tell_lost(context, number, "workers" if amount else "nothing", cause, by, amount=amount, workers=workers)


def lose_points(context: Context, number: int, cause: str, by: int | None) -> None:
    seat = context.seat(number)
    amount = min(INTRIGUE, seat.points)
    seat.points -= amount
    tell_lost(context, number, "points" if amount else "nothing", cause, by, amount=amount)


# --- the order of Fire and Plague --------------------------------------------------------------------


def penalties_moves(context: Context, task: tasks.Penalties) -> tuple[Move, ...]:
    return (FIRE_FIRST, PLAGUE_FIRST)


def answer_penalties(context: Context, task: tasks.Penalties, move: Move) -> None:
    both = [kind(task.seat, task.by, task.why) for kind in (tasks.Fire, tasks.Plague)]
    context.replace(task, *(both if move == FIRE_FIRST else both[::-1]))


# --- Fire and Plague ---------------------------------------------------------------------------------


def fire_moves(context: Context, task: tasks.Fire) -> tuple[Move, ...]:
    """Empty houses by colour, occupied ones by their person, the outermost token of a section."""
    if passives.immune(context.state, context.cards, task.seat, "fire"):
        return ()
    seat = context.seat(task.seat)
    return (
        *(LOSE_EMPTY[colour] for colour in empty_houses(seat)),
        *(context.cards.moves[person].lose for person in seat.persons()),
        *(LOSE_CANAL[side] for side in tokens(seat)),
    )


def answer_fire(context: Context, task: tasks.Fire, move: Move) -> None:
    number, by = task.seat, task.by
    context.replace(task)
    if not move:
        if not warded(context, number, "fire", "fire", by):
            tell_lost(context, number, "nothing", "fire", by)
    elif move[1] == "canal":
        lose_token(context, number, move[2], "fire", by)
    elif move[-1] == "empty":
        colour = COLOURS.index(move[1])
        burn(context, number, _house(context, number, None, colour), by)
    else:
        burn(context, number, _house(context, number, context.cards.number[move[1]]), by)


def _house(context: Context, number: int, person: int | None, colour: int | None = None) -> int:
    """The place of the oldest house with that person, or of that colour when empty."""
    for place, house in enumerate(context.seat(number).houses):
        if house.person == person and colour in (None, house.colour):
            return place
    raise LookupError(f"seat {number} has no such house")


def burn(context: Context, number: int, place: int, by: int | None) -> None:
    """A house is lost: its card goes to the discard without being shown, its person returns to hand."""
    seat = context.seat(number)
    house = seat.houses.pop(place)
    context.state.discard.append(house.card)
    context.state.veiled.append((house.card, number))
    colour = COLOURS[house.colour]
    if house.person is None:
        tell_lost(context, number, "house", "fire", by, colour=colour)
        return
    name = context.cards.name[house.person]
    tell_lost(context, number, "house", "fire", by, colour=colour, person=name)
    seat.hand.append(house.person)
    seat.public.append(house.person)
    context.tell("returned", seat=number, person=name)


def plague_moves(context: Context, task: tasks.Plague) -> tuple[Move, ...]:
    if passives.immune(context.state, context.cards, task.seat, "plague"):
        return ()
    return tuple(context.cards.moves[person].lose for person in context.seat(task.seat).persons())


def answer_plague(context: Context, task: tasks.Plague, move: Move) -> None:
    """A person goes to the discard, its house stays."""
    number, by = task.seat, task.by
    context.replace(task)
    if not move:
        if not warded(context, number, "plague", "plague", by):
            tell_lost(context, number, "nothing", "plague", by)
        return
    person = context.cards.number[move[1]]
    place = _house(context, number, person)
    houses = context.seat(number).houses
    houses[place] = House(houses[place].colour, houses[place].card)
    context.state.discard.append(person)
    tell_lost(context, number, "person", "plague", by, person=move[1], colour=COLOURS[houses[place].colour])


# --- what other seats' persons take --------------------------------------------------------------------


def attack(context: Context, number: int, what: str, n: int, by: int, why: str, to_owner: bool) -> list[SeatTask]:
    """One victim of "every other player loses": as much as possible; its own choices come back."""
    if warded(context, number, "attacks", why, by):
        return []
    seat = context.seat(number)
    if what == "canal":
        if n < sum(seat.canals):
            return [tasks.Canal(number, by, why)] * n
        _lose_all_tokens(context, number, by, why)
        return []
    if what == "workers":
        return [tasks.Workers(number, min(n, sum(seat.workers)), by, why, to_owner)]
    amount = min(n, seat.guilders if what == "guilders" else seat.points)
    _move(context, number, what, -amount)
    _tell_taken(context, number, what, amount, by, why, to_owner)
    if to_owner:
        _move(context, by, what, amount)
    return []


def _lose_all_tokens(context: Context, number: int, by: int, why: str) -> None:
    lost = [side for side, built in zip(SECTIONS, context.seat(number).canals, strict=True) for _ in range(built)]
    for side in lost:
        lose_token(context, number, side, why, by)
    if not lost:
        tell_lost(context, number, "nothing", why, by)


def _move(context: Context, number: int, what: str, amount: int) -> None:
    seat = context.seat(number)
    if what == "guilders":
        seat.guilders += amount
    else:
        seat.points += amount


def _tell_taken(
    context: Context, number: int, what: str, amount: int, by: int, why: str, to_owner: bool, **more: Json
) -> None:
    if not amount:
        tell_lost(context, number, "nothing", why, by)
    elif to_owner:
        context.tell("gave", seat=number, to=by, what=what, amount=amount, person=why, by=by, **more)
    else:
        tell_lost(context, number, what, why, by, amount=amount, **more)


def give_moves(context: Context, task: tasks.Workers) -> tuple[Move, ...]:
    """The colours of worker that the seat can give; () when all must go or only one colour is left."""
    workers = context.seat(task.seat).workers
    colours = [colour for colour in range(5) if workers[colour]]
    return tuple(GIVE[colour] for colour in colours) if len(colours) > 1 and sum(workers) > task.n else ()


def answer_workers(context: Context, task: tasks.Workers, move: Move) -> None:
    """One worker of the chosen colour; without a choice all that are due."""
    workers = context.seat(task.seat).workers
    if move:
        context.replace(task, *([replace(task, n=task.n - 1)] if task.n > 1 else []))
        taken = {COLOURS.index(move[1]): 1}
    else:
        context.replace(task)
        taken = {colour: min(task.n, held) for colour, held in enumerate(workers) if held}
    for colour, amount in taken.items():
        workers[colour] -= amount
        if task.to_owner:
            context.seat(task.by).workers[colour] += amount
    words = {COLOURS[colour]: amount for colour, amount in taken.items()}
    _tell_taken(context, task.seat, "workers", sum(taken.values()), task.by, task.why, task.to_owner, workers=words)


def canal_moves(context: Context, task: tasks.Canal) -> tuple[Move, ...]:
    return tuple(LOSE_CANAL[side] for side in tokens(context.seat(task.seat)))


def answer_canal(context: Context, task: tasks.Canal, move: Move) -> None:
    context.replace(task)
    if move:
        lose_token(context, task.seat, move[2], task.why, task.by)
    else:
        tell_lost(context, task.seat, "nothing", task.why, task.by)


def lose_token(context: Context, number: int, side: str, cause: str, by: int | None) -> None:
    """The outermost token of a section goes back; a statue that it brought stays."""
    context.seat(number).canals[SECTIONS.index(side)] -= 1
    tell_lost(context, number, "canal", cause, by, section=side)


# --- a threat marker caused by another seat's person ------------------------------------------------------


def threaten(context: Context, number: int, colour: int, by: int | None, why: str) -> list[tasks.Loss]:
    """One marker of a colour, with the penalty if it is the third; the victim's choices come back."""
    context.tell("threat", seat=number, colour=COLOURS[colour], by=by, person=why)
    return strike(context, number, [colour], by, why) if add_threat(context, number, colour) else []


def threat_moves(context: Context, task: tasks.Threat) -> tuple[Move, ...]:
    """The colours of marker that the victim may take: of each there is one left."""
    return TAKE


def answer_threat(context: Context, task: tasks.Threat, move: Move) -> None:
    context.replace(task, *threaten(context, task.seat, COLOURS.index(move[1]), task.by, task.why))
