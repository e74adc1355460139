"""What persons do when they are used or fire: the effects of the deck file, one small function a kind.

Matters: ("do", seat, person, n): the n-th effect is next; and the choices that effects leave to their owner:
("take", seat, n, person) a worker from the supply; ("pay", seat, n, person, effect) a worker for an exchange;
("remove", seat, n, colour, person) a threat marker; ("dig", seat, factor, optional, person); ("settle", seat, optional,
person); ("recruit", seat, discount, optional, person); ("advance", seat, price, person); ("exchange", seat, effect,
person); ("discard", seat, n, person).
`optional`: the owner may leave it, with `none`. So it is where a cost follows without the owner having asked for it.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.data.persons import Effect
from engine.bruges.rules import building, losses, passives
from engine.bruges.rules.context import Course
from engine.bruges.rules.scoring import count
from engine.bruges.state import COLOURS, Matter, State

GIVING = frozenset({"gain", "gain_per", "gain_workers"})


def active(state: State, cards: Cards, person: int) -> list[Effect]:
    """What a person does with the dice as they lie."""
    effects: list[Effect] = []
    for effect in cards.active[person]:
        if effect.kind != "if_die":
            effects.append(effect)
        elif state.dice[COLOURS.index(effect["colour"])] in effect["faces"]:
            effects.extend(effect["then"])
    return effects


def only_gives(state: State, cards: Cards, person: int) -> bool:
    """Whether a person is free once a round and with these dice only gives what needs no choice."""
    given = active(state, cards, person)
    fixed = all(effect.kind in GIVING and effect.get("colour") != "any" for effect in given)
    return cards.icon[person] == "once" and fixed


def do(course: Course, matter: Matter) -> None:
    """Carry out the next effect of a person; the rest waits behind the choices that this one opens."""
    _, number, name, n = matter
    person = course.cards.number[name]
    effects = active(course.state, course.cards, person)
    if n >= len(effects):
        return
    course.push(("do", number, name, n + 1))
    optional = course.cards.icon[person] == "arrow" or len(effects) > 1
    PERFORM[effects[n].kind](course, number, name, effects[n], optional)


# --- carrying out: (course, seat, person, effect, optional) --------------------------------------------


def give(course: Course, number: int, name: str, effect: Effect, optional: bool) -> None:
    building.give(course, number, name, effect)


def gain_workers(course: Course, number: int, name: str, effect: Effect, optional: bool) -> None:
    if effect["colour"] == "any":
        course.push(("take", number, effect["n"], name))
    else:
        building.give(course, number, name, effect)


def draw(course: Course, number: int, name: str, effect: Effect, optional: bool) -> None:
    if any(course.state.piles):
        course.push(("draw", number, effect["n"], 0, name))


def draw_discard(course: Course, number: int, name: str, effect: Effect, optional: bool) -> None:
    course.push(("discard", number, effect["discard"], name))
    if any(course.state.piles):
        course.push(("draw", number, effect["draw"], 0, name))


def extra_card(course: Course, number: int, name: str, effect: Effect, optional: bool) -> None:
    """One more card this turn, if the hand holds one beyond those still to be played."""
    agenda = course.state.agenda
    place = max(k for k, matter in enumerate(agenda) if matter[0] == "turn")
    if len(course.seat(number).cards()) > agenda[place][2]:
        _, _, still, played = agenda[place]
        agenda[place] = ("turn", number, still + 1, played)


def build_canal(course: Course, number: int, name: str, effect: Effect, optional: bool) -> None:
    course.push(("dig", number, effect["factor"], optional and effect["factor"] > 0, name))


def discard_threat(course: Course, number: int, name: str, effect: Effect, optional: bool) -> None:
    course.push(("remove", number, effect["n"], effect["colour"], name))


def advance(course: Course, number: int, name: str, effect: Effect, optional: bool) -> None:
    price = passives.step_price(course.state, course.cards, number, effect["pay"])
    if not can_advance(course.state, course.cards, number, effect):
        return
    if price and optional:
        course.push(("advance", number, price, name))
    else:
        building.step_up(course, number, price, name)


def exchange(course: Course, number: int, name: str, effect: Effect, optional: bool) -> None:
    if not can_exchange(course.state, course.cards, number, effect):
        return
    place = active(course.state, course.cards, course.cards.number[name]).index(effect)
    if optional:
        course.push(("exchange", number, place, name))
    else:
        pay_exchange(course, number, name, place)


def build_house(course: Course, number: int, name: str, effect: Effect, optional: bool) -> None:
    course.push(("settle", number, optional, name))


def recruit(course: Course, number: int, name: str, effect: Effect, optional: bool) -> None:
    course.push(("recruit", number, effect["discount"], optional, name))


def gift(course: Course, number: int, name: str, effect: Effect, optional: bool) -> None:
    """One guilder to each opponent, clockwise, as far as the purse goes; 1 point for each."""
    given = 0
    for other in course.state.others(number):
        if course.seat(number).guilders:
            course.seat(number).guilders -= 1
            course.seat(other).guilders += 1
            given += 1
            course.tell("gave", seat=number, to=other, what="guilders", amount=1, person=name, by=number)
    course.gain(number, "points", given, name)


def each_other(course: Course, number: int, name: str, effect: Effect, optional: bool) -> None:
    matters: list[Matter] = []
    for victim in course.state.others(number):
        matters += losses.attack(course, victim, effect["loses"], effect["n"], number, name, effect["to_owner"])
    course.push(*matters)


def each_other_threat(course: Course, number: int, name: str, effect: Effect, optional: bool) -> None:
    """A marker for each victim; of any colour means: the victim says which."""
    matters: list[Matter] = []
    for victim in course.state.others(number):
        if losses.warded(course, victim, "attacks", name, number):
            continue
        if effect["colour"] == "any":
            matters.append(("threat", victim, number, name))
        else:
            matters += losses.threaten(course, victim, COLOURS.index(effect["colour"]), number, name)
    course.push(*matters)


PERFORM: dict[str, Callable[[Course, int, str, Effect, bool], None]] = {
    "gain": give,
    "gain_per": give,
    "gain_workers": gain_workers,
    "draw": draw,
    "draw_discard": draw_discard,
    "extra_card": extra_card,
    "build_canal": build_canal,
    "discard_threat": discard_threat,
    "advance": advance,
    "exchange": exchange,
    "build_house": build_house,
    "recruit": recruit,
    "gift": gift,
    "each_other": each_other,
    "each_other_threat": each_other_threat,
}


# --- an exchange -------------------------------------------------------------------------------------


def pay_exchange(course: Course, number: int, name: str, place: int) -> None:
    """Give what an exchange takes, then get what it brings; workers are chosen one by one."""
    give_up = active(course.state, course.cards, course.cards.number[name])[place]["give"]
    if give_up["what"] == "workers":
        course.push(("pay", number, give_up["n"], name, place))
        return
    seat = course.seat(number)
    if give_up["what"] == "guilders":
        seat.guilders -= give_up["n"]
    else:
        seat.points -= give_up["n"]
    course.tell("paid", seat=number, what=give_up["what"], amount=give_up["n"], person=name)
    get_exchange(course, number, name, place)


def get_exchange(course: Course, number: int, name: str, place: int) -> None:
    get = active(course.state, course.cards, course.cards.number[name])[place]["get"]
    if get["what"] == "workers":
        course.push(("take", number, get["n"], name))
    else:
        course.gain(number, get["what"], get["n"], name)


# --- whether an effect would do anything ----------------------------------------------------------------


def can_gain_per(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    return count(state, cards, number, effect["per"]) > 0


def can_draw(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    return any(state.piles)


def can_play_more(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    still = max((matter[2] for matter in state.agenda if matter[0] == "turn"), default=0)
    return len(state.seats[number].cards()) > still


def can_dig(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    prices = (building.dig_price(state, cards, number, section, effect["factor"]) for section in (0, 1))
    return any(price is not None and price <= state.seats[number].guilders for price in prices)


def can_put_off(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    threats = state.seats[number].threats
    return any(threats) if effect["colour"] == "any" else threats[COLOURS.index(effect["colour"])] > 0


def can_advance(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    seat = state.seats[number]
    return seat.step < load_board().top and passives.step_price(state, cards, number, effect["pay"]) <= seat.guilders


def can_exchange(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    seat = state.seats[number]
    held = {"guilders": seat.guilders, "workers": sum(seat.workers), "points": seat.points}
    return held[effect["give"]["what"]] >= int(effect["give"]["n"])


def can_settle(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    return bool(state.seats[number].cards())


def can_recruit(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    hand = (card for card in state.seats[number].cards() if card >= 0)
    return any(building.recruit_targets(state, cards, number, card, effect["discount"]) for card in hand)


def can_give(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    return state.seats[number].guilders > 0


def can_attack(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    """Whether anybody has something to lose."""
    victims = [state.seats[other] for other in _unguarded(state, cards, number)]
    what = effect["loses"]
    if what == "workers":
        return any(any(seat.workers) for seat in victims)
    if what == "canal":
        return any(any(seat.canals) for seat in victims)
    return any(seat.guilders if what == "guilders" else seat.points for seat in victims)


def can_threaten(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    return bool(_unguarded(state, cards, number))


def _unguarded(state: State, cards: Cards, number: int) -> list[int]:
    """The other seats that an attack would reach; who wards it off lives there for all to see."""
    return [other for other in state.others(number) if passives.immune(state, cards, other, "attacks") is None]


def can_always(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    return True


POSSIBLE: dict[str, Callable[[State, Cards, int, Effect], bool]] = {
    "gain": can_always,
    "gain_per": can_gain_per,
    "gain_workers": can_always,
    "draw": can_draw,
    "draw_discard": can_draw,
    "extra_card": can_play_more,
    "build_canal": can_dig,
    "discard_threat": can_put_off,
    "advance": can_advance,
    "exchange": can_exchange,
    "build_house": can_settle,
    "recruit": can_recruit,
    "gift": can_give,
    "each_other": can_attack,
    "each_other_threat": can_threaten,
}


def useful(state: State, cards: Cards, number: int, person: int) -> bool:
    """Whether at least one effect of a person would do anything now."""
    return any(POSSIBLE[effect.kind](state, cards, number, effect) for effect in active(state, cards, person))
