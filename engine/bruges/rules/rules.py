"""The rules as a whole: the choices of the game and the steps that are carried out at once.

`start` deals a game, `play` answers the choice of a seat; both go on until somebody has a real choice again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.agenda import Agenda, Choice, SeatTask, Step
from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.rules import afterthoughts, choices, draws, effects, losses, phases, tasks, turns
from engine.bruges.rules.context import Context
from engine.bruges.state import TURNS, Seat, State
from engine.decisions import Ask, Move
from engine.events import Event
from engine.language.languages import to_say

if TYPE_CHECKING:
    from engine.chance import Chance

STACKS = 5


class Bruges(Agenda[Context]):
    """The agenda of Bruges: the topmost task is open, losses to several seats at once."""

    def occasion(self, context: Context, task: SeatTask) -> str:
        """A turn with all its inner choices is one occasion, an attack on others another."""
        state = context.state
        if state.phase == 3:
            attack = f", {task.why}" if isinstance(task, tasks.LOSSES) else ""
            return f"round {state.round} turn {state.turn + 1}{attack}"
        names = {1: "draw", 2: "steps" if isinstance(task, tasks.Climb) else "dice"}
        return f"round {state.round} {names[state.phase]}"

    def prompt(self, context: Context, task: SeatTask) -> str:
        if isinstance(task, tasks.Turn):
            return f"card {card_turn(context.state)} of {TURNS}"
        return super().prompt(context, task)

    def decided(self, context: Context, seat: int) -> None:
        afterthoughts.settle_others(context.state, seat)


CHOICES = (
    Choice(tasks.Draw, draws.draw_moves, draws.answer_draw, to_say("which pile to draw from"), (draws.NONE,)),
    Choice(
        tasks.Climb,
        phases.climb_moves,
        phases.answer_climb,
        to_say("one reputation step up"),
        (choices.STAY,),
        unasked=afterthoughts.FOR_NOW,
    ),
    Choice(tasks.Turn, turns.turn_moves, turns.answer_turn, "", (turns.END,), settle=turns.settle),
    Choice(
        tasks.Penalties, losses.penalties_moves, losses.answer_penalties, to_say("fire or plague first"), shared=True
    ),
    Choice(tasks.Fire, losses.fire_moves, losses.answer_fire, to_say("what the fire takes"), shared=True),
    Choice(tasks.Plague, losses.plague_moves, losses.answer_plague, to_say("whom the plague takes"), shared=True),
    Choice(tasks.Workers, losses.give_moves, losses.answer_workers, to_say("which worker goes"), shared=True),
    Choice(tasks.Canal, losses.canal_moves, losses.answer_canal, to_say("which canal token goes"), shared=True),
    Choice(tasks.Threat, losses.threat_moves, losses.answer_threat, to_say("which threat comes"), shared=True),
    Choice(tasks.Take, choices.take_moves, choices.answer_take, to_say("which worker comes")),
    Choice(tasks.Pay, choices.pay_moves, choices.answer_pay, to_say("which worker pays")),
    Choice(tasks.Mason, choices.mason_moves, choices.answer_mason, to_say("which worker builds")),
    Choice(tasks.Remove, choices.remove_moves, choices.answer_remove, to_say("which threat goes")),
    Choice(tasks.Ward, choices.ward_moves, choices.answer_ward, to_say("which threat goes")),
    Choice(tasks.Dig, choices.dig_moves, choices.answer_dig, to_say("where to dig"), (draws.NONE,)),
    Choice(
        tasks.Advance, choices.advance_moves, choices.answer_advance, to_say("one reputation step up"), (choices.STAY,)
    ),
    Choice(
        tasks.Exchange, choices.exchange_moves, choices.answer_exchange, to_say("whether to exchange"), (draws.NONE,)
    ),
    Choice(tasks.Discard, choices.discard_moves, choices.answer_discard, to_say("which card to put away")),
    Choice(
        tasks.Settle, choices.settle_moves, choices.answer_settle, to_say("which card becomes a house"), (draws.NONE,)
    ),
    Choice(tasks.Recruit, choices.recruit_moves, choices.answer_recruit, to_say("who moves in"), (draws.NONE,)),
)
STEPS = (
    Step(tasks.Round, phases.begin_round),
    Step(tasks.Refill, phases.refill),
    Step(tasks.Dice, phases.throw),
    Step(tasks.Deal, phases.deal),
    Step(tasks.Climbs, phases.climbs),
    Step(tasks.Turns, phases.turns),
    Step(tasks.Majorities, phases.majorities),
    Step(tasks.Do, effects.do),
)
AGENDA = Bruges(CHOICES, STEPS)


# --- beginning -------------------------------------------------------------------------------------------


def start(
    seats: int, cards: Cards, chance: Chance, *, by_colour: bool = False, late_steps: bool = False
) -> tuple[State, list[Event]]:
    """A new game for 2 to 4 seats, played on up to the first choice. by_colour: with five draw piles, one a colour."""
    state = deal_out(seats, cards, chance, by_colour=by_colour)
    state.late_steps = late_steps
    context = Context(state, cards, chance=chance)
    context.tell("game begins", start=state.start)
    context.push(tasks.Round())
    AGENDA.run(context)
    return state, context.told


def deal_out(seats: int, cards: Cards, chance: Chance, *, by_colour: bool = False) -> State:
    """The set-up: all cards shuffled and cut in five, one stack a seat shuffled together and split in the piles."""
    deck = chance.shuffle("cards", len(cards))
    cut = len(deck) * seats // STACKS
    played = [deck[place] for place in chance.shuffle("piles", cut)]
    half = (len(played) + 1) // 2
    return State(
        deck=cards.digest,
        seats=[Seat() for _ in range(seats)],
        tracks=chance.shuffle("guard houses", 4)[:seats],
        piles=draws.by_colours(cards, played) if by_colour else [played[:half], played[half:]],
        extra=deck[cut:],
        discard=[],
        statues=list(load_board().statues),
        start=chance.below("start player", seats),
    )


# --- going on ----------------------------------------------------------------------------------------------


def asks(state: State, cards: Cards) -> tuple[Ask, ...]:
    """The questions that are open now."""
    return AGENDA.asks(Context(state, cards))


def card_turn(state: State) -> int:
    """The number, 1 to 4, of the card turn that is being taken."""
    return min(state.turn // len(state.seats) + 1, TURNS)


def play(state: State, cards: Cards, number: int, move: Move, chance: Chance) -> list[Event]:
    """Carry out a legal move and all that follows without a choice."""
    return AGENDA.play(Context(state, cards, chance=chance), number, move)
