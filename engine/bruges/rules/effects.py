"""The work of persons when they are used or fire: the effects of the deck file, one small function a kind."""

from __future__ import annotations

from collections.abc import Callable

from engine.agenda import SeatTask
from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.data.persons import Effect
from engine.bruges.rules import building, losses, passives, tasks
from engine.bruges.rules.context import Context
from engine.bruges.rules.scoring import count
from engine.bruges.state import COLOURS, State

GIVING = frozenset({"gain", "gain_per", "gain_workers"})


def active(state: State, cards: Cards, person: int) -> list[Effect]:
    """The effects of a person with the dice as they lie."""
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


def do(context: Context, task: tasks.Do) -> None:
    """Carry out the next effect of a person; the rest waits behind the choices that this one opens."""
    person = context.cards.number[task.person]
    effects = active(context.state, context.cards, person)
    if task.effect >= len(effects):
        return
    context.push(tasks.Do(task.seat, task.person, task.effect + 1))
    optional = context.cards.icon[person] == "arrow" or len(effects) > 1
    effect = effects[task.effect]
    PERFORM[effect.kind](context, task.seat, task.person, effect, optional)


# --- carrying out: (context, seat, person, effect, optional) --------------------------------------------


def give(context: Context, number: int, name: str, effect: Effect, optional: bool) -> None:
    building.give(context, number, name, effect)


def gain_workers(context: Context, number: int, name: str, effect: Effect, optional: bool) -> None:
    if effect["colour"] == "any":
        context.push(tasks.Take(number, effect["n"], name))
    else:
        building.give(context, number, name, effect)


def draw(context: Context, number: int, name: str, effect: Effect, optional: bool) -> None:
    if any(context.state.piles):
        context.push(tasks.Draw(number, effect["n"], 0, name))


def draw_discard(context: Context, number: int, name: str, effect: Effect, optional: bool) -> None:
    context.push(tasks.Discard(number, effect["discard"], name))
    if any(context.state.piles):
        context.push(tasks.Draw(number, effect["draw"], 0, name))


def extra_card(context: Context, number: int, name: str, effect: Effect, optional: bool) -> None:
    """One more card this turn, if the hand holds one beyond those still to be played."""
    turn = next(task for task in reversed(context.state.agenda) if isinstance(task, tasks.Turn))
    if len(context.seat(number).cards()) > turn.still:
        context.replace(turn, tasks.Turn(number, turn.still + 1, turn.played))


def build_canal(context: Context, number: int, name: str, effect: Effect, optional: bool) -> None:
    context.push(tasks.Dig(number, effect["factor"], optional and effect["factor"] > 0, name))


def discard_threat(context: Context, number: int, name: str, effect: Effect, optional: bool) -> None:
    context.push(tasks.Remove(number, effect["n"], effect["colour"], name))


def advance(context: Context, number: int, name: str, effect: Effect, optional: bool) -> None:
    price = passives.step_price(context.state, context.cards, number, effect["pay"])
    if not can_advance(context.state, context.cards, number, effect):
        return
    if price and optional:
        context.push(tasks.Advance(number, price, name))
    else:
        building.step_up(context, number, price, name)


def exchange(context: Context, number: int, name: str, effect: Effect, optional: bool) -> None:
    if not can_exchange(context.state, context.cards, number, effect):
        return
    place = active(context.state, context.cards, context.cards.number[name]).index(effect)
    if optional:
        context.push(tasks.Exchange(number, place, name))
    else:
        pay_exchange(context, number, name, place)


def build_house(context: Context, number: int, name: str, effect: Effect, optional: bool) -> None:
    context.push(tasks.Settle(number, optional, name))


def recruit(context: Context, number: int, name: str, effect: Effect, optional: bool) -> None:
    context.push(tasks.Recruit(number, effect["discount"], optional, name))


def gift(context: Context, number: int, name: str, effect: Effect, optional: bool) -> None:
    """One guilder to each opponent, clockwise, as far as the purse goes; 1 point for each."""
    given = 0
    for other in context.state.others(number):
        if context.seat(number).guilders:
            context.seat(number).guilders -= 1
            context.seat(other).guilders += 1
            given += 1
            context.tell("gave", seat=number, to=other, what="guilders", amount=1, person=name, by=number)
    context.gain(number, "points", given, name)


def each_other(context: Context, number: int, name: str, effect: Effect, optional: bool) -> None:
    lost: list[SeatTask] = []
    for victim in context.state.others(number):
        lost += losses.attack(context, victim, effect["loses"], effect["n"], number, name, effect["to_owner"])
    context.push(*lost)


def each_other_threat(context: Context, number: int, name: str, effect: Effect, optional: bool) -> None:
    """A marker for each victim; of any colour means: the victim says which."""
    lost: list[tasks.Loss] = []
    for victim in context.state.others(number):
        if losses.warded(context, victim, "attacks", name, number):
            continue
        if effect["colour"] == "any":
            lost.append(tasks.Threat(victim, number, name))
        else:
            lost += losses.threaten(context, victim, COLOURS.index(effect["colour"]), number, name)
    context.push(*lost)


PERFORM: dict[str, Callable[[Context, int, str, Effect, bool], None]] = {
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


def pay_exchange(context: Context, number: int, name: str, place: int) -> None:
    """Give what an exchange takes, then get what it brings; workers are chosen one by one."""
    give_up = active(context.state, context.cards, context.cards.number[name])[place]["give"]
    if give_up["what"] == "workers":
        context.push(tasks.Pay(number, give_up["n"], name, place))
        return
    seat = context.seat(number)
    if give_up["what"] == "guilders":
        seat.guilders -= give_up["n"]
    else:
        seat.points -= give_up["n"]
    context.tell("paid", seat=number, what=give_up["what"], amount=give_up["n"], person=name)
    get_exchange(context, number, name, place)


def get_exchange(context: Context, number: int, name: str, place: int) -> None:
    get = active(context.state, context.cards, context.cards.number[name])[place]["get"]
    if get["what"] == "workers":
        context.push(tasks.Take(number, get["n"], name))
    else:
        context.gain(number, get["what"], get["n"], name)


# --- whether an effect would do anything ----------------------------------------------------------------


def can_gain_per(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    return count(state, cards, number, effect["per"]) > 0


def can_draw(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    return any(state.piles)


def can_play_more(state: State, cards: Cards, number: int, effect: Effect) -> bool:
    still = max((task.still for task in state.agenda if isinstance(task, tasks.Turn)), default=0)
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
