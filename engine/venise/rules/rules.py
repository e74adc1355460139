"""The rules as a whole: an agenda of matters, some a seat's choice, the others carried out at once.

`start` sets a game up, `play` answers the choice of a seat; both go on until somebody has a real choice again. The
topmost matter of the agenda is open; beside it are open the cubes that others have been given (`State.gifts`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.decisions import Ask, Move
from engine.events import Event
from engine.language.languages import to_say
from engine.refusals import BadPosition, NotYourDecision
from engine.venise.rules import cubes, draws, forced, production, rounds, setup, trade, turns
from engine.venise.rules.builders import or_use, use_or
from engine.venise.rules.context import Course
from engine.venise.state import Matter, State
from engine.venise.words.speech import say

if TYPE_CHECKING:
    from engine.chance import Chance


@dataclass(frozen=True, slots=True)
class Choice:
    """A matter that a seat decides: its legal moves, what answering does, the words of the question.

    passing  whether the first or the last move is what holds when nothing is said ("first", "last", "")
    unasked  what a rule may answer besides; legal, never offered
    """

    moves: Callable[[State, Matter], tuple[Move, ...]]
    answer: Callable[[Course, int, Matter, Move], None]
    prompt: str
    passing: str = ""
    unasked: tuple[Move, ...] = ()


CHOICES: dict[str, Choice] = {
    "place": Choice(setup.place_moves, setup.answer_place, to_say("which tile goes where")),
    "boat": Choice(setup.boat_moves, setup.answer_boat, to_say("where the Boat begins")),
    "burgher": Choice(setup.burgher_moves, setup.answer_burgher, to_say("where your Burgher begins")),
    "recall": Choice(turns.recall_moves, turns.answer_recall, to_say("which die comes back")),
    "keep": Choice(draws.keep_moves, use_or(draws.answer_keep), to_say("which card you keep"), "first"),
    "turn": Choice(turns.turn_moves, turns.answer_turn, to_say("your turn")),
    "cubes": Choice(
        or_use(cubes.cubes_moves), use_or(cubes.answer_cubes), to_say("where the cubes go"), "first", cubes.LAY[1:]
    ),
    "take": Choice(draws.take_moves, use_or(draws.answer_take), to_say("which card you keep")),
    "sell": Choice(or_use(trade.sell_moves), use_or(trade.answer_sell), to_say("what you sell")),
    "pay": Choice(production.pay_moves, production.answer_pay, to_say("which cubes pay for the bridge")),
    "finish": Choice(turns.finish_moves, turns.answer_finish, to_say("what else you do"), "last"),
}
AUTOMATIC: dict[str, Callable[[Course, Matter], None]] = {
    "round": rounds.begin_round,
    "begin": turns.begin,
    "roll": turns.roll,
    "secondary": turns.secondary,
    "next": rounds.next_turn,
}
GIFT = forced.GIFT


# --- beginning -------------------------------------------------------------------------------------------


def start(seats: int, layout: str, cap: int, chance: Chance) -> tuple[State, list[Event]]:
    """A new game for 2 to 4 seats, played on up to the first choice."""
    state = setup.deal(seats, layout, cap, chance)
    course = Course(state, chance)
    course.tell("game begins", first=state.first)
    course.push(*setup.first_matters(state))
    run(course)
    return state, course.told


def run(course: Course) -> None:
    """Carry out whatever leaves no choice, until a choice is open or the game is over."""
    agenda = course.state.agenda
    while agenda:
        matter = agenda[-1]
        if matter[0] in AUTOMATIC:
            if matter[0] == "next" and course.state.gifts:
                return
            agenda.pop()
            AUTOMATIC[matter[0]](course, matter)
        elif not _forced(course, matter):
            return


def _forced(course: Course, matter: Matter) -> bool:
    """Answer the open choice if it has but one answer. BadPosition for one without any: play never comes to it."""
    if matter[0] == "cubes":
        return cubes.settle(course, matter)
    choice = CHOICES[matter[0]]
    moves = choice.moves(course.state, matter)
    if len(moves) > 1:
        return False
    if not moves:
        raise BadPosition(f"agenda: {matter[0]} of seat {matter[1]} has no answer in this position")
    forced.note(course.state, matter[1], matter[0], moves[0])
    choice.answer(course, matter[1], matter, moves[0])
    return True


# --- what is open ------------------------------------------------------------------------------------------


def asks(state: State) -> tuple[Ask, ...]:
    """What is open now: the topmost matter, and the cubes that others have to lay."""
    found = [_gift_ask(state, gift) for gift in state.gifts]
    if state.agenda and state.agenda[-1][0] in CHOICES:
        found.insert(0, _ask(state, state.agenda[-1]))
    return tuple(found)


def _ask(state: State, matter: Matter) -> Ask:
    name, number = matter[0], matter[1]
    choice = CHOICES[name]
    moves = choice.moves(state, matter)
    passing = {"first": moves[0], "last": moves[-1]}.get(choice.passing)
    return Ask(number, name, occasion(state, matter), moves, choice.prompt, passing=passing, unasked=choice.unasked)


def _gift_ask(state: State, gift: tuple[int, int, int]) -> Ask:
    number, material, count = gift
    moves = cubes.gift_moves(state, number, material, count)
    when = f"round {state.round} turn {state.turn + 1} beside"
    return Ask(number, GIFT, when, moves, to_say("where the cubes go"), passing=moves[0], unasked=cubes.LAY[1:])


def occasion(state: State, matter: Matter) -> str:
    """When something is asked: a turn with all its choices is one occasion."""
    if matter[0] == "place":
        return f"tile {sum(place is not None for place in state.places) + 1}"
    if not state.round:
        return str(matter[0])
    return f"round {state.round} turn {state.turn + 1}"


def open_choice(state: State, number: int) -> Matter | None:
    """The matter that is open to a seat; cubes given beside another's turn as ("gift", seat, raw material, count)."""
    if state.agenda and state.agenda[-1][0] in CHOICES and state.agenda[-1][1] == number:
        return state.agenda[-1]
    return next(((GIFT, *gift) for gift in state.gifts if gift[0] == number), None)


def play(state: State, number: int, move: Move, chance: Chance) -> list[Event]:
    """Carry out a legal move and all that follows without a choice."""
    course = Course(state, chance)
    matter = open_choice(state, number)
    if matter is None:
        raise NotYourDecision(move.text, say("nothing is asked of you at the moment"))
    forced.forget(state, number)
    if matter[0] == GIFT:
        cubes.answer_gift(course, number, move)
    else:
        CHOICES[matter[0]].answer(course, number, matter, move)
    run(course)
    return course.told
