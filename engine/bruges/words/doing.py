"""What is asked and what a move does, in a few words for the seat concerned. Decides nothing, plays nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.bruges import afterthoughts, building, cards, passives, texts
from engine.bruges.cards import Cards
from engine.bruges.rules import card_turn, open_choice
from engine.bruges.state import COLOURS, SECTIONS, TURNS, State
from engine.bruges.turns import WORKERS, guilders_for
from engine.bruges.words.voice import a, some, the, voice_of
from engine.bruges.words.voice import for_price as for_price
from engine.decisions import Decision, Move

HEADLINES = {
    "draw": "DRAW A CARD",
    "penalties": "FIRE OR PLAGUE FIRST?",
    "fire": "LOSE SOMETHING TO FIRE",
    "plague": "LOSE A PERSON TO THE PLAGUE",
    "workers": "WHICH WORKER MUST GO?",
    "canal": "WHICH CANAL TOKEN MUST GO?",
    "threat": "WHICH THREAT MUST COME?",
    "take": "WHICH WORKER COMES?",
    "pay": "WHICH WORKER PAYS?",
    "mason": "WHICH WORKER BUILDS?",
    "remove": "WHICH THREAT GOES?",
    "ward": "WHICH THREAT GOES?",
    "dig": "WHERE TO DIG?",
    "exchange": "EXCHANGE OR NOT?",
    "discard": "WHICH CARD GOES?",
    "settle": "BUILD WITH WHICH CARD?",
    "recruit": "WHO MOVES IN?",
}


def headline(view: State, decision: Decision) -> str:
    """What is asked, in capitals: "YOUR CARD 2 of 4", "LOSE SOMETHING TO FIRE"."""
    if decision.kind == "turn":
        more = "ANYTHING MORE AT" if decision.passing else "YOUR"
        return f"{more} CARD {card_turn(view)} of {TURNS}"
    if decision.kind in ("climb", "advance"):
        return f"A STEP UP FOR {step_price(view, decision.seat)}?"
    return HEADLINES[decision.kind]


def course(view: State, decision: Decision, names: Sequence[str]) -> str:
    """Who has played before a card turn and who comes after it: "Chidi has played, Bea comes after you."."""
    if decision.kind != "turn":
        return ""
    known, order = voice_of(names, decision.seat).names, view.order()
    place, last = order.index(decision.seat), view.turn == TURNS * len(order) - 1
    before, after = known[order[place - 1]], known[order[(place + 1) % len(order)]]
    if view.turn == 0:
        return f"You start round {view.round}, {after} comes after you."
    if last:
        return f"{before} has played; your card is the last one of the round."
    return f"{before} has played." if before == after else f"{before} has played, {after} comes after you."


def say(move: Move, view: State, seat: int) -> str:
    """What a move would do, a clause to its player: "the Lawyer takes a purple threat off you, 1 point"."""
    return SAYERS[move.verb](move, view, cards.of(view.deck), seat)


def step_price(view: State, seat: int) -> int:
    """What the step that is offered to the seat costs it, or would cost in this round."""
    matter = open_choice(view, seat)
    if matter is not None and matter[0] in ("climb", "advance"):
        return int(matter[2])
    unsettled = afterthoughts.price(view, seat)
    if unsettled is not None:
        return unsettled
    return passives.step_price(view, cards.of(view.deck), seat, passives.round_price(view) or 0)


# --- cards ----------------------------------------------------------------------------------------------


def _workers(move: Move, view: State, known: Cards, seat: int) -> str:
    number = WORKERS + passives.plus(view, known, seat, "workers")
    return f"{the(move[1])} brings {number} {_colour(move[1], known)} workers"


def _guilders(move: Move, view: State, known: Cards, seat: int) -> str:
    card = known.number[move[1]]
    die = view.dice[known.colour[card]]
    brought = guilders_for(view, known, seat, card)
    source = f" ({_colour(move[1], known)} die)" if die == brought else ""
    return f"{the(move[1])} brings {some(brought, 'guilder')}{source}"


def _threat(move: Move, view: State, known: Cards, seat: int) -> str:
    any_colour = passives.any_colour(view, known, seat, "threat")
    marker = "threat" if any_colour else f"{_colour(move[1], known)} threat"
    return f"{the(move[1])} takes {a(marker)} off you, 1 point"


def _canal(move: Move, view: State, known: Cards, seat: int) -> str:
    price = building.card_price(view, known, seat, known.number[move[1]], SECTIONS.index(move[2]))
    return f"{the(move[1])} digs on the {move[2]}{'' if price is None else ' ' + for_price(price)}"


def _house(move: Move, view: State, known: Cards, seat: int) -> str:
    return f"{the(move[1])} becomes {a(_colour(move[1], known))} house"


def _recruit(move: Move, view: State, known: Cards, seat: int) -> str:
    matter = open_choice(view, seat)
    less = int(matter[2]) if matter is not None and matter[0] == "recruit" else 0
    price = passives.recruit_price(view, known, seat, known.number[move[1]], less)
    return f"{the(move[1])} moves into your {move[3]} house {for_price(price)}"


def _use(move: Move, view: State, known: Cards, seat: int) -> str:
    return f"{the(move[1])} works: {work(known, known.number[move[1]])}"


def work(known: Cards, card: int) -> str:
    """What using a person does and costs: "1 point and 2 guilders, for 1 yellow worker"."""
    person = known.deck.persons[card]
    cost = "" if person.worker is None else f", for 1 {COLOURS[person.worker]} worker"
    return f"{texts.clause(person.effects)}{cost}"


def _colour(name: str, known: Cards) -> str:
    return COLOURS[known.colour[known.number[name]]]


# --- steps, piles, losses ---------------------------------------------------------------------------------


def _climb(move: Move, view: State, known: Cards, seat: int) -> str:
    return f"one step up {for_price(step_price(view, seat))}"


def _no(move: Move, view: State, known: Cards, seat: int) -> str:
    price = step_price(view, seat)
    return f"back down a step, {some(price, 'guilder')} back" if price else "back down a step"


def _lose(move: Move, view: State, known: Cards, seat: int) -> str:
    if move[1] == "canal":
        return f"the outermost canal token on the {move[2]}"
    if move[-1] == "empty":
        return f"the empty {move[1]} house"
    matter = open_choice(view, seat)
    if matter is not None and matter[0] == "plague":
        return f"{the(move[1])}; the house stays"
    return f"the house with {the(move[1])}, who comes back to your hand"


def _draw(move: Move, view: State, known: Cards, seat: int) -> str:
    return f"a card from the {move[1]} pile"


def _take(move: Move, view: State, known: Cards, seat: int) -> str:
    matter = open_choice(view, seat)
    what = "threat" if matter is not None and matter[0] == "threat" else "worker"
    return f"{a(move[1])} {what} for you"


def _dig(move: Move, view: State, known: Cards, seat: int) -> str:
    matter = open_choice(view, seat)
    factor = int(matter[2]) if matter is not None and matter[0] == "dig" else 1
    price = building.dig_price(view, known, seat, SECTIONS.index(move[1]), factor)
    return f"a canal space on the {move[1]}{'' if price is None else ' ' + for_price(price)}"


def _exchange(move: Move, view: State, known: Cards, seat: int) -> str:
    matter = open_choice(view, seat)
    if matter is None or matter[0] != "exchange":
        return "the exchange is made"
    return texts.clause(known.deck.person(str(matter[3])).effects)


Sayer = Callable[[Move, State, Cards, int], str]
SAYERS: Mapping[str, Sayer] = {
    "workers": _workers,
    "guilders": _guilders,
    "threat": _threat,
    "canal": _canal,
    "house": _house,
    "recruit": _recruit,
    "use": _use,
    "end": lambda move, view, known, seat: "nothing more with this card",
    "climb": _climb,
    "no": _no,
    "stay": lambda move, view, known, seat: "no step up",
    "lose": _lose,
    "draw": _draw,
    "fire": lambda move, view, known, seat: "first the fire, then the plague",
    "plague": lambda move, view, known, seat: "first the plague, then the fire",
    "take": _take,
    "give": lambda move, view, known, seat: f"{a(move[1])} worker of yours",
    "remove": lambda move, view, known, seat: f"{a(move[1])} threat off you, 1 point",
    "dig": _dig,
    "exchange": _exchange,
    "discard": lambda move, view, known, seat: f"{the(move[1])} is put away",
    "settle": _house,
    "none": lambda move, view, known, seat: "nothing of these",
}
