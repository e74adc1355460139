"""The rules as a whole: the choices of the game and the steps that are carried out at once.

`start` sets a game up, `play` answers the choice of a seat; both go on until somebody has a real choice again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.agenda import Agenda, Choice, SeatTask, Step
from engine.decisions import Ask, Move
from engine.events import Event
from engine.language.languages import to_say
from engine.refusals import BadPosition
from engine.venise.rules import cubes, draws, forced, production, rounds, setup, tasks, trade, turns
from engine.venise.rules.builders import or_use, use_or
from engine.venise.rules.context import Context
from engine.venise.state import State

if TYPE_CHECKING:
    from engine.chance import Chance


class Venise(Agenda[Context]):
    """The agenda of Venise: the topmost task is open, and beside it the cubes that others have been given."""

    def occasion(self, context: Context, task: SeatTask) -> str:
        """A turn with all its choices is one occasion."""
        state = context.state
        if isinstance(task, tasks.Place):
            return f"tile {sum(place is not None for place in state.places) + 1}"
        if not state.round:
            return task.name
        beside = " beside" if isinstance(task, tasks.Gift) else ""
        return f"round {state.round} turn {state.turn + 1}{beside}"

    def forced(self, context: Context, task: SeatTask, move: Move) -> None:
        """BadPosition for a choice without any answer: play never comes to it."""
        if not move:
            raise BadPosition(f"agenda: {task.name} of seat {task.seat} has no answer in this position")
        forced.note(context.state, task.seat, task.name, move)

    def decided(self, context: Context, seat: int) -> None:
        forced.forget(context.state, seat)


CHOICES = (
    Choice(tasks.Place, setup.place_moves, setup.answer_place, to_say("which tile goes where")),
    Choice(tasks.Boat, setup.boat_moves, setup.answer_boat, to_say("where the Boat begins")),
    Choice(tasks.Burgher, setup.burgher_moves, setup.answer_burgher, to_say("where your Burgher begins")),
    Choice(tasks.Recall, turns.recall_moves, turns.answer_recall, to_say("which die comes back")),
    Choice(tasks.Keep, draws.keep_moves, use_or(draws.answer_keep), to_say("which card you keep"), first=True),
    Choice(tasks.Turn, turns.turn_moves, turns.answer_turn, to_say("your turn")),
    Choice(
        tasks.Cubes,
        or_use(cubes.cubes_moves),
        use_or(cubes.answer_cubes),
        to_say("where the cubes go"),
        first=True,
        unasked=cubes.LAY[1:],
        settle=cubes.settle,
    ),
    Choice(
        tasks.Gift, cubes.gift_moves, cubes.answer_gift, to_say("where the cubes go"), first=True, unasked=cubes.LAY[1:]
    ),
    Choice(tasks.Take, draws.take_moves, use_or(draws.answer_take), to_say("which card you keep")),
    Choice(tasks.Sell, or_use(trade.sell_moves), use_or(trade.answer_sell), to_say("what you sell")),
    Choice(tasks.Pay, production.pay_moves, production.answer_pay, to_say("which cubes pay for the bridge")),
    Choice(tasks.Finish, turns.finish_moves, turns.answer_finish, to_say("what else you do"), (turns.END,)),
)
STEPS = (
    Step(tasks.Round, rounds.begin_round),
    Step(tasks.Begin, turns.begin),
    Step(tasks.Roll, turns.roll),
    Step(tasks.Secondary, turns.secondary),
    Step(tasks.Next, rounds.next_turn, waits=True),
)
AGENDA = Venise(CHOICES, STEPS)


def start(seats: int, layout: str, cap: int, chance: Chance) -> tuple[State, list[Event]]:
    """A new game for 2 to 4 seats, played on up to the first choice."""
    state = setup.deal(seats, layout, cap, chance)
    context = Context(state, chance=chance)
    context.tell("game begins", first=state.first)
    context.push(*setup.first_tasks(state))
    AGENDA.run(context)
    return state, context.told


def asks(state: State) -> tuple[Ask, ...]:
    """The questions that are open now."""
    return AGENDA.asks(Context(state))


def play(state: State, number: int, move: Move, chance: Chance) -> list[Event]:
    """Carry out a legal move and all that follows without a choice."""
    return AGENDA.play(Context(state, chance=chance), number, move)
