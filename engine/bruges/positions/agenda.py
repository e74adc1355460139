"""The agenda of a position file: the fields of every matter, and what can lie on what. Checks, changes nothing.

An agenda is right when play can have come to it: what the round still has before it lies at the bottom, then the turn,
the persons at work in it, and on top what the last of them leaves to be chosen, by its owner or by the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.data.persons import Effect
from engine.bruges.rules import passives
from engine.bruges.rules.effects import active, can_exchange
from engine.bruges.rules.turns import house_colours
from engine.bruges.state import BROWN, COLOURS, GONE, RED, TURNS, Matter, State
from engine.positions.values import Json, fail, flag, listed, one_of, shown, whole
from engine.refusals import BadPosition

# The fields of each matter after its name; what the words stand for is in `FIELDS`.
MATTERS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("round", "dice", "deal", "turns", "majorities"), ()),
    **dict.fromkeys(("refill", "climbs"), ("place",)),
    "draw": ("seat", "number", "amount", "cause"),
    "climb": ("seat", "amount"),
    "turn": ("seat", "amount", "flag"),
    "mason": ("seat", "amount"),
    "ward": ("seat", "card"),
    **dict.fromkeys(("penalties", "fire", "plague", "canal", "threat"), ("seat", "by", "cause")),
    "workers": ("seat", "number", "by", "cause", "flag"),
    "do": ("seat", "card", "amount"),
    "take": ("seat", "number", "card"),
    "pay": ("seat", "number", "card", "amount"),
    "remove": ("seat", "number", "colour", "card"),
    "dig": ("seat", "amount", "flag", "card"),
    "advance": ("seat", "amount", "card"),
    "exchange": ("seat", "amount", "card"),
    "discard": ("seat", "number", "card"),
    "settle": ("seat", "flag", "card"),
    "recruit": ("seat", "amount", "flag", "card"),
}
MOST = 999
Check = Callable[[Json, str, int, Sequence[str]], object]  # value, place, number of seats, the names of the deck
FIELDS: dict[str, Check] = {
    "seat": lambda value, place, seats, names: whole(value, place, 0, seats - 1),
    "by": lambda value, place, seats, names: value is None or whole(value, place, 0, seats - 1),
    "place": lambda value, place, seats, names: whole(value, place, 0, seats),
    "number": lambda value, place, seats, names: whole(value, place, 1, MOST),
    "amount": lambda value, place, seats, names: whole(value, place, 0, MOST),
    "flag": lambda value, place, seats, names: flag(value, place),
    "colour": lambda value, place, seats, names: one_of(value, place, ("any", *COLOURS)),
    "card": lambda value, place, seats, names: _person(value, place, names),
    "cause": lambda value, place, seats, names: value == "" or _person(value, place, names),
}
ROUND = ("majorities", "turns", "climbs", "deal", "dice", "refill")  # what a round has before it, the last thing first
HEIGHTS = {1: (6,), 2: (3, 4), 3: (2,), 4: (1,)}  # how many of these there can be in each phase
COUNTED = frozenset({"draw", "take", "pay", "remove", "discard", "workers"})  # their second field runs down to 1


def _person(value: Json, place: str, names: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in names:
        raise fail(place, f"{shown(value)} is no person of the deck")
    return value


def read_agenda(data: Json, seats: int, cards: Cards) -> list[Matter]:
    """The matters of a file, each for itself as it must be. BadPosition names the first that is not."""
    return [_matter(matter, f"agenda, matter {k}", seats, cards) for k, matter in enumerate(listed(data, "agenda"), 1)]


def _matter(data: Json, place: str, seats: int, cards: Cards) -> Matter:
    name, *values = listed(data, place) or [None]
    wanted = MATTERS.get(name) if isinstance(name, str) else None
    if wanted is None or len(wanted) != len(values):
        raise fail(place, f"{shown(data)} is unknown or has the wrong length")
    for kind, value in zip(wanted, values, strict=True):
        FIELDS[kind](value, f"{place}, {kind}", seats, cards.name)
    return tuple(data)


# --- what can lie on what --------------------------------------------------------------------------------


def _wrong(what: str) -> BadPosition:
    return fail("agenda", what)


def check_agenda(state: State, cards: Cards) -> None:
    """BadPosition unless play can have come to this agenda in this state."""
    agenda = state.agenda
    if state.over or (state.phase == 4 and agenda == [("round",)]):
        if state.over and agenda:
            raise _wrong("must be empty, the game is over")
        return
    height = sum(1 for _ in takewhile(lambda pair: pair[0][0] == pair[1], zip(agenda, ROUND, strict=False)))
    if height not in HEIGHTS[state.phase]:
        wanted = ", ".join(ROUND[: HEIGHTS[state.phase][0]])
        raise _wrong(f"must begin with {wanted} in this phase")
    place = agenda[height - 1][1] if len(agenda[height - 1]) > 1 else 0
    ABOVE[state.phase](state, cards, place, agenda[height:])


def _above_refill(state: State, cards: Cards, place: int, above: list[Matter]) -> None:
    if not above:
        return
    number = state.seat_after(place - 1)
    seat, limit = state.seats[number], passives.hand_limit(state, cards, number)
    missing = limit - len(seat.cards())
    optional = min(missing + seat.unseen, limit - passives.HAND)
    if not place or above != [("draw", number, missing, optional, "")]:
        raise _wrong(
            f"{shown(list(above[-1]))} cannot be next; {missing} cards are missing in the hand of seat {number}"
        )


def _above_climbs(state: State, cards: Cards, place: int, above: list[Matter]) -> None:
    if not above:
        return
    if state.agenda[-1][0] != "climb":
        _struck(state, place, above)
        return
    number = state.seat_after(place - 1)
    seat, low = state.seats[number], passives.round_price(state)
    price = passives.step_price(state, cards, number, low or 0)
    possible = place and low is not None and seat.step < load_board().top and price <= seat.guilders
    if not possible or above != [("climb", number, price)]:
        raise _wrong(f"{shown(list(above[-1]))} cannot be next; the seat, the dice or the purse do not allow that")


def _struck(state: State, place: int, above: list[Matter]) -> None:
    """What the dice make the seats lose, all at once."""
    dangers = {"fire": (RED,), "plague": (BROWN,), "penalties": (RED, BROWN)}
    if place or len(state.agenda) - len(above) != 3:
        raise _wrong("nothing can be lost to the dice then")
    for matter in above:
        colours = dangers.get(matter[0], ())
        if not colours or matter[2:] != (None, "") or any(state.dice[colour] < 5 for colour in colours):
            raise _wrong(f"{shown(list(matter))} does not come from these dice")
    for number in range(len(state.seats)):
        names = [matter[0] for matter in above if matter[1] == number]
        if len(set(names)) < len(names) or ("penalties" in names and len(names) > 1):
            raise _wrong(f"seat {number} cannot lose that twice")


def _above_turns(state: State, cards: Cards, place: int, above: list[Matter]) -> None:
    if not above:
        return
    turn, *rest = above
    if turn[0] != "turn" or state.turn == TURNS * len(state.seats) or turn[1] != state.seat_after(state.turn):
        raise _wrong(f"{shown(list(turn))} is not the turn that is being taken")
    if not turn[2] and not turn[3]:
        raise _wrong(f"{shown(list(turn))}: a turn in which nothing was played has a card to play")
    if rest and rest[0][0] in ("mason", "ward"):
        if len(rest) > 1 or rest[0][1] != turn[1] or not turn[3] or not _asks_for_card(state, cards, rest[0]):
            raise _wrong(f"{shown(list(rest[0]))} is not asked then")
    elif rest:
        _at_work(state, cards, turn[1], rest)


def _asks_for_card(state: State, cards: Cards, matter: Matter) -> bool:
    """Whether the card just played leaves a choice of its worker or threat."""
    name, number, what = matter
    seat = state.seats[number]
    if name == "ward":
        last = state.discard[-1:] == [cards.number[what]]
        return last and any(seat.threats) and passives.any_colour(state, cards, number, "threat")
    there = what < len(seat.hand) and seat.hand[what] != GONE
    return there and len(house_colours(state, cards, number, seat.hand[what])) > 1


def _above_majorities(state: State, cards: Cards, place: int, above: list[Matter]) -> None:
    if above:
        raise _wrong(f"{shown(list(above[-1]))} cannot be next in this phase")


ABOVE: dict[int, Callable[[State, Cards, int, list[Matter]], None]] = {
    1: _above_refill,
    2: _above_climbs,
    3: _above_turns,
    4: _above_majorities,
}


# --- persons at work -------------------------------------------------------------------------------------


def _at_work(state: State, cards: Cards, number: int, rest: list[Matter]) -> None:
    """Persons, each brought in by the one before, and what the last of them has opened."""
    works = list(takewhile(lambda matter: matter[0] == "do", rest))
    opened = rest[len(works) :]
    if not works:
        raise _wrong(f"{shown(list(opened[0]))} comes from no person at work")
    for k, work in enumerate(works):
        before = works[k - 1] if k else None
        if not _can_work(state, cards, number, work, before) or (work in works[:k]):
            raise _wrong(f"{shown(list(work))} is not at work")
        if (work is not works[-1] or opened) and not work[3]:
            raise _wrong(f"{shown(list(work))} has done nothing yet")
    if opened:
        _opened(state, cards, works[-1], opened)


def _can_work(state: State, cards: Cards, number: int, work: Matter, before: Matter | None) -> bool:
    """Whether a person lives with the seat, is used up and has so many effects; a later one came by the one before."""
    _, seat, name, n = work
    person = cards.number[name]
    lives = any(house.person == person and house.used for house in state.seats[number].houses)
    came = before is None or (cards.icon[person] == "arrow" and _last_effect(state, cards, before).kind == "recruit")
    return seat == number and lives and came and bool(cards.active[person]) and n <= len(active(state, cards, person))


def _last_effect(state: State, cards: Cards, work: Matter) -> Effect:
    _, _, name, n = work
    return active(state, cards, cards.number[name])[int(n) - 1]


def _opened(state: State, cards: Cards, work: Matter, opened: list[Matter]) -> None:
    effect, number, name = _last_effect(state, cards, work), work[1], work[2]
    if effect.kind in ("each_other", "each_other_threat"):
        _attacked(state, cards, effect, number, name, opened)
        return
    models = _choices(state, cards, work)
    if effect.kind == "draw_discard" and len(opened) == 2:
        right = [opened[0], opened[1][0]] == [models[1], "draw"]
        opened = opened[1:] if right else opened
    if len(opened) != 1 or not any(_fits(opened[0], model) for model in models):
        raise _wrong(f"{shown(list(opened[-1]))} does not come from the {cards.title[cards.number[name]]}")
    if opened[0][0] == "draw" and state.seats[number].unseen != effect.get("n", effect.get("draw")) - opened[0][2]:
        raise _wrong(f"seat {number} has drawn {state.seats[number].unseen} cards, that does not fit")


def _choices(state: State, cards: Cards, work: Matter) -> list[Matter]:
    """What an effect can leave its owner to choose, each as it is when it opens."""
    _, number, name, n = work
    effects = active(state, cards, cards.number[name])
    effect, optional = effects[n - 1], cards.icon[cards.number[name]] == "arrow" or len(effects) > 1
    get = effect.get
    match effect.kind:
        case "gain_workers" if get("colour") == "any":
            return [("take", number, get("n"), name)]
        case "draw":
            return [("draw", number, get("n"), 0, name)]
        case "draw_discard":
            return [("draw", number, get("draw"), 0, name), ("discard", number, get("discard"), name)]
        case "build_canal":
            return [("dig", number, get("factor"), optional and get("factor") > 0, name)]
        case "discard_threat":
            return [("remove", number, get("n"), get("colour"), name)]
        case "advance" if optional:
            return [("advance", number, passives.step_price(state, cards, number, get("pay")), name)]
        case "build_house":
            return [("settle", number, optional, name)]
        case "recruit":
            return [("recruit", number, get("discount"), optional, name)]
        case "exchange":
            return list(_exchange(state, cards, work, effect, effects.index(effect), optional))
    return []


def _exchange(state: State, cards: Cards, work: Matter, effect: Effect, place: int, optional: bool) -> Iterator[Matter]:
    """First whether, then what is given, then what is taken."""
    _, number, name, _ = work
    give, get = effect["give"], effect["get"]
    if optional and can_exchange(state, cards, number, effect):
        yield ("exchange", number, place, name)
    if give["what"] == "workers":
        yield ("pay", number, min(give["n"], sum(state.seats[number].workers)), name, place)
    if get["what"] == "workers":
        yield ("take", number, get["n"], name)


def _fits(matter: Matter, model: Matter) -> bool:
    """Whether a matter is the model, or what is left of it."""
    if matter[0] in COUNTED and len(matter) == len(model) and matter[2] <= model[2]:
        model = (*model[:2], matter[2], *model[3:])
    return matter == model


def _attacked(state: State, cards: Cards, effect: Effect, number: int, name: str, opened: list[Matter]) -> None:
    """What the other seats lose to an attack, all at once: of each as many matters as the attack can bring."""
    for victim in state.others(number):
        mine = [matter for matter in opened if matter[1] == victim]
        models = _losses(state, effect, number, name, victim)
        safe = passives.immune(state, cards, victim, "attacks") is not None
        most = min(effect["n"], sum(state.seats[victim].canals)) if effect.get("loses") == "canal" else 1
        if mine and (safe or len(mine) > most or not all(any(_fits(m, model) for model in models) for m in mine)):
            raise _wrong(f"{shown(list(mine[-1]))} does not come from the {cards.title[cards.number[name]]}")
    if any(matter[1] == number for matter in opened):
        raise _wrong(f"seat {number} cannot attack itself")


def _losses(state: State, effect: Effect, number: int, name: str, victim: int) -> list[Matter]:
    by = (victim, number, name)
    if effect.kind == "each_other_threat":
        colour = effect["colour"]
        struck = [(what, *by) for what, of in (("fire", "red"), ("plague", "brown")) if colour in ("any", of)]
        return [*struck, *([("threat", *by)] if colour == "any" else [])]
    if effect["loses"] == "canal":
        return [("canal", *by)]
    if effect["loses"] == "workers":
        most = min(effect["n"], sum(state.seats[victim].workers))
        return [("workers", victim, most, number, name, effect["to_owner"])]
    return []
