"""A seat's turn: one hand card for one of six actions, and its persons before and after."""

from __future__ import annotations

from engine.bruges.data.cards import Cards
from engine.bruges.rules import afterthoughts, building, passives, tasks
from engine.bruges.rules.choices import CLIMB
from engine.bruges.rules.context import Context, empty_houses
from engine.bruges.rules.effects import useful
from engine.bruges.state import COLOURS, GONE, SECTIONS, House, State
from engine.decisions import Move

END = Move(("end",))
WORKERS = 2


# --- what may be done ----------------------------------------------------------------------------------


def turn_moves(context: Context, task: tasks.Turn) -> tuple[Move, ...]:
    """Every card with every action, every person that is ready and useful; `end` once nothing must be played.

    One card must be played; those that a person adds may be. Then the step that may still be changed, which alone is
    no reason to ask.
    """
    state, cards, number = context.state, context.cards, task.seat
    moves: list[Move] = []
    if task.still:
        _card_moves(state, cards, number, moves)
    done = task.played or not moves
    moves += (cards.moves[person].use for person in ready(state, cards, number))
    if moves:
        moves += afterthoughts.moves(state, number)
    if done:
        moves.append(END)
    return tuple(moves)


def settle(context: Context, task: tasks.Turn) -> bool:
    """End a turn that leaves no choice; False where there is one: any card in hand gives it."""
    if task.still and any(card != GONE for card in context.seat(task.seat).hand):
        return False
    if ready(context.state, context.cards, task.seat):
        return False
    answer_turn(context, task, END)
    return True


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


def answer_turn(context: Context, task: tasks.Turn, move: Move) -> None:
    number = task.seat
    if move in (CLIMB, afterthoughts.NO_CLIMB):
        afterthoughts.answer(context, number, move)
        return
    if move == END:
        context.seat(number).unsettled = []
        context.replace(task)
        context.state.turn += 1
        if not task.played:
            context.tell("passed", seat=number)
    elif move.verb == "use":
        use(context, number, move[1])
    else:
        context.seat(number).unsettled = []
        context.replace(task, tasks.Turn(number, task.still - 1, True))
        ACTIONS[move.verb](context, number, context.cards.number[move[1]], move)


def use(context: Context, number: int, name: str) -> None:
    """Use a person for this round and pay its worker."""
    seat = context.seat(number)
    person = context.cards.number[name]
    place = next(k for k, house in enumerate(seat.houses) if house.person == person)
    house = seat.houses[place]
    seat.houses[place] = House(house.colour, house.card, person, used=True)
    colour = context.cards.worker[person]
    if colour is not None:
        seat.workers[colour] -= 1
    context.tell("used", seat=number, person=name, worker=None if colour is None else COLOURS[colour])
    context.push(tasks.Do(number, name, 0))


def take_workers(context: Context, number: int, card: int, move: Move) -> None:
    context.put_away(number, card)
    colour = context.cards.colour[card]
    amount = WORKERS + passives.plus(context.state, context.cards, number, "workers")
    context.seat(number).workers[colour] += amount
    context.tell("workers", seat=number, card=move[1], colour=COLOURS[colour], count=amount)
    building.happened(context, number, "workers")


def take_guilders(context: Context, number: int, card: int, move: Move) -> None:
    context.put_away(number, card)
    amount = guilders_for(context.state, context.cards, number, card)
    context.seat(number).guilders += amount
    context.tell("guilders", seat=number, card=move[1], amount=amount)
    building.happened(context, number, "guilders")


def guilders_for(state: State, cards: Cards, number: int, card: int) -> int:
    """The guilders that a card put away for guilders brings this seat."""
    best = passives.any_colour(state, cards, number, "guilders")
    die = max(state.dice) if best else state.dice[cards.colour[card]]
    least = passives.minimum(state, cards, number, "guilders")
    return max(die, least) + passives.plus(state, cards, number, "guilders")


def take_off_threat(context: Context, number: int, card: int, move: Move) -> None:
    """One marker of the card's colour, or of any colour where a person allows it."""
    context.put_away(number, card)
    if passives.any_colour(context.state, context.cards, number, "threat"):
        context.push(tasks.Ward(number, move[1]))
    else:
        building.put_off_by_card(context, number, context.cards.colour[card], move[1])


def dig_canal(context: Context, number: int, card: int, move: Move) -> None:
    section = SECTIONS.index(move[2])
    price = building.card_price(context.state, context.cards, number, card, section)
    context.put_away(number, card)
    building.lay_token(context, number, section, price or 0, card=move[1])


def build_house(context: Context, number: int, card: int, move: Move) -> None:
    colours = house_colours(context.state, context.cards, number, card)
    if len(colours) > 1:
        context.push(tasks.Mason(number, context.seat(number).hand.index(card)))
        return
    if colours[0] is not None:
        context.seat(number).workers[colours[0]] -= 1
    building.build_house(context, number, card)


def move_in(context: Context, number: int, card: int, move: Move) -> None:
    building.recruit(context, number, card, COLOURS.index(move[3]))


ACTIONS = {
    "workers": take_workers,
    "guilders": take_guilders,
    "threat": take_off_threat,
    "canal": dig_canal,
    "house": build_house,
    "recruit": move_in,
}
