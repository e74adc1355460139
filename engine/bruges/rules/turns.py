"""A seat's turn: one hand card for one of six actions, and its persons before and after.

Matters: ("turn", seat, cards still to be played, whether one was played); ("mason", seat, hand slot): which worker the
house costs.
"""

from __future__ import annotations

from engine.bruges.data.cards import Cards
from engine.bruges.rules import afterthoughts, building, passives
from engine.bruges.rules.choices import CLIMB
from engine.bruges.rules.context import Course, empty_houses
from engine.bruges.rules.effects import useful
from engine.bruges.state import COLOURS, GONE, SECTIONS, House, Matter, State
from engine.decisions import Move

END = Move(("end",))
WORKERS = 2


# --- what may be done ----------------------------------------------------------------------------------


def turn_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    """Every card with every action, every person that is ready and useful; `end` once nothing must be played.

    One card must be played; those that a person adds may be. Then the step that may still be changed, which alone is
    no reason to ask.
    """
    _, number, still, played = matter
    moves: list[Move] = []
    if still:
        _card_moves(state, cards, number, moves)
    done = played or not moves
    moves += (cards.moves[person].use for person in ready(state, cards, number))
    if moves:
        moves += afterthoughts.moves(state, number)
    if done:
        moves.append(END)
    return tuple(moves)


def turn_open(state: State, cards: Cards, matter: Matter) -> bool:
    """Whether there is a choice: any card in hand gives one."""
    _, number, still, _ = matter
    return (still and any(card != GONE for card in state.seats[number].hand)) or bool(ready(state, cards, number))


def _card_moves(state: State, cards: Cards, number: int, moves: list[Move]) -> None:
    seat = state.seats[number]
    guilders, threats, workers = seat.guilders, seat.threats, seat.workers
    free = empty_houses(seat)
    improved = passives.improved(state, cards, number)
    any_threat = "threat" in improved and any(threats) and passives.any_colour(state, cards, number, "threat")
    any_house = "house" in improved
    cheap_people = "recruit" in improved
    digs = _digs(state, cards, number)
    for card in seat.hand:
        if card < 0:
            continue
        colour, named = cards.colour[card], cards.moves[card]
        moves += named.put_away
        if threats[colour] or any_threat:
            moves.append(named.threat)
        for section, fits in digs:
            if fits is None or fits == colour:
                moves.append(named.canal[section])
        if workers[colour] or (any_house and house_colours(state, cards, number, card)):
            moves.append(named.house)
        if free:
            price = cards.price[card]
            if price <= guilders or (cheap_people and passives.recruit_price(state, cards, number, card) <= guilders):
                moves += [named.recruit[house] for house in free]


def _digs(state: State, cards: Cards, number: int) -> list[tuple[int, int | None]]:
    """(section, colour that fits or None for any) of the canal spaces that the seat can pay."""
    spaces = [(section, building.next_space(state, number, section)) for section in (0, 1)]
    any_colour = passives.any_colour(state, cards, number, "canal")
    purse = state.seats[number].guilders + passives.discount(state, cards, number, "canal")
    return [
        (section, None if any_colour else space[0])
        for section, space in spaces
        if space is not None and space[1] <= purse
    ]


def house_colours(state: State, cards: Cards, number: int, card: int) -> list[int | None]:
    """The workers that can pay a house of this card: colours, [None] for "no worker needed", [] for none."""
    if passives.discount(state, cards, number, "house"):
        return [None]
    workers = state.seats[number].workers
    if passives.any_colour(state, cards, number, "house"):
        return [colour for colour in range(5) if workers[colour]]
    return [cards.colour[card]] if workers[cards.colour[card]] else []


def ready(state: State, cards: Cards, number: int) -> list[int]:
    """The persons of a seat that can be used now: not used this round, paid for, and good for something."""
    found = []
    for house in state.seats[number].houses:
        person = house.person
        if person is not None and not house.used and cards.usable[person] and _can_use(state, cards, number, person):
            found.append(person)
    return found


def _can_use(state: State, cards: Cards, number: int, person: int) -> bool:
    colour = cards.worker[person]
    if colour is None:
        return useful(state, cards, number, person)
    workers = state.seats[number].workers
    if not workers[colour]:
        return False
    # The worker is paid before anything happens, so look at the seat without it.
    workers[colour] -= 1
    try:
        return useful(state, cards, number, person)
    finally:
        workers[colour] += 1


# --- doing it ------------------------------------------------------------------------------------------


def answer_turn(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    _, number, still, played = matter
    if move in (CLIMB, afterthoughts.NO_CLIMB):
        afterthoughts.answer(course, number, move)
        return
    if move is None or move == END:
        course.seat(number).unsettled = []
        course.replace(index)
        course.state.turn += 1
        if not played:
            course.tell("passed", seat=number)
    elif move.verb == "use":
        use(course, number, move[1])
    else:
        course.seat(number).unsettled = []
        course.state.agenda[index] = ("turn", number, still - 1, True)
        ACTIONS[move.verb](course, number, course.cards.number[move[1]], move)


def use(course: Course, number: int, name: str) -> None:
    """Use a person for this round and pay its worker."""
    seat = course.seat(number)
    person = course.cards.number[name]
    place = next(k for k, house in enumerate(seat.houses) if house.person == person)
    house = seat.houses[place]
    seat.houses[place] = House(house.colour, house.card, person, used=True)
    colour = course.cards.worker[person]
    if colour is not None:
        seat.workers[colour] -= 1
    course.tell("used", seat=number, person=name, worker=None if colour is None else COLOURS[colour])
    course.push(("do", number, name, 0))


def take_workers(course: Course, number: int, card: int, move: Move) -> None:
    course.put_away(number, card)
    colour = course.cards.colour[card]
    amount = WORKERS + passives.plus(course.state, course.cards, number, "workers")
    course.seat(number).workers[colour] += amount
    course.tell("workers", seat=number, card=move[1], colour=COLOURS[colour], count=amount)
    building.happened(course, number, "workers")


def take_guilders(course: Course, number: int, card: int, move: Move) -> None:
    course.put_away(number, card)
    amount = guilders_for(course.state, course.cards, number, card)
    course.seat(number).guilders += amount
    course.tell("guilders", seat=number, card=move[1], amount=amount)
    building.happened(course, number, "guilders")


def guilders_for(state: State, cards: Cards, number: int, card: int) -> int:
    """What a card put away for guilders brings this seat."""
    best = passives.any_colour(state, cards, number, "guilders")
    die = max(state.dice) if best else state.dice[cards.colour[card]]
    least = passives.minimum(state, cards, number, "guilders")
    return max(die, least) + passives.plus(state, cards, number, "guilders")


def take_off_threat(course: Course, number: int, card: int, move: Move) -> None:
    """One marker of the card's colour, or of any colour where a person allows it."""
    course.put_away(number, card)
    if passives.any_colour(course.state, course.cards, number, "threat"):
        course.push(("ward", number, move[1]))
    else:
        building.put_off_by_card(course, number, course.cards.colour[card], move[1])


def dig_canal(course: Course, number: int, card: int, move: Move) -> None:
    section = SECTIONS.index(move[2])
    price = building.card_price(course.state, course.cards, number, card, section)
    course.put_away(number, card)
    building.lay_token(course, number, section, price or 0, card=move[1])


def build_house(course: Course, number: int, card: int, move: Move) -> None:
    colours = house_colours(course.state, course.cards, number, card)
    if len(colours) > 1:
        course.push(("mason", number, course.seat(number).hand.index(card)))
        return
    if colours[0] is not None:
        course.seat(number).workers[colours[0]] -= 1
    building.build_house(course, number, card)


def move_in(course: Course, number: int, card: int, move: Move) -> None:
    building.recruit(course, number, card, COLOURS.index(move[3]))


ACTIONS = {
    "workers": take_workers,
    "guilders": take_guilders,
    "threat": take_off_threat,
    "canal": dig_canal,
    "house": build_house,
    "recruit": move_in,
}
