"""The agenda of a position: which task can lie on which. Checks, changes nothing.

An agenda is right when play can have come to it: what the round still has before it lies at the bottom, then the turn,
the persons at work in it, and on top what the last of them leaves to be chosen, by its owner or by the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile

from engine.agenda import SeatTask, Task
from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.data.persons import Effect
from engine.bruges.rules import passives, tasks
from engine.bruges.rules.effects import active, can_exchange
from engine.bruges.rules.phases import of_round
from engine.bruges.rules.turns import house_colours
from engine.bruges.state import BROWN, GONE, RED, TURNS, State
from engine.positions.values import fail, shown
from engine.refusals import BadPosition

ROUND = [type(task) for task in reversed(of_round())]  # what a round has before it, the last thing first
DANGERS: dict[type[Task], tuple[int, ...]] = {
    tasks.Fire: (RED,),
    tasks.Plague: (BROWN,),
    tasks.Penalties: (RED, BROWN),
}
Counted = tasks.Draw | tasks.Take | tasks.Pay | tasks.Remove | tasks.Discard | tasks.Workers  # their `n` runs down to 1
HEIGHTS = {1: (6,), 2: (3, 4), 3: (2,), 4: (1,)}  # how many of these there can be in each phase


def _wrong(what: str) -> BadPosition:
    return fail("agenda", what)


def check_agenda(state: State, cards: Cards) -> None:
    """BadPosition unless play can have come to this agenda in this state."""
    agenda = state.agenda
    if state.over or (state.phase == 4 and agenda == [tasks.Round()]):
        if state.over and agenda:
            raise _wrong("must be empty, the game is over")
        return
    height = sum(1 for _ in takewhile(lambda pair: type(pair[0]) is pair[1], zip(agenda, ROUND, strict=False)))
    if height not in HEIGHTS[state.phase]:
        wanted = ", ".join(kind.name for kind in ROUND[: HEIGHTS[state.phase][0]])
        raise _wrong(f"must begin with {wanted} in this phase")
    last = agenda[height - 1]
    ABOVE[state.phase](state, cards, last.k if isinstance(last, tasks.Refill | tasks.Climbs) else 0, agenda[height:])


def _above_refill(state: State, cards: Cards, place: int, above: list[Task]) -> None:
    if not above:
        return
    number = state.seat_after(place - 1)
    seat, limit = state.seats[number], passives.hand_limit(state, cards, number)
    missing = limit - len(seat.cards())
    optional = min(missing + seat.unseen, limit - passives.HAND)
    if not place or above != [tasks.Draw(number, missing, optional, "")]:
        raise _wrong(
            f"{shown(above[-1].dump())} cannot be next; {missing} cards are missing in the hand of seat {number}"
        )


def _above_climbs(state: State, cards: Cards, place: int, above: list[Task]) -> None:
    if not above:
        return
    if not isinstance(state.agenda[-1], tasks.Climb):
        _struck(state, place, above)
        return
    number = state.seat_after(place - 1)
    seat, low = state.seats[number], passives.round_price(state)
    price = passives.step_price(state, cards, number, low or 0)
    possible = place and low is not None and seat.step < load_board().top and price <= seat.guilders
    if not possible or above != [tasks.Climb(number, price)]:
        raise _wrong(f"{shown(above[-1].dump())} cannot be next; the seat, the dice or the purse do not allow that")


def _struck(state: State, place: int, above: list[Task]) -> None:
    """Check what the dice make the seats lose, all at once."""
    if place or len(state.agenda) - len(above) != 3:
        raise _wrong("nothing can be lost to the dice then")
    for task in above:
        colours = DANGERS.get(type(task), ())
        dice = isinstance(task, tasks.Loss) and (task.by, task.why) == (None, "")
        if not colours or not dice or any(state.dice[colour] < 5 for colour in colours):
            raise _wrong(f"{shown(task.dump())} does not come from these dice")
    for number in range(len(state.seats)):
        kinds = [type(task) for task in above if isinstance(task, tasks.Loss) and task.seat == number]
        if len(set(kinds)) < len(kinds) or (tasks.Penalties in kinds and len(kinds) > 1):
            raise _wrong(f"seat {number} cannot lose that twice")


def _above_turns(state: State, cards: Cards, place: int, above: list[Task]) -> None:
    if not above:
        return
    turn, *rest = above
    over = state.turn == TURNS * len(state.seats)
    if not isinstance(turn, tasks.Turn) or over or turn.seat != state.seat_after(state.turn):
        raise _wrong(f"{shown(turn.dump())} is not the turn that is being taken")
    if not turn.still and not turn.played:
        raise _wrong(f"{shown(turn.dump())}: a turn in which nothing was played has a card to play")
    if rest and isinstance(asked := rest[0], tasks.Mason | tasks.Ward):
        if len(rest) > 1 or asked.seat != turn.seat or not turn.played or not _asks_for_card(state, cards, asked):
            raise _wrong(f"{shown(asked.dump())} is not asked then")
    elif rest:
        _at_work(state, cards, turn.seat, rest)


def _asks_for_card(state: State, cards: Cards, asked: tasks.Mason | tasks.Ward) -> bool:
    """Whether the card just played leaves a choice of its worker or threat."""
    seat = state.seats[asked.seat]
    if isinstance(asked, tasks.Ward):
        last = state.discard[-1:] == [cards.number[asked.card]]
        return last and any(seat.threats) and passives.any_colour(state, cards, asked.seat, "threat")
    there = asked.slot < len(seat.hand) and seat.hand[asked.slot] != GONE
    return there and len(house_colours(state, cards, asked.seat, seat.hand[asked.slot])) > 1


def _above_majorities(state: State, cards: Cards, place: int, above: list[Task]) -> None:
    if above:
        raise _wrong(f"{shown(above[-1].dump())} cannot be next in this phase")


ABOVE: dict[int, Callable[[State, Cards, int, list[Task]], None]] = {
    1: _above_refill,
    2: _above_climbs,
    3: _above_turns,
    4: _above_majorities,
}


# --- persons at work -------------------------------------------------------------------------------------


def _at_work(state: State, cards: Cards, number: int, rest: list[Task]) -> None:
    """Persons, each brought in by the one before, and what the last of them has opened."""
    works = [task for task in takewhile(lambda task: isinstance(task, tasks.Do), rest) if isinstance(task, tasks.Do)]
    opened = rest[len(works) :]
    if not works:
        raise _wrong(f"{shown(opened[0].dump())} comes from no person at work")
    for k, work in enumerate(works):
        before = works[k - 1] if k else None
        if not _can_work(state, cards, number, work, before) or (work in works[:k]):
            raise _wrong(f"{shown(work.dump())} is not at work")
        if (work is not works[-1] or opened) and not work.effect:
            raise _wrong(f"{shown(work.dump())} has done nothing yet")
    if opened:
        _opened(state, cards, works[-1], opened)


def _can_work(state: State, cards: Cards, number: int, work: tasks.Do, before: tasks.Do | None) -> bool:
    """Whether a person lives with the seat, is used up and has so many effects; a later one came by the one before."""
    person = cards.number[work.person]
    lives = any(house.person == person and house.used for house in state.seats[number].houses)
    came = before is None or (cards.icon[person] == "arrow" and _last_effect(state, cards, before).kind == "recruit")
    can = bool(cards.active[person]) and work.effect <= len(active(state, cards, person))
    return work.seat == number and lives and came and can


def _last_effect(state: State, cards: Cards, work: tasks.Do) -> Effect:
    return active(state, cards, cards.number[work.person])[work.effect - 1]


def _opened(state: State, cards: Cards, work: tasks.Do, opened: list[Task]) -> None:
    effect = _last_effect(state, cards, work)
    if effect.kind in ("each_other", "each_other_threat"):
        _attacked(state, cards, effect, work, opened)
        return
    models = _choices(state, cards, work)
    if effect.kind == "draw_discard" and len(opened) == 2:
        right = opened[0] == models[1] and isinstance(opened[1], tasks.Draw)
        opened = opened[1:] if right else opened
    if len(opened) != 1 or not any(_fits(opened[0], model) for model in models):
        raise _wrong(f"{shown(opened[-1].dump())} does not come from the {cards.title[cards.number[work.person]]}")
    asked, unseen = opened[0], state.seats[work.seat].unseen
    if isinstance(asked, tasks.Draw) and unseen != effect.get("n", effect.get("draw")) - asked.n:
        raise _wrong(f"seat {work.seat} has drawn {unseen} cards, that does not fit")


def _choices(state: State, cards: Cards, work: tasks.Do) -> list[Task]:
    """The choices that an effect can leave to its owner, each as it is when it opens."""
    number, name = work.seat, work.person
    effects = active(state, cards, cards.number[name])
    effect, optional = effects[work.effect - 1], cards.icon[cards.number[name]] == "arrow" or len(effects) > 1
    get = effect.get
    match effect.kind:
        case "gain_workers" if get("colour") == "any":
            return [tasks.Take(number, get("n"), name)]
        case "draw":
            return [tasks.Draw(number, get("n"), 0, name)]
        case "draw_discard":
            return [tasks.Draw(number, get("draw"), 0, name), tasks.Discard(number, get("discard"), name)]
        case "build_canal":
            return [tasks.Dig(number, get("factor"), optional and get("factor") > 0, name)]
        case "discard_threat":
            return [tasks.Remove(number, get("n"), get("colour"), name)]
        case "advance" if optional:
            return [tasks.Advance(number, passives.step_price(state, cards, number, get("pay")), name)]
        case "build_house":
            return [tasks.Settle(number, optional, name)]
        case "recruit":
            return [tasks.Recruit(number, get("discount"), optional, name)]
        case "exchange":
            return list(_exchange(state, cards, work, effect, effects.index(effect), optional))
    return []


def _exchange(
    state: State, cards: Cards, work: tasks.Do, effect: Effect, place: int, optional: bool
) -> Iterator[SeatTask]:
    """First whether, then what is given, then what is taken."""
    number, name, give, get = work.seat, work.person, effect["give"], effect["get"]
    if optional and can_exchange(state, cards, number, effect):
        yield tasks.Exchange(number, place, name)
    if give["what"] == "workers":
        yield tasks.Pay(number, min(give["n"], sum(state.seats[number].workers)), name, place)
    if get["what"] == "workers":
        yield tasks.Take(number, get["n"], name)


def _fits(task: Task, model: Task) -> bool:
    """Whether a task is the model, or what is left of it when some of its `n` are chosen."""
    if isinstance(model, Counted) and isinstance(task, Counted) and task.n <= model.n:
        model = replace(model, n=task.n)
    return task == model


def _attacked(state: State, cards: Cards, effect: Effect, work: tasks.Do, opened: list[Task]) -> None:
    """The losses of the other seats to an attack, all at once: of each as many tasks as the attack can bring."""
    for victim in state.others(work.seat):
        mine = [task for task in opened if not isinstance(task, SeatTask) or task.seat == victim]
        models = _losses(state, effect, work, victim)
        safe = passives.immune(state, cards, victim, "attacks") is not None
        most = min(effect["n"], sum(state.seats[victim].canals)) if effect.get("loses") == "canal" else 1
        if mine and (safe or len(mine) > most or not all(any(_fits(m, model) for model in models) for m in mine)):
            raise _wrong(f"{shown(mine[-1].dump())} does not come from the {cards.title[cards.number[work.person]]}")
    if any(isinstance(task, SeatTask) and task.seat == work.seat for task in opened):
        raise _wrong(f"seat {work.seat} cannot attack itself")


def _losses(state: State, effect: Effect, work: tasks.Do, victim: int) -> list[SeatTask]:
    by = (victim, work.seat, work.person)
    if effect.kind == "each_other_threat":
        colour = effect["colour"]
        kinds = ((tasks.Fire, "red"), (tasks.Plague, "brown"), (tasks.Threat, "any"))
        return [kind(*by) for kind, of in kinds if colour in ("any", of)]
    if effect["loses"] == "canal":
        return [tasks.Canal(*by)]
    if effect["loses"] == "workers":
        most = min(effect["n"], sum(state.seats[victim].workers))
        return [tasks.Workers(victim, most, work.seat, work.person, effect["to_owner"])]
    return []
